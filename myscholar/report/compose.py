"""Sections from groups of statements: ordered paragraphs or bullet points, with the offsets of citations and highlights."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field, replace

import numpy as np

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId, Evidence
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.domain.report import Citation, Highlight, Reference, Section, SectionFormat
from myscholar.domain.text import Span
from myscholar.report.aims import Aim, of_verb
from myscholar.report.cues import Cue
from myscholar.report.outline import Group
from myscholar.report.statements import Statement
from myscholar.report.tldr import tldr_of
from myscholar.report.wording import word
from myscholar.text.similarity import cosines, tfidf
from myscholar.text.terms import content_stems

PARAGRAPH = (3, 5)
"""Fewest and most statements of a paragraph."""


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
        return tuple(Reference(number=i, paper=paper) for i, paper in enumerate(self.papers.values(), 1))


@dataclass
class Draft:
    """A section's text as it grows."""

    text: str = ""
    citations: list[Citation] = field(default_factory=list)
    highlights: list[Highlight] = field(default_factory=list)

    def add(self, text: str) -> Span:
        start = len(self.text)
        self.text += text
        return Span(start, len(self.text))

    def cite(self, number: int, evidence: tuple[Evidence, ...]) -> None:
        span = self.add(f"[{number}]")
        self.citations.append(Citation(number=number, start=span.start, end=span.end, evidence=evidence))

    def highlight(self, action_ids: Sequence[ActionId], span: Span) -> None:
        self.highlights.extend(Highlight(action_id=a, start=span.start, end=span.end) for a in action_ids)


def write_sections(
    groups: Sequence[Group], aims: Sequence[Aim], book: Bibliography, on_section: Callable[[int, Section], None]
) -> tuple[Section, ...]:
    """A section a group, in order. `on_section` hears how many are written, and the last of them."""
    turn = 0
    sections = []
    with_own = frozenset(action_id for group in groups for action_id in group.action_ids)
    for i, group in enumerate(groups):
        sections.append(_section(group, aims, book, turn, with_own))
        turn += len(group.statements)
        on_section(i + 1, sections[-1])
    return tuple(sections)


def add_statement(
    draft: Draft, statement: Statement, book: Bibliography, *, turn: int, previous: Statement | None = None, opening: str = ""
) -> Span:
    """One sentence with its citation; returns its span, the citation included. It is highlighted for the actions that it serves."""
    wording = word(statement, turn=turn, previous=previous, opening=opening)
    start = len(draft.text)
    quote = statement.text[wording.cut :]
    draft.add(f"{wording.lead} " if wording.lead else "")
    draft.add(f"“{quote}” " if wording.quoted else f"{quote} ")
    number = book.number(statement.paper, statement.passage)
    draft.cite(number, (statement.evidence(),))
    draft.add(".")
    span = Span(start, len(draft.text))
    draft.highlight(statement.action_ids, span)
    return span


def _section(group: Group, aims: Sequence[Aim], book: Bibliography, turn: int, with_own: Set[ActionId]) -> Section:
    ordered = [_serving_here(statement, group, with_own) for statement in _ordered(group, aims)]
    as_list = bool(of_verb(aims, Verb.LIST))
    draft = Draft()
    if as_list:
        _write_list(draft, ordered, book, turn)
    else:
        _write_paragraphs(draft, _paragraphs(ordered, by_year=bool(of_verb(aims, Verb.ORDER_BY_YEAR))), group, book, turn)
    return Section(
        title=group.title,
        tldr=tldr_of(ordered, group.heading, group.role),
        format=SectionFormat.LIST if as_list else SectionFormat.SYNTHESIS,
        text=draft.text,
        citations=tuple(draft.citations),
        highlights=tuple(draft.highlights),
        action_ids=group.action_ids,
    )


def _serving_here(statement: Statement, group: Group, with_own: Set[ActionId]) -> Statement:
    """Without the actions that have a section of their own (`with_own`), which is another one."""
    elsewhere = with_own - set(group.action_ids)
    return replace(statement, action_ids=tuple(a for a in statement.action_ids if a not in elsewhere))


def _write_list(draft: Draft, statements: Sequence[Statement], book: Bibliography, turn: int) -> None:
    for i, statement in enumerate(statements):
        draft.add("- " if i == 0 else "\n- ")
        add_statement(draft, statement, book, turn=turn + i)


def _write_paragraphs(
    draft: Draft, paragraphs: Sequence[Sequence[Statement]], group: Group, book: Bibliography, turn: int
) -> None:
    phrases = list(group.phrases)
    for n, paragraph in enumerate(paragraphs):
        draft.add("\n\n" if n else "")
        opening = _opening(paragraph[0], phrases) if n else ""
        previous = None
        for statement in paragraph:
            draft.add(" " if previous else "")
            add_statement(draft, statement, book, turn=turn, previous=previous, opening=opening if previous is None else "")
            previous = statement
            turn += 1


def _opening(first: Statement, phrases: list[str]) -> str:
    """ "On annotation cost," when the paragraph's first sentence names one of the section's phrases; each phrase once."""
    for phrase in phrases:
        if first.is_verbatim and (" " in phrase or "-" in phrase) and set(content_stems(phrase)) <= first.stems:
            phrases.remove(phrase)
            return f"On {phrase},"
    return ""


def _ordered(group: Group, aims: Sequence[Aim]) -> list[Statement]:
    """Oldest first when the reader asks so; otherwise from the general to the specific, neighbours alike, a paper's statements together."""
    statements = list(group.statements)
    if of_verb(aims, Verb.ORDER_BY_YEAR):
        return sorted(statements, key=lambda s: (s.paper.year or 9999, s.paper.paper_id))
    if len(statements) < 3:
        return statements
    vectors = tfidf([s.text for s in statements])
    alike = cosines(vectors, vectors)
    general = alike.mean(axis=0) + np.array([_generality(s) for s in statements])
    order = [int(np.argmax(general))]
    while len(order) < len(statements):
        last = order[-1]
        left = [i for i in range(len(statements)) if i not in order]
        order.append(
            max(left, key=lambda i: (_bond(statements[last], statements[i], float(alike[last, i])) + 0.25 * general[i], -i))
        )
    return [statements[i] for i in order]


def _generality(statement: Statement) -> float:
    return (
        0.2 * bool(statement.cues & {Cue.DEFINITION, Cue.BACKGROUND})
        - 0.15 * (Cue.NUMBERS in statement.cues)
        - 0.1 * bool(statement.framing.verb)
    )


def _bond(last: Statement, following: Statement, similarity: float) -> float:
    return similarity + 0.5 * (last.paper.paper_id == following.paper.paper_id)


def _paragraphs(statements: Sequence[Statement], *, by_year: bool) -> list[list[Statement]]:
    """Cut where neighbours have least in common, within the limits of PARAGRAPH; in even parts when the order is by year."""
    least, most = PARAGRAPH
    if len(statements) <= most or by_year:
        return [list(statements[i : i + most]) for i in range(0, len(statements), most)]
    vectors = tfidf([s.text for s in statements])
    alike = cosines(vectors, vectors)
    paragraphs, start = [], 0
    while len(statements) - start > most:
        options = [
            end for end in range(start + least, start + most + 1) if len(statements) - end >= least or end == len(statements)
        ]
        end = min(options or [start + most], key=lambda e: (_bond(statements[e - 1], statements[e], float(alike[e - 1, e])), -e))
        paragraphs.append(list(statements[start:end]))
        start = end
    return [*paragraphs, list(statements[start:])]
