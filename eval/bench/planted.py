"""Planted errors of twenty kinds, in sentences on invented papers: how many the checks of a model's
report find, and how many right sentences they doubt.

Without --judge the words' own checks run alone. With it a model reads each sentence too, in
sections that hold one sentence of each paper at most, in a fixed random order.
"""

import asyncio
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from eval.bench.command import ROOT
from eval.judges.names import open_model
from myscholar.domain.drafts import Draft, SectionPlan
from myscholar.domain.evidence import Evidence, Quote, QuoteId
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.reader import FIRST_OWN, AboutReader
from myscholar.report.llm.verify import verify_section
from myscholar.workflows.jobs import open_services

FILE = ROOT / "tests" / "planted_errors.toml"
RIGHT, OTHER_PAPER = "", "other_paper_cited"
SEED = 15


@dataclass(frozen=True)
class PlantedCase:
    """A sentence that cites one quote; `kind` is what is wrong with it, empty for a right one."""

    kind: str
    sentence: str
    source: Quote
    section: tuple[Quote, ...]
    """The quotes of its topic."""


@dataclass(frozen=True)
class PlantedSet:
    cases: tuple[PlantedCase, ...]
    papers: dict[PaperId, Paper]
    reader: AboutReader


def read_planted(path: Path = FILE) -> PlantedSet:
    pairs: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["pair"]
    papers = [_paper(n, pair) for n, pair in enumerate(pairs, 1)]
    quotes = [
        Quote(
            quote_id=QuoteId(f"q{n + (FIRST_OWN if pair.get('own') else 0)}"),
            evidence=Evidence.of_passage(paper.passages[0]),
            relevance=1.0,
        )
        for n, (pair, paper) in enumerate(zip(pairs, papers, strict=True), 1)
    ]
    own = [q for q, pair in zip(quotes, pairs, strict=True) if pair.get("own")]
    by_id = {paper.paper_id: paper for paper in papers}
    says = (_told(by_id[q.evidence.paper_id], q) for q in own)
    reader = AboutReader("\n".join(says), tuple(own))
    return PlantedSet(tuple(_cases(pairs, quotes)), by_id, reader)


def _told(paper: Paper, quote: Quote) -> str:
    name, said = f"“{paper.title}” ({paper.year})", f"[{number_of(quote)}] {quote.evidence.text}"
    return f"Their paper {name} says: {said}"


def _paper(n: int, pair: dict[str, Any]) -> Paper:
    paper_id = PaperId(f"planted{n}")
    passage = Passage(
        passage_id=PassageId(f"{paper_id}:1"),
        paper_id=paper_id,
        kind=PassageKind.BODY,
        text=pair["quote"],
    )
    return Paper(
        paper_id=paper_id,
        title=pair["title"],
        authors=tuple(pair["authors"]),
        year=pair["year"],
        passages=(passage,),
    )


def _cases(pairs: Sequence[dict[str, Any]], quotes: Sequence[Quote]) -> Iterator[PlantedCase]:
    for pair, quote in zip(pairs, quotes, strict=True):
        beside = [
            q
            for q, other in zip(quotes, pairs, strict=True)
            if other["topic"] == pair["topic"] and q is not quote
        ]
        topic = (quote, *beside)
        for sentence in pair["right"]:
            yield PlantedCase(RIGHT, sentence, quote, topic)
        for kind, sentence in pair["wrong"].items():
            yield PlantedCase(kind, sentence, quote, topic)
        yield PlantedCase(OTHER_PAPER, pair["right"][0], beside[0], topic)


async def find_doubted(
    planted: PlantedSet, cases: Sequence[PlantedCase], llm: LLM
) -> tuple[bool, ...]:
    """Whether each sentence, all in one section, is doubted, rewritten or left out."""
    quotes = tuple(dict.fromkeys(q for case in cases for q in case.section))
    texts = [c.sentence.replace("[1]", f"[{number_of(c.source)}]") for c in cases]
    plan = SectionPlan(title="Various findings", quotes=quotes)
    draft = Draft(plan=plan, text="\n\n".join(texts))
    made = await verify_section(draft, planted.papers, reader=planted.reader, llm=llm)
    if made.unscored:
        raise RuntimeError(f"{made.unscored} sentences were not judged: {' '.join(made.notes)}")
    left, doubts = made.draft.text, made.draft.doubts
    doubted = {left[d.start : d.end] for d in doubts}
    return tuple(text not in left.split("\n\n") or text in doubted for text in texts)


def sections_of(planted: PlantedSet) -> Iterator[list[PlantedCase]]:
    """Sections in which no paper is cited twice."""
    left = list(planted.cases)
    Random(SEED).shuffle(left)
    while left:
        taken: dict[str, PlantedCase] = {}
        for case in left:
            taken.setdefault(case.source.quote_id, case)
        yield [*taken.values()]
        left = [case for case in left if case not in taken.values()]


async def measure(planted: PlantedSet, judge: LLM | None) -> list[tuple[PlantedCase, bool]]:
    sections = [*sections_of(planted)] if judge else [[case] for case in planted.cases]
    llm = judge or ScriptedLLM({})
    found = await asyncio.gather(*(find_doubted(planted, cases, llm) for cases in sections))
    both = zip(sections, found, strict=True)
    return [row for cases, each in both for row in zip(cases, each, strict=True)]


def show(rows: Sequence[tuple[PlantedCase, bool]], title: str, console: Console) -> None:
    n, hit = Counter(c.kind for c, _ in rows), Counter(c.kind for c, found in rows if found)
    table = Table("kind", "sentences", "found", "share", title=title)
    for kind in sorted(n.keys() - {RIGHT}):
        table.add_row(kind, str(n[kind]), str(hit[kind]), f"{hit[kind] / n[kind]:.2f}")
    n_wrong, n_hit = n.total() - n[RIGHT], hit.total() - hit[RIGHT]
    table.add_section()
    table.add_row("all kinds", str(n_wrong), str(n_hit), f"{n_hit / n_wrong:.2f}")
    table.add_row("right sentences", str(n[RIGHT]), str(hit[RIGHT]), f"{hit[RIGHT] / n[RIGHT]:.2f}")
    console.print(table)


async def _judged(name: str, planted: PlantedSet) -> tuple[list[tuple[PlantedCase, bool]], str]:
    async with open_model(name, open_services()) as opened:
        rows = await measure(planted, opened.llm)
        calls = opened.calls
    read, written = (sum(c.input_tokens for c in calls), sum(c.output_tokens for c in calls))
    return rows, f"{len(calls)} calls, {read:,} tokens read, {written:,} written"


def main(
    judge: Annotated[str, typer.Option(help="A model as provider:name.")] = "",
    misses: Annotated[bool, typer.Option(help="List what was missed or doubted wrongly.")] = False,
) -> None:
    planted, console = read_planted(), Console(width=150)
    if judge:
        rows, told = asyncio.run(_judged(judge, planted))
        show(rows, f"planted errors, read by {judge}", console)
        console.print(told)
    else:
        rows = asyncio.run(measure(planted, None))
        show(rows, "planted errors, by words alone", console)
    for case, found in rows if misses else ():
        if found != bool(case.kind):
            console.print(f"{case.kind or 'right'}: {case.sentence}")
