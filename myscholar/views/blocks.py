"""A section's text cut into paragraphs, list items and code, and those into pieces with one look
each.

Highlights may overlap each other and citations; a piece ends wherever any of them begins or ends. A
formula or code is never cut: what marks a part of it marks the whole.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby, pairwise
from typing import NamedTuple

from myscholar.domain.evidence import ActionId
from myscholar.domain.report import Citation, Doubt, Section
from myscholar.domain.text import Span
from myscholar.text.notation import Notation, NotationKind, notations


class BlockKind(StrEnum):
    PARAGRAPH = "paragraph"
    ITEM = "item"
    CODE = "code"
    """One piece, which is a block of code."""


class Piece(NamedTuple):
    """`text` from `start` in the section's text; the citation that it is, if any; the actions it
    serves; why it is doubtful, if it is.

    `asks` are the doubts that end with this piece: a reader sees a question mark there. `notation`
    is set for a formula or code.
    """

    text: str
    start: int
    citation: Citation | None
    action_ids: tuple[ActionId, ...]
    doubt: str = ""
    asks: tuple[Doubt, ...] = ()
    notation: Notation | None = None


class TextRun(NamedTuple):
    """Neighbouring pieces that serve the same actions, citations among them."""

    action_ids: tuple[ActionId, ...]
    pieces: tuple[Piece, ...]


class Block(NamedTuple):
    kind: BlockKind
    pieces: tuple[Piece, ...]

    @property
    def runs(self) -> tuple[TextRun, ...]:
        return tuple(
            TextRun(actions, tuple(run))
            for actions, run in groupby(self.pieces, key=lambda piece: piece.action_ids)
        )


def blocks(section: Section) -> tuple[Block, ...]:
    units = _units(section)
    whole = _widened(section, units)
    return tuple(
        Block(kind, tuple(_pieces(whole, span, units)))
        for kind, span in _block_spans(section.text, units)
    )


class Edges:
    """Where a piece begins -> the actions of which a highlight begins, or ends, with that piece. A
    highlight of many pieces begins once."""

    def __init__(self, section: Section) -> None:
        self.first: dict[int, list[ActionId]] = {}
        self.last: dict[int, list[ActionId]] = {}
        starts = [piece.start for block in blocks(section) for piece in block.pieces]
        for mark in _widened(section, _units(section)).highlights:
            inside = [start for start in starts if mark.start <= start < mark.end]
            if inside:
                self.first.setdefault(inside[0], []).append(mark.action_id)
                self.last.setdefault(inside[-1], []).append(mark.action_id)


def _units(section: Section) -> tuple[Notation, ...]:
    """Formulas and code; one that would swallow a citation is text instead."""
    return tuple(
        n
        for n in notations(section.text)
        if not any(c.start < n.end and n.start < c.end for c in section.citations)
    )


def _widened(section: Section, units: tuple[Notation, ...]) -> Section:
    def wide(start: int, end: int) -> dict[str, int]:
        first = next((u.start for u in units if u.start < start < u.end), start)
        return {"start": first, "end": next((u.end for u in units if u.start < end < u.end), end)}

    if not units:
        return section
    highlights = tuple(h.model_copy(update=wide(h.start, h.end)) for h in section.highlights)
    return section.model_copy(
        update={
            "highlights": highlights,
            "doubts": tuple(d.model_copy(update=wide(d.start, d.end)) for d in section.doubts),
        }
    )


def _block_spans(text: str, units: tuple[Notation, ...]) -> Iterator[tuple[BlockKind, Span]]:
    """Lines, with those that a formula goes over joined, and blocks of code."""
    position = 0
    for unit in (u for u in units if u.kind is NotationKind.CODE_BLOCK):
        yield from _lines(text, Span(position, unit.start), units)
        yield BlockKind.CODE, Span(unit.start, unit.end)
        position = unit.end
    yield from _lines(text, Span(position, len(text)), units)


def _lines(
    text: str, within: Span, units: tuple[Notation, ...]
) -> Iterator[tuple[BlockKind, Span]]:
    breaks = (m.start() for m in re.finditer(r"\n", within.of(text)))
    real = [
        within.start + at
        for at in breaks
        if not any(u.start <= within.start + at < u.end for u in units)
    ]
    for start, end in pairwise([within.start - 1, *real, within.end]):
        line = text[start + 1 : end]
        marker = re.match(r"[-•*]\s+", line)
        if marker and line[marker.end() :].strip():
            yield BlockKind.ITEM, Span(start + 1 + marker.end(), end)
        elif line.strip(" \t-•*"):
            yield BlockKind.PARAGRAPH, Span(start + 1, end)


def _pieces(section: Section, block: Span, units: tuple[Notation, ...]) -> Iterator[Piece]:
    here = {(u.start, u.end): u for u in units if block.start <= u.start and u.end <= block.end}
    marks = [(c.start, c.end) for c in section.citations] + [
        (h.start, h.end) for h in section.highlights
    ]
    marks += [(d.start, d.end) for d in section.doubts] + list(here)
    inside = {edge for mark in marks for edge in mark if block.start < edge < block.end}
    edges = sorted({block.start, block.end} | inside)
    for start, end in pairwise(edges):
        citation = next((c for c in section.citations if c.start <= start and end <= c.end), None)
        actions = dict.fromkeys(
            h.action_id for h in section.highlights if h.start <= start and end <= h.end
        )
        doubts = [d for d in section.doubts if d.start <= start and end <= d.end]
        asks = tuple(d for d in doubts if d.end == end)
        reasons = " ".join(d.flag.reason for d in doubts)
        yield Piece(
            section.text[start:end],
            start,
            citation,
            tuple(actions),
            reasons,
            asks,
            here.get((start, end)),
        )
