"""A section's text as it grows, and the numbers that its papers get."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.domain.report import Citation, Highlight, Reference, Section, SectionFormat, Table
from myscholar.domain.text import Span
from myscholar.report.extractive.doing import Doing, doing, first_of_each
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.wording import word
from myscholar.report.framing import Joint

_GOES_ON = {Doing.REPORTS: "Result:", Doing.LIMITS: "Limit:"}


@dataclass
class Bibliography:
    """Numbers for papers in the order of first citation, and the passages that were cited."""

    papers: dict[PaperId, Paper] = field(default_factory=dict)
    passages: dict[str, Passage] = field(default_factory=dict)

    def number(self, paper: Paper, passage: Passage | None = None) -> int:
        self.papers.setdefault(paper.paper_id, paper)
        if passage is not None:
            self.passages.setdefault(passage.passage_id, passage)
        return list(self.papers).index(paper.paper_id) + 1

    @property
    def references(self) -> tuple[Reference, ...]:
        return tuple(Reference(number=i, paper=p) for i, p in enumerate(self.papers.values(), 1))


@dataclass
class SectionBuilder:
    book: Bibliography
    text: str = ""
    citations: list[Citation] = field(default_factory=list)
    highlights: list[Highlight] = field(default_factory=list)

    def add(self, text: str) -> Span:
        start = len(self.text)
        self.text += text
        return Span(start, len(self.text))

    def begin_line(self, marker: str = "") -> None:
        """An item with the marker "- ", else a paragraph."""
        if self.text:
            self.text += "\n" if marker else "\n\n"
        self.text += marker

    def cite(self, paper: Paper, passage: Passage, evidence: Evidence) -> None:
        number = self.book.number(paper, passage)
        start, end = self.add(f"[{number}]")
        self.citations.append(Citation(number=number, start=start, end=end, evidence=(evidence,)))

    def cite_all(self, statements: Sequence[CandidateSentence]) -> None:
        """A marker for each paper of the statements, in the order of their numbers."""
        for s in statements:
            self.book.number(s.paper, s.passage)
        for s in sorted(first_of_each(statements), key=lambda s: self.book.number(s.paper)):
            self.cite(s.paper, s.passage, s.evidence())

    def quote(self, statement: CandidateSentence, lead: str = "", *, goes_on: bool = False) -> Span:
        """One statement with its citation; returns its span, the citation included. It is
        highlighted for the actions that it serves. Where it `goes_on`, the paper was named just
        before."""
        wording, start = word(statement), len(self.text)
        named = _goes_on(statement) if goes_on else wording.lead
        words = statement.text[0 if goes_on else wording.cut :]
        if wording.quoted:
            words = f"“{words}”"
        elif goes_on:
            words = f"{words[:1].upper()}{words[1:]}"
        self.add("".join(f"{part} " for part in (lead, named, words) if part))
        self.cite(statement.paper, statement.passage, statement.evidence())
        self.add(".")
        span = Span(start, len(self.text))
        self.highlight(statement.action_ids, span)
        return span

    def entry(self, statements: Sequence[CandidateSentence]) -> None:
        """What one paper says, in one line."""
        for i, s in enumerate(statements):
            self.add(" " if i else "")
            self.quote(s, goes_on=bool(i))

    def highlight(self, action_ids: Iterable[ActionId], span: Span) -> None:
        self.highlights += [
            Highlight(action_id=a, start=span.start, end=span.end) for a in action_ids
        ]

    def finish(
        self,
        title: str,
        tldr: str,
        *,
        format: SectionFormat = SectionFormat.SYNTHESIS,
        table: Table | None = None,
        action_ids: tuple[ActionId, ...] = (),
    ) -> Section:
        return Section(
            title=title,
            tldr=tldr,
            format=format,
            text=self.text,
            citations=tuple(self.citations),
            highlights=tuple(self.highlights),
            table=table,
            action_ids=action_ids,
        )


def _goes_on(statement: CandidateSentence) -> str:
    """Joins a paper's further sentence to its first; a verb cut from the quote is told."""
    if not statement.is_verbatim:
        return ""
    if statement.framing.joint is Joint.OBJECT:
        return f"They also {statement.framing.verb}"
    return _GOES_ON.get(doing(statement), "Also:")
