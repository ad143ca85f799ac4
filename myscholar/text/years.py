"""The years that words name as limits: "since 2020", "before 2015", "between 2018 and 2021", "not
older than 2019"."""

import re

from myscholar.text.lexicons import pattern

_BOTH = pattern("years.both")
_OUT_BEFORE = pattern("years.out_before")
_OUT_AFTER = pattern("years.out_after")
_SINCE = pattern("years.since")
_AFTER = pattern("years.after")
_UNTIL = pattern("years.until")
_BEFORE = pattern("years.before")
_IN = pattern("years.in_year")
_OF_PAPERS = pattern("years.of_papers")
YEARS = (_BOTH, _OUT_BEFORE, _OUT_AFTER, _SINCE, _AFTER, _UNTIL, _BEFORE, _IN)


def years_in(text: str, *, of_papers: bool = False) -> tuple[int | None, int | None]:
    """The first and the last year; None for an open end, and for one that lies on the wrong side of
    the other.

    With `of_papers` a single year counts only where papers are said to be of it: "elections in
    2016" limits no search.
    """
    if both := _BOTH.search(text):
        years = sorted((int(both[1]), int(both[2])))
        return years[0], years[1]
    if (first := _first(_OUT_BEFORE, text)) is not None:
        return first, None
    if (last := _first(_OUT_AFTER, text)) is not None:
        return None, last
    first, last = _first(_SINCE, text), _first(_UNTIL, text)
    if first is None and (after := _first(_AFTER, text)) is not None:
        first = after + 1
    if last is None and (before := _first(_BEFORE, text)) is not None:
        last = before - 1
    if first is None and last is None:
        only = _first(_OF_PAPERS if of_papers else _IN, text)
        return only, only
    return (first, last) if first is None or last is None or first <= last else (first, None)


def _first(pattern: re.Pattern[str], text: str) -> int | None:
    found = pattern.search(text)
    return int(next(g for g in found.groups() if g)) if found else None
