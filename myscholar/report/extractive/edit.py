"""An edit of a written report's sections; what it does not concern stays word for word."""

import math
from collections.abc import Iterable, Mapping, Sequence

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.papers import Paper
from myscholar.domain.report import (
    ActionOutcome,
    Cell,
    Citation,
    OutcomeStatus,
    Reference,
    Report,
    Section,
    SectionFormat,
)
from myscholar.domain.text import counted
from myscholar.errors import InputError
from myscholar.report.extractive.instructions import EditKind, ReportEdit
from myscholar.report.extractive.units import Unit, section_of, units_of
from myscholar.report.fulfilment import check_fulfilment
from myscholar.report.numbering import numbers_in, renumber
from myscholar.report.outcome_evidence import spans_of
from myscholar.text.similarity import cosines, tfidf

LEAST_LEFT = 2
"""Sentences that a shortened section keeps; by hand."""


def edit_sections(report: Report, edit: ReportEdit) -> tuple[Section, ...]:
    """The sections as the edit leaves them; citations keep their numbers. Raises InputError for
    what can't be done or changes nothing."""
    sections = list(report.sections)
    match edit.kind:
        case EditKind.REMOVE:
            sections = [s for n, s in enumerate(sections) if n not in edit.sections]
        case EditKind.MOVE:
            sections.insert(edit.place, sections.pop(edit.sections[0]))
        case EditKind.SWAP:
            a, b = edit.sections
            sections[a], sections[b] = sections[b], sections[a]
        case EditKind.SHORTEN:
            for n in edit.sections:
                sections[n] = _shortened(sections[n])
        case EditKind.LIST:
            for n in edit.sections:
                units = units_of(sections[n])
                if units and sections[n].format is SectionFormat.SYNTHESIS:
                    sections[n] = section_of(sections[n], units, as_list=True)
        case EditKind.LIMIT:
            papers = {r.number: r.paper for r in report.references}
            sections = [kept for s in sections if (kept := _limited(s, edit.filters, papers))]
    if not sections:
        raise InputError("Nothing would be left of the report. Change less of it.")
    if tuple(sections) == report.sections and edit.kind is not EditKind.LIMIT:
        raise InputError(_UNCHANGED[edit.kind])
    return tuple(sections)


_UNCHANGED = {
    EditKind.SHORTEN: "There is nothing to shorten there: a table, or two sentences or fewer.",
    EditKind.LIST: "That is a list already, or a table.",
    EditKind.MOVE: "The section stands there already.",
    EditKind.SWAP: "That is one and the same section.",
}


def with_sections(
    report: Report, sections: Sequence[Section], *, papers: Mapping[int, Paper] | None = None
) -> Report:
    """The report with these sections: references in order of first citation, passages that are
    still cited, outcomes as the text now shows them.

    `papers` by number, where the sections cite others than the report. Raises ValueError where a
    citation does not resolve.
    """
    known = papers or {r.number: r.paper for r in report.references}
    new = numbers_in(sections)
    made = tuple(renumber(section, new.__getitem__) for section in sections)
    cited = {piece.passage_id for s in made for piece in s.evidence}
    outcomes = [_outcome(outcome, made) for outcome in report.outcomes]
    update = {
        "sections": made,
        "references": tuple(Reference(number=n, paper=known[old]) for old, n in new.items()),
        "passages": tuple(p for p in report.passages if p.passage_id in cited),
        "outcomes": check_fulfilment(report.actions, outcomes, made),
    }
    return Report.model_validate(report.model_copy(update=update).model_dump())


def _shortened(section: Section) -> Section:
    """The half of its sentences that say most of what it says, in their order; the first of them
    stays, and what is said of those that are left."""
    units = units_of(section)
    told = [i for i, unit in enumerate(units) if not unit.leads]
    n = max(LEAST_LEFT, math.ceil(len(told) / 2))
    if len(told) <= n:
        return section
    vectors = tfidf([units[i].text for i in told])
    middle = cosines(vectors, vectors).mean(axis=0)
    kept = {told[0]}
    for i in (told[int(k)] for k in (-middle).argsort(kind="stable")):
        if len(kept) < n:  # a result is not left without the sentence that names its paper
            kept.add(i - 1 if units[i].goes_on and i - 1 not in kept else i)
    return section_of(section, [unit for i, unit in enumerate(units) if unit.leads or i in kept])


def _limited(
    section: Section, filters: SearchFilters, papers: Mapping[int, Paper]
) -> Section | None:
    """Without sentences and rows of papers that the filters refuse; None where nothing is left."""

    def passes(cited: Iterable[Citation | Cell]) -> bool:
        return all(c.number is None or filters.accepts(papers[c.number]) for c in cited)

    if table := section.table:
        rows = tuple(row for row in table.rows if passes(row))
        table = table.model_copy(update={"rows": rows})
        return section.model_copy(update={"table": table}) if rows else None
    units, left = units_of(section), list[Unit]()
    for before, unit in zip((None, *units), units, strict=False):
        if not passes(unit.citations):
            continue
        # the items of a lead that goes stand for themselves
        is_alone = before and before.leads and not passes(before.citations)
        left.append(unit.model_copy(update={"item": False, "opens": True}) if is_alone else unit)
    if len(left) == len(units):
        return section
    return section_of(section, left) if left else None


def _outcome(outcome: ActionOutcome, after: Sequence[Section]) -> ActionOutcome:
    """As it was, with the places where the text now shows it; an action of which nothing is left
    was undone by the edit."""
    spans = spans_of(outcome.action_id, after)
    gone = len(outcome.spans) - len(spans)
    update: dict[str, object] = {"spans": spans}
    if gone > 0 and not spans:
        update |= {"status": OutcomeStatus.NOT_DONE, "lacks": "", "flags": ()}
        update["reason"] = "What served it was taken out by the last change."
    elif gone > 0:
        left = f"{counted(len(spans), 'passage')} of the text serve it"
        update["reason"] = f"{left}; the last change took out {gone}."
    return outcome.model_copy(update=update)
