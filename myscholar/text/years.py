"""The years that words name as limits: "since 2020", "before 2015", "between 2018 and 2021", "not
older than 2019"."""

import re

_YEAR = r"(?P<{}>(?:19|20)\d\d)"


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_LEAVE_OUT = (
    r"(?:exclude|ignore|leave out|drop|skip|omit|no|without|not|remove|avoid)\b[^.;]{0,40}?"
)
_BOTH = _p(
    rf"\b(?:between|from)?\s*{_YEAR.format('a')}\s*(?:and|to|until|through"
    rf"|[-–])\s*{_YEAR.format('b')}\b"
)
_OUT_BEFORE = _p(rf"\b{_LEAVE_OUT}\b(?:before|older than|prior to)\s+{_YEAR.format('a')}\b")
_OUT_AFTER = _p(rf"\b{_LEAVE_OUT}\b(?:after|newer than|since)\s+{_YEAR.format('a')}\b")
_SINCE = _p(
    r"\b(?:since|from|starting (?:in|from|with)|as "
    rf"of)\s+{_YEAR.format('a')}\b(?:\s+(?:on(?:wards?)?|and "
    rf"later))?|\b{_YEAR.format('b')}\s*(?:\+|and (?:later|newer|after)|onwards?|or "
    rf"(?:later|newer))|(?:>=|≥)\s*{_YEAR.format('c')}\b"
)
_AFTER = _p(
    rf"\b(?:after|later than|newer than|more recent than)\s+{_YEAR.format('a')}\b"
    rf"|>\s*{_YEAR.format('b')}\b"
)
_UNTIL = _p(
    rf"\b(?:until|up to|through|till|by|no later than)\s+{_YEAR.format('a')}\b|(?:<="
    rf"|≤)\s*{_YEAR.format('b')}\b"
)
_BEFORE = _p(
    rf"\b(?:before|older than|prior to|earlier than)\s+{_YEAR.format('a')}\b"
    rf"|<\s*{_YEAR.format('b')}\b"
)
_IN = _p(rf"\b(?:in|during|only)\s+{_YEAR.format('a')}\b")
_OF_PAPERS = _p(
    rf"\b(?:papers?|published|works?|studies|results?)(?: \w+)? in {_YEAR.format('a')}\b"
)
YEARS = (_BOTH, _OUT_BEFORE, _OUT_AFTER, _SINCE, _AFTER, _UNTIL, _BEFORE, _IN)


def years_in(text: str, *, of_papers: bool = False) -> tuple[int | None, int | None]:
    """The first and the last year; None for an open end, and for one that lies on the wrong side of
    the other.

    With `of_papers` a single year counts only where papers are said to be of it: "elections in
    2016" limits no search.
    """
    if both := _BOTH.search(text):
        return min(int(both["a"]), int(both["b"])), max(int(both["a"]), int(both["b"]))
    if found := _OUT_BEFORE.search(text):
        return int(found["a"]), None
    if found := _OUT_AFTER.search(text):
        return None, int(found["a"])
    first, last = _first(_SINCE, text), _first(_UNTIL, text)
    if first is None and (after := _first(_AFTER, text)) is not None:
        first = after + 1
    if last is None and (before := _first(_BEFORE, text)) is not None:
        last = before - 1
    if (
        first is None
        and last is None
        and (only := _first(_OF_PAPERS if of_papers else _IN, text)) is not None
    ):
        return only, only
    return (first, last) if first is None or last is None or first <= last else (first, None)


def _first(pattern: re.Pattern[str], text: str) -> int | None:
    found = pattern.search(text)
    return int(next(g for g in found.groups() if g)) if found else None
