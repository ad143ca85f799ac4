"""The text of a section: what its papers do is said first, with all who do it, and each paper's own
words follow, a line a paper."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.domain.report import Citation, Highlight, Reference, Section, SectionFormat
from myscholar.domain.text import Span
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.directions import Direction, differ
from myscholar.report.extractive.doing import Doing, by_paper, doing, n_papers
from myscholar.report.extractive.openings import is_survey
from myscholar.report.extractive.outline import Group, Place
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.tldr import (
    measure_of,
    opening_in_words,
    results_in_words,
    theme_in_words,
)
from myscholar.report.extractive.wording import word
from myscholar.report.framing import Joint
from myscholar.report.quality import defined_term

_LEADS = {
    Doing.PROPOSES: "Proposed in {}",
    Doing.STUDIES: "Studied in {}",
    Doing.REPORTS: "Reported in {}",
    Doing.LIMITS: "Limits are named in {}",
}
_GOES_ON = {Doing.REPORTS: "Result:", Doing.LIMITS: "Limit:"}
MOST_LINES = 7
"""Papers under one lead whose words are shown; a list of more is not read."""
_NUMBERS = tuple("no one two three four five six seven eight nine ten eleven twelve".split())


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
        return tuple(
            Reference(number=i, paper=paper) for i, paper in enumerate(self.papers.values(), 1)
        )


@dataclass
class SectionBuilder:
    """A section's text as it grows."""

    book: Bibliography
    text: str = ""
    citations: list[Citation] = field(default_factory=list)
    highlights: list[Highlight] = field(default_factory=list)

    def add(self, text: str) -> Span:
        start = len(self.text)
        self.text += text
        return Span(start, len(self.text))

    def line(self, marker: str = "") -> None:
        """Begins a line: an item with the marker "- ", else a paragraph."""
        if self.text:
            self.text += "\n" if marker else "\n\n"
        self.text += marker

    def cite(self, paper: Paper, passage: Passage, evidence: Evidence) -> None:
        number = self.book.number(paper, passage)
        span = self.add(f"[{number}]")
        self.citations.append(
            Citation(number=number, start=span.start, end=span.end, evidence=(evidence,))
        )

    def cite_all(self, statements: Sequence[CandidateSentence]) -> None:
        """A marker for each paper of the statements, in the order of their numbers."""
        first: dict[PaperId, CandidateSentence] = {}
        for s in statements:
            first.setdefault(s.paper.paper_id, s)
            self.book.number(s.paper, s.passage)
        for s in sorted(first.values(), key=lambda s: self.book.number(s.paper)):
            self.cite(s.paper, s.passage, s.evidence())

    def quote(self, statement: CandidateSentence, lead: str = "", *, goes_on: bool = False) -> Span:
        """One statement with its citation; returns its span, the citation included. It is
        highlighted for the actions that it serves. Where it `goes_on`, the paper was named just
        before."""
        wording = word(statement)
        start = len(self.text)
        named = _goes_on(statement) if goes_on else wording.lead
        words = statement.text[0 if goes_on else wording.cut :]
        self.add("".join(f"{part} " for part in (lead, named) if part))
        self.add(
            f"“{words}” " if wording.quoted else f"{_capital(words)} " if goes_on else f"{words} "
        )
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

    def highlight(self, action_ids: Sequence[ActionId], span: Span) -> None:
        self.highlights.extend(
            Highlight(action_id=a, start=span.start, end=span.end) for a in action_ids
        )


def _goes_on(statement: CandidateSentence) -> str:
    """What joins a paper's further sentence to its first; a verb that was cut from the quote is
    told."""
    if not statement.is_verbatim:
        return ""
    if statement.framing.joint is Joint.OBJECT:
        return f"They also {statement.framing.verb}"
    return _GOES_ON.get(doing(statement), "Also:")


def write_sections(
    groups: Sequence[Group],
    aims: Sequence[ActionTarget],
    book: Bibliography,
    on_section: Callable[[int, Section], None],
    *,
    by_year: bool = False,
) -> tuple[Section, ...]:
    """A section a group, in order. `on_section` hears how many are written, and the last of them.
    `by_year` sets papers in the order of their years."""
    sections = []
    with_own = frozenset(action_id for group in groups for action_id in group.action_ids)
    for i, group in enumerate(groups):
        sections.append(
            _section(
                group,
                aims,
                book,
                with_own,
                by_year=by_year or bool(of_verb(aims, Verb.ORDER_BY_YEAR)),
            )
        )
        on_section(i + 1, sections[-1])
    return tuple(sections)


def _section(
    group: Group,
    aims: Sequence[ActionTarget],
    book: Bibliography,
    with_own: Set[ActionId],
    *,
    by_year: bool,
) -> Section:
    statements = [_serving_here(s, group, with_own) for s in group.statements]
    as_list = bool(of_verb(aims, Verb.LIST))
    draft = SectionBuilder(book)
    if by_year:
        for entry in by_paper(sorted(statements, key=lambda s: (s.paper.year or 9999, s.rank))):
            draft.line("- ")
            draft.entry(entry)
    else:
        for part in _parts(group, statements):
            if part.lead and not as_list:
                draft.line()
                _write_lead(draft, part)
            is_list = (
                as_list
                or part.lead
                or (group.place > Place.NEAREST and n_papers(part.statements) > 1)
            )
            shown, more = _shown(part.statements) if is_list else (by_paper(part.statements), ())
            for entry in shown:
                draft.line("- " if is_list else "")
                draft.entry(entry)
            _name(draft, more)
    return Section(
        title=group.title,
        tldr=_tldr(group, statements),
        format=SectionFormat.LIST if as_list else SectionFormat.SYNTHESIS,
        text=draft.text,
        citations=tuple(draft.citations),
        highlights=tuple(draft.highlights),
        action_ids=group.action_ids,
    )


