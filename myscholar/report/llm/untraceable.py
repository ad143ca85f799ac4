"""Sections without what leads nowhere: a citation whose words are not at hand costs itself or its
sentence, never the report. No model."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PaperId, PassageId
from myscholar.domain.report import Cell, Draft, Highlight, Table
from myscholar.domain.text import counted, listed
from myscholar.report.llm.draft_text import (
    CITED,
    SUPERFLUOUS,
    cut_out,
    marker_runs,
    number_of,
    trimmed,
)
from myscholar.report.llm.lexical import statements
from myscholar.report.llm.table import FEWEST_ROWS, NOT_STATED
from myscholar.report.llm.verify import Checked

_OUTER_SPACE = re.compile(r"\A\s+|\s+\Z")
_EMPTY_ITEM = re.compile(r"^(?:[-•*]|\d{1,2}[.)])[ \t]*(?:\n|\Z)", re.MULTILINE)


def without_untraceable(
    checked: Sequence[Checked], papers: Mapping[PaperId, Paper]
) -> tuple[tuple[Checked, ...], tuple[str, ...]]:
    """The sections such that each citation leads to its words in `papers`, and what was left out
    for it, a sentence a section.

    A sentence that rests on nothing else goes, else the citation; a cell of a table is blanked.
    Sections where all is well stay as they are.
    """
    trace = _Trace(papers)
    made = [_section(each, trace) for each in checked]
    return tuple(each for each, _ in made), tuple(note for _, note in made if note)


@dataclass
class _Trace:
    """What can be traced. A passage that two papers call theirs counts for the one that is cited
    first."""

    papers: Mapping[PaperId, Paper]
    owners: dict[PassageId, PaperId] = field(default_factory=dict)

    def holds(self, evidence: Evidence) -> bool:
        return (
            evidence.is_in(self.papers)
            and self.owners.setdefault(evidence.passage_id, evidence.paper_id) == evidence.paper_id
        )


def _section(checked: Checked, trace: _Trace) -> tuple[Checked, str]:
    draft = checked.draft
    evidence = {number_of(q): q.evidence for q in draft.plan.quotes}
    markers = _markers(draft.text)
    lost = {
        n
        for n in dict.fromkeys(m.number for m in markers)
        if n in evidence and not trace.holds(evidence[n])
    }
    cuts, n_sentences, n_citations = _cuts(draft.text, markers, lost, evidence)
    table, n_cells = _table(draft.table, trace) if draft.table else (None, 0)
    quotes = tuple(
        q for q in draft.plan.quotes if q.evidence.is_in(trace.papers) and number_of(q) not in lost
    )
    kept = draft.model_copy(
        update={"plan": draft.plan.model_copy(update={"quotes": quotes}), "table": table}
    )
    kept = _without(kept, cuts) if cuts else kept
    return checked.model_copy(update={"draft": kept}), _said(
        draft.plan.title, n_sentences, n_citations, n_cells
    )


@dataclass(frozen=True)
class _Marker:
    start: int
    end: int
    number: int


Cuts = list[tuple[int, int]]


def _markers(text: str) -> list[_Marker]:
    found = (
        (run.start(), marker) for run in marker_runs(text) for marker in CITED.finditer(run.group())
    )
    return [_Marker(at + marker.start(), at + marker.end(), int(marker[1])) for at, marker in found]


def _cuts(
    text: str, markers: Sequence[_Marker], lost: set[int], known: Mapping[int, Evidence]
) -> tuple[Cuts, int, int]:
    """What is taken out of the text, in order; how many sentences and how many single citations
    that is."""
    gone = []
    for statement in statements(text) if lost else ():
        start, end = statement.span
        own = {m.number for m in markers if start <= m.start < end} & known.keys()
        if own and own <= lost:
            gone.append((start, end + len(text[end:]) - len(text[end:].lstrip(" \t"))))
    single = [
        m
        for m in markers
        if m.number in lost and not any(start <= m.start < end for start, end in gone)
    ]
    cuts = [*gone, *((m.start - _space_before(text, m), m.end) for m in single)]
    return sorted(cuts), len(gone), len(single)


def _space_before(text: str, marker: _Marker) -> int:
    """1 where the space before a marker goes with it."""
    return int(text[: marker.start].endswith(" ") and text[marker.end : marker.end + 1] != "[")


def _without(draft: Draft, cuts: Cuts) -> Draft:
    """The draft without these stretches, and without the list items and blank lines that they
    leave; its marks move along."""
    text, highlights, doubts = draft.text, draft.highlights, draft.doubts
    for finder in (
        lambda _: cuts,
        _spans_of(_EMPTY_ITEM),
        _spans_of(SUPERFLUOUS),
        _spans_of(_OUTER_SPACE),
    ):
        text, moved = cut_out(text, finder(text))
        highlights = tuple(
            h.model_copy(update={"start": moved(h.start), "end": moved(h.end)}) for h in highlights
        )
        doubts = tuple(
            d.model_copy(update={"start": moved(d.start), "end": moved(d.end)}) for d in doubts
        )
    marks = {
        "highlights": tuple(_tidied(text, highlights)),
        "doubts": tuple(d for d in doubts if d.start < d.end),
    }
    return draft.model_copy(update={"text": text, **marks})


def _spans_of(pattern: re.Pattern[str]) -> Callable[[str], Cuts]:
    return lambda text: [m.span() for m in pattern.finditer(text)]


def _tidied(text: str, highlights: Sequence[Highlight]) -> Iterator[Highlight]:
    for h in highlights:
        if span := trimmed(text, h.start, h.end):
            yield h.model_copy(update={"start": span.start, "end": span.end})


def _table(table: Table, trace: _Trace) -> tuple[Table | None, int]:
    """The table as far as its cells can be traced to their row's paper, and how many can't. None
    where too few rows are left."""
    rows, n_lost = [], 0
    for row in table.rows:
        cells = []
        paper_id = next(
            (e.paper_id for c in row for e in c.evidence if e.is_in(trace.papers)), None
        )
        for cell in row:
            held = tuple(e for e in cell.evidence if e.paper_id == paper_id and trace.holds(e))
            n_lost += bool(cell.evidence) and not held
            cells.append(
                cell.model_copy(update={"evidence": held})
                if held or not cell.evidence
                else Cell(text=NOT_STATED)
            )
        if any(cell.evidence for cell in cells):
            rows.append(tuple(cells))
    return table.model_copy(update={"rows": tuple(rows)}) if len(
        rows
    ) >= FEWEST_ROWS else None, n_lost


def _said(title: str, n_sentences: int, n_citations: int, n_cells: int) -> str:
    counts = ((n_sentences, "sentence"), (n_citations, "citation"), (n_cells, "table cell"))
    what = listed([counted(n, noun) for n, noun in counts if n])
    were, them = ("was", "it") if n_sentences + n_citations + n_cells == 1 else ("were", "them")
    return (
        f"{what} of “{title}” {were} left out because the quoted words behind {them} are no "
        "longer at hand."
        if what
        else ""
    )
