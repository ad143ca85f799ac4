"""What an earlier search and reading leave for a later one of the same report."""

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.text import counted
from myscholar.report.llm.quotes import Quotes
from myscholar.search.more_passages import with_passages
from myscholar.search.quoted import with_quoted
from myscholar.workflows.report.records import ReportMaterial, SearchResult


def with_known(
    found: SearchResult, known: ReportMaterial, quotes: Quotes, filters: SearchFilters
) -> SearchResult:
    """What was found, with every passage of the `known` material that the quotes rest on; without
    the papers that filters set later do not accept. A note counts those of them that were quoted.

    Called with what a stored step gave, never within the step, so that runs of a version that lost
    such passages can go on.
    """
    quoted = [quote.evidence for quote in quotes.quotes]
    hits = with_quoted(found.findings.hits, known.found.findings.hits, quoted)
    shut_out = {hit.paper.paper_id for hit in hits if not filters.accepts(hit.paper)}
    notes = found.notes
    if n := len(shut_out & {piece.paper_id for piece in quoted}):
        no_longer = "no longer counts" if n == 1 else "no longer count"
        notes = (*notes, f"{counted(n, 'paper')} that had been read {no_longer}: {filters}.")
    kept = tuple(hit for hit in hits if hit.paper.paper_id not in shut_out)
    return found.model_copy(
        update={"findings": found.findings.model_copy(update={"hits": kept}), "notes": notes}
    )


def with_read(found: SearchResult, quotes: Quotes) -> SearchResult:
    """What was found, with the passages and the requests of the reading after it.

    Called with what stored steps gave, as `with_known` is.
    """
    hits = with_passages(found.findings.hits, quotes.passages)
    return found.model_copy(
        update={
            "findings": found.findings.model_copy(update={"hits": hits}),
            "n_requests": found.n_requests + quotes.n_requests,
        }
    )


def still_read(quotes: Quotes, found: SearchResult) -> Quotes:
    """The quotes, with papers not counted as read whose quotes all lead nowhere: a filter had shut
    them out, and is gone."""
    papers = {hit.paper.paper_id: hit.paper for hit in found.findings.hits}
    held = {q.evidence.paper_id for q in quotes.quotes if q.evidence.is_in(papers)}
    lost = {q.evidence.paper_id for q in quotes.quotes} - held
    return quotes.model_copy(
        update={"read": tuple(paper_id for paper_id in quotes.read if paper_id not in lost)}
    )


def still_found(known: ReportMaterial, found: SearchResult) -> ReportMaterial:
    """The material without what was read in papers that are not found any more."""
    papers = {hit.paper.paper_id for hit in found.findings.hits}
    quotes = known.quotes.model_copy(
        update={
            "quotes": tuple(q for q in known.quotes.quotes if q.evidence.paper_id in papers),
            "read": tuple(paper_id for paper_id in known.quotes.read if paper_id in papers),
        }
    )
    return known.model_copy(update={"quotes": quotes})
