"""A report's references as BibTeX, by bibtexparser."""

import re
import unicodedata
from collections.abc import Sequence

from myscholar.domain.papers import Paper, family_name
from myscholar.text.common_words import STOP_WORDS
from myscholar.views.references import paper_url

_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}


def to_bibtex(papers: Sequence[Paper]) -> str:
    """One entry a paper, in order; keys such as `lewis2020retrieval`, made unique by a letter."""
    from bibtexparser.entrypoint import write_string
    from bibtexparser.library import Library
    from bibtexparser.model import Entry, Field

    library = Library()
    taken: set[str] = set()
    for paper in papers:
        key = _unique(citation_key(paper), taken)
        library.add(
            Entry(
                "inproceedings" if paper.venue else "misc",
                key,
                [Field(n, v) for n, v in _fields(paper)],
            )
        )
    return str(write_string(library))


def citation_key(paper: Paper) -> str:
    """First author's family name, year, first telling word of the title, in ASCII."""
    author = family_name(paper.authors[0]) if paper.authors else "unknown"
    words = [
        w for w in re.findall(r"[^\W\d_]{2,}", paper.title) if w.lower() not in STOP_WORDS
    ] or ["paper"]
    return (
        re.sub(r"\W", "", f"{_ascii(author)}{paper.year or ''}{_ascii(words[0])}".lower())
        or "paper"
    )


def _ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def _unique(key: str, taken: set[str]) -> str:
    candidates = [
        key,
        *(f"{key}{letter}" for letter in "bcdefghijklmnopqrstuvwxyz"),
        *(f"{key}{n}" for n in range(27, 10_000)),
    ]
    free = next(c for c in candidates if c not in taken)
    taken.add(free)
    return free


def _fields(paper: Paper) -> list[tuple[str, str]]:
    values = {
        "title": f"{{{_tex(paper.title)}}}",
        "author": " and ".join(_tex(a.removesuffix(" et al.")) for a in paper.authors)
        + (" and others" if any("et al." in a for a in paper.authors) else ""),
        "year": str(paper.year or ""),
        "booktitle": _tex(paper.venue or ""),
        "doi": _tex(paper.doi or ""),
        "eprint": _tex(paper.arxiv_id or ""),
        "url": paper_url(paper) or "",
    }
    return [(name, value) for name, value in values.items() if value.strip("{}")]


def _tex(text: str) -> str:
    return "".join(_TEX.get(c, c) for c in " ".join(text.split()))
