"""What keeps papers out of a report: told with counts, so that a reader knows what to switch off or
to give."""

import asyncio
from collections.abc import Iterator, Sequence

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import (
    QueryKind,
    SearchFilters,
    SearchQuery,
    Source,
    source_in_words,
)
from myscholar.domain.orders import ReportOrder
from myscholar.domain.papers import Paper
from myscholar.domain.report import Findings
from myscholar.domain.text import counted, listed, shorten
from myscholar.errors import NoEvidenceFound
from myscholar.search.retrieve import retrieve
from myscholar.workflows.library.sources import SCHOLAR, open_sources
from myscholar.workflows.services import Services

_NAMED, _TITLE = 5, 80
"""Papers named in a note, and characters of their titles."""
_LOOKED_AT = 500
"""Papers that are counted."""


async def nothing_found(
    services: Services, order: ReportOrder, findings: Findings, queries: Sequence[SearchQuery]
) -> NoEvidenceFound:
    """The error of a search that brought no paper, or none that the filters accept."""
    failures = tuple(r.record.error for r in findings.results if r.record.error)
    searched = tuple(dict.fromkeys(source_in_words(r.record.source) for r in findings.results))
    return NoEvidenceFound(
        order.question,
        searched,
        failures=failures,
        shut_out=await filtered_out_by(services, order, queries),
    )


def undated(
    services: Services, queries: Sequence[SearchQuery], sources: Sequence[Source]
) -> tuple[str, ...]:
    """Which papers of the sources have no year, where only papers of certain years are wanted: none
    of them can pass. At most one note a source."""
    asked = next((q.filters for q in queries if q.kind is QueryKind.QUESTION), SearchFilters())
    years = SearchFilters(year_min=asked.year_min, year_max=asked.year_max)
    if years.is_empty:
        return ()
    told = (_undated_of(services, source, years) for source in sources)
    return tuple(note for note in told if note)


def _undated_of(services: Services, source: Source, years: SearchFilters) -> str:
    from myscholar.search.corpus.index import CorpusIndex

    where = source_in_words(source.name)
    if source.name == SCHOLAR:
        return (
            f"{where} leaves out papers that it has no year for when it is asked for “{years}”; "
            "how many, it does not say."
        )
    if isinstance(source, CorpusIndex):
        n, titles, cure = source.n_undated, [], "Give the years in its files and build it again."
    else:
        heads = services.store.paper_heads(source.name.partition(":")[2])
        titles = [f"“{shorten(head.title, _TITLE)}”" for head in heads if head.year is None]
        n, cure = len(titles), "Give the year beside the paper on the page Profile, or in its file."
    if not n:
        return ""
    more = [f"{n - _NAMED} more"] if titles and n > _NAMED else []
    named = f": {listed([*titles[:_NAMED], *more])}" if titles else ""
    has = "has" if n == 1 else "have"
    return f"{counted(n, 'paper')} of {where} {has} no year and can't pass “{years}”{named}. {cure}"


async def filtered_out_by(
    services: Services, order: ReportOrder, queries: Sequence[SearchQuery]
) -> str:
    """Which filters leave few or none of the papers that the sources on this machine hold for the
    question; empty where none does.

    Semantic Scholar is not asked again.
    """
    named = dict(_filters(order))
    asked = next((q.filters for q in queries if q.kind is QueryKind.QUESTION), SearchFilters())
    if not asked.is_empty and not named:
        named = {f"The filter read from the question, “{asked}”,": asked}
    if not named:
        return ""
    papers = await _find_unfiltered(services, order)
    said = (_say(what, filters, papers) for what, filters in named.items())
    return " ".join(line for line in said if line)


def _filters(order: ReportOrder) -> Iterator[tuple[str, SearchFilters]]:
    if not order.filters.is_empty:
        yield f"Your filter “{order.filters}”", order.filters
    for action in order.actions:
        if action.directive.verb is Verb.LIMIT and not action.directive.filters.is_empty:
            yield f"Your action “{action.tldr}”", action.directive.filters


def _say(what: str, filters: SearchFilters, papers: Sequence[Paper]) -> str:
    left = sum(filters.accepts(paper) for paper in papers)
    if left == len(papers):
        return ""
    no_year = (
        sum(paper.year is None for paper in papers) if (filters.year_min or filters.year_max) else 0
    )
    told = f"; {no_year} {'has' if no_year == 1 else 'have'} no year" if no_year else ""
    return f"{what} leaves {left} of {counted(len(papers), 'paper')}{told}."


async def _find_unfiltered(services: Services, order: ReportOrder) -> tuple[Paper, ...]:
    """What the question alone finds."""
    local = tuple(name for name in order.sources if name != SCHOLAR)
    if order.sources and not local:
        return ()
    opened = await asyncio.to_thread(open_sources, services, local)
    try:
        here = [source for source in opened.sources if source.name != SCHOLAR]
        found = await retrieve((SearchQuery(text=order.question),), here, limit=_LOOKED_AT)
    finally:
        await opened.aclose()
    return tuple(hit.paper for hit in found.hits)
