"""Search queries of a report: those that ask the same, and those that were not answered."""

from collections import Counter
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
    """For each source how many of its searches failed, and why most of these did: what befell each
    stands with the search."""
    for source in dict.fromkeys(r.record.source for r in findings.results):
        asked = [r.record for r in findings.results if r.record.source == source]
        failed = [record.error for record in asked if record.error]
        if failed:
            [(reason, _)] = Counter(failed).most_common(1)
            said = f"{len(failed)} of {len(asked)} searches" if len(asked) > 1 else "The search"
            yield f"{said} in {source_in_words(source)} failed: {reason}"
