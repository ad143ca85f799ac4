"""References numbered anew; the markers in a text and all that stands behind them move along."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from myscholar.domain.answers import ReportAnswer
from myscholar.domain.papers import PaperId
from myscholar.domain.report import Cell, Reference, Report, Section, move


def renumber(section: Section, number: Callable[[int], int]) -> Section:
    """The section with its citations and cells numbered anew; all offsets move along."""
    text, at, shifts, citations = "", 0, [(0, 0)], []
    for citation in section.citations:
        text += section.text[at : citation.start]
        n, start = number(citation.number), len(text)
        text += f"[{n}]"
        place = {"number": n, "start": start, "end": len(text)}
        citations.append(citation.model_copy(update=place))
        at = citation.end
        shifts.append((at, len(text) - at))

    def place_of(offset: int) -> int:
        return offset + next(shift for end, shift in reversed(shifts) if end <= offset)

    def cell(c: Cell) -> Cell:
        return c if c.number is None else c.model_copy(update={"number": number(c.number)})

    update: dict[str, object] = {
        "text": text + section.text[at:],
        "citations": tuple(citations),
        "highlights": tuple(move(h, place_of) for h in section.highlights),
        "doubts": tuple(move(d, place_of) for d in section.doubts),
    }
    if section.table:
        rows = tuple(tuple(map(cell, row)) for row in section.table.rows)
        update["table"] = section.table.model_copy(update={"rows": rows})
    return section.model_copy(update=update)


def numbers_in(sections: Sequence[Section]) -> Mapping[int, int]:
    """Old number -> new one, in the order of first citation."""
    order = dict.fromkeys(c.number for s in sections for c in s.cited if c.number is not None)
    return {old: new for new, old in enumerate(order, 1)}


def number_after(
    answers: Iterable[ReportAnswer], references: Iterable[Reference]
) -> tuple[ReportAnswer, ...]:
    """The answers with the numbers that their papers have among the references; other papers go on
    counting, in the order of the answers."""
    known = {r.paper.paper_id: r.number for r in references}
    return tuple(a.model_copy(update={"said": _number_after(a.said, known)}) for a in answers)


def _number_after(said: Report, known: dict[PaperId, int]) -> Report:
    """Papers that have no number yet get the next ones in `known`."""
    new = {
        r.number: known.setdefault(r.paper.paper_id, max(known.values(), default=0) + 1)
        for r in sorted(said.references, key=lambda r: r.number)
    }
    references = [r.model_copy(update={"number": new[r.number]}) for r in said.references]
    return said.model_copy(
        update={
            "sections": tuple(renumber(s, new.__getitem__) for s in said.sections),
            "references": tuple(sorted(references, key=lambda r: r.number)),
        }
    )
