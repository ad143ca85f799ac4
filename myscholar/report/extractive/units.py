"""A written section as its sentences, each with its citation, so that some can be taken out, moved
or listed and the rest stays word for word."""

import re
from collections.abc import Sequence
from itertools import pairwise

from myscholar.domain.model import Frozen
from myscholar.domain.report import (
    Citation,
    Highlight,
    Section,
    SectionFormat,
    move,
    shift,
)


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
        leads = line[0].rstrip().endswith(":")
        if leads and not inside:
            units.append(_unit(section, start, line.end()).model_copy(update={"opens": True}))
            continue
        held = None if inside else start
        ends = [
            c.end
            for c, after in pairwise([*inside, None])
            if c and (not after or section.text[c.end : after.start].strip(" ,"))
        ]
        # what leads a list is said as a whole
        ends = ends[-1:] if leads else ends
        for i, end in enumerate(ends):
            stop = end + (section.text[end : end + 1] in (".", ":", ";"))
            stop = line.end() if i + 1 == len(ends) else stop
            kind = "goes_on" if i else "item"
            made = {kind: True} if marker else {"opens": i == 0}
            units.append(_unit(section, start, stop).model_copy(update=made))
            start = stop
    return tuple(units)


def _unit(section: Section, start: int, end: int) -> Unit:
    text = section.text[start:end].lstrip()
    first = end - len(text)

    def inside(at: int) -> int:
        return min(max(at, first), end) - first

    citations = [c for c in section.citations if first <= c.start and c.end <= end]
    highlights = [h for h in section.highlights if h.start < end and h.end > first]
    return Unit(
        text=text,
        citations=tuple(move(c, inside) for c in citations),
        highlights=tuple(move(h, inside) for h in highlights),
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
        citations += [shift(c, len(text)) for c in unit.citations]
        highlights += [shift(h, len(text)) for h in unit.highlights]
        text += unit.text
    return section.model_copy(
        update={
            "text": text,
            "citations": tuple(citations),
            "highlights": tuple(highlights),
            "doubts": (),
            "format": SectionFormat.LIST if listed else SectionFormat.SYNTHESIS,
        }
    )
