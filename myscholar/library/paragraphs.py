"""Plain or Markdown text -> numbered passages."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from myscholar.domain.papers import PaperId, Passage, PassageId, PassageKind
from myscholar.domain.text import Span, fold
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.same_paper import OF_TITLE
from myscholar.text.sentences import sentence_spans

_HEADING = re.compile(
    r"^(?:#{1,6}\s+(?P<marked>[^\s#].*)|(?P<numbered>(?:\d{1,2}(?:\.\d{1,2})*\.?"
    r"|[IVX]{1,5}\.)\s+[A-Z][^.\n]{2,80}))$"
)
_NUMBER = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.)\s+(?=\S)")
_REFERENCES = word_set("paper_parts.reference_lists")
_ABSTRACT_VOICE = pattern("paper_parts.abstract_voice")
LONG_WORDS = 260
"""A block of more words than this is split at sentences; by hand."""
TARGET_WORDS = 120
"""Words of its parts, about; by hand."""


class TextPiece(NamedTuple):
    """A paragraph before it belongs to a paper."""

    kind: PassageKind
    section: str | None
    text: str
    page: int | None = None


def number_passages(paper_id: PaperId, pieces: Iterable[TextPiece]) -> tuple[Passage, ...]:
    """Passages `{paper_id}#1`, `#2` ...; empty pieces are left out."""
    filled = [(piece, text) for piece in pieces if (text := piece.text.strip())]
    return tuple(
        Passage(
            passage_id=PassageId(f"{paper_id}#{n}"), paper_id=paper_id, kind=piece.kind, text=text,
            section=piece.section, paragraph=n, page=piece.page,
        )
        for n, (piece, text) in enumerate(filled, start=1)
    )  # fmt: skip


def body_pieces(text: str) -> list[TextPiece]:
    """Paragraphs at blank lines under headings (Markdown or numbered), long ones split at
    sentences; those of a section "Abstract" are of that kind, a reference list is left out."""
    pieces: list[TextPiece] = []
    section: str | None = None
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = [line.strip() for line in block.split("\n") if line.strip()]
        while lines and (m := _HEADING.match(lines[0])) and (m["marked"] or len(lines) == 1):
            title = m["numbered"] or m["marked"].rstrip("# ")
            section = _NUMBER.sub("", title).strip()
            lines = lines[1:]
        if not lines or (section and fold(section) in _REFERENCES):
            continue
        kind, name = PassageKind.BODY, section
        if section and fold(section) == "abstract":
            kind, name = PassageKind.ABSTRACT, None
        # Wrapped lines are one paragraph; list items keep their lines.
        paragraph = re.sub(r"\n(?!(?:[-*•]|\d{1,2}[.)])\s)", " ", "\n".join(lines))
        pieces += [TextPiece(kind, name, part) for part in split_long(paragraph)]
    return pieces


def split_long(text: str) -> list[str]:
    """The text whole, or cut at sentence ends into parts of about 120 words."""
    if len(text.split()) <= LONG_WORDS:
        return [text]
    parts: list[str] = []
    start, n = 0, 0
    for span in _sentences_or_less(text):
        n += len(span.of(text).split())
        if n >= TARGET_WORDS:
            parts.append(text[start : span.end].strip())
            start, n = span.end, 0
    rest = text[start:].strip()
    if rest and parts and len(rest.split()) < TARGET_WORDS // 3:
        parts[-1] = f"{parts[-1]} {rest}"
    elif rest:
        parts.append(rest)
    return parts


def _sentences_or_less(text: str) -> Iterator[Span]:
    """Sentences; what has no end for very long (lists, formulas) is cut between words."""
    for span in sentence_spans(text):
        words = list(re.finditer(r"\S+", span.of(text)))
        start = span.start
        if len(words) > LONG_WORDS:
            for word in words[TARGET_WORDS - 1 :: TARGET_WORDS]:
                yield Span(start, span.start + word.end())
                start = span.start + word.end()
        if text[start : span.end].strip():
            yield Span(start, span.end)


def opens_with_abstract(pieces: Sequence[TextPiece]) -> bool:
    """Whether the first of several paragraphs has an abstract's length, place and voice."""
    if len(pieces) < 2 or pieces[0].section or pieces[0].kind is not PassageKind.BODY:
        return False
    return 50 <= len(pieces[0].text.split()) <= 450 and bool(_ABSTRACT_VOICE.search(pieces[0].text))


def title_id(title: str, authors: Sequence[str]) -> PaperId:
    """An id for a paper without one: the same for the same folded title and first author."""
    first = authors[0] if authors else ""
    digest = hashlib.sha256(f"{fold(title)}|{fold(first)}".encode()).hexdigest()
    return PaperId(f"{OF_TITLE}{digest[:12]}")
