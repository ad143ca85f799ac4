"""A report's references as BibTeX, by bibtexparser."""

import re
import unicodedata
from collections.abc import Sequence
from itertools import chain, count
from urllib.parse import quote

from myscholar.domain.papers import Paper, Publication, family_name, is_of_preprints
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import pattern
from myscholar.views.references import paper_url

_TEX = {c: f"\\{c}" for c in "&%$#_"} | {
    "\\": r"\textbackslash{}",
    # BibTeX counts a brace also behind a backslash: one too many ends the field
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}

_IN_URLS = "!#$%&'()*+,-./:;=?@_~[]"
"""What stands in an address as it is: neither what BibTeX counts nor TeX's `\\` and `^^`."""
_ENTRIES = {
    Publication.JOURNAL: ("article", "journal"),
    Publication.CONFERENCE: ("inproceedings", "booktitle"),
    Publication.BOOK: ("book", "publisher"),
    Publication.CHAPTER: ("incollection", "booktitle"),
    Publication.REPORT: ("techreport", "institution"),
    Publication.PHD_THESIS: ("phdthesis", "school"),
    Publication.MASTERS_THESIS: ("mastersthesis", "school"),
    None: ("misc", "howpublished"),
}
"""The type of an entry, and the field that says where."""
_JOURNALS = pattern("venues.journals")
_CONFERENCES = pattern("venues.conferences")
_ACRONYM = re.compile(r"(?![JT])(?=\w*[A-Z]\w*[A-Z])\w{2,8}(?: ?['’]?\d{2,4})?")
"""Conferences are called by one, journals seldom, and those mostly J... or T..."""


def to_bibtex(papers: Sequence[Paper]) -> str:
    """One entry a paper, in order; keys such as `lewis2020retrieval`, made unique by a letter."""
    from bibtexparser.entrypoint import write_string
    from bibtexparser.library import Library
    from bibtexparser.model import Entry, Field

    library = Library()
    taken: set[str] = set()
    for paper in papers:
        key = _free_key(paper, taken)
        taken.add(key)
        kind, place = _ENTRIES[_published_as(paper)]
        fields = [Field(name, value) for name, value in _fields(paper, place)]
        library.add(Entry(kind, key, fields))
    return str(write_string(library))


def _published_as(paper: Paper) -> Publication | None:
    """As its source says, else as the venue's name tells; None, an entry of no particular type,
    where neither does."""
    venue = paper.venue or ""
    if paper.publication or is_of_preprints(venue):
        return paper.publication
    if _JOURNALS.search(venue):
        return Publication.JOURNAL
    if _CONFERENCES.search(venue) or _ACRONYM.fullmatch(venue):
        return Publication.CONFERENCE
    return None


def _free_key(paper: Paper, taken: set[str]) -> str:
    """First author's family name, year, first telling word of the title, in ASCII."""
    author = family_name(paper.authors[0]) if paper.authors else "unknown"
    words = (w for w in re.findall(r"[^\W\d_]{2,}", paper.title) if w.lower() not in STOP_WORDS)
    known = unicodedata.normalize("NFKD", f"{author}{paper.year or ''}{next(words, 'paper')}")
    ascii_only = known.encode("ascii", "ignore").decode().lower()
    key = re.sub(r"\W", "", ascii_only) or "paper"
    endings = chain(["", *"bcdefghijklmnopqrstuvwxyz"], count(27))
    keys = (f"{key}{ending}" for ending in endings)
    return next(free for free in keys if free not in taken)


def _fields(paper: Paper, place: str) -> list[tuple[str, str]]:
    authors = [_tex(a.removesuffix(" et al.")) for a in paper.authors]
    others = ["others"] if any("et al." in a for a in paper.authors) else []
    values = {
        "title": f"{{{_tex(paper.title)}}}",
        "author": " and ".join([*authors, *others]),
        "year": str(paper.year or ""),
        place: _tex(paper.venue or ""),
        "doi": _tex(paper.doi or ""),
        "eprint": _tex(paper.arxiv_id or ""),
        "url": quote(paper_url(paper) or "", safe=_IN_URLS),
    }
    return [(name, value) for name, value in values.items() if value.strip("{}")]


def _tex(text: str) -> str:
    return "".join(_TEX.get(c, c) for c in " ".join(text.split()))
