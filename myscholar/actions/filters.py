"""Years, citations, venues, fields and access in free words -> SearchFilters."""

import re

from myscholar.domain.evidence import SearchFilters

_YEAR = r"(?P<{}>(?:19|20)\d\d)"


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_LEAVE_OUT = r"(?:exclude|ignore|leave out|drop|skip|omit|no|without|not|remove|avoid)\b[^.;]{0,40}?"
_BOTH = _p(rf"\b(?:between|from)?\s*{_YEAR.format('a')}\s*(?:and|to|until|through|[-–])\s*{_YEAR.format('b')}\b")
_OUT_BEFORE = _p(rf"\b{_LEAVE_OUT}\b(?:before|older than|prior to|published before|from before)\s+{_YEAR.format('a')}\b")
_OUT_AFTER = _p(rf"\b{_LEAVE_OUT}\b(?:after|newer than|since)\s+{_YEAR.format('a')}\b")
_SINCE = _p(
    rf"\b(?:since|from|starting (?:in|from|with)|as of|not (?:older than|before))\s+{_YEAR.format('a')}\b(?:\s+(?:on(?:wards?)?|and later))?|\b{_YEAR.format('b')}\s*(?:\+|and (?:later|newer|after)|onwards?|or (?:later|newer))|(?:>=|≥)\s*{_YEAR.format('c')}\b"
)
_AFTER = _p(rf"\b(?:after|later than|newer than|more recent than)\s+{_YEAR.format('a')}\b|>\s*{_YEAR.format('b')}\b")
_UNTIL = _p(rf"\b(?:until|up to|through|till|no later than)\s+{_YEAR.format('a')}\b|(?:<=|≤)\s*{_YEAR.format('b')}\b")
_BEFORE = _p(rf"\b(?:before|older than|prior to|earlier than)\s+{_YEAR.format('a')}\b|<\s*{_YEAR.format('b')}\b")
_IN = _p(rf"\b(?:in|during|only)\s+{_YEAR.format('a')}\b")
_CITED = _p(
    r"(?:(?:>=|≥|>|at least|minimum(?: of)?|min\.?|more than|over|with)\s*(?P<a>\d[\d,]*)\+?\s*(?:citations?|times cited|cites)|cited\s+(?:at least|more than|over|>=?|≥)\s*(?P<b>\d[\d,]*)(?:\s*times)?|\b(?P<c>\d[\d,]*)\s*\+?\s*(?:or more )?citations?\b)"
)
_OPEN = _p(r"\b(?:open[ -]access|free(?:ly)? (?:to read|available|accessible)|with (?:a )?(?:free )?pdfs?)\b")
_KNOWN = r"(?:ACL|EMNLP|NAACL|EACL|TACL|COLING|CoNLL|COLM|NeurIPS|NIPS|ICML|ICLR|AAAI|IJCAI|AISTATS|JMLR|TMLR|CVPR|ICCV|ECCV|WACV|SIGIR|KDD|WWW|CIKM|WSDM|RecSys|ECIR|CHI|CSCW|UIST|IUI|ICRA|IROS|RSS|CoRL|ICSE|FSE|ASE|MSR|SIGMOD|VLDB|ICDE|PNAS|Nature|Science|Cell|PLOS|IEEE|ACM|INTERSPEECH|ICASSP|FAccT|AIES|STOC|FOCS|SODA|SIGGRAPH|MICCAI|USENIX|NSDI|OSDI|SOSP|INFOCOM|MobiCom|arXiv)"
_VENUES = re.compile(
    rf"(?:\b(?:published (?:in|at)|(?:papers?|work|studies|articles) (?:in|from|at)|(?:[Ff]rom|[Ii]n|[Aa]t) (?:the )?(?:venues?|conferences?|journals?)|venues?:?|only(?: from| in| at)?|[Oo]nly(?: from| in| at)?|[Jj]ust|[Ll]imit (?:it )?to|[Rr]estrict (?:it )?to|[Kk]eep to|[Ss]tick to)\s+)"
    rf"(?P<names>{_KNOWN}\b(?:(?:\s*,\s*(?:and |or )?|\s+(?:and|or)\s+|\s*[/&]\s*){_KNOWN}\b)*)(?:\s+(?:papers?|proceedings|articles|work))?"
)  # fmt: skip

_FIELD_NAMES = r"(?:Computer Science|Medicine|Chemistry|Biology|Materials Science|Physics|Geology|Psychology|Art|History|Geography|Sociology|Business|Political Science|Economics|Philosophy|Mathematics|Engineering|Environmental Science|Agricultural and Food Sciences|Education|Law|Linguistics)"
"""Semantic Scholar's fields of study."""
_FIELDS = re.compile(
    rf"\b(?:in|from|within) the fields? of (?P<names>{_FIELD_NAMES}\b(?:(?:\s*,\s*(?:and |or )?|\s+(?:and|or)\s+){_FIELD_NAMES}\b)*)"
)
_ALL = (_BOTH, _OUT_BEFORE, _OUT_AFTER, _SINCE, _AFTER, _UNTIL, _BEFORE, _IN, _CITED, _OPEN, _VENUES, _FIELDS)


def filters_of(text: str) -> SearchFilters:
    """The filters that the words name; empty if none."""
    first, last = _years(text)
    cited = _CITED.search(text)
    venues = _VENUES.search(text)
    fields = _FIELDS.search(text)
    number = next((g for g in cited.groups() if g), None) if cited else None
    strict = bool(cited and re.search(r"more than|over|>(?!=)", cited.group()))
    return SearchFilters(
        year_min=first,
        year_max=last,
        min_citations=int(number.replace(",", "")) + strict if number else None,
        venues=tuple(re.findall(_KNOWN, venues.group("names"))) if venues else (),
        fields=tuple(re.findall(_FIELD_NAMES, fields.group("names"))) if fields else (),
        open_access=bool(_OPEN.search(text)),
    )


def without_filters(text: str) -> str:
    """The text without the words that name filters."""
    for pattern in _ALL:
        text = pattern.sub(" ", text)
    return " ".join(text.split()).strip(" ,.;")


def _years(text: str) -> tuple[int | None, int | None]:
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
    if first is None and last is None and (only := _first(_IN, text)) is not None:
        return only, only
    return (first, last) if first is None or last is None or first <= last else (first, None)


def _first(pattern: re.Pattern[str], text: str) -> int | None:
    found = pattern.search(text)
    return int(next(g for g in found.groups() if g)) if found else None
