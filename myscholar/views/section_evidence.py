"""What a section rests on: its papers, the most relevant to it first."""

from collections import Counter

from myscholar.domain.evidence import Evidence
from myscholar.domain.model import Frozen
from myscholar.domain.report import Section
from myscholar.domain.text import counted
from myscholar.views.section_text import Cite


class SourceView(Frozen):
    """A paper as evidence of one section. `share` says how many of the section's citations name it:
    "4 of 11 citations". `quotes` are places in the report's list of quotes, as they come in the
    section."""

    number: int
    n_citations: int
    share: str
    quotes: tuple[int, ...]


def section_evidence(section: Section, cite: Cite) -> tuple[SourceView, ...]:
    """The paper that most of the section's citations name comes first; among equals the one of
    which more words are quoted, then the one that is named first.

    A marker in the text is one citation, and so is a paper in a row of the table, however many
    cells of the row name it. Every quote counts once. Empty where nothing is cited.
    """
    places = _places(section)
    n_citations = Counter(number for number, _ in places)
    quoted: dict[int, dict[Evidence, None]] = {}
    for number, evidence in places:
        quoted.setdefault(number, {}).update(dict.fromkeys(evidence))

    def relevance(number: int) -> tuple[int, int]:
        return n_citations[number], sum(len(e.text.split()) for e in quoted[number])

    return tuple(
        SourceView(
            number=number,
            n_citations=n_citations[number],
            share=f"{n_citations[number]} of {counted(len(places), 'citation')}",
            quotes=cite(number, tuple(quoted[number])).quotes,
        )
        for number in sorted(quoted, key=relevance, reverse=True)
    )


def _places(section: Section) -> list[tuple[int, tuple[Evidence, ...]]]:
    """Each citation with what is quoted there, in the order of reading."""
    places = [(c.number, c.evidence) for c in sorted(section.citations, key=lambda c: c.start)]
    for row in section.table.rows if section.table else ():
        in_row: dict[int, tuple[Evidence, ...]] = {}
        for cell in row:
            if cell.number:
                in_row[cell.number] = (*in_row.get(cell.number, ()), *cell.evidence)
        places.extend(in_row.items())
    return places
