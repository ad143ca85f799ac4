"""The answer. Source: MySQA §2.3."""

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import NewType, TypeVar

from pydantic import Field, model_validator

from myscholar.domain.actions import Action
from myscholar.domain.evidence import ActionId, Evidence, Hit, SearchQuery, verify_all
from myscholar.domain.flags import ErrorType, Flag
from myscholar.domain.interaction import Interaction
from myscholar.domain.model import Document, Frozen
from myscholar.domain.papers import Paper, Passage
from myscholar.domain.profile import ProfileId
from myscholar.domain.text import counted

ReportId = NewType("ReportId", str)


class SectionFormat(StrEnum):
    SYNTHESIS = "synthesis"
    LIST = "list"
    TABLE = "table"


class Citation(Frozen):
    """A marker of a reference's number, as [3], at [start, end) of the section's text."""

    number: int = Field(ge=1)
    start: int = Field(ge=0)
    end: int
    evidence: tuple[Evidence, ...] = Field(min_length=1)


class Highlight(Frozen):
    """[start, end) of the section's text serves the action."""

    action_id: ActionId
    start: int = Field(ge=0)
    end: int


class Cell(Frozen):
    """Its text is the paper's or a fact about it; `number` names the reference."""

    text: str
    number: int | None = None
    evidence: tuple[Evidence, ...] = ()


class Table(Frozen):
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    action_ids: tuple[ActionId, ...] = ()

    @model_validator(mode="after")
    def _is_rectangular(self) -> "Table":
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row has another number of cells than there are columns")
        return self


class Doubt(Frozen):
    """[start, end) of the section's text is not borne out, or said before: shown with the words,
    never hidden."""

    start: int = Field(ge=0)
    end: int
    flag: Flag

    @property
    def is_repetition(self) -> bool:
        return self.flag.error_type is ErrorType.REPORT_GLOBAL


Mark = TypeVar("Mark", Citation, Highlight, Doubt)


def move(mark: Mark, place: Callable[[int], int]) -> Mark:
    return mark.model_copy(update={"start": place(mark.start), "end": place(mark.end)})


def shift(mark: Mark, by: int) -> Mark:
    return move(mark, lambda at: at + by)


