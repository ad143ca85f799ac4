"""One report's search against the local stand-in of Semantic Scholar, under each of its faults.

Requests and the shortest time between two of them are the server's own count. No answer is cached.
A crash ends the benchmark.
"""

import asyncio
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import typer
from pydantic import SecretStr
from rich.console import Console

from eval.bench.command import table_of
from eval.bench.processes import Json
from eval.bench.servers import Conditions, Servers, servers
from myscholar.domain.evidence import SearchQuery
from myscholar.domain.model import Frozen
from myscholar.domain.report import Findings
from myscholar.domain.text import shorten
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.search.retrieve import retrieve
from myscholar.search.semantic_scholar import SemanticScholarSource

LIMIT = 40


class FaultCase(Frozen):
    name: str
    faults: tuple[Json, ...] = ()
    keyed: bool = True


TRIED = tomllib.loads(Path(__file__).with_name("scholar_faults.toml").read_text(encoding="utf-8"))
QUERIES = tuple(map(SearchQuery.model_validate, TRIED["queries"]))
CASES = tuple(map(FaultCase.model_validate, TRIED["cases"]))


@dataclass(frozen=True)
class SearchOutcome:
    """`spacing_s` is the shortest time between two arrivals; None for fewer than two."""

    requests: int
    refused: int
    spacing_s: float | None
    seconds: float
    findings: Findings


async def search(running: Servers, case: FaultCase) -> SearchOutcome:
    started = time.perf_counter()
    key = SecretStr("bench") if case.keyed else None
    async with SemanticScholar(base_url=running.scholar_url, api_key=key) as client:
        findings = await retrieve(QUERIES, (SemanticScholarSource(client),), limit=LIMIT)
    seconds, log = time.perf_counter() - started, running.scholar_log()
    arrivals = [visit["arrived"] for visit in log]
    return SearchOutcome(
        requests=len(log),
        refused=sum(visit["fault"] == "429" for visit in log),
        spacing_s=min((b - a for a, b in pairwise(arrivals)), default=None),
        seconds=seconds,
        findings=findings,
    )


Ran = tuple[FaultCase, SearchOutcome]


def answered(outcome: SearchOutcome) -> str:
    records = [result.record for result in outcome.findings.results]
    return f"{sum(r.n_hits > 0 for r in records)}/{len(records)}"


def first_error(outcome: SearchOutcome) -> str:
    errors = (result.record.error for result in outcome.findings.results)
    return shorten(next((error for error in errors if error), ""), 90)


COLUMNS: Mapping[str, Callable[[Ran], str]] = {
    "fault": lambda row: row[0].name,
    "requests": lambda row: str(row[1].requests),
    "429s": lambda row: str(row[1].refused),
    "spacing s": lambda row: "" if row[1].spacing_s is None else f"{row[1].spacing_s:.2f}",
    "seconds": lambda row: f"{row[1].seconds:.1f}",
    "papers": lambda row: str(len(row[1].findings.hits)),
    "passages": lambda row: str(sum(len(hit.paper.passages) for hit in row[1].findings.hits)),
    "queries ok": lambda row: answered(row[1]),
    "first error": lambda row: first_error(row[1]),
}


def main(context: typer.Context) -> None:
    conditions, outcomes = Conditions(latency=0.0, keyed_rate=1.0), []
    with servers(context.obj, conditions, model=False) as running:
        for case in CASES:
            running.set(conditions, scholar_faults=case.faults)
            outcomes.append(asyncio.run(search(running, case)))
            time.sleep(1.2)  # the server's own limit runs on between cases
    Console(width=200).print(table_of(zip(CASES, outcomes, strict=True), COLUMNS))
