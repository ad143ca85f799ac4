"""Loose fields of a record (a JSON object, a BibTeX entry) -> the values of a paper."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from myscholar.domain.papers import Paper, PaperId, PassageKind, Relation, TextSource
from myscholar.library.paragraphs import (
    TextPiece,
    body_pieces,
    number_passages,
    opens_with_abstract,
    title_id,
)

_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(
    r"(?:arxiv\.org/(?:abs|pdf)/|arxiv:\s*|^)(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})",
    re.IGNORECASE,
)
_S2_HASH = re.compile(r"[0-9a-f]{40}")


class BadRecord(ValueError):
    """The record can't become a paper; the message says why."""


def paper_of(record: Mapping[str, Any], relation: Relation) -> Paper:
    """A paper from named fields; unknown fields are ignored, unusable values of optional fields
    too. Raises BadRecord."""
    title = text_of(record.get("title"))
    if not title:
        raise BadRecord("it has no title")
    authors = authors_of(record.get("authors") or record.get("author"))
    given = text_of(record.get("paper_id") or record.get("_id") or record.get("id"))
    paper_id = PaperId(given) if given else title_id(title, authors)
    pieces, source = _text(record)
    url = text_of(record.get("url")) or None
    return Paper(
        paper_id=paper_id,
        title=title,
        authors=authors,
        year=year_of(record.get("year") or record.get("date")),
        venue=text_of(record.get("venue") or record.get("journal") or record.get("booktitle"))
        or None,
        url=url,
        doi=doi_of(record.get("doi"), url),
        arxiv_id=arxiv_of(record.get("arxiv_id") or record.get("arxiv"), url),
        s2_id=text_of(record.get("s2_id")) or (given if _S2_HASH.fullmatch(given) else None),
        citation_count=_count(record.get("citation_count")),
        fields=_strings(record.get("fields") or record.get("keywords")),
        pdf_url=text_of(record.get("pdf_url")) or None,
        passages=number_passages(paper_id, pieces),
        text_source=source,
        relation=_relation(record.get("relation"), relation),
    )


def _text(record: Mapping[str, Any]) -> tuple[list[TextPiece], TextSource]:
    """Passages, the abstract first, and what they are."""
    abstract, text = (
        text_of(record.get("abstract"), keep_lines=True),
        text_of(record.get("text"), keep_lines=True),
    )
    summary, kind = text_of(record.get("summary")), text_of(record.get("text_kind"))
    if text and kind == "abstract" and not abstract:
        abstract, text = text, ""
    pieces = [TextPiece(PassageKind.ABSTRACT, None, " ".join(abstract.split()))] if abstract else []
    body = body_pieces(text)
    if abstract:
        body = [p for p in body if " ".join(p.text.split()) != pieces[0].text]
    elif opens_with_abstract(body) or (len(body) == 1 and len(body[0].text.split()) < 450):
        body[0] = body[0]._replace(kind=PassageKind.ABSTRACT)
    pieces += body
    if any(p.kind is PassageKind.BODY for p in pieces):
        return pieces, TextSource.FULL_TEXT
    if pieces:
        return pieces, TextSource.ABSTRACT
    if summary:
        return [TextPiece(PassageKind.SUMMARY, None, summary)], TextSource.SUMMARY
    return [], TextSource.TITLE_ONLY


def text_of(value: Any, *, keep_lines: bool = False) -> str:
    """A clean string; "" for null, for what is no string or number, and for "None" and "n/a"."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    text = str(value).replace("\x00", "")
    text = text.encode("utf-8", errors="replace").decode("utf-8")
    text = text.strip() if keep_lines else " ".join(text.split())
    return "" if text.casefold() in ("none", "null", "nan", "n/a", "abstract: none") else text


def authors_of(value: Any) -> tuple[str, ...]:
    """Names from a list, a list of {"name": ...}, or one string: "A and B", "A; B", "A, B", "Last,
    First and Last, First"."""
    if isinstance(value, Mapping):
        value = [value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        names = [text_of(v.get("name") if isinstance(v, Mapping) else v) for v in value]
        return tuple(name for name in names if name)
    text = text_of(value)
    if re.search(r"\sand\s|;|\s&\s", text):
        parts = [
            part for group in re.split(r"\s+and\s+|;|\s&\s", text) for part in _comma_list(group)
        ]
    else:
        parts = _comma_list(text)
    return tuple(
        name
        for part in parts
        if (name := part.strip(" ,")) and name.casefold() not in ("others", "et al.")
    )


def _comma_list(text: str) -> list[str]:
    """ "A B, C D" is two people; "Last, First" is one, turned into "First Last"."""
    parts = [p.strip() for p in text.split(",") if p.strip()]
    if len(parts) == 2 and (
        len(parts[0].split()) == 1
        or len(parts[1].split()) == 1
        or re.fullmatch(r"(?:[A-Z]\.?[\s-]?)+", parts[1])
    ):
        return [f"{parts[1]} {parts[0]}"]
    return parts


def year_of(value: Any) -> int | None:
    match = re.search(r"(?<!\d)(1[5-9]|20)\d{2}(?!\d)", text_of(value))
    return int(match.group()) if match else None


def doi_of(*values: Any) -> str | None:
    for value in values:
        if match := _DOI.search(text_of(value)):
            return match.group().rstrip(".,;)").casefold()
    return None


def arxiv_of(*values: Any) -> str | None:
    for value in values:
        if match := _ARXIV.search(text_of(value)):
            return match.group(1)
    return None


def _count(value: Any) -> int | None:
    return (
        int(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 10**9
        else None
    )


def _strings(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else re.split(r"[;,]", text_of(value))
    return tuple(text for v in values if (text := text_of(v)))


def _relation(value: Any, default: Relation) -> Relation:
    text = text_of(value).casefold()
    if not text:
        return default
    if text not in tuple(Relation):
        raise BadRecord(f"its relation is {text!r}; known are mine and followed")
    return Relation(text)
