"""Identifiers, year and venue, where the paper states them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]*[^\s\"<>{}|\\^`.,;:)\]]")

_DATA_DOI = re.compile(
    r"zenodo|figshare|dryad|osf\.io|dvn|pangaea|6084/m9|^10\.17605/|^10\.5281/", re.IGNORECASE
)

_ARXIV = re.compile(
    r"arXiv\s*:\s*(?P<id>(?P<yy>\d{2})\d{2}\.\d{4,5}|[a-z-]+/(?P<yy_old>\d{2})\d{5})(?:v\d+)?",
    re.IGNORECASE,
)

_YEAR = re.compile(r"(?:19|20)\d{2}(?!\d|-\d{4})")

_DATED = re.compile(
    r"(?:conference|proceedings|workshop|manuscript|draft|version|published|accepted|submitted)"
    r"\D{0,80}(?:\d{1,2}\D{1,12}){0,2}(?P<year>(?:19|20)\d{2})(?!\d)",
    re.IGNORECASE,
)

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_DATE_LINE = re.compile(
    rf"^\W*(?:Dated?:?\s*)?(?:(?:\d{{1,2}}(?:st|nd|rd"
    rf"|th)?\.?\s+)?(?P<month>{_MONTH})\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?)?"
    r"(?P<year>(?:19|20)\d{2})(?:-\d{2}-\d{2})?\W*$",
    re.MULTILINE,
)
"""A line of its own that is a date, as under a title."""
_TOP = 1500
"""Characters in which a year alone may stand; further down it may be of a figure."""

_VENUE = re.compile(
    r"(?:The )?(?:(?:International|Annual|European|IEEE|ACM) )*"
    r"(?:Journal|Archives|Annals|Transactions|Letters|Reviews?|Conference|Symposium|Workshop"
    r"|Proceedings)"
    r"(?: of| on| in| for)[^();\d\n]{4,120}?(?=,?\s*(?:\b[Vv]ol|[(;\d\n]|$))"
)


@dataclass(frozen=True, slots=True)
class Facts:
    doi: str | None
    arxiv_id: str | None
    year: int | None
    venue: str | None


def read_facts(first_pages: str, furniture: Sequence[str], metadata: Mapping[str, str]) -> Facts:
    """Identifiers, year and venue where the paper states them; never from the file's date."""
    arxiv = _ARXIV.search(first_pages)
    edge = "\n".join(furniture)
    doi = next(
        (
            m.group()
            for t in (metadata.get("Subject", ""), edge, first_pages)
            for m in _DOI.finditer(t)
            if not _DATA_DOI.search(m.group())
        ),
        None,
    )
    venue = _VENUE.search(edge) or _VENUE.search(
        first_pages.replace("\r\n", "\n").split("\nAbstract")[0][:600]
    )
    return Facts(
        doi=doi.casefold() if doi else None,
        arxiv_id=arxiv["id"] if arxiv else None,
        year=_year(first_pages, edge, arxiv),
        venue=" ".join(venue.group().split()) if venue else None,
    )


def _year(first_page: str, edge: str, arxiv: "re.Match[str] | None") -> int | None:
    copyright_ = re.search(
        r"(?:©|\(c\)|copyright)\s*(?:the author\(?s?\)?\s*)?(?P<year>(?:19|20)\d{2})",
        first_page,
        re.IGNORECASE,
    )
    if copyright_:
        return int(copyright_["year"])
    if arxiv:
        yy = int(arxiv["yy"] or arxiv["yy_old"])
        return 1900 + yy if yy > 90 else 2000 + yy
    dates = (m for m in _DATE_LINE.finditer(first_page) if m["month"] or m.start() < _TOP)
    stated = next(dates, None) or _DATED.search(first_page)
    if stated:
        return int(stated["year"])
    years = _YEAR.findall(edge)
    return int(years[0]) if years else None
