"""The text of a section: what its papers do is said first, with all who do it, and each paper's own
words follow, a line a paper."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from myscholar.domain.actions import Verb
from myscholar.domain.report import Section, SectionFormat
from myscholar.domain.runs import ignore
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.directions import Direction, differ
from myscholar.report.extractive.doing import Doing, by_paper, doing, n_papers
from myscholar.report.extractive.groups import Group, Place
from myscholar.report.extractive.openings import is_survey
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.section_builder import Bibliography, SectionBuilder
from myscholar.report.extractive.tldr import (
    measure_of,
    opening_in_words,
    results_in_words,
    theme_in_words,
)
from myscholar.report.quality import defined_term

_LEADS = {
    Doing.PROPOSES: "Proposed in {}",
    Doing.STUDIES: "Studied in {}",
    Doing.REPORTS: "Reported in {}",
    Doing.LIMITS: "Limits are named in {}",
}
MOST_LINES = 7
"""Papers under one lead whose words are shown; a list of more is not read. By hand."""
_NUMBERS = tuple("no one two three four five six seven eight nine ten eleven twelve".split())


def write_sections(
    groups: Sequence[Group],
    aims: Sequence[ActionTarget],
    book: Bibliography,
    on_section: Callable[[int, Section], None] = ignore,
    *,
    by_year: bool = False,
) -> tuple[Section, ...]:
    """A section a group, in order. `on_section` hears how many are written, and the last of them.
    `by_year` sets papers in the order of their years."""
    with_own = {action_id for group in groups for action_id in group.action_ids}
    as_list = bool(of_verb(aims, Verb.LIST))
    by_year = by_year or bool(of_verb(aims, Verb.ORDER_BY_YEAR))
    sections = []
    for i, group in enumerate(groups, 1):
        # what serves an action that has a section of its own is not marked for it in another one
        elsewhere = with_own - set(group.action_ids)
        statements = [
            replace(s, action_ids=tuple(a for a in s.action_ids if a not in elsewhere))
            for s in group.statements
        ]
        section = _section(
            group, statements, SectionBuilder(book), as_list=as_list, by_year=by_year
        )
        on_section(i, section)
        sections.append(section)
    return tuple(sections)


def _section(
    group: Group,
    statements: Sequence[CandidateSentence],
    draft: SectionBuilder,
    *,
    as_list: bool,
    by_year: bool,
) -> Section:
    if by_year:
        for entry in by_paper(sorted(statements, key=lambda s: (s.paper.year or 9999, s.rank))):
            draft.begin_line("- ")
            draft.entry(entry)
    for part in () if by_year else _parts(group, statements):
        if part.lead and not as_list:
            draft.begin_line()
            _write_lead(draft, part)
        stands_out = group.place > Place.NEAREST and n_papers(part.statements) > 1
        is_list = bool(as_list or part.lead or stands_out)
        entries = by_paper(part.statements)
        shown = _worth_showing(entries) if is_list else entries
        for entry in shown:
            draft.begin_line("- " if is_list else "")
            draft.entry(entry)
        if len(shown) < len(entries):
            _name(draft, [e[0] for e in entries if e not in shown])
    return draft.finish(
        group.title,
        _tldr(group, statements),
        format=SectionFormat.LIST if as_list else SectionFormat.SYNTHESIS,
        action_ids=group.action_ids,
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
    parts, rest = list[SectionPart](), list[CandidateSentence]()
    entries = by_paper(statements)
    for kind in Doing:
        members = [s for entry in entries if doing(entry[0]) is kind for s in entry]
        if kind in _LEADS and n_papers(members) > 1:
            parts.append(SectionPart(_LEADS[kind].format(_papers(members)), members))
        else:
            rest += members
    if rest:
        parts.append(SectionPart("Beside these" if parts and n_papers(rest) > 1 else "", rest))
    return parts


def _worth_showing(
    entries: Sequence[tuple[CandidateSentence, ...]],
) -> Sequence[tuple[CandidateSentence, ...]]:
    """The papers whose words are shown, the nearest where there are many."""
    if len(entries) <= MOST_LINES + 1:
        return entries
    ranked = sorted(entries, key=lambda e: (-e[0].merit - bool(e[0].action_ids), e[0].rank))
    return [entry for entry in entries if entry in ranked[:MOST_LINES]]


def _name(draft: SectionBuilder, statements: Sequence[CandidateSentence]) -> None:
    """One line with the titles of papers whose words would make the list too long."""
    draft.begin_line("- ")
    draft.add("Also: ")
    for i, s in enumerate(statements):
        draft.add(f"{'; ' if i else ''}{s.paper.title} ")
        draft.cite(s.paper, s.passage, s.evidence())
    draft.add(".")


def _measured(statements: Sequence[CandidateSentence]) -> SectionPart:
    """On one measure: whether the papers point the same way."""
    directions = {s.change.direction for s in statements if s.change}
    lead = f"On {measure_of(statements)}"
    if len(directions) == 1:
        same = f"{lead}, {_papers(statements)} point the same way, {min(directions)}"
        return SectionPart(same, statements)
    lead += ", findings differ" if differ(directions) else ""
    return SectionPart(lead, statements, by_direction=True)


def _write_lead(draft: SectionBuilder, part: SectionPart) -> None:
    draft.add(part.lead)
    if part.by_direction:
        joint = ": "
        for direction in Direction:
            pointing = [s for s in part.statements if s.change and s.change.direction is direction]
            if pointing:
                draft.add(f"{joint}{direction.value} in ")
                draft.cite_all(pointing)
                joint = ", "
    else:
        draft.add(" ")
        draft.cite_all(part.statements)
    draft.add(":")


def _papers(statements: Sequence[CandidateSentence]) -> str:
    n = n_papers(statements)
    return f"{_NUMBERS[n] if n < len(_NUMBERS) else n} paper{'s' if n != 1 else ''}"