def _serving_here(
    statement: CandidateSentence, group: Group, with_own: Set[ActionId]
) -> CandidateSentence:
    """Without the actions that have a section of their own (`with_own`), which is another one."""
    elsewhere = with_own - set(group.action_ids)
    return replace(
        statement, action_ids=tuple(a for a in statement.action_ids if a not in elsewhere)
    )


def _tldr(group: Group, statements: Sequence[CandidateSentence]) -> str:
    match group.place:
        case Place.OPENING:
            return opening_in_words(statements)
        case Place.RESULTS:
            return results_in_words([part.statements for part in _parts(group, statements)])
        case Place.NEAREST:
            return (
                f"The {len(statements)} reported findings that come closest to the question, each "
                "of another paper."
            )
        case _:
            return theme_in_words(statements, group.label, group.names)


class SectionPart(NamedTuple):
    """What is said of several statements at once, and these; `lead` is empty for statements that
    stand for themselves."""

    lead: str
    statements: Sequence[CandidateSentence]
    by_direction: bool = False
    """Whether the papers that point one way are named apart from the others."""


def _parts(group: Group, statements: Sequence[CandidateSentence]) -> list[SectionPart]:
    match group.place:
        case Place.OPENING:
            surveys = [s for s in statements if is_survey(s) and not defined_term(s.text)]
            if len(surveys) < 2:
                return [SectionPart("", statements)]
            return [
                SectionPart("", [s for s in statements if s not in surveys]),
                SectionPart("Surveys to read on in", surveys),
            ]
        case Place.RESULTS:
            keys = dict.fromkeys(s.change.key for s in statements if s.change)
            return [
                _measured([s for s in statements if s.change and s.change.key == key])
                for key in keys
            ]
        case Place.NEAREST:
            return [SectionPart("", statements)]
        case _:
            return _by_doing(statements)


def _by_doing(statements: Sequence[CandidateSentence]) -> list[SectionPart]:
    """Papers that do the same side by side; what only one paper does stands behind."""
    by_kind: dict[Doing, list[CandidateSentence]] = {kind: [] for kind in Doing}
    for entry in by_paper(statements):
        by_kind[doing(entry[0])].extend(entry)
    several = {
        kind: members
        for kind, members in by_kind.items()
        if kind in _LEADS and n_papers(members) > 1
    }
    parts = [
        SectionPart(_LEADS[kind].format(_papers(members)), members)
        for kind, members in several.items()
    ]
    rest = [s for kind, members in by_kind.items() if kind not in several for s in members]
    if rest:
        lead = "Beside these" if several and n_papers(rest) > 1 else ""
        parts.append(SectionPart(lead, rest))
    return parts


def _shown(
    members: Sequence[CandidateSentence],
) -> tuple[list[tuple[CandidateSentence, ...]], Sequence[tuple[CandidateSentence, ...]]]:
    """The papers whose words are shown, the nearest first where there are many, and those that are
    only named."""
    entries = by_paper(members)
    ranked = sorted(
        entries, key=lambda entry: (-entry[0].merit - bool(entry[0].action_ids), entry[0].rank)
    )
    kept = {id(entry) for entry in ranked[:MOST_LINES]}
    if len(entries) <= MOST_LINES + 1:
        return entries, ()
    return [e for e in entries if id(e) in kept], [e for e in entries if id(e) not in kept]


def _name(draft: SectionBuilder, entries: Sequence[Sequence[CandidateSentence]]) -> None:
    """One line with the titles of papers whose words would make the list too long."""
    if not entries:
        return
    draft.line("- ")
    draft.add("Also: ")
    for i, (first, *_) in enumerate(entries):
        draft.add("; " if i else "")
        draft.add(f"{first.paper.title} ")
        draft.cite(first.paper, first.passage, first.evidence())
    draft.add(".")


def _measured(statements: Sequence[CandidateSentence]) -> SectionPart:
    """On one measure: whether the papers point the same way."""
    directions = {s.change.direction for s in statements if s.change}
    if len(directions) == 1:
        return SectionPart(
            f"On {measure_of(statements)}, {_papers(statements)} point the same way, "
            f"{min(directions)}",
            statements,
        )
    return SectionPart(
        f"On {measure_of(statements)}{', findings differ' if differ(directions) else ''}",
        statements,
        by_direction=True,
    )


def _write_lead(draft: SectionBuilder, part: SectionPart) -> None:
    draft.add(part.lead)
    if part.by_direction:
        pointing = [
            [s for s in part.statements if s.change and s.change.direction is d] for d in Direction
        ]
        for i, (direction, group) in enumerate(
            (d, group) for d, group in zip(Direction, pointing, strict=True) if group
        ):
            draft.add(f"{', ' if i else ': '}{direction.value} in ")
            draft.cite_all(group)
    else:
        draft.add(" ")
        draft.cite_all(part.statements)
    draft.add(":")


def _papers(statements: Sequence[CandidateSentence]) -> str:
    n = n_papers(statements)
    return f"{_NUMBERS[n] if n < len(_NUMBERS) else n} paper{'s' if n != 1 else ''}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
