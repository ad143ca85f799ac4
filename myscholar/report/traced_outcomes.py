"""Outcomes that show in the whole report and need no words of their own: what was to be left out,
and the form that was asked for."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from myscholar.domain.actions import Verb
from myscholar.domain.papers import Relation
from myscholar.domain.report import ActionOutcome, OutcomeStatus, Reference
from myscholar.domain.text import counted, shorten
from myscholar.report.cues import SentenceRole, cues_of
from myscholar.report.outcome_evidence import ActionEvidence, OutcomeEvidence, conclude
from myscholar.text.terms import content_stems

BRIEF_WORDS = 1400
"""Words of a report that counts as kept short; by hand."""
_DONE, _PARTLY, _NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE


def _limited(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome | None:
    filters, digest = own.action.directive.filters, evidence.digest
    if filters.is_empty:
        said = (
            "The action names no year, venue, field or number of citations that a search can be "
            "limited to."
        )
        return conclude(own, _NOT, said) if digest else None
    unfit = [r for r in evidence.references if not filters.accepts(r.paper)]
    wrong, but = _but_own(unfit, evidence)
    n = len(evidence.references)
    if digest:
        on = "the one search" if digest.n_queries == 1 else f"all {digest.n_queries} searches"
        further = counted(own.n_papers_removed, "further paper")
        trace = f"The limit “{filters}” was put on {on}; {further} removed afterwards."
    else:
        trace = f"Checked against {counted(n, 'cited paper')}: {filters}."
    if not wrong:
        return conclude(own, _DONE, f"Every cited paper{but} keeps to it: {filters}.", trace)
    if digest:
        few = (
            f"{len(wrong)} of {counted(n, 'cited paper')} can't be shown to keep to it: {filters}."
        )
        return conclude(own, _PARTLY, few, trace)
    many = f"{len(wrong)} of {counted(n, 'cited paper')} don't keep to it or can't be checked: "
    status = _PARTLY if len(wrong) < n else _NOT
    return conclude(own, status, f"{many}{_numbers(wrong)}.", trace)


def _but_own(unfit: Sequence[Reference], evidence: OutcomeEvidence) -> tuple[list[int], str]:
    """Numbers of those that should not be cited, and words for those left aside: the reader's own,
    which a model's report speaks of and no search brought."""
    own = [r for r in unfit if not evidence.digest and r.paper.relation is Relation.MINE]
    return [r.number for r in unfit if r not in own], " but your own" if own else ""


def _numbers(references: list[int]) -> str:
    return ", ".join(f"[{i}]" for i in references[:6])


