"""A section's text cut into paragraphs, list items and code, and those into pieces with one look
each.

Highlights may overlap each other and citations; a piece ends wherever any of them begins or ends. A
formula or code is never cut: what marks a part of it marks the whole.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field

from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.model import Frozen
from myscholar.domain.report import Doubt, Section
from myscholar.domain.text import Span, without_turns
from myscholar.text.notation import Notation, NotationKind, notations
from myscholar.views.formulas import MathNode, formula

Labels = Mapping[ActionId, str]


class BlockKind(StrEnum):
    PARAGRAPH = "paragraph"
    ITEM = "item"
    CODE = "code"
    """One piece, which is a block of code."""


class CitationView(Frozen):
    """`quotes` are places in the report's list of quotes."""

    number: int
    quotes: tuple[int, ...]


Cite = Callable[[int, tuple[Evidence, ...]], CitationView]


class NoteView(Frozen):
    """Why words are doubtful, or where they were said before, to be shown beside them. `number`
    counts through the whole report; `by` names the model that says so, if one does."""

    number: int
    label: str
    """"Doubtful" or "Repeated"."""
    reason: str
    by: str = ""


Shown = Annotated[str, AfterValidator(without_turns)]


class PieceView(Frozen):
    """Text, or what stands for it: a citation, a formula, code. `doubts` are the numbers of the
    notes on these words, `notes` those on words that end here.

    [start, end) is its place in the section's text. `latex` is a formula's source without its
    signs, for what draws none.
    """

    text: Shown
    start: int = 0
    end: int = 0
    citation: CitationView | None = None
    formula: MathNode | None = None
    latex: str = Field(default="", exclude=True)
    is_code: bool = False
    doubts: tuple[int, ...] = ()
    notes: tuple[NoteView, ...] = ()


class StretchView(Frozen):
    """Pieces that serve the same actions. `begins` and `ends` are the labels of which a highlight
    begins or ends here: one of many pieces begins once."""

    actions: tuple[str, ...]
    begins: tuple[str, ...]
    ends: tuple[str, ...]
    pieces: tuple[PieceView, ...]


class BlockView(Frozen):
    """`language` is what a block of code says of itself."""

    stretches: tuple[StretchView, ...]
    language: str = ""


class PartView(Frozen):
    """Neighbouring blocks of one kind: paragraphs, the items of one list, or blocks of code."""

    kind: BlockKind
    blocks: tuple[BlockView, ...]


class _Cut(NamedTuple):
    start: int
    end: int
    actions: tuple[str, ...]


class _Edges(NamedTuple):
    """By where a piece begins: labels of the highlights that begin and that end with it, and notes
    on words that end with it."""

    first: dict[int, list[str]]
    last: dict[int, list[str]]
    notes: dict[int, list[NoteView]]


def label_set(action_ids: tuple[ActionId, ...], labels: Labels) -> tuple[str, ...]:
    """The labels of those that have one, each once."""
    return tuple(dict.fromkeys(labels[a] for a in action_ids if a in labels))


def pieces_of(text: str) -> tuple[PieceView, ...]:
    """A short text (a TL;DR, a table's cell) with its formulas and code."""
    units = {(unit.start, unit.end): unit for unit in notations(text)}
    edges = sorted({0, len(text), *(edge for span in units for edge in span)})
    return tuple(_piece(text[start:end], units.get((start, end))) for start, end in pairwise(edges))


def part_views(
    section: Section, labels: Labels, cite: Cite, *, n_notes: int = 0
) -> tuple[PartView, ...]:
    """`n_notes` stand in the sections before."""
    return _SectionText(section, labels, cite, n_notes).parts()


