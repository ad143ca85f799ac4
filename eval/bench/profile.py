"""Profiles of real researchers, in figures. `python -m eval.bench.profile [--show USER]`."""

import json
import tempfile
import time
from pathlib import Path

from eval.bench.command import parser
from myscholar.domain.papers import Paper, TextSource
from myscholar.domain.profile import Profile, ProfileId
from myscholar.library.imports import import_sources
from myscholar.library.merge import merge_papers
from myscholar.profile.extractive.infer import infer_profile
from myscholar.workflows.background import load_background

USERS = Path("data/interviews/users.jsonl")


def papers_of(user: dict[str, object], folder: Path) -> tuple[Paper, ...]:
    """The user's papers, read as a user's JSONL file would be."""
    path = folder / f"{user['user_id']}.jsonl"
    rows = user["papers"]
    assert isinstance(rows, list)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return merge_papers(import_sources([path]).papers).papers


def n_verbatim(profile: Profile, papers: tuple[Paper, ...]) -> tuple[int, int]:
    """Pieces of evidence found at their offsets in the papers' passages, and all pieces."""
    texts = {p.passage_id: p.text for paper in papers for p in paper.passages} | {
        f"{p.paper_id}#title": p.title for p in papers
    }
    pieces = [e for i in profile.inferences for s in i.supports for e in s.evidence]
    return sum(texts[e.passage_id][e.start : e.end] == e.text for e in pieces), len(pieces)


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--show", help="print the profile of this user")
    arguments = options.parse_args()
    background = load_background()
    print(
        "user  papers  with text  inferences  evidence verbatim  papers unused  withheld  seconds"
    )
    with tempfile.TemporaryDirectory() as folder:
        for line in (arguments.shared / USERS).read_text(encoding="utf-8").splitlines():
            user = json.loads(line)
            papers = papers_of(user, Path(folder))
            started = time.perf_counter()
            profile = infer_profile(
                papers,
                background=background,
                now="2026-01-01T00:00:00Z",
                profile_id=ProfileId("x"),
                name=user["user_id"],
            )
            seconds = time.perf_counter() - started
            used = {s.paper_id for i in profile.inferences for s in i.supports}
            with_text = [p for p in papers if p.text_source is not TextSource.TITLE_ONLY]
            unused = [p for p in with_text if p.paper_id not in used]
            good, n = n_verbatim(profile, papers)
            print(
                f"{user['user_id']:5} {len(papers):6} {len(with_text):10} "
                f"{len(profile.inferences):11} {good:8} of {n:6} {len(unused):14} "
                f"{profile.n_withheld:9} {seconds:8.2f}"
            )
            if arguments.show == user["user_id"]:
                show(profile)


def show(profile: Profile) -> None:
    for inference in profile.inferences:
        numbers = [profile.paper(s.paper_id).number for s in inference.supports]
        print(f"  {inference.aspect.label}: {inference.text} {numbers}\n      ({inference.basis})")
        for support in inference.supports:
            print(
                f"      [{profile.paper(support.paper_id).number}] {support.explanation} "
                f"“{support.evidence[0].text}”"
            )


if __name__ == "__main__":
    main()