def _excluded(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome | None:
    terms = own.action.directive.terms
    meant = [set(content_stems(t)) for t in terms if content_stems(t)]
    about = " or ".join(f"“{t}”" for t in terms if content_stems(t))
    left_out = counted(own.n_papers_removed, "paper")
    if evidence.digest:
        if not meant:
            return conclude(own, _NOT, "The action names nothing to leave out.")
        said = (
            f"{left_out} about {about} left out."
            if own.n_papers_removed
            else f"None of the papers found is about {about}, so none had to be left out."
        )
        trace = f"{left_out} about {about} left out of {len(evidence.findings.hits)} found."
        return conclude(own, _DONE, said, trace)
    if not meant:
        return None
    titled = [(r, set(content_stems(r.paper.title))) for r in evidence.references]
    unfit = [r for r, title in titled if any(stems <= title for stems in meant)]
    wrong, but = _but_own(unfit, evidence)
    trace = (
        f"{left_out} left out for it; the titles of {counted(len(titled), 'cited paper')} looked "
        "through."
    )
    if not wrong:
        return conclude(own, _DONE, f"No cited paper{but} has {about} in its title.", trace)
    return conclude(own, _PARTLY, f"Still cited although about {about}: {_numbers(wrong)}.", trace)


def _skipped_section(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome:
    terms = own.action.directive.terms
    if evidence.digest and own.sought:
        if not own.sought.n_terms:
            return conclude(own, _NOT, "The action does not say which section to leave out.")
        named, n_found = " or ".join(terms), evidence.digest.n_statements
        gone = f"{counted(own.sought.n_removed, 'sentence')} of {n_found} not considered."
        said = f"The report has no section on {named}."
        return conclude(own, _DONE, said, f"Left out a section on {named}: {gone}")
    what = f"“{terms[0]}”" if terms else "it"
    unwanted = set(content_stems(terms[0])) if terms else set()
    titles = [s.title for s in evidence.sections]
    trace = f"The report's {counted(len(titles), 'section')}: {'; '.join(titles)}."
    for i, title in enumerate(titles, 1):
        if unwanted and unwanted <= set(content_stems(title)):
            return conclude(own, _NOT, f"Section {i} is still about {what}.", trace)
    return conclude(own, _DONE, f"No section is titled {what}.", trace)


def _skipped_definitions(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome:
    if digest := evidence.digest:
        n = counted(digest.n_definitions_left_out, "sentence")
        said = (
            f"Sentences that only define terms were left out: {digest.n_definitions_left_out}."
            if digest.n_definitions_left_out
            else "No sentence found only defines terms."
        )
        gone = f"{n} of {digest.n_statements} not considered."
        return conclude(own, _DONE, said, f"Left out sentences that only define terms: {gone}")
    defining = [s for s in evidence.sentences if SentenceRole.DEFINITION in cues_of(s)]
    n = counted(len(evidence.sentences), "sentence")
    trace = f"Looked for definitions in {n}; found {len(defining)}."
    if not defining:
        return conclude(own, _DONE, "No sentence of the report defines a term.", trace)
    said = (
        f"{counted(len(defining), 'sentence')} may still define a term, for example "
        f"“{shorten(defining[0], 120)}”"
    )
    return conclude(own, _PARTLY if len(defining) <= 3 else _NOT, said, trace)


def _listed(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome:
    if evidence.digest:
        n_sections = counted(len(evidence.sections), "section")
        said = f"All text is in bullet points ({n_sections})."
        return conclude(own, _DONE, said, f"{n_sections} written as bullet points.")
    lines = [line for s in evidence.sections for line in s.text.split("\n") if line.strip()]
    n = sum(line.startswith("- ") for line in lines)
    trace = f"{n} of {counted(len(lines), 'paragraph')} and list items are list items."
    if 2 * n >= len(lines):
        return conclude(own, _DONE, "Most of the text is in bullet points.", trace)
    if n:
        return conclude(own, _PARTLY, "Only part of the text is in bullet points.", trace)
    return conclude(own, _NOT, "None of the text is in bullet points.", trace)


def _kept_short(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome:
    n_sections = counted(len(evidence.sections), "section")
    if evidence.digest:
        n_cited = sum(len(s.citations) for s in evidence.sections)
        size = f"{n_sections} with {n_cited} cited sentences."
        return conclude(own, _DONE, f"The report was kept to {size}", size)
    n = sum(len(re.findall(r"\w+", s.text)) for s in evidence.sections)
    trace = f"{n_sections}, {n:,} words."
    if n <= BRIEF_WORDS:
        return conclude(own, _DONE, f"The report was kept to {n:,} words.", trace)
    said = f"The report has {n:,} words, more than the {BRIEF_WORDS:,} of a short one."
    return conclude(own, _PARTLY, said, trace)


def _in_order(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome:
    year = {r.number: r.paper.year for r in evidence.references}
    if evidence.digest:
        n_sections = counted(len(evidence.sections), "section")
        trace = f"Statements in {n_sections} ordered by year of publication, oldest first."
        said, n_undated = (
            "Within sections the oldest comes first",
            sum(y is None for y in year.values()),
        )
        if not n_undated:
            return conclude(own, _DONE, f"{said}.", trace)
        undated = f"{counted(n_undated, 'cited paper')} without a known year stand last."
        return conclude(own, _PARTLY, f"{said}; {undated}", trace)
    pairs = [
        (year[a.number], year[b.number])
        for s in evidence.sections
        for a, b in pairwise(sorted(s.citations, key=lambda c: c.start))
    ]
    known = [(a, b) for a, b in pairs if a and b]
    rising = sum(a <= b for a, b in known)
    trace = (
        f"{rising} of {len(known)} steps from one citation to the next go forward in time or stay "
        "in a year."
    )
    if known and rising >= 0.8 * len(known):
        return conclude(own, _DONE, "Within sections the older work comes first.", trace)
    status = _PARTLY if known and 2 * rising >= len(known) else _NOT
    return conclude(own, status, "Sections follow their argument more than the years.", trace)


TRACED: dict[Verb, Callable[[ActionEvidence, OutcomeEvidence], ActionOutcome | None]] = {
    Verb.LIMIT: _limited,
    Verb.EXCLUDE: _excluded,
    Verb.SKIP_SECTION: _skipped_section,
    Verb.SKIP_DEFINITIONS: _skipped_definitions,
    Verb.LIST: _listed,
    Verb.BRIEF: _kept_short,
    Verb.ORDER_BY_YEAR: _in_order,
}
"""Verbs that no added passage could carry out. A rule gives None where the action names nothing
that it could look for in a model's report: then marked words decide."""
