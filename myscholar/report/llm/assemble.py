"""From drafts to the sections of a report: references numbered by first citation, markers that
stand for them, offsets moved along. No model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import Evidence
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId
from myscholar.domain.report import Citation, Mark, Reference, Section, Table
from myscholar.domain.text import counted, shorten
from myscholar.errors import EvidenceMismatch
from myscholar.report.llm.draft_text import marker_runs, number_of, trim, without_citations
from myscholar.report.llm.lexical import cited_in, statements

_LONGEST_TLDR = 300
"""Characters of a section's first sentence that stand for its TLDR; by hand."""


class Assembled(Frozen):
    """The parts of a Report that come from drafts. Drafts without words are left out."""

    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    passages: tuple[Passage, ...]
    """The cited passages, whole."""


def assemble(drafts: Sequence[Draft], papers: Mapping[PaperId, Paper]) -> Assembled:
    """`papers` hold the passages that the quotes come from. Raises EvidenceMismatch when a cited
    passage is not among them."""
    book = _Book(papers)
    sections = tuple(_section(draft, book) for draft in drafts if draft.text.strip())
    cited = ((n, papers[p].without_text()) for p, n in book.numbers.items())
    return Assembled(
        sections=sections,
        references=tuple(Reference(number=n, paper=paper) for n, paper in cited),
        passages=tuple(book.passages.values()),
    )


def notice(model: str, assembled: Assembled, checks: str) -> str:
    """What is printed on the report's face: who wrote it, on what, and how it was checked."""
    quotes = {e for s in assembled.sections for e in s.evidence}
    n_summaries = sum(not e.kind.is_verbatim for e in quotes)
    said = (
        f"Written by {model} from {counted(len(quotes), 'quote')} of "
        f"{counted(len(assembled.references), 'paper')}. {checks} Read the quotes before you rely "
        "on a sentence."
    )
    whose = "summaries in this project's own words, not from the papers."
    if n_summaries == len(quotes) and quotes:
        return f"{said} All of these quotes are from {whose}"
    if n_summaries:
        are = f"{counted(n_summaries, 'quote')} {'is' if n_summaries == 1 else 'are'}"
        return f"{said} {are} from {whose}"
    return said


@dataclass
class _Book:
    """Numbers of papers in order of first citation, and the passages that were cited."""

    papers: Mapping[PaperId, Paper]
    numbers: dict[PaperId, int] = field(default_factory=dict)
    passages: dict[PassageId, Passage] = field(default_factory=dict)

    def cite(self, evidence: Evidence) -> int:
        found = {p.passage_id: p for p in self.papers[evidence.paper_id].passages}
        if evidence.passage_id not in found:
            raise EvidenceMismatch(f"passage {evidence.passage_id} is not part of its paper")
        self.passages[evidence.passage_id] = found[evidence.passage_id]
        return self.numbers.setdefault(evidence.paper_id, len(self.numbers) + 1)


class _Edit(NamedTuple):
    """[start, end) of the draft's text became [new_start, new_end) of the section's."""

    start: int
    end: int
    new_start: int
    new_end: int


def _section(draft: Draft, book: _Book) -> Section:
    text, citations, edits = _numbered(draft, book)

    def placed(mark: Mark) -> Mark:
        """One that begins or ends inside a run of markers goes to the run's edge."""
        start, end = _at(mark.start, edits, end=False), _at(mark.end, edits, end=True)
        return mark.model_copy(update={"start": start, "end": end})

    highlights = map(placed, draft.highlights)
    first = next((s.text for s in statements(draft.text)), "")
    return Section(
        title=draft.plan.title,
        tldr=draft.tldr or shorten(without_citations(first), _LONGEST_TLDR),
        format=draft.plan.format,
        text=text,
        citations=tuple(citations),
        highlights=tuple(h for h in highlights if trim(text, h.start, h.end)),
        doubts=tuple(map(placed, draft.doubts)),
        table=_table(draft.table, book) if draft.table else None,
        action_ids=draft.plan.action_ids,
    )


def _numbered(draft: Draft, book: _Book) -> tuple[str, list[Citation], list[_Edit]]:
    """The text with a marker a reference in place of one a quote; neighbouring markers of the same
    reference become one."""
    evidence = {number_of(q): q.evidence for q in draft.plan.quotes}
    text, position = "", 0
    citations, edits = list[Citation](), list[_Edit]()
    for match in marker_runs(draft.text):
        by_number: dict[int, list[Evidence]] = {}
        for piece in (evidence[n] for n in cited_in(match.group()) if n in evidence):
            by_number.setdefault(book.cite(piece), []).append(piece)
        if not by_number:  # brackets of the text's own, for example in a formula
            continue
        text += draft.text[position : match.start()]
        position, start = match.end(), len(text)
        for number, pieces in by_number.items():
            at = len(text)
            text += f"[{number}]"
            place = {"start": at, "end": len(text)}
            citations.append(Citation(number=number, evidence=tuple(pieces), **place))
        edits.append(_Edit(match.start(), match.end(), start, len(text)))
    return text + draft.text[position:], citations, edits


def _at(offset: int, edits: Sequence[_Edit], *, end: bool) -> int:
    shift = 0
    for edit in edits:
        if offset <= edit.start:
            break
        if offset < edit.end:
            return edit.new_end if end else edit.new_start
        shift = edit.new_end - edit.end
    return offset + shift


def _table(table: Table, book: _Book) -> Table:
    """The table with its cells' references; the first cell of a row names the row's paper."""
    rows = []
    for row in table.rows:
        (number, *_) = [book.cite(piece) for cell in row for piece in cell.evidence]
        update = {"number": number}
        cells = [c.model_copy(update=update) if c.evidence else c for c in row[1:]]
        rows.append((row[0].model_copy(update=update), *cells))
    return table.model_copy(update={"rows": tuple(rows)})
