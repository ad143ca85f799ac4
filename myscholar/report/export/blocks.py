"""A section's text cut into paragraphs and list items, and those into pieces with one look each.

Highlights may overlap each other and citations; a piece ends wherever any of them begins or ends.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from itertools import groupby, pairwise
from typing import NamedTuple

from myscholar.domain.evidence import ActionId
from myscholar.domain.report import Citation, Doubt, Section
from myscholar.domain.text import Span


class BlockKind(StrEnum):
    PARAGRAPH = "paragraph"
    ITEM = "item"


class Piece(NamedTuple):
    """`text` from `start` in the section's text; the citation that it is, if any; the actions it serves; why it is doubtful, if it is.

    `asks` are the doubts that end with this piece: a reader sees a question mark there.
    """

    text: str
    start: int
    citation: Citation | None
    action_ids: tuple[ActionId, ...]
    doubt: str = ""
    asks: tuple[Doubt, ...] = ()


class Run(NamedTuple):
    """Neighbouring pieces that serve the same actions, citations among them."""

    action_ids: tuple[ActionId, ...]
    pieces: tuple[Piece, ...]


class Block(NamedTuple):
    kind: BlockKind
    pieces: tuple[Piece, ...]

    @property
    def runs(self) -> tuple[Run, ...]:
        return tuple(Run(actions, tuple(run)) for actions, run in groupby(self.pieces, key=lambda piece: piece.action_ids))


def blocks(section: Section) -> tuple[Block, ...]:
    return tuple(Block(kind, tuple(_pieces(section, span))) for kind, span in _block_spans(section.text))


def _block_spans(text: str) -> Iterator[tuple[BlockKind, Span]]:
    for match in re.finditer(r"[^\n]+", text):
        marker = re.match(r"[-•*]\s+", match.group())
        if marker:
            yield BlockKind.ITEM, Span(match.start() + marker.end(), match.end())
        else:
            yield BlockKind.PARAGRAPH, Span(match.start(), match.end())


def _pieces(section: Section, block: Span) -> Iterator[Piece]:
    marks = [(c.start, c.end) for c in section.citations] + [(h.start, h.end) for h in section.highlights]
    marks += [(d.start, d.end) for d in section.doubts]
    inside = {edge for mark in marks for edge in mark if block.start < edge < block.end}
    edges = sorted({block.start, block.end} | inside)
    for start, end in pairwise(edges):
        citation = next((c for c in section.citations if c.start <= start and end <= c.end), None)
        actions = dict.fromkeys(h.action_id for h in section.highlights if h.start <= start and end <= h.end)
        doubts = [d for d in section.doubts if d.start <= start and end <= d.end]
        asks = tuple(d for d in doubts if d.end == end)
        yield Piece(section.text[start:end], start, citation, tuple(actions), " ".join(d.flag.reason for d in doubts), asks)
