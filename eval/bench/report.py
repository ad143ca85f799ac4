"""Evidence digests on judged questions over real passages: relevance, shape, speed.

The sources are the passages of the snippets (kind `passage`) and the abstracts of papers.parquet in
one index. A paper is relevant if some system or expert cited it for the question, and off topic for
sure if it was cited for other questions only. Thresholds were chosen on half A.
"""

import asyncio
import json
import random
import re
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from eval.bench.command import no_pdf
from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, verify_all
from myscholar.domain.report import OutcomeStatus, Report, ReportId
from myscholar.errors import NoEvidenceFound
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.report.extractive.assemble import write_digest
from myscholar.report.extractive.relevance import nearness
from myscholar.report.extractive.search_plan import plan_queries
from myscholar.search.corpus.build import build_corpus
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.retrieve import retrieve
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.workflows.background import load_background

NOW = "2026-01-01T00:00:00+00:00"


FEWEST_KNOWN = 5
"""Relevant papers that a question must have to be counted."""
SEED = 3
"""Of the order in which questions are parted into two halves."""


@dataclass(frozen=True)
class MeasuredDigest:
    """One digest, what was found in the search's order and by nearness, CPU seconds of writing."""

    query_id: str
    report: Report | None
    found: tuple[str, ...]
    ranked: tuple[str, ...]
    seconds: float


def questions(shared: Path, limit: int) -> tuple[tuple[str, str], ...]:
    """Judged questions with their ids, in a fixed random order; all of them for a limit of 0."""
    known = read_judgments(shared)
    with (shared / "data/retrieval/queries.jsonl").open(encoding="utf-8") as lines:
        rows = {row["_id"]: row["text"] for row in map(json.loads, lines)}
    ids = sorted(i for i in rows if len(known[i]) >= FEWEST_KNOWN)
    random.Random(SEED).shuffle(ids)
    return tuple((i, rows[i]) for i in ids)[: limit or None]


def sample_actions() -> tuple[Action, ...]:
    """One action of each of five kinds, for every question, so that outcomes are measured."""
    kinds = {
        Verb.NUMBERS: (),
        Verb.LIMITATIONS: (),
        Verb.NEXT_STEPS: (),
        Verb.SKIP_DEFINITIONS: (),
        Verb.ADD_SECTION: ("user study", "human evaluation"),
    }
    return tuple(
        Action(
            action_id=ActionId(verb.value),
            tldr=verb.value,
            text=verb.value,
            stage=Stage.GENERATION,
            category=Category.CONTENT,
            personalized=False,
            directive=Directive(verb=verb, terms=terms),
            enabled=True,
        )
        for verb, terms in kinds.items()
    )


@dataclass(frozen=True)
class Searched:
    index: CorpusIndex
    background: Background
    actions: tuple[Action, ...]


def measure(query_id: str, question: str, setup: Searched) -> MeasuredDigest:
    background, actions = setup.background, setup.actions
    analysis = analyse_question(question, idf=background.idf)
    queries = plan_queries(analysis, actions=actions, background=background)
    findings = asyncio.run(retrieve(queries, [setup.index]))
    found = tuple(str(hit.paper.paper_id) for hit in findings.hits)
    near = nearness(question, findings.hits, (), background).papers
    ranked = tuple(found[i] for i in np.argsort(-near, kind="stable"))
    start = time.process_time()
    try:
        report = write_digest(
            question,
            findings=findings,
            queries=queries,
            actions=actions,
            background=background,
            report_id=ReportId(query_id),
            now=NOW,
        )
    except NoEvidenceFound:
        report = None
    return MeasuredDigest(query_id, report, found, ranked, time.process_time() - start)


def verbatim_share(report: Report) -> float:
    """Share of citations all of whose evidence stands at its offsets in a stored passage."""
    citations = [c for section in report.sections for c in section.citations]
    for citation in citations:
        verify_all(citation.evidence, report.passages)
    texts = [p.text for p in report.passages]
    good = [all(any(e.text in t for t in texts) for e in c.evidence) for c in citations]
    return statistics.mean(good) if good else 1.0


def read_judgments(shared: Path) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    with (shared / "data/retrieval/qrels.tsv").open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            query_id, paper_id, _ = line.split("\t")
            found[query_id].add(paper_id)
    return found


