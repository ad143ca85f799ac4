"""A small background, a reader, and look-up results, all made by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
)
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
)
from myscholar.text.background import Background
from myscholar.text.terms import phrase_key

COMMON = ("learning", "model", "language", "data", "network", "training", "system", "analysis")


@pytest.fixture(scope="session")
def background() -> Background:
    """10,000 documents; eight words are in a fifth of them, everything else in fewer than five."""
    return Background(n_documents=10_000, frequencies={phrase_key(w): 2_000 for w in COMMON})


def inference(number: int, aspect: ProfileAspect, text: str, *terms: str) -> Inference:
    return Inference(
        inference_id=InferenceId(f"{aspect}-{number}"), aspect=aspect, text=text, terms=terms
    )


@pytest.fixture(scope="session")
def reader() -> Profile:
    """Works on active learning and annotation, with user studies, for annotators; writes with
    numbers."""
    paper = ProfilePaper(
        paper_id=PaperId("p1"),
        number=1,
        title="Active learning with tired annotators",
        relation=Relation.MINE,
        text_source=TextSource.ABSTRACT,
    )
    return Profile(
        profile_id=ProfileId("r"),
        name="A reader",
        created_at="2026-01-01T00:00:00Z",
        papers=(paper,),
        passages=(),
        inferences=(
            inference(
                1,
                ProfileAspect.KNOWLEDGE,
                "Your papers work on active learning.",
                "active learning",
                "uncertainty sampling",
            ),
            inference(
                2,
                ProfileAspect.KNOWLEDGE,
                "Your papers work on crowdsourced annotation.",
                "crowdsourced annotation",
            ),
            inference(
                1,
                ProfileAspect.RESEARCH_STYLE,
                "Your papers put systems before people in user studies.",
                "user study",
            ),
            inference(
                1, ProfileAspect.WRITING_STYLE, "Your papers give numbers in abstracts.", "numbers"
            ),
            inference(
                1,
                ProfileAspect.POSITIONS,
                "Your papers argue that annotation cost is ignored.",
                "annotation cost",
            ),
            inference(
                1, ProfileAspect.AUDIENCE, "Your papers speak to dataset builders.", "practitioners"
            ),
        ),
    )


@pytest.fixture(scope="session")
def hits() -> tuple[Hit, ...]:
    """Nine papers on active learning: three on uncertainty sampling, three on cold start, three on
    neither; 2013 to 2021."""
    sides = ("uncertainty sampling is of use", "the cold start is hard", "people label text")
    return tuple(
        Hit(
            paper=Paper(
                paper_id=PaperId(f"h{i}"),
                title=f"Active learning for fine-tuning {i}",
                year=2013 + i,
                passages=(
                    Passage(
                        passage_id=PassageId(f"h{i}:1"),
                        paper_id=PaperId(f"h{i}"),
                        kind=PassageKind.ABSTRACT,
                        text=f"We see that {sides[i % 3]}.",
                    ),
                ),
            ),
            score=1.0,
        )
        for i in range(9)
    )


CASSETTES = Path(__file__).resolve().parents[1] / "cassettes"


@pytest.fixture(scope="session")
def mira() -> Profile:
    """The sample's researcher with 25 inferences, five an aspect, in the words of the kept profile
    answers."""
    inferences = [
        inference(i, aspect, said["inference"])
        for aspect in ProfileAspect
        for i, said in enumerate(_inferences(aspect), 1)
    ]
    paper = ProfilePaper(
        paper_id=PaperId("m1"),
        number=1,
        title="Does the Citation Carry the Claim?",
        relation=Relation.MINE,
        text_source=TextSource.FULL_TEXT,
    )
    return Profile(
        profile_id=ProfileId("mira"),
        name="Mira",
        created_at="2026-01-01T00:00:00Z",
        papers=(paper,),
        inferences=tuple(inferences),
        passages=(),
    )


def _inferences(aspect: ProfileAspect) -> list[dict[str, Any]]:
    answer = json.loads((CASSETTES / f"profile_{aspect}.json").read_text(encoding="utf-8"))
    return list(answer["inferences"])
