"""Search queries of a report: those that ask the same, and those that were not answered."""

from collections.abc import Iterable, Iterator

from myscholar.domain.evidence import SearchFilters, SearchQuery, source_in_words
from myscholar.domain.report import Findings
from myscholar.text.terms import content_stems

_Key = tuple[frozenset[str] | str, SearchFilters]


def merge_queries(
    queries: Iterable[SearchQuery], known: Iterable[SearchQuery] = ()
) -> tuple[SearchQuery, ...]:
    """Queries of the same stems and filters become one that serves all their actions; the first
    one's text and kind stay. Those that ask what a `known` one asked go."""
    done, merged = {_key(query) for query in known}, dict[_Key, SearchQuery]()
    for query in queries:
        first = merged.setdefault(_key(query), query)
        ids = tuple(dict.fromkeys((*first.action_ids, *query.action_ids)))
        merged[_key(query)] = first.model_copy(update={"action_ids": ids})
    return tuple(query for key, query in merged.items() if key not in done)


def _key(query: SearchQuery) -> _Key:
    return frozenset(content_stems(query.text)) or query.text.casefold(), query.filters


def failed_searches(findings: Findings) -> Iterator[str]:
    """For each source how many of its searches it did not answer, and why."""
    for source in dict.fromkeys(r.record.source for r in findings.results):
        asked = [r.record for r in findings.results if r.record.source == source]
        reasons = dict.fromkeys(record.error for record in asked if record.error)
        n = sum(record.error is not None for record in asked)
        if n:
            yield (
                f"{source_in_words(source)} did not answer {n} of {len(asked)} searches: "
                f"{' '.join(filter(None, reasons))}"
            )
