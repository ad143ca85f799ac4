"""Sections without what leads nowhere: a citation whose words are not at hand costs itself or its
sentence, never the report. No model."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PaperId, PassageId
from myscholar.domain.report import Cell, Table
from myscholar.domain.text import counted, listed
from myscholar.report.llm.draft_text import CITED, marker_runs, number_of
from myscholar.report.llm.lexical import statements
from myscholar.report.llm.redraft import Cut, with_space_behind, without
from myscholar.report.llm.table import FEWEST_ROWS, NOT_STATED
from myscholar.report.llm.verify import Checked


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
    """A passage that two papers call theirs counts for the one that is cited first."""

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
    markers = [
        _Marker(run.start() + m.start(), run.start() + m.end(), int(m[1]))
        for run in marker_runs(draft.text)
        for m in CITED.finditer(run.group())
    ]
    cited = dict.fromkeys(m.number for m in markers if m.number in evidence)
    lost = {n for n in cited if not trace.holds(evidence[n])}
    cuts, n_sentences, n_citations = _cuts(draft.text, markers, lost, evidence.keys())
    table, n_cells = _table(draft.table, trace) if draft.table else (None, 0)
    held = (q for q in draft.plan.quotes if q.evidence.is_in(trace.papers))
    quotes = tuple(q for q in held if number_of(q) not in lost)
    plan = draft.plan.model_copy(update={"quotes": quotes})
    kept = draft.model_copy(update={"plan": plan, "table": table})
    made = checked.model_copy(update={"draft": without(kept, cuts)})
    return made, _said(draft.plan.title, n_sentences, n_citations, n_cells)


class _Marker(NamedTuple):
    start: int
    end: int
    number: int


def _cuts(
    text: str, markers: Sequence[_Marker], lost: Set[int], known: Set[int]
) -> tuple[list[Cut], int, int]:
    """What is taken out, in order; how many sentences and single citations that is."""
    gone, single = list[Cut](), list[Cut]()
    for statement in statements(text) if lost else ():
        start, end = statement.span
        own = {m.number for m in markers if start <= m.start < end} & known
        if own and own <= lost:
            gone.append(with_space_behind(statement.span, text))
    for start, end, number in markers:
        if number in lost and not any(a <= start < b for a, b in gone):
            takes_space = text[:start].endswith(" ") and text[end : end + 1] != "["
            single.append((start - takes_space, end))
    return sorted([*gone, *single]), len(gone), len(single)


def _table(table: Table, trace: _Trace) -> tuple[Table | None, int]:
    """The table as far as its cells can be traced to their row's paper, and how many can't. None
    where too few rows are left."""
    rows, n_lost = [], 0
    for row in table.rows:
        cells, evidence = list[Cell](), [e for c in row for e in c.evidence]
        paper_id = next((e.paper_id for e in evidence if e.is_in(trace.papers)), None)
        for cell in row:
            held = tuple(e for e in cell.evidence if e.paper_id == paper_id and trace.holds(e))
            is_lost = bool(cell.evidence) and not held
            n_lost += is_lost
            blank = Cell(text=NOT_STATED)
            cells.append(blank if is_lost else cell.model_copy(update={"evidence": held}))
        if any(cell.evidence for cell in cells):
            rows.append(tuple(cells))
    is_enough = len(rows) >= FEWEST_ROWS
    return table.model_copy(update={"rows": tuple(rows)}) if is_enough else None, n_lost


def _said(title: str, n_sentences: int, n_citations: int, n_cells: int) -> str:
    counts = ((n_sentences, "sentence"), (n_citations, "citation"), (n_cells, "table cell"))
    what = listed([counted(n, noun) for n, noun in counts if n])
    if not what:
        return ""
    were, them = ("was", "it") if n_sentences + n_citations + n_cells == 1 else ("were", "them")
    return (
        f"{what} of “{title}” {were} left out because the quoted words behind {them} are no "
        "longer at hand."
    )
