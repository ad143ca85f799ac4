"""One report's search against the local stand-in of Semantic Scholar, under each of its faults.

    python -m scholar_server --data ../data --port 8941 --keyed-rate 1        # in ../shared/tools
    python -m eval.bench.scholar --url http://127.0.0.1:8941

Requests and the shortest time between two of them are the server's own count. No answer is cached.
A crash ends the benchmark.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import httpx
from pydantic import SecretStr
from rich.console import Console

from eval.bench.command import parser, table_of
from myscholar.domain.evidence import QueryKind, SearchQuery
from myscholar.domain.report import Findings
from myscholar.domain.text import shorten
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.search.retrieve import retrieve
from myscholar.search.semantic_scholar import SemanticScholarSource

QUERIES = (
    SearchQuery(text="How do retrieval-augmented language models handle conflicting evidence?"),
    SearchQuery(text="retrieval-augmented language models survey", kind=QueryKind.FACET),
    SearchQuery(text="conflicting evidence language models", kind=QueryKind.FACET),
    SearchQuery(text="knowledge conflicts evaluation benchmark", kind=QueryKind.FACET),
    SearchQuery(text="limitations retrieval-augmented generation", kind=QueryKind.ACTION),
    SearchQuery(text="multi-document summarization disagreement", kind=QueryKind.ACTION),
)
LIMIT = 40

Fault = Mapping[str, object]
ALL_FIELDS = (
    "abstract title year venue authors externalIds openAccessPdf citationCount fieldsOfStudy "
    "section"
).split()


@dataclass(frozen=True)
class FaultCase:
    name: str
    faults: tuple[Fault, ...] = ()
    keyed: bool = True


CASES = (
    FaultCase("none, with a key"),
    FaultCase("none, without a key", keyed=False),
    FaultCase("429 once, retry after 2 s", ({"kind": "429", "schedule": [1], "retry_after": 2},)),
    FaultCase("429 by chance 0.3", ({"kind": "429", "probability": 0.3},)),
    FaultCase("429 always", ({"kind": "429"},)),
    FaultCase("429 always, retry after 600 s", ({"kind": "429", "retry_after": 600},)),
    FaultCase("403", ({"kind": "403"},)),
    FaultCase("500 on 1st and 3rd", ({"kind": "500", "schedule": [1, 3]},)),
    FaultCase("500 always", ({"kind": "500"},)),
    FaultCase("504 on the batch", ({"kind": "504", "endpoint": "paper/batch"},)),
    FaultCase("500 on keywords", ({"kind": "500", "endpoint": "paper/search"},)),
    FaultCase("500 on passages", ({"kind": "500", "endpoint": "snippet/search"},)),
    FaultCase("slow: 4 s each", ({"kind": "slow", "seconds": 4},)),
    FaultCase("slow: 30 s once", ({"kind": "slow", "seconds": 30, "schedule": [1]},)),
    FaultCase("reset once", ({"kind": "reset", "schedule": [2]},)),
    FaultCase("reset always", ({"kind": "reset"},)),
    FaultCase("malformed once", ({"kind": "malformed", "schedule": [1]},)),
    FaultCase("malformed always", ({"kind": "malformed"},)),
    FaultCase("missing: abstract", ({"kind": "missing"},)),
    FaultCase("missing: every fact", ({"kind": "missing", "fields": ALL_FIELDS},)),
    FaultCase(
        "missing: paper, snippet", ({"kind": "missing", "fields": ["paper", "snippet", "paperId"]},)
    ),
    FaultCase("empty", ({"kind": "empty"},)),
)


@dataclass(frozen=True)
class SearchOutcome:
    """`spacing_s` is the shortest time between two arrivals; None for fewer than two."""

    requests: int
    refused: int
    spacing_s: float | None
    seconds: float
    findings: Findings


async def run(case: FaultCase, url: str) -> SearchOutcome:
    async with httpx.AsyncClient(base_url=url) as control:
        await control.post(
            "/_control", json={"faults": list(case.faults), "seed": 7, "clear_log": True}
        )
        started = time.perf_counter()
        async with SemanticScholar(
            base_url=url, api_key=SecretStr("bench") if case.keyed else None
        ) as client:
            findings = await retrieve(QUERIES, (SemanticScholarSource(client),), limit=LIMIT)
        seconds = time.perf_counter() - started
        log = (await control.get("/_log")).json()
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


async def main() -> None:
    options = parser(__doc__, needs_shared=False)
    options.add_argument("--url", required=True, help="address of a running scholar_server")
    url = options.parse_args().url.rstrip("/")
    outcomes = []
    for case in CASES:
        outcomes.append(await run(case, url))
        await asyncio.sleep(1.2)  # the server's own limit runs on between cases
    async with httpx.AsyncClient(base_url=url) as control:
        await control.post("/_control", json={"faults": []})
    Console(width=200).print(table_of(zip(CASES, outcomes, strict=True), COLUMNS))


if __name__ == "__main__":
    asyncio.run(main())
