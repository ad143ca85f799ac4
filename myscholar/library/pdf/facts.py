"""Identifiers, year and venue, where the paper states them."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from myscholar.text.lexicons import pattern

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|\\^`]*[^\s\"<>{}|\\^`.,;:)\]]")
_DATA_DOI = re.compile(
    r"zenodo|figshare|dryad|osf\.io|dvn|pangaea|6084/m9|^10\.17605/|^10\.5281/", re.I
)
_ARXIV = re.compile(
    r"arXiv\s*:\s*(?P<id>(?P<yy>\d{2})\d{2}\.\d{4,5}|[a-z-]+/(?P<yy_old>\d{2})\d{5})(?:v\d+)?", re.I
)
_YEAR = re.compile(r"(?:19|20)\d{2}(?!\d|-\d{4})")
_DATED = pattern("dates.dated")
_COPYRIGHT = pattern("dates.copyright")
_DATE_LINE = pattern("dates.line")
_TOP = 1500
"""Characters in which a year alone may stand; further down it may be of a figure. By hand; none of
24 PDFs needs it."""

_VENUE = pattern("venues.stated")


class Facts(NamedTuple):
    doi: str | None
    arxiv_id: str | None
    year: int | None
    venue: str | None


def read_facts(first_page: str, furniture: Sequence[str], metadata: Mapping[str, str]) -> Facts:
    """Identifiers, year and venue where the paper states them; never from the file's date."""
    edge = "\n".join(furniture)
    arxiv = _ARXIV.search(first_page)
    dois = _DOI.findall("\n".join((metadata.get("Subject", ""), edge, first_page)))
    doi = next((doi.casefold() for doi in dois if not _DATA_DOI.search(doi)), None)
    head = first_page.replace("\r\n", "\n").split("\nAbstract")[0][:600]
    venue = _VENUE.search(edge) or _VENUE.search(head)
    return Facts(
        doi=doi,
        arxiv_id=arxiv["id"] if arxiv else None,
        year=_year(first_page, edge, arxiv),
        venue=" ".join(venue.group().split()) if venue else None,
    )


def _year(first_page: str, edge: str, arxiv: "re.Match[str] | None") -> int | None:
    if copyright_ := _COPYRIGHT.search(first_page):
        return int(copyright_["year"])
    if arxiv:
        yy = int(arxiv["yy"] or arxiv["yy_old"])
        return 1900 + yy if yy > 90 else 2000 + yy
    dates = (m for m in _DATE_LINE.finditer(first_page) if m["month"] or m.start() < _TOP)
    if stated := next(dates, None) or _DATED.search(first_page):
        return int(stated["year"])
    in_edge = _YEAR.search(edge)
    return int(in_edge.group()) if in_edge else None
