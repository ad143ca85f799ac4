"""Years, citations, venues, fields and access in free words -> SearchFilters."""

import re

from myscholar.domain.evidence import SearchFilters
from myscholar.text.years import YEARS, years_in


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_CITED = _p(
    r"(?:(?:>=|≥|>|at least|minimum(?: of)?|min\.?|more "
    r"than|over|with)\s*(?P<a>\d[\d,]*)\+?\s*(?:citations?|times cited|cites)|cited\s+(?:at "
    r"least|more than|over|>=?|≥)\s*(?P<b>\d[\d,]*)(?:\s*times)?|\b(?P<c>\d[\d,]*)\s*\+?\s*(?:or "
    r"more )?citations?\b)"
)
_OPEN = _p(
    r"\b(?:open[ -]access|free(?:ly)? (?:to read|available|accessible)|with (?:a )?(?:free "
    r")?pdfs?)\b"
)
_KNOWN = (
    r"(?:ACL|EMNLP|NAACL|EACL|TACL|COLING|CoNLL|COLM|NeurIPS|NIPS|ICML|ICLR|AAAI|IJCAI|AISTATS|JMLR"
    r"|TMLR|CVPR|ICCV|ECCV|WACV|SIGIR|KDD|WWW|CIKM|WSDM|RecSys|ECIR|CHI|CSCW|UIST|IUI|ICRA|IROS|RSS"
    r"|CoRL|ICSE|FSE|ASE|MSR|SIGMOD|VLDB|ICDE|PNAS|Nature|Science|Cell|PLOS|IEEE|ACM|INTERSPEECH"
    r"|ICASSP|FAccT|AIES|STOC|FOCS|SODA|SIGGRAPH|MICCAI|USENIX|NSDI|OSDI|SOSP|INFOCOM|MobiCom"
    r"|arXiv)"
)
_VENUES = re.compile(
    r"(?:\b(?:published (?:in|at)|(?:papers?|work|studies|articles) "
    r"(?:in|from|at)|(?:[Ff]rom|[Ii]n|[Aa]t) (?:the "
    r")?(?:venues?|conferences?|journals?)|venues?:?|only(?: from| in| at)?|[Oo]nly(?: from| in| "
    r"at)?|[Jj]ust|[Ll]imit (?:it )?to|[Rr]estrict (?:it )?to|[Kk]eep to|[Ss]tick to)\s+)"
    rf"(?P<names>{_KNOWN}\b(?:(?:\s*,\s*(?:and |or )?|\s+(?:and|or)\s+"
    rf"|\s*[/&]\s*){_KNOWN}\b)*)(?:\s+(?:papers?|proceedings|articles|work))?"
)  # fmt: skip

_FIELD_NAMES = (
    r"(?:Computer Science|Medicine|Chemistry|Biology|Materials "
    r"Science|Physics|Geology|Psychology|Art|History|Geography|Sociology|Business|Political "
    r"Science|Economics|Philosophy|Mathematics|Engineering|Environmental Science|Agricultural and "
    r"Food Sciences|Education|Law|Linguistics)"
)
"""Semantic Scholar's fields of study."""
_FIELDS = re.compile(
    rf"\b(?:in|from|within) the fields? of (?P<names>{_FIELD_NAMES}\b(?:(?:\s*,\s*(?:and |or "
    rf")?|\s+(?:and|or)\s+){_FIELD_NAMES}\b)*)"
)
_ALL = (*YEARS, _CITED, _OPEN, _VENUES, _FIELDS)


def filters_of(text: str) -> SearchFilters:
    """The filters that the words name; empty if none."""
    first, last = years_in(text)
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