def main(
    context: typer.Context,
    limit: Annotated[int, typer.Option(help="Questions; 0 for all.")] = 0,
    index: Annotated[
        Path | None,
        typer.Option(help="Folder of an index to reuse, or to build; default: a temporary one."),
    ] = None,
    embedder: Annotated[str, typer.Option(help="`none` for words only.")] = "lsa",
    with_actions: Annotated[
        bool, typer.Option("--with-actions", help="Carry out five actions a report.")
    ] = False,
) -> None:
    shared = context.obj.shared
    actions = sample_actions() if with_actions else ()
    with tempfile.TemporaryDirectory() as temporary:
        folder = index or Path(temporary) / "corpus"
        if not folder.exists():
            build(shared, folder, embedder)
        setup = Searched(CorpusIndex.open(folder), load_background(), actions)
        asked = questions(shared, limit)
        measure(*asked[0], setup)  # warm
        results = [measure(query_id, question, setup) for query_id, question in asked]
    relevance(results, read_judgments(shared))
    shape([r.report for r in results if r.report])
    print(f"median CPU seconds of writing {statistics.median(r.seconds for r in results):.2f}")


def build(shared: Path, folder: Path, embedder: str) -> None:
    start = time.perf_counter()
    sources = [shared / "data/snippets/snippets.parquet", shared / "data/corpus/papers.parquet"]
    model = None if embedder == "none" else embedder_by_name(embedder)
    build_corpus(sources, name="bench", folder=folder, embedder=model, read_pdf=no_pdf)
    print(f"index built in {time.perf_counter() - start:.0f} s")


def relevance(results: Sequence[MeasuredDigest], known: Mapping[str, set[str]]) -> None:
    """Relevant papers among those cited and found, on each half of the questions."""
    owned = set().union(*known.values())
    print(
        "half  questions  found relevant  MAP search  MAP nearness  cited  relevant  share  "
        "surely off topic  unanswered"
    )
    for half, part in (("A", results[: len(results) // 2]), ("B", results[len(results) // 2 :])):
        cited = [
            {str(x.paper.paper_id) for x in r.report.references} if r.report else set()
            for r in part
        ]
        right = [len(c & known[r.query_id]) for c, r in zip(cited, part, strict=True)]
        off = [len((c & owned) - known[r.query_id]) for c, r in zip(cited, part, strict=True)]
        found = [len(set(r.found) & known[r.query_id]) for r in part]
        before, after = (
            statistics.mean(
                average_precision(o, known[r.query_id]) for o, r in zip(orders, part, strict=True)
            )
            for orders in ([r.found for r in part], [r.ranked for r in part])
        )
        n = sum(map(len, cited))
        print(
            f"{half:4} {len(part):10} {statistics.mean(found):15.1f} {before:11.3f} {after:13.3f} "
            f"{n / len(part):6.1f} {statistics.mean(right):9.2f} {sum(right) / n:6.1%} "
            f"{statistics.mean(off):17.2f} {sum(r.report is None for r in part):11}"
        )


def average_precision(order: Sequence[str], relevant: set[str]) -> float:
    """Mean of the precisions at each relevant paper that was found; 0 where none was. In [0, 1]."""
    at = [i for i, paper_id in enumerate(order, 1) if paper_id in relevant]
    return statistics.mean(n / i for n, i in enumerate(at, 1)) if at else 0.0


def shape(reports: Sequence[Report]) -> None:
    """Sections, sentences that set papers side by side, quotation, verbatim citations, outcomes."""
    texts = [section.text for report in reports for section in report.sections]
    said = [
        s for text in texts for s in re.split(r"(?<=\][.:])\s", text) if re.search(r"\[\d+\]", s)
    ]
    several = sum(len(set(re.findall(r"\[\d+\]", s))) > 1 for s in said)
    quoted = sum(len(q.split()) for text in texts for q in re.findall("“[^”]*”", text))
    n_words = sum(len(text.split()) for text in texts)
    print(
        f"{len(reports)} digests: {len(texts) / len(reports):.1f} sections, "
        f"{n_words / len(reports):.0f} words, {quoted / n_words:.0%} of them quoted;"
        f" {several / len(said):.0%} of {len(said)} cited sentences set papers side by side; "
        f"verbatim {statistics.mean(map(verbatim_share, reports)):.0%}"
    )
    statuses = Counter(o.status.value for r in reports for o in r.outcomes)
    shown = all(
        o.spans or o.trace
        for r in reports
        for o in r.outcomes
        if o.status is not OutcomeStatus.NOT_DONE
    )
    print(
        f"outcomes: {dict(statuses)}; every one that is not `not_done` has spans or a trace: "
        f"{shown}"
    )
