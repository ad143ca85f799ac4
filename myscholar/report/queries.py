"""Search queries that ask the same."""

from collections.abc import Iterable

from myscholar.domain.evidence import SearchFilters, SearchQuery
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
