"""A written section as its sentences, each with its citation, so that some can be taken out, moved
or listed and the rest stays word for word."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from myscholar.domain.model import Frozen
from myscholar.domain.report import Cell, Citation, Highlight, Section, SectionFormat, Table


class Unit(Frozen):
    """Text up to the end of its citations; offsets refer to it. `opens` says whether it begins a
    paragraph, `item` whether it is one of a list."""

    text: str
    citations: tuple[Citation, ...]
    highlights: tuple[Highlight, ...] = ()
    opens: bool = False
    item: bool = False
    goes_on: bool = False
    """Whether it belongs to the item that the sentence before it is of."""

    @property
    def leads(self) -> bool:
        """Whether it is said of the items that follow."""
        return self.text.endswith(":")


def units_of(section: Section) -> tuple[Unit, ...]:
    """In order; empty for a section without citations, such as a table. Words of a line behind its
    last citation belong to its last sentence; a line without any, to what follows it, but for one
    that leads a list."""
    units: list[Unit] = []
    held: int | None = None
    for line in re.finditer(r"[^\n]+", section.text) if section.citations else ():
        marker = re.match(r"[-•*]\s+", line[0])
        start = line.start() + (marker.end() if marker else 0) if held is None else held
        inside = [c for c in section.citations if start <= c.start and c.end <= line.end()]
        if not inside and line[0].rstrip().endswith(":"):
            units.append(_unit(section, start, line.end()).model_copy(update={"opens": True}))
            continue
        held = None if inside else start
        ends = [
            c.end
            for c, after in pairwise([*inside, None])
            if c and (not after or section.text[c.end : after.start].strip(" ,"))
        ]
        # what leads a list is said as a whole
        ends = ends[-1:] if line[0].rstrip().endswith(":") else ends
        for i, end in enumerate(ends):
            stop = line.end() if i + 1 == len(ends) else _end(section.text, end)
            first = start + len(section.text[start:stop]) - len(section.text[start:stop].lstrip())
            unit = _unit(section, first, stop)
            made = {
                "opens": i == 0 and not marker,
                "item": i == 0 and bool(marker),
                "goes_on": i > 0 and bool(marker),
            }
            units.append(unit.model_copy(update=made))
            start = stop
    return tuple(units)


def _end(text: str, end: int) -> int:
    return end + 1 if text[end : end + 1] in (".", ":", ";") else end


def _unit(section: Section, first: int, end: int) -> Unit:
    def moved(mark: Citation | Highlight) -> dict[str, int]:
        return {"start": max(mark.start, first) - first, "end": min(mark.end, end) - first}

    return Unit(
        text=section.text[first:end],
        citations=tuple(
            c.model_copy(update=moved(c))
            for c in section.citations
            if first <= c.start and c.end <= end
        ),
        highlights=tuple(
            h.model_copy(update=moved(h))
            for h in section.highlights
            if h.start < end and h.end > first
        ),
    )


def section_of(section: Section, units: Sequence[Unit], *, as_list: bool | None = None) -> Section:
    """The section with these sentences, as a list where it was one or `as_list` says so; what leads
    nothing any more goes."""
    listed = section.format is SectionFormat.LIST if as_list is None else as_list
    kept = [
        u
        for u, after in pairwise([*units, None])
        if u and (not u.leads or (after and after.item and not listed))
    ]
    text, citations, highlights = "", list[Citation](), list[Highlight]()
    for unit in kept:
        marker = "- " if unit.item or (listed and not unit.goes_on) else ""
        text += ("\n" if marker else "\n\n" if unit.opens else " ") * bool(text) + marker
        at = len(text)
        text += unit.text
        citations += [
            c.model_copy(update={"start": c.start + at, "end": c.end + at}) for c in unit.citations
        ]
        highlights += [
            h.model_copy(update={"start": h.start + at, "end": h.end + at}) for h in unit.highlights
        ]
    made = SectionFormat.LIST if listed else SectionFormat.SYNTHESIS
    return section.model_copy(
        update={
            "text": text,
            "citations": tuple(citations),
            "highlights": tuple(highlights),
            "doubts": (),
            "format": made,
        }
    )


def renumbered(section: Section, number: Callable[[int], int]) -> Section:
    """The section with its citations and cells numbered anew; all offsets move along."""
    text, at, moves, citations = "", 0, [], []
    for citation in section.citations:
        text += section.text[at : citation.start]
        place = {
            "number": number(citation.number),
            "start": len(text),
            "end": len(text) + len(f"[{number(citation.number)}]"),
        }
        citations.append(citation.model_copy(update=place))
        text += f"[{number(citation.number)}]"
        at = citation.end
        moves.append((at, len(text) - at))
    text += section.text[at:]
    highlights = tuple(
        h.model_copy(update={"start": _moved(h.start, moves), "end": _moved(h.end, moves)})
        for h in section.highlights
    )
    return section.model_copy(
        update={
            "text": text,
            "citations": tuple(citations),
            "highlights": highlights,
            "table": _table(section, number),
        }
    )


def _moved(offset: int, moves: Sequence[tuple[int, int]]) -> int:
    return offset + next((shift for end, shift in reversed(moves) if end <= offset), 0)


def _table(section: Section, number: Callable[[int], int]) -> Table | None:
    if section.table is None:
        return None

    def cell(c: Cell) -> Cell:
        return c if c.number is None else c.model_copy(update={"number": number(c.number)})

    return section.table.model_copy(
        update={"rows": tuple(tuple(cell(c) for c in row) for row in section.table.rows)}
    )


def numbers_in(sections: Sequence[Section]) -> Mapping[int, int]:
    """Old number -> new one, in the order of first citation."""
    seen: dict[int, int] = {}
    for section in sections:
        cells = [
            c.number
            for row in (section.table.rows if section.table else ())
            for c in row
            if c.number is not None
        ]
        for n in (*(c.number for c in section.citations), *cells):
            seen.setdefault(n, len(seen) + 1)
    return seen
