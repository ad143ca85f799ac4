"""All queries against all sources at once, fused. A source that fails is recorded and never stops
the rest. Source: MySQA §2.3."""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from typing import Protocol, runtime_checkable

from myscholar.domain.evidence import Hit, QueryKind, SearchQuery, Source, source_in_words
from myscholar.domain.papers import PaperId
from myscholar.domain.report import Findings, QueryResult, SearchRecord
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.errors import MyScholarError
from myscholar.search.choice import choose
from myscholar.search.distinct_ids import with_distinct_ids
from myscholar.search.fusion import RankedList, fuse

_WEIGHT = {QueryKind.QUESTION: 2.0, QueryKind.FACET: 1.0, QueryKind.ACTION: 1.0}
"""A query's part in the fused order: what answers the question itself comes before what answers one
side of it."""
_STEP = "Searching"
_PER_PAPER = 4
"""Passages that stay of one paper when all answers are fused; by hand."""


@runtime_checkable
class AnswersTogether(Protocol):
    """A source that plans a report's queries as a whole, to spare requests."""

    @property
    def name(self) -> str:
        """As the user writes it."""

    async def search_all(
        self, queries: Sequence[SearchQuery], limit: int
    ) -> tuple[QueryResult, ...]:
        """One result a query, in their order; failures stand in the records."""


async def retrieve(
    queries: Sequence[SearchQuery],
    sources: Sequence[Source],
    *,
    limit: int = 80,
    progress: Progress = ignore,
    clock: Callable[[], float] = time.monotonic,
) -> Findings:
    """At most `limit` papers, the best by all queries and by those of each action, with at most
    four passages each; and what each query gave in each source.

    `clock` tells seconds. A source that fails with an error of the product stops nothing: its
    records carry the error.
    """
    done = 0

    def tell(message: str) -> None:
        progress(Event(step=_STEP, message=message, done=done, total=len(sources)))

    async def ask(source: Source) -> tuple[QueryResult, ...]:
        nonlocal done
        results = await _ask(source, queries, limit, clock)
        done += 1
        tell(_message(source_in_words(source.name), results))
        return results

    tell(", ".join(source_in_words(s.name) for s in sources))
    by_source = await asyncio.gather(*(ask(source) for source in sources))
    results = [result for of_source in by_source for result in of_source]
    return await asyncio.to_thread(fused, results, limit=limit)


def fused(
    results: Sequence[QueryResult], *, limit: int = 80, kept: Collection[PaperId] = ()
) -> Findings:
    """What several searches found as one: the most relevant papers, the best new ones of each
    action, and those to be `kept` in any case. Results that were fused before may be among them."""
    distinct = with_distinct_ids(results)
    lists = [RankedList(r.record.source, r.hits, _WEIGHT[r.record.query.kind]) for r in distinct]
    every = fuse(lists, per_paper_cap=_PER_PAPER)
    return Findings(hits=choose(every, distinct, limit, kept=kept), results=distinct)


async def _ask(
    source: Source, queries: Sequence[SearchQuery], limit: int, clock: Callable[[], float]
) -> tuple[QueryResult, ...]:
    if not isinstance(source, AnswersTogether):
        asked = (_ask_one(source, query, limit, clock) for query in queries)
        return tuple(await asyncio.gather(*asked))
    start = clock()
    try:
        return await source.search_all(queries, limit)
    except MyScholarError as failed:
        seconds = clock() - start
        return tuple(_result(source, query, seconds, error=str(failed)) for query in queries)


async def _ask_one(
    source: Source, query: SearchQuery, limit: int, clock: Callable[[], float]
) -> QueryResult:
    start = clock()
    try:
        hits = await source.search(query, limit)
    except MyScholarError as failed:
        return _result(source, query, clock() - start, error=str(failed))
    return _result(source, query, clock() - start, hits)


def _result(
    source: Source | AnswersTogether,
    query: SearchQuery,
    seconds: float,
    hits: tuple[Hit, ...] = (),
    error: str | None = None,
) -> QueryResult:
    record = SearchRecord(
        query=query, source=source.name, n_hits=len(hits), seconds=max(0.0, seconds), error=error
    )
    return QueryResult(record=record, hits=hits)


def _message(name: str, results: Sequence[QueryResult]) -> str:
    """ "corpus:x: 31 papers", and the first error where there is one."""
    papers = {hit.paper.paper_id for result in results for hit in result.hits}
    error = next((r.record.error for r in results if r.record.error), None)
    return f"{name}: {counted(len(papers), 'paper')}{f' ({error})' if error else ''}"
