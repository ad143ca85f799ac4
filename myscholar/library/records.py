"""Loose fields of a record (a JSON object, a BibTeX entry) -> the values of a paper."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from myscholar.domain.papers import Paper, PaperId, PassageKind, Publication, Relation, TextSource
from myscholar.domain.text import shorten, writable
from myscholar.library.paragraphs import (
    TextPiece,
    body_pieces,
    number_passages,
    opens_with_abstract,
    title_id,
)

_DOI = re.compile(r"(10\.\d{4,9}/\S+)")
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf)/|arxiv:\s*|^)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.I
)
_S2_HASH = re.compile(r"[0-9a-f]{40}")


MOST_IN_A_FACT = 2_000
"""Characters of a title, a name, an id, an address. What is longer is none; by hand."""
MOST_IN_AN_ID = 200
"""Characters; each passage bears its paper's id. By hand."""
MOST_IN_A_TEXT = 2_000_000
"""Characters of a paper; a book of 500 pages has one million. By hand."""
MOST_PASSAGES, MOST_NAMES = 20_000, 10_000
"""Of a paper; authors and keywords beyond are left out, and 5,154 are the most that any has had. By
hand."""


class BadRecord(ValueError):
    """The record can't become a paper; the message says why."""


def paper_of(record: Mapping[str, Any], relation: Relation) -> Paper:
    """Unknown fields and unusable values of optional ones are ignored. Raises BadRecord."""

    def first(*names: str) -> Any:
        return next((record[name] for name in names if record.get(name)), None)

    title = text_of(record.get("title"))
    if not title:
        raise BadRecord("it has no title")
    if len(title) > MOST_IN_A_FACT:
        raise BadRecord(f"its title has more than {MOST_IN_A_FACT:,} characters")
    authors = authors_of(first("authors", "author"))
    given = fact_of(first("paper_id", "_id", "id"))
    paper_id = PaperId(given) if 0 < len(given) <= MOST_IN_AN_ID else title_id(title, authors)
    pieces, source = _pieces(record)
    url = fact_of(record.get("url")) or None
    return Paper(
        paper_id=paper_id,
        title=title,
        authors=authors,
        year=_year(first("year", "date")),
        venue=fact_of(first("venue", "journal", "booktitle")) or None,
        publication=_publication(record.get("publication")),
        url=url,
        doi=doi_in(record.get("doi"), url),
        arxiv_id=_find(_ARXIV, first("arxiv_id", "arxiv"), url),
        s2_id=fact_of(record.get("s2_id")) or (given if _S2_HASH.fullmatch(given) else None),
        citation_count=_count(record.get("citation_count")),
        fields=_strings(first("fields", "keywords")),
        pdf_url=fact_of(record.get("pdf_url")) or None,
        passages=number_passages(paper_id, pieces),
        text_source=source,
        relation=_relation(record.get("relation"), relation),
    )


def _pieces(record: Mapping[str, Any]) -> tuple[list[TextPiece], TextSource]:
    """Passages, the abstract first, and what they are."""
    abstract = text_of(record.get("abstract"), keep_lines=True)
    text = text_of(record.get("text"), keep_lines=True)
    if len(abstract) + len(text) > MOST_IN_A_TEXT:
        raise BadRecord(f"its text has more than {MOST_IN_A_TEXT:,} characters")
    if text and not abstract and text_of(record.get("text_kind")) == "abstract":
        abstract, text = text, ""
    body = body_pieces(text)
    if len(body) > MOST_PASSAGES:
        raise BadRecord(f"its text has more than {MOST_PASSAGES:,} paragraphs")
    if abstract:
        abstract = " ".join(abstract.split())
        others = [piece for piece in body if " ".join(piece.text.split()) != abstract]
        body = [TextPiece(PassageKind.ABSTRACT, None, abstract), *others]
    elif opens_with_abstract(body) or (len(body) == 1 and len(body[0].text.split()) < 450):
        body[0] = body[0]._replace(kind=PassageKind.ABSTRACT)
    if any(piece.kind is PassageKind.BODY for piece in body):
        return body, TextSource.FULL_TEXT
    if body:
        return body, TextSource.ABSTRACT
    if summary := text_of(record.get("summary")):
        return [TextPiece(PassageKind.SUMMARY, None, summary)], TextSource.SUMMARY
    return [], TextSource.TITLE_ONLY


def text_of(value: Any, *, keep_lines: bool = False) -> str:
    """A clean string; "" for null, for what is no string or number, and for "None" and "n/a"."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    text = writable(str(value).replace("\x00", ""))
    text = text.strip() if keep_lines else " ".join(text.split())
    return "" if text.casefold() in ("none", "null", "nan", "n/a", "abstract: none") else text


def fact_of(value: Any) -> str:
    """`text_of`; "" also for what is too long to be a fact."""
    text = text_of(value)
    return text if len(text) <= MOST_IN_A_FACT else ""


def authors_of(value: Any) -> tuple[str, ...]:
    """Names from a list, a list of {"name": ...}, or one string: "A and B", "A; B", "A, B", "Last,
    First and Last, First"."""
    if isinstance(value, Mapping):
        value = [value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        given = (v.get("name") if isinstance(v, Mapping) else v for v in value[:MOST_NAMES])
        return tuple(name for v in given if (name := fact_of(v)))
    groups = re.split(r"\sand\s|;|\s&\s", text_of(value))
    names = [fact_of(name.strip(" ,")) for group in groups for name in _comma_list(group)]
    names = [n for n in names if n and n.casefold() not in ("others", "et al.")]
    return tuple(names[:MOST_NAMES])


def _comma_list(text: str) -> list[str]:
    """ "A B, C D" is two people; "Last, First" is one, turned into "First Last"."""
    parts = [p.strip() for p in text.split(",") if p.strip()]
    if len(parts) == 2:
        last, first = parts
        is_initials = re.fullmatch(r"(?:[A-Z]\.?[\s-]?)+", first)
        if len(last.split()) == 1 or len(first.split()) == 1 or is_initials:
            return [f"{first} {last}"]
    return parts


def _year(value: Any) -> int | None:
    match = re.search(r"(?<!\d)(1[5-9]|20)\d{2}(?!\d)", text_of(value))
    return int(match.group()) if match else None


def _find(pattern: re.Pattern[str], *values: Any) -> str | None:
    """The pattern's group in the first value that has it."""
    matches = (pattern.search(fact_of(value)) for value in values)
    return next((match[1] for match in matches if match), None)


def doi_in(*values: Any) -> str | None:
    """Of the first value that holds one, also in a link."""
    doi = _find(_DOI, *values)
    return doi.rstrip(".,;)").casefold() if doi else None


def _count(value: Any) -> int | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return int(value) if is_number and 0 <= value < 10**9 else None


def _strings(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else re.split(r"[;,]", text_of(value))
    return tuple(text for v in values[:MOST_NAMES] if (text := fact_of(v)))


def _publication(value: Any) -> Publication | None:
    text = text_of(value)
    return Publication(text) if text in tuple(Publication) else None


def _relation(value: Any, default: Relation) -> Relation:
    text = text_of(value).casefold()
    if text and text not in tuple(Relation):
        said = shorten(text, 60)
        raise BadRecord(f"its relation is {said!r}; known are mine and followed")
    return Relation(text) if text else default
