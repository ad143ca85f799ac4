"""What became of each action, said with what shows it: spans of the text, or the trace of a search
or of an omission."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.papers import PaperId
from myscholar.domain.report import (
    ActionOutcome,
    Findings,
    OutcomeSpan,
    OutcomeStatus,
    Section,
    Table,
)
from myscholar.domain.text import counted
from myscholar.report.extractive.aims import ActionTarget
from myscholar.report.extractive.outline import LEAST as LEAST_ASKED
from myscholar.report.fulfilment import with_flags
from myscholar.report.search_trace import search_trace
from myscholar.text.terms import content_stems

ENOUGH = 2
"""Sentences from which an action that asks for sentences counts as done."""
_COLUMNS_HOLD = frozenset(
    content_stems(
        "approaches methods techniques systems models tools results findings metrics performance"
    )
)
"""Other words for what papers do and what they report, which every table has a column for."""


@dataclass(frozen=True)
class OutcomeEvidence:
    """All that was counted while the report was made."""

    findings: Findings
    n_queries: int
    sections: tuple[Section, ...]
    cited: frozenset[PaperId]
    n_papers_removed: Mapping[ActionId, int]
    n_statements_removed: Mapping[ActionId, int]
    n_definitions_left_out: int
    n_statements: int
    n_without_year: int
    n_unfit: Mapping[ActionId, int]
    """Cited papers that don't satisfy a LIMIT action's filters."""
    has_profile: bool


def outcomes(aims: Sequence[ActionTarget], account: OutcomeEvidence) -> tuple[ActionOutcome, ...]:
    """One outcome an action, in the order of the actions."""
    return with_flags(
        [aim.action for aim in aims], [_outcome(aim, account) for aim in aims], account.sections
    )


def _outcome(aim: ActionTarget, account: OutcomeEvidence) -> ActionOutcome:
    match aim.verb:
        case Verb.LIMIT:
            return _limited(aim, account)
        case Verb.EXCLUDE:
            return _excluded(aim, account)
        case Verb.SKIP_SECTION | Verb.SKIP_DEFINITIONS:
            return _skipped(aim, account)
        case Verb.LIST | Verb.ORDER_BY_YEAR | Verb.BRIEF:
            return _arranged(aim, account)
        case Verb.COMPARE:
            return _compared(aim, account)
        case _:
            return _served(aim, account)


def spans_of(aim: ActionTarget, sections: Sequence[Section]) -> tuple[OutcomeSpan, ...]:
    return tuple(
        OutcomeSpan(section=i, start=h.start, end=h.end)
        for i, s in enumerate(sections)
        for h in s.highlights
        if h.action_id == aim.action_id
    )


def _made(
    aim: ActionTarget,
    status: OutcomeStatus,
    reason: str,
    spans: tuple[OutcomeSpan, ...] = (),
    trace: tuple[str, ...] = (),
) -> ActionOutcome:
    return ActionOutcome(
        action_id=aim.action_id, status=status, spans=spans, trace=trace, reason=reason
    )


def _served(aim: ActionTarget, account: OutcomeEvidence) -> ActionOutcome:
    """Actions that sentences serve: done with at least ENOUGH of them, partly with fewer."""
    spans = spans_of(aim, account.sections)
    trace = (
        *search_trace(aim.action_id, account.findings, account.cited),
        *_section_trace(aim, account),
    )
    wanted = _wanted(aim)
    if not spans and aim.verb is Verb.FOCUS and trace:
        reason = f"Such papers were searched for, but no sentence that could be quoted {wanted}."
        return _made(aim, OutcomeStatus.PARTLY, reason, trace=trace)
    if not spans:
        return _made(aim, OutcomeStatus.NOT_DONE, _why_not(aim, account, wanted), trace=trace)
    as_searched = (
        " The words of the action were used as a search and as a focus; nothing else in it could "
        "be executed."
    )
    note = as_searched if aim.verb is Verb.FREE else ""
    # one definition a term
    enough = min(ENOUGH, max(1, len(aim.terms))) if aim.verb is Verb.DEFINE else ENOUGH
    if len(spans) < enough:
        return _made(
            aim,
            OutcomeStatus.PARTLY,
            f"Only one sentence in the sources {wanted}.{note}",
            spans,
            trace,
        )
    told = (
        f"{len(spans)} sentences {_plural(wanted)}" if len(spans) > 1 else f"One sentence {wanted}"
    )
    missed = _misplaced(aim, account.sections)
    thin = aim.verb is Verb.ADD_SECTION and len(spans) < LEAST_ASKED
    status = OutcomeStatus.PARTLY if missed or thin else OutcomeStatus.DONE
    return _made(aim, status, f"{told}{missed}.{note}", spans, trace)


def _misplaced(aim: ActionTarget, sections: Sequence[Section]) -> str:
    """What the action asks of the place of its sentences and the report does not give; empty where
    nothing is missed."""
    if aim.verb in (Verb.ADD_SECTION, Verb.NEXT_STEPS) and not any(
        aim.action_id in s.action_ids for s in sections
    ):
        return ", too few for a section of their own; they stand in the other sections"
    if aim.comes_first and not _is_mostly(aim, sections, 0):
        return f", but the report begins with another section, “{sections[0].title}”"
    if aim.comes_last and not _is_mostly(aim, sections, len(sections) - 1):
        return f", but the report ends with another section, “{sections[-1].title}”"
    return ""


def _is_mostly(aim: ActionTarget, sections: Sequence[Section], i: int) -> bool:
    """Whether the section was made for the action, or at least half of its sentences serve it."""
    n = sum(span.section == i for span in spans_of(aim, sections))
    return aim.action_id in sections[i].action_ids or (
        n > 0 and 2 * n >= len(sections[i].citations)
    )


def _wanted(aim: ActionTarget) -> str:
    """A predicate in the singular: "mentions retrieval"."""
    terms = (" together with " if aim.together else " or ").join(f"“{t}”" for t in aim.wanted[:4])
    if aim.denied and not aim.terms:
        return (
            "says that it does without "
            f"{' or '.join(f'“{t}”' for t in aim.action.directive.without)}"
        )
    return {
        Verb.NUMBERS: "gives measured results",
        Verb.LIMITATIONS: "states a limit or a failure",
        Verb.NEXT_STEPS: "states an open question",
        Verb.DEFINE: f"defines {terms}" if terms else "gives a definition",
        Verb.CONNECT: "shares key terms with your own papers",
    }.get(
        aim.verb,
        (f"belongs to a paper on {terms}" if aim.together else f"mentions {terms}")
        if terms
        else "fits the action",
    )


def _plural(predicate: str) -> str:
    verb, _, rest = predicate.partition(" ")
    return f"{verb[:-1]} {rest}"


def _why_not(aim: ActionTarget, account: OutcomeEvidence, wanted: str) -> str:
    if aim.verb is Verb.CONNECT and not account.has_profile:
        return "There is no profile, so there are no papers of yours to relate the findings to."
    return (
        f"No sentence that could be quoted from the {counted(len(account.findings.hits), 'paper')} "
        f"found {wanted}."
    )


def _section_trace(aim: ActionTarget, account: OutcomeEvidence) -> tuple[str, ...]:
    return tuple(
        f"Section {i}, “{s.title}”, was written for it."
        for i, s in enumerate(account.sections, 1)
        if aim.action_id in s.action_ids and aim.verb is not Verb.LIST
    )


def _limited(aim: ActionTarget, account: OutcomeEvidence) -> ActionOutcome:
    filters = aim.action.directive.filters
    if filters.is_empty:
        reason = (
            "The action names no year, venue, field or number of citations that a search can be "
            "limited to."
        )
        return _made(aim, OutcomeStatus.NOT_DONE, reason)
    n = account.n_papers_removed.get(aim.action_id, 0)
    on = "the one search" if account.n_queries == 1 else f"all {account.n_queries} searches"
    trace = f"Filter “{filters}” was put on {on}; {counted(n, 'further paper')} removed afterwards."
    if unfit := account.n_unfit.get(aim.action_id, 0):
        reason = (
            f"{counted(unfit, 'cited paper')} of {len(account.cited)} can't be shown to satisfy: "
            f"{filters}."
        )
        return _made(aim, OutcomeStatus.PARTLY, reason, trace=(trace,))
    return _made(
        aim, OutcomeStatus.DONE, f"Every cited paper satisfies: {filters}.", trace=(trace,)
    )


def _excluded(aim: ActionTarget, account: OutcomeEvidence) -> ActionOutcome:
    terms = " or ".join(f"“{t}”" for t in aim.action.directive.terms)
    if not aim.terms:
        return _made(aim, OutcomeStatus.NOT_DONE, "The action names nothing to leave out.")
    n = account.n_papers_removed.get(aim.action_id, 0)
    left = f"{counted(n, 'paper')} about {terms} left out"
    reason = (
        f"{left}."
        if n
        else f"None of the papers found is about {terms}, so none had to be left out."
    )
    return _made(
        aim, OutcomeStatus.DONE, reason, trace=(f"{left} of {len(account.findings.hits)} found.",)
    )


def _skipped(aim: ActionTarget, account: OutcomeEvidence) -> ActionOutcome:
    if aim.verb is Verb.SKIP_DEFINITIONS:
        n, what = account.n_definitions_left_out, "sentences that only define terms"
        reason = (
            f"Left out: {counted(n, 'sentence')} that only define terms."
            if n
            else "No sentence found only defines terms."
        )
    elif aim.terms or aim.parts:
        n, named = (
            account.n_statements_removed.get(aim.action_id, 0),
            " or ".join(aim.action.directive.terms),
        )
        what, reason = f"a section on {named}", f"The report has no section on {named}."
    else:
        return _made(
            aim, OutcomeStatus.NOT_DONE, "The action does not say which section to leave out."
        )
    trace = f"Left out {what}: {counted(n, 'sentence')} of {account.n_statements} not considered."
    return _made(aim, OutcomeStatus.DONE, reason, trace=(trace,))


def _arranged(aim: ActionTarget, account: OutcomeEvidence) -> ActionOutcome:
    n = counted(len(account.sections), "section")
    if aim.verb is Verb.LIST:
        return _made(
            aim,
            OutcomeStatus.DONE,
            f"All text is in bullet points ({n}).",
            trace=(f"{n} written as bullet points.",),
        )
    if aim.verb is Verb.BRIEF:
        size = f"{n}, {sum(len(s.citations) for s in account.sections)} cited sentences."
        return _made(aim, OutcomeStatus.DONE, f"The report was kept short: {size}", trace=(size,))
    trace = (f"Statements in {n} ordered by year of publication, oldest first.",)
    if not account.n_without_year:
        return _made(aim, OutcomeStatus.DONE, "Oldest first within sections.", trace=trace)
    undated = counted(account.n_without_year, "cited paper")
    return _made(
        aim,
        OutcomeStatus.PARTLY,
        f"Oldest first within sections; {undated} without a known year stand last.",
        trace=trace,
    )


def _compared(aim: ActionTarget, account: OutcomeEvidence) -> ActionOutcome:
    for i, section in enumerate(account.sections):
        if section.table and aim.action_id in section.table.action_ids:
            n, spans = len(section.table.rows), spans_of(aim, account.sections)
            searched = search_trace(aim.action_id, account.findings, account.cited)
            trace = (*searched, f"Table with {n} rows in section {i + 1}, “{section.title}”.")
            missing, told = _missing_of_table(aim, section.table)
            status = OutcomeStatus.PARTLY if missing else OutcomeStatus.DONE
            return _made(
                aim, status, f"A table sets {n} papers side by side{missing or told}.", spans, trace
            )
    reason = (
        "Fewer than three papers say two of these: what they do, on what, and what came out. That "
        "is too few for a table."
    )
    return _made(aim, OutcomeStatus.NOT_DONE, reason)


def _missing_of_table(aim: ActionTarget, table: Table) -> tuple[str, str]:
    """What the table was to hold and does not, and which of its rows hold what was asked; either
    may be empty."""
    naming = sum(
        aim.names(frozenset(content_stems(" ".join(c.text for c in row)))) for row in table.rows
    )
    if aim.terms and not naming:
        return f", but none of its rows {_wanted(aim)}", ""
    held = set(content_stems(" ".join(table.columns))) | _COLUMNS_HOLD
    if missing := [f"“{term}”" for term in aim.columns if not held & set(content_stems(term))]:
        return f", but none of its columns is on {' or '.join(missing)}", ""
    told = f"; {naming} of its rows {_wanted(aim) if naming == 1 else _plural(_wanted(aim))}"
    return "", told if aim.terms else ""
