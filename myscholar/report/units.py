"""A written section as its sentences, each with its citation, so that some can be taken out, moved or listed and the rest stays word for word."""

from collections.abc import Callable, Mapping, Sequence

from myscholar.domain.model import Frozen
from myscholar.domain.report import Cell, Citation, Highlight, Section, SectionFormat, Table


class Unit(Frozen):
    """Text up to the end of a citation; offsets refer to it. `opens` says whether it begins a paragraph."""

    text: str
    citations: tuple[Citation, ...]
    highlights: tuple[Highlight, ...] = ()
    opens: bool = False


def units_of(section: Section) -> tuple[Unit, ...]:
    """In order; empty for a section without citations, such as a table. What stands behind the last citation belongs to the last sentence."""
    units: list[Unit] = []
    start = 0
    ends = [_end(section.text, c.end) for c in section.citations]
    for i, citation in enumerate(section.citations):
        end = len(section.text) if i + 1 == len(ends) else ends[i]
        piece = section.text[start:end]
        lead = len(piece) - len(piece.lstrip("\n -" if section.format is SectionFormat.LIST else "\n "))
        first = start + lead
        units.append(_unit(section, citation, first, end, opens=i == 0 or "\n\n" in piece[:lead]))
        start = end
    return tuple(units)


def _end(text: str, end: int) -> int:
    return end + 1 if text[end : end + 1] == "." else end


def _unit(section: Section, citation: Citation, first: int, end: int, *, opens: bool) -> Unit:
    highlights = tuple(
        h.model_copy(update={"start": max(h.start, first) - first, "end": min(h.end, end) - first})
        for h in section.highlights
        if h.start < end and h.end > first
    )
    moved = citation.model_copy(update={"start": citation.start - first, "end": citation.end - first})
    return Unit(text=section.text[first:end], citations=(moved,), highlights=highlights, opens=opens)


def section_of(section: Section, units: Sequence[Unit], *, as_list: bool | None = None) -> Section:
    """The section with these sentences, as a list where it was one or `as_list` says so."""
    listed = section.format is SectionFormat.LIST if as_list is None else as_list
    text, citations, highlights = "", [], []
    for i, unit in enumerate(units):
        text += ("- " if i == 0 else "\n- ") if listed else ("" if i == 0 else "\n\n" if unit.opens else " ")
        at = len(text)
        text += unit.text
        citations += [c.model_copy(update={"start": c.start + at, "end": c.end + at}) for c in unit.citations]
        highlights += [h.model_copy(update={"start": h.start + at, "end": h.end + at}) for h in unit.highlights]
    made = SectionFormat.LIST if listed else SectionFormat.SYNTHESIS
    return section.model_copy(
        update={"text": text, "citations": tuple(citations), "highlights": tuple(highlights), "doubts": (), "format": made}
    )


def renumbered(section: Section, number: Callable[[int], int]) -> Section:
    """The section with its citations and cells numbered anew; all offsets move along."""
    text, at, moves = "", 0, []
    citations = []
    for citation in section.citations:
        text += section.text[at : citation.start]
        marker = f"[{number(citation.number)}]"
        citations.append(
            citation.model_copy(update={"number": number(citation.number), "start": len(text), "end": len(text) + len(marker)})
        )
        text += marker
        at = citation.end
        moves.append((at, len(text) - at))
    text += section.text[at:]
    highlights = tuple(
        h.model_copy(update={"start": _moved(h.start, moves), "end": _moved(h.end, moves)}) for h in section.highlights
    )
    return section.model_copy(
        update={"text": text, "citations": tuple(citations), "highlights": highlights, "table": _table(section, number)}
    )


def _moved(offset: int, moves: Sequence[tuple[int, int]]) -> int:
    return offset + next((shift for end, shift in reversed(moves) if end <= offset), 0)


def _table(section: Section, number: Callable[[int], int]) -> Table | None:
    if section.table is None:
        return None

    def cell(c: Cell) -> Cell:
        return c if c.number is None else c.model_copy(update={"number": number(c.number)})

    return section.table.model_copy(update={"rows": tuple(tuple(cell(c) for c in row) for row in section.table.rows)})


def numbers_in(sections: Sequence[Section]) -> Mapping[int, int]:
    """Old number -> new one, in the order of first citation."""
    seen: dict[int, int] = {}
    for section in sections:
        cells = [c.number for row in (section.table.rows if section.table else ()) for c in row if c.number is not None]
        for n in (*(c.number for c in section.citations), *cells):
            seen.setdefault(n, len(seen) + 1)
    return seen
