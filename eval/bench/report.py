"""Extractive reports on real questions over real passages: shape, speed, citations. Run: python -m eval.bench.report [--shared ../shared]

The sources are the passages of the snippets (kind `passage`) and the abstracts of papers.parquet in one index. `cited elsewhere` counts the cited papers
that some other system or expert also cited for the question; where nobody's citations are known it shows a dash.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, verify_all
from myscholar.domain.papers import Paper
from myscholar.domain.report import OutcomeStatus, Report, ReportId
from myscholar.errors import UnknownFormat
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.report.extractive import write_report
from myscholar.report.plan import plan_queries
from myscholar.search.corpus.build import build_corpus
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.retrieve import retrieve
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.workflows.background import load_background

NOW = "2026-01-01T00:00:00+00:00"


@dataclass(frozen=True)
class Measured:
    """One report and how long it took, search included."""

    query_id: str
    report: Report
    seconds: float
    search_seconds: float


def questions(shared: Path, limit: int) -> Iterator[tuple[str, str]]:
    with (shared / "data/queries/scholarqa_cs2_dev.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    step = max(1, len(rows) // limit)
    for row in rows[::step][:limit]:
        yield row["query_id"], row["query"]


def sample_actions() -> tuple[Action, ...]:
    """One action of each of five kinds, the same for every question, so that outcomes are measured."""
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


def measure(query_id: str, question: str, *, index: CorpusIndex, background: Background, actions: tuple[Action, ...]) -> Measured:
    start = time.perf_counter()
    queries = plan_queries(analyse_question(question, idf=background.idf), actions=actions, background=background)
    findings = asyncio.run(retrieve(queries, [index]))
    found = time.perf_counter()
    report = write_report(
        question,
        findings=findings,
        queries=queries,
        actions=actions,
        background=background,
        report_id=ReportId(query_id),
        now=NOW,
    )
    return Measured(query_id, report, time.perf_counter() - start, found - start)


def verbatim_share(report: Report) -> float:
    """Share of citations whose every piece of evidence is at its offsets in a stored passage, and whose quoted text stands in the section."""
    good = total = 0
    for section in report.sections:
        for citation in section.citations:
            total += 1
            verify_all(citation.evidence, report.passages)
            good += all(piece.text in section.text or piece.text.split(" ", 2)[-1] in section.text for piece in citation.evidence)
    return good / total if total else 1.0


def cited_elsewhere(shared: Path) -> Mapping[str, set[str]]:
    rows = pq.read_table(shared / "data/snippets/snippets.parquet", columns=["paper_id", "query_ids"]).to_pylist()
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        for query_id in row["query_ids"]:
            found[query_id].add(row["paper_id"])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--index", type=Path, help="folder of an index to reuse, or to build there; default: a temporary one")
    parser.add_argument("--embedder", default="none", help="`none` for words only, `local` for words and vectors")
    parser.add_argument("--with-actions", action="store_true", help="carry out five actions a report")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        run(arguments, arguments.index or Path(temporary) / "corpus")


def run(arguments: argparse.Namespace, folder: Path) -> None:
    shared: Path = arguments.shared
    if not folder.exists():
        start = time.perf_counter()
        sources = [shared / "data/snippets/snippets.parquet", shared / "data/corpus/papers.parquet"]
        embedder = None if arguments.embedder == "none" else embedder_by_name(arguments.embedder)
        build_corpus(sources, name="bench", folder=folder, embedder=embedder, read_pdf=_no_pdf)
        print(f"index built in {time.perf_counter() - start:.0f} s")
    background = load_background()
    index = CorpusIndex.open(folder)
    known = cited_elsewhere(shared)
    actions = sample_actions() if arguments.with_actions else ()
    warm_up = next(questions(shared, 1))
    measure(*warm_up, index=index, background=background, actions=actions)
    results = [measure(i, q, index=index, background=background, actions=actions) for i, q in questions(shared, arguments.limit)]
    print("question  sections  citations  papers  seconds  search  verbatim  cited elsewhere  outcomes")
    for result in results:
        print(line(result, known))
    summary(results, known)


def _no_pdf(path: Path) -> Paper:
    raise UnknownFormat(path)


def line(result: Measured, known: Mapping[str, set[str]]) -> str:
    report = result.report
    papers = cited(report)
    also = f"{len(papers & known[result.query_id])}/{len(papers)}" if known.get(result.query_id) else "-"
    statuses: Counter[Any] = Counter(o.status.value for o in report.outcomes)
    outcomes = " ".join(f"{s.value}:{statuses[s.value]}" for s in OutcomeStatus if statuses[s.value])
    citations = sum(len(s.citations) for s in report.sections)
    return (
        f"{result.query_id:9} {len(report.sections):8} {citations:10} {len(papers):7} {result.seconds:8.2f} {result.search_seconds:7.2f}"
        f" {verbatim_share(report):8.0%} {also:>16}  {outcomes}"
    )


def cited(report: Report) -> set[str]:
    return {str(r.paper.paper_id) for r in report.references}


def summary(results: list[Measured], known: Mapping[str, set[str]]) -> None:
    seconds = sorted(r.seconds for r in results)
    enough = sum(len(r.report.sections) >= 4 and len(r.report.references) >= 15 for r in results)
    print(f"\n{len(results)} reports; p50 {statistics.median(seconds):.2f} s, slowest {seconds[-1]:.2f} s, search included")
    print(f"with at least 4 sections and 15 papers: {enough} of {len(results)}")
    pairs = [(cited(r.report), known[r.query_id]) for r in results if known.get(r.query_id)]
    if pairs:
        share = sum(len(c & k) for c, k in pairs) / sum(len(c) for c, _ in pairs)
        print(
            f"cited papers that others cited for the question too: {share:.0%} (over {len(pairs)} questions where that is known)"
        )
    statuses = Counter(o.status.value for r in results for o in r.report.outcomes)
    shown = all(o.spans or o.trace for r in results for o in r.report.outcomes if o.status is not OutcomeStatus.NOT_DONE)
    print(f"outcomes: {dict(statuses)}; every one that is not `not_done` has spans or a trace: {shown}")


if __name__ == "__main__":
    main()