class _SectionText:
    def __init__(self, section: Section, labels: Labels, cite: Cite, n_notes: int) -> None:
        # one that would swallow a citation is text instead
        self._units = {
            (n.start, n.end): n
            for n in notations(section.text)
            if not any(c.start < n.end and n.start < c.end for c in section.citations)
        }
        self._text, self._citations, self._cite = section.text, section.citations, cite
        self._highlights = [
            (self._widened(h.start, h.end), labels[h.action_id])
            for h in section.highlights
            if h.action_id in labels
        ]
        self._doubts = [
            (self._widened(d.start, d.end), _note(n, d))
            for n, d in enumerate(sorted(section.doubts, key=lambda d: d.end), n_notes + 1)
        ]

    def parts(self) -> tuple[PartView, ...]:
        blocks = [(kind, tuple(self._cuts(span))) for kind, span in self._blocks()]
        edges = self._edges([cut.start for _, cuts in blocks for cut in cuts])
        return tuple(
            PartView(kind=kind, blocks=tuple(self._block(cuts, edges) for _, cuts in same))
            for kind, same in groupby(blocks, key=itemgetter(0))
        )

    def _widened(self, start: int, end: int) -> Span:
        inside = self._units
        return Span(
            next((a for a, b in inside if a < start < b), start),
            next((b for a, b in inside if a < end < b), end),
        )

    def _blocks(self) -> Iterator[tuple[BlockKind, Span]]:
        """Lines, with those that a formula goes over joined, and blocks of code."""
        position = 0
        for (start, end), unit in self._units.items():
            if unit.kind is NotationKind.CODE_BLOCK:
                yield from self._lines(Span(position, start))
                yield BlockKind.CODE, Span(start, end)
                position = end
        yield from self._lines(Span(position, len(self._text)))

    def _lines(self, within: Span) -> Iterator[tuple[BlockKind, Span]]:
        breaks = [
            within.start + match.start() for match in re.finditer(r"\n", within.of(self._text))
        ]
        real = [at for at in breaks if not any(a <= at < b for a, b in self._units)]
        for start, end in pairwise([within.start - 1, *real, within.end]):
            line = self._text[start + 1 : end]
            marker = re.match(r"[-•*]\s+", line)
            if marker and line[marker.end() :].strip():
                yield BlockKind.ITEM, Span(start + 1 + marker.end(), end)
            elif line.strip(" \t-•*"):
                yield BlockKind.PARAGRAPH, Span(start + 1, end)

    def _cuts(self, block: Span) -> Iterator[_Cut]:
        marks = [
            *((c.start, c.end) for c in self._citations),
            *(span for span, _ in (*self._highlights, *self._doubts)),
            *self._units,
        ]
        inside = {edge for mark in marks for edge in mark if block.start < edge < block.end}
        for start, end in pairwise(sorted({block.start, block.end} | inside)):
            over = [label for span, label in self._highlights if _covers(span, start, end)]
            yield _Cut(start, end, tuple(dict.fromkeys(over)))

    def _edges(self, starts: list[int]) -> _Edges:
        edges = _Edges({}, {}, {})
        for span, label in self._highlights:
            if inside := [start for start in starts if span.start <= start < span.end]:
                edges.first.setdefault(inside[0], []).append(label)
                edges.last.setdefault(inside[-1], []).append(label)
        for span, note in self._doubts:
            if inside := [start for start in starts if span.start <= start < span.end]:
                edges.notes.setdefault(inside[-1], []).append(note)
        return edges

    def _block(self, cuts: tuple[_Cut, ...], edges: _Edges) -> BlockView:
        stretches, (first, last, notes) = [], edges
        for actions, same in groupby(cuts, key=lambda cut: cut.actions):
            run = tuple(same)
            stretches.append(
                StretchView(
                    actions=actions,
                    begins=tuple(dict.fromkeys(a for c in run for a in first.get(c.start, ()))),
                    ends=tuple(dict.fromkeys(a for c in run for a in last.get(c.start, ()))),
                    pieces=tuple(self._piece(c, tuple(notes.get(c.start, ()))) for c in run),
                )
            )
        units = (self._units.get((cut.start, cut.end)) for cut in cuts)
        language = next((unit.language for unit in units if unit), "")
        return BlockView(stretches=tuple(stretches), language=language)

    def _piece(self, cut: _Cut, notes: tuple[NoteView, ...]) -> PieceView:
        start, end, _ = cut
        doubts = (note.number for span, note in self._doubts if _covers(span, start, end))
        citation = next((c for c in self._citations if c.start <= start and end <= c.end), None)
        shown = _piece(self._text[start:end], self._units.get((start, end)))
        return shown.model_copy(
            update={
                "start": start,
                "end": end,
                "citation": self._cite(citation.number, citation.evidence) if citation else None,
                "doubts": tuple(doubts),
                "notes": notes,
            }
        )


def _note(number: int, doubt: Doubt) -> NoteView:
    label, flag = "Repeated" if doubt.is_repetition else "Doubtful", doubt.flag
    return NoteView(number=number, label=label, reason=flag.reason, by=flag.origin)


def _covers(span: Span, start: int, end: int) -> bool:
    return span.start <= start and end <= span.end


def _piece(source: str, notation: Notation | None) -> PieceView:
    """What can't be read as a formula stays the text that it is."""
    if notation is None:
        return PieceView(text=source)
    if notation.kind in (NotationKind.CODE, NotationKind.CODE_BLOCK):
        return PieceView(text=notation.body, is_code=True)
    latex, is_block = without_turns(notation.body), notation.kind is NotationKind.FORMULA_BLOCK
    drawn = formula(latex, is_block=is_block)
    return PieceView(text=source, formula=drawn, latex=latex if drawn else "")
