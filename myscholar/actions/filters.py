"""Years, citations, venues, fields and access in free words -> SearchFilters."""

from myscholar.domain.evidence import SearchFilters
from myscholar.text.lexicons import pattern
from myscholar.text.years import YEARS, years_in

_CITED = pattern("search_filters.cited")
_MORE_THAN = pattern("search_filters.more_than")
_OPEN_ACCESS = pattern("search_filters.open_access")
_VENUES = pattern("search_filters.venues")
_VENUE_NAMES = pattern("search_filters.venue_names")
_FIELDS = pattern("search_filters.fields")
_FIELD_NAMES = pattern("search_filters.field_names")
_ALL = (*YEARS, _CITED, _OPEN_ACCESS, _VENUES, _FIELDS)


def filters_of(text: str) -> SearchFilters:
    """The filters that the words name; empty if none."""
    first, last = years_in(text)
    cited = _CITED.search(text)
    venues = _VENUES.search(text)
    fields = _FIELDS.search(text)
    number = next((g for g in cited.groups() if g), None) if cited else None
    strict = bool(cited and _MORE_THAN.search(cited.group()))
    return SearchFilters(
        year_min=first,
        year_max=last,
        min_citations=int(number.replace(",", "")) + strict if number else None,
        venues=tuple(_VENUE_NAMES.findall(venues["names"])) if venues else (),
        fields=tuple(_FIELD_NAMES.findall(fields["names"])) if fields else (),
        open_access=bool(_OPEN_ACCESS.search(text)),
    )


def without_filters(text: str) -> str:
    """The text without the words that name filters."""
    for condition in _ALL:
        text = condition.sub(" ", text)
    return " ".join(text.split()).strip(" ,.;")