class Section(Frozen):
    """In Markdown without headings: paragraphs, or lines that begin with "- "."""

    title: str = Field(min_length=1)
    tldr: str = ""
    format: SectionFormat = SectionFormat.SYNTHESIS
    text: str
    citations: tuple[Citation, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    table: Table | None = None
    action_ids: tuple[ActionId, ...] = ()
    """Actions that the whole section serves."""

    @model_validator(mode="after")
    def _offsets_lie_inside(self) -> "Section":
        marks: list[Citation | Highlight | Doubt] = [
            *self.citations,
            *self.highlights,
            *self.doubts,
        ]
        if any(not m.start < m.end <= len(self.text) for m in marks):
            raise ValueError("a citation, highlight or doubt lies outside the section's text")
        return self

    @property
    def n_doubtful(self) -> int:
        """Sentences not borne out, each for one reason or several."""
        return len({(d.start, d.end) for d in self.doubts if not d.is_repetition})

    @property
    def n_repeated(self) -> int:
        """Sentences that say again, or deny, what an earlier section says."""
        return len({(d.start, d.end) for d in self.doubts if d.is_repetition})

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(cell for row in self.table.rows for cell in row) if self.table else ()

    @property
    def cited(self) -> tuple[Citation | Cell, ...]:
        """What names references, in its text and then in its table."""
        return (*self.citations, *self.cells)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(e for c in self.cited for e in c.evidence)


class OutcomeStatus(StrEnum):
    DONE = "done"
    PARTLY = "partly"
    NOT_DONE = "not_done"


class OutcomeSpan(Frozen):
    """[start, end) of the text of section number `section` (from 0)."""

    section: int = Field(ge=0)
    start: int = Field(ge=0)
    end: int


class ActionOutcome(Frozen):
    """What shows that it was carried out are spans, or a trace."""

    action_id: ActionId
    status: OutcomeStatus
    spans: tuple[OutcomeSpan, ...] = ()
    trace: tuple[str, ...] = ()
    reason: str
    lacks: str = ""
    """The form that it asks for and the report does not have, where it is done but for that."""
    flags: tuple[Flag, ...] = ()

    @property
    def said(self) -> str:
        parts = [self.reason, self.lacks, *(flag.reason for flag in self.flags)]
        return " ".join(part for part in parts if part)

    @model_validator(mode="after")
    def _done_is_shown(self) -> "ActionOutcome":
        if self.status is not OutcomeStatus.NOT_DONE and not (self.spans or self.trace):
            raise ValueError("an action counts as carried out only with spans or a trace")
        return self


class Reference(Frozen):
    """One cited paper. `number` counts from 1 in order of first citation."""

    number: int = Field(ge=1)
    paper: Paper


class SearchRecord(Frozen):
    """One query as it was run against one source."""

    query: SearchQuery
    source: str
    n_hits: int = Field(ge=0)
    seconds: float = Field(ge=0)
    error: str | None = None


class QueryResult(Frozen):
    """Best first. A source that failed has no hits and an error in its record."""

    record: SearchRecord
    hits: tuple[Hit, ...] = ()


class Findings(Frozen):
    """The fused list, best first, each paper once, and what each query gave."""

    hits: tuple[Hit, ...]
    results: tuple[QueryResult, ...]


SearchAll = Callable[[Sequence[SearchQuery], int], Awaitable[tuple[QueryResult, ...]]]
"""Asks every source each query, with at most so many papers each; failures stand in the records."""


class Researched(Frozen):
    """What the report writer gets of a research in several steps."""

    interaction: Interaction
    results: tuple[QueryResult, ...] = ()
    """Of every search that still counts, in the order in which they were made."""
    wishes: tuple[str, ...] = ()
    """What the person said that the report should do or cover, each as words that become an
    action."""
    taken_back: tuple[str, ...] = ()
    """What a report before was to do or cover, and this one is not."""


class Cost(Frozen):
    """What the report took. `dollars` is None when a price is unknown."""

    seconds: float = Field(default=0, ge=0)
    scholar_requests: int = Field(default=0, ge=0)
    model_calls: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    cached_tokens: int = Field(default=0, ge=0)
    """Those of the input tokens that a vendor's prompt cache held."""
    output_tokens: int = Field(default=0, ge=0)
    dollars: float | None = 0.0

    @property
    def spoken(self) -> str:
        """Of language models: "52 calls, 71,552 tokens, $0.37"; empty without any."""
        if not self.model_calls:
            return ""
        calls, tokens = counted(self.model_calls, "call"), self.input_tokens + self.output_tokens
        price = "price unknown" if self.dollars is None else f"${self.dollars:.2f}"
        return f"{calls} of language models, {tokens:,} tokens, {price}"


class Report(Document):
    """Every citation resolves to a reference and to verbatim text, also when a file is read."""

    report_id: ReportId
    question: str
    title: str
    engine: str = "extractive"
    notice: str
    """Printed on its face: how it was made."""
    created_at: str
    profile_id: ProfileId | None = None
    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    actions: tuple[Action, ...] = ()
    outcomes: tuple[ActionOutcome, ...] = ()
    passages: tuple[Passage, ...] = ()
    """The passages that are cited, whole."""
    searches: tuple[SearchRecord, ...] = ()
    notes: tuple[str, ...] = ()
    """What the reader should know: sources that failed, hints about the question."""
    n_leading_notes: int = Field(default=0, ge=0)
    """So many of them, the first ones, tell what became of the reader's own choices: filters,
    sources, a change that was asked for."""
    flags: tuple[Flag, ...] = ()
    cost: Cost = Cost()
    interaction: Interaction | None = None
    """What the reader was asked while it was researched, and the tree that grew of it."""

    @model_validator(mode="after")
    def _everything_resolves(self) -> "Report":
        verify_all(tuple(e for s in self.sections for e in s.evidence), self.passages)
        paper_of = {r.number: r.paper.paper_id for r in self.references}
        cited = [c for s in self.sections for c in s.cited]
        for number, evidence in ((c.number, c.evidence) for c in cited if c.number is not None):
            if number not in paper_of or any(e.paper_id != paper_of[number] for e in evidence):
                raise ValueError(f"citation [{number}] does not resolve to its reference")
        actions = {a.action_id for a in self.actions}
        if len(actions) != len(self.actions):
            raise ValueError("two actions have one id")
        if any(h.action_id not in actions for s in self.sections for h in s.highlights):
            raise ValueError("a highlight names an action that was not chosen")
        return self

    def reference(self, number: int) -> Reference:
        return next(r for r in self.references if r.number == number)
