"""The years that words name as limits: "since 2020", "before 2015", "between 2018 and 2021", "not
older than 2019"."""

import re


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words.replace("YEAR", r"((?:19|20)\d\d)"), re.I)


_LEAVE_OUT = (
    r"(?:exclude|ignore|leave out|drop|skip|omit|no|without|not|remove|avoid)\b[^.;]{0,40}?"
)
_BOTH = _pattern(r"\b(?:between|from)?\s*YEAR\s*(?:and|to|until|through|[-–])\s*YEAR\b")
_OUT_BEFORE = _pattern(rf"\b{_LEAVE_OUT}\b(?:before|older than|prior to)\s+YEAR\b")
_OUT_AFTER = _pattern(rf"\b{_LEAVE_OUT}\b(?:after|newer than|since)\s+YEAR\b")
_SINCE = _pattern(
    r"\b(?:since|from|starting (?:in|from|with)|as of)\s+YEAR\b(?:\s+(?:on(?:wards?)?|and later))?"
    r"|\bYEAR\s*(?:\+|and (?:later|newer|after)|onwards?|or (?:later|newer))|(?:>=|≥)\s*YEAR\b"
)
_AFTER = _pattern(r"\b(?:after|later than|newer than|more recent than)\s+YEAR\b|>\s*YEAR\b")
_UNTIL = _pattern(r"\b(?:until|up to|through|till|by|no later than)\s+YEAR\b|(?:<=|≤)\s*YEAR\b")
_BEFORE = _pattern(r"\b(?:before|older than|prior to|earlier than)\s+YEAR\b|<\s*YEAR\b")
_IN = _pattern(r"\b(?:in|during|only)\s+YEAR\b")
_OF_PAPERS = _pattern(r"\b(?:papers?|published|works?|studies|results?)(?: \w+)? in YEAR\b")
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
