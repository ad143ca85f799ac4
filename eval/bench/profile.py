"""Profiles of real researchers, in figures."""

import json
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console

from eval.bench.command import table_of
from myscholar.domain.papers import Paper, TextSource
from myscholar.domain.profile import Profile, ProfileId
from myscholar.library.imports import import_sources
from myscholar.library.merge import merge_papers
from myscholar.profile.extractive.infer import infer_profile
from myscholar.text.background import Background
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


class InferredProfile(NamedTuple):
    user_id: str
    papers: tuple[Paper, ...]
    profile: Profile
    seconds: float

    @property
    def with_text(self) -> list[Paper]:
        return [p for p in self.papers if p.text_source is not TextSource.TITLE_ONLY]

    @property
    def n_unused(self) -> int:
        used = {s.paper_id for i in self.profile.inferences for s in i.supports}
        return sum(p.paper_id not in used for p in self.with_text)


COLUMNS: Mapping[str, Callable[[InferredProfile], str]] = {
    "user": lambda made: made.user_id,
    "papers": lambda made: str(len(made.papers)),
    "with text": lambda made: str(len(made.with_text)),
    "inferences": lambda made: str(len(made.profile.inferences)),
    "evidence verbatim": lambda made: "{} of {}".format(*n_verbatim(made.profile, made.papers)),
    "papers unused": lambda made: str(made.n_unused),
    "withheld": lambda made: str(made.profile.n_withheld),
    "seconds": lambda made: f"{made.seconds:.2f}",
}


def main(
    context: typer.Context,
    show: Annotated[str, typer.Option(help="Print the profile of this user.")] = "",
) -> None:
    background, lines = load_background(), (context.obj.shared / USERS).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        made = [infer(json.loads(line), Path(folder), background) for line in lines.splitlines()]
    Console(width=120).print(table_of(made, COLUMNS, box=None))
    for one in made:
        if one.user_id == show:
            show_profile(one.profile)


def infer(user: dict[str, object], folder: Path, background: Background) -> InferredProfile:
    papers, name = papers_of(user, folder), str(user["user_id"])
    started = time.perf_counter()
    profile = infer_profile(
        papers,
        background=background,
        now="2026-01-01T00:00:00Z",
        profile_id=ProfileId("x"),
        name=name,
    )
    return InferredProfile(name, papers, profile, time.perf_counter() - started)


def show_profile(profile: Profile) -> None:
    for inference in profile.inferences:
        numbers = [profile.paper(s.paper_id).number for s in inference.supports]
        print(f"  {inference.aspect.label}: {inference.text} {numbers}\n      ({inference.basis})")
        for support in inference.supports:
            print(
                f"      [{profile.paper(support.paper_id).number}] {support.explanation} "
                f"“{support.evidence[0].text}”"
            )
