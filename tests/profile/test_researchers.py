"""Profiles of the real researchers in the shared data: cited, of their own work, nothing sensitive.
How fast: `python -m eval bench profile`."""

import json
from pathlib import Path

import pytest

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import ProfileAspect, ProfileId
from myscholar.library.records import paper_of
from myscholar.profile.drafts import title_passage
from myscholar.profile.extractive.infer import MOST, infer_profile
from myscholar.text.safeguards import is_withheld
from myscholar.workflows.background import load_background


def researchers(shared: Path) -> dict[str, tuple[Paper, ...]]:
    lines = (shared / "data/interviews/users.jsonl").read_text(encoding="utf-8").splitlines()
    users = [json.loads(line) for line in lines]
    return {u["user_id"]: tuple(paper_of(p, Relation.MINE) for p in u["papers"]) for u in users}


@pytest.mark.shared
def test_each_researcher_gets_a_cited_profile_of_their_own_work(shared: Path) -> None:
    background = load_background()
    for user, papers in researchers(shared).items():
        profile = infer_profile(
            papers,
            background=background,
            now="2026-01-01T00:00:00Z",
            profile_id=ProfileId(user),
            name=user,
        )
        originals = {
            p.passage_id: p.text
            for paper in papers
            for p in (title_passage(paper), *paper.passages)
        }
        evidence = [e for i in profile.inferences for s in i.supports for e in s.evidence]
        assert all(originals[e.passage_id][e.start : e.end] == e.text for e in evidence)
        assert not any(is_withheld(i.text) for i in profile.inferences)
        assert profile.of_aspect(ProfileAspect.KNOWLEDGE)
        least = 4 if sum(bool(p.readable) for p in papers) > 1 else 1
        assert least <= len(profile.inferences) <= MOST
