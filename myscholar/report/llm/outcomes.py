"""What became of each action in a report that a model wrote: said with the spans that survive the
checks, or with the trace of a search, a filter or an omission. A model's claim to have carried an
action out counts only as far as the text shows it. Source: MySQA §2.3, Table 9 (IGNORE).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import (
    ActionOutcome,
    Findings,
    OutcomeSpan,
    OutcomeStatus,
    Reference,
    Section,
)
from myscholar.domain.text import counted, shorten
from myscholar.report.cues import SentenceRole, cues_of
from myscholar.report.fulfilment import with_flags
from myscholar.report.llm.lexical import statements
from myscholar.report.llm.table import wants_table
from myscholar.report.search_trace import search_trace
from myscholar.text.terms import content_stems

BRIEF_WORDS = 1400
"""Words of a report that counts as kept short."""
FEWEST_WORDS = 12
"""Words of the spans of an action below which it counts as partly carried out."""
_WORD = re.compile(r"\w+")
_HOLDS_NOTHING = re.compile(
    r"\b(?:sources?|quotes?|papers?|passages?)\b[^.;:]{0,30}\b(?:give|report|state|hold|contain"
    r"|offer|say|show|name|test|include)s? (?:no|none|nothing|neither)\b"
    r"|\b(?:no|none of the|none of these) (?:source|quote|paper|passage)s?\b"
    r"|\bno [\w -]{1,40} (?:is|are|was|were) (?:given|reported|stated|found|named)\b",
    re.IGNORECASE,
)
"""A sentence that says of an action that there is nothing for it."""
_COUNTED = re.compile(
    r"\[\d+\]|\(\d{4}\)|\b\d+ (?:[\w-]+ ){0,2}(?:methods|models|baselines|systems|papers"
    r"|stud(?:ies|y)|sources)\b",
    re.IGNORECASE,
)
"""Numbers that measure nothing: citations, years, how many were compared."""
_SEARCHING = (Stage.SEARCH_ADD, Stage.SEARCH_REFINE)
_DONE, _PARTLY, _NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE


@dataclass(frozen=True)
class WrittenEvidence:
    """The assembled report and what was searched for it. `n_left_out`: papers kept out for an
    action's sake."""

    sections: tuple[Section, ...]
    references: tuple[Reference, ...]
    findings: Findings
    n_left_out: Mapping[ActionId, int] = field(default_factory=dict)


class Declined(Frozen):
    """An action that a model says it can't carry out, and why, in its own words."""

    action_id: ActionId
    reason: str


def outcomes(
    actions: Sequence[Action], account: WrittenEvidence, *, declined: Sequence[Declined] = ()
) -> tuple[ActionOutcome, ...]:
    """One outcome an action, in their order. Where a model declined, its reason is added, labelled
    as its words."""
    said = {d.action_id: d.reason for d in declined}
    made = (_RULES.get(a.directive.verb, _served)(a, account) for a in actions)
    doubted = with_flags(actions, made, account.sections)
    return tuple(_with_reason(outcome, said.get(outcome.action_id, "")) for outcome in doubted)


def mendable(actions: Sequence[Action], made: Sequence[ActionOutcome]) -> tuple[Action, ...]:
    """Actions that a passage of text could still carry out, those that the reader cares most about
    first."""
    status = {o.action_id: o.status for o in made}
    shown = {o.action_id for o in made if o.spans}
    left = [
        a
        for a in actions
        if a.directive.verb not in _TRACED
        and status.get(a.action_id) is not _DONE
        and a.action_id not in shown
    ]
    return tuple(sorted(left, key=lambda a: not a.emphasis))


def _with_reason(outcome: ActionOutcome, said: str) -> ActionOutcome:
    if not said or outcome.status is not _NOT:
        return outcome
    return outcome.model_copy(
        update={"reason": f"{outcome.reason} The model says: “{shorten(said, 240)}”"}
    )


def _made(
    action: Action,
    status: OutcomeStatus,
    reason: str,
    spans: Sequence[OutcomeSpan] = (),
    trace: Sequence[str] = (),
) -> ActionOutcome:
    return ActionOutcome(
        action_id=action.action_id,
        status=status,
        spans=tuple(spans),
        trace=tuple(trace),
        reason=reason,
    )


def _spans(action: Action, account: WrittenEvidence) -> tuple[list[OutcomeSpan], int]:
    """The action's highlights without those that say only that there is nothing for it, and without
    those that mostly cover words which their citations do not bear out; and how many these last
    are."""
    kept, doubted = [], 0
    for i, section in enumerate(account.sections):
        wrong = [
            (d.start, d.end)
            for d in section.doubts
            if d.flag.error_type is ErrorType.FACTUAL and d.flag.severity is Severity.WARNING
        ]
        for h in section.highlights:
            if h.action_id != action.action_id or _says_nothing(section.text[h.start : h.end]):
                continue
            covered = sum(max(0, min(h.end, end) - max(h.start, start)) for start, end in wrong)
            if 2 * covered > h.end - h.start:
                doubted += 1
            else:
                kept.append(OutcomeSpan(section=i, start=h.start, end=h.end))
    return kept, doubted


def _says_nothing(text: str) -> bool:
    return all(_HOLDS_NOTHING.search(s.span.of(text)) for s in statements(text))


def _served(action: Action, account: WrittenEvidence) -> ActionOutcome:
    """Actions that words serve: marked spans of the right kind, a section of its own, or papers
    that its searches brought."""
    spans, doubted = _spans(action, account)
    found = search_trace(
        action.action_id, account.findings, {r.paper.paper_id for r in account.references}
    )
    trace = (*found, *_own_sections(action, account))
    aside = (
        f" {counted(doubted, 'marked span')} not counted, as the citations don't bear out the "
        "words."
        if doubted
        else ""
    )
    if not spans:
        return _without_spans(action, trace, aside, account)
    texts = [account.sections[s.section].text[s.start : s.end] for s in spans]
    if action.directive.verb is Verb.NUMBERS and not any(
        re.search(r"\d", _COUNTED.sub("", t)) for t in texts
    ):
        return _made(
            action, _NOT, f"The words marked for it hold no measured result.{aside}", trace=trace
        )
    if lacking := _wrong_kind(action, account):
        return _made(action, _PARTLY, f"{lacking}{aside}", spans, trace)
    n_sections = len({s.section for s in spans})
    where = f"{counted(len(spans), 'marked span')} in {counted(n_sections, 'section')}"
    if sum(len(_WORD.findall(t)) for t in texts) < FEWEST_WORDS:
        return _made(action, _PARTLY, f"Only a few words carry it out.{aside}", spans, trace)
    return _made(
        action,
        _DONE,
        f"{where} carry it out.{aside}" if len(spans) > 1 else f"{where} carries it out.{aside}",
        spans,
        trace,
    )


def _without_spans(
    action: Action, trace: Sequence[str], aside: str, account: WrittenEvidence
) -> ActionOutcome:
    if aside:
        return _made(action, _NOT, aside.strip(), trace=trace)
    if _own_sections(action, account):
        return _made(
            action,
            _PARTLY,
            "A section was written for it, but none of its words are marked as carrying it out.",
            trace=trace,
        )
    if not trace:
        return _made(action, _NOT, "No words of the report carry it out.")
    if action.stage in _SEARCHING and (brought := _brought_in(action, account)):
        return _made(action, _DONE, brought, trace=trace)
    status = _PARTLY if action.stage in _SEARCHING else _NOT
    return _made(
        action,
        status,
        "It was searched for, but no words of the report are marked as carrying it out.",
        trace=trace,
    )


def _brought_in(action: Action, account: WrittenEvidence) -> str:
    """How many of the cited papers the action's own searches found, and how many of them no other
    search did; empty where none."""
    cited = {r.paper.paper_id for r in account.references}
    own, others = set[PaperId](), set[PaperId]()
    for result in account.findings.results:
        (own if action.action_id in result.record.query.action_ids else others).update(
            h.paper.paper_id for h in result.hits
        )
    alone = len(cited & own - others)
    return (
        f"Its search found {len(cited & own)} of the cited papers, {alone or 'none'} of them alone."
        if cited & own
        else ""
    )


def _wrong_kind(action: Action, account: WrittenEvidence) -> str:
    """What the marked words lack of the form that the action asks for; empty when nothing."""
    if wants_table(action) and not any(s.table for s in account.sections):
        return "The comparison is made in the text, without a table."
    if action.directive.verb is Verb.ADD_SECTION and not _own_sections(action, account):
        return "Passages in other sections take it up; it has no section of its own."
    return ""


def _own_sections(action: Action, account: WrittenEvidence) -> tuple[str, ...]:
    if (
        action.directive.verb not in (Verb.ADD_SECTION, Verb.NEXT_STEPS, Verb.CONNECT)
        and action.stage is not Stage.ORGANIZATION
    ):
        return ()
    return tuple(
        f"Section {i}, “{s.title}”, was written for it."
        for i, s in enumerate(account.sections, 1)
        if action.action_id in s.action_ids
    )


def _compared(action: Action, account: WrittenEvidence) -> ActionOutcome:
    for i, section in enumerate(account.sections, 1):
        if section.table and (
            action.action_id in section.table.action_ids or action.action_id in section.action_ids
        ):
            n = counted(len(section.table.rows), "paper")
            trace = (f"Table with {n} in section {i}, “{section.title}”.",)
            spans, _ = _spans(action, account)
            return _made(action, _DONE, f"A table sets {n} side by side.", spans, trace)
    return _served(action, account)


def _limited(action: Action, account: WrittenEvidence) -> ActionOutcome:
    filters = action.directive.filters
    if filters.is_empty:
        return _served(action, account)
    wrong = [r.number for r in account.references if not filters.accepts(r.paper)]
    n = len(account.references)
    trace = (f"Checked against {counted(n, 'cited paper')}: {filters}.",)
    if not wrong:
        return _made(action, _DONE, f"Every cited paper satisfies: {filters}.", trace=trace)
    numbers = ", ".join(f"[{i}]" for i in wrong[:6])
    status = _PARTLY if len(wrong) < n else _NOT
    return _made(
        action,
        status,
        f"{len(wrong)} of {counted(n, 'cited paper')} do not satisfy it or can't be checked: "
        f"{numbers}.",
        trace=trace,
    )


def _excluded(action: Action, account: WrittenEvidence) -> ActionOutcome:
    terms = [t for t in action.directive.terms if content_stems(t)]
    if not terms:
        return _served(action, account)
    about = " or ".join(f"“{t}”" for t in terms)
    wrong = [r.number for r in account.references if any(_names(r.paper, t) for t in terms)]
    left_out = account.n_left_out.get(action.action_id, 0)
    trace = (
        f"{counted(left_out, 'paper')} left out for it; the titles of "
        f"{counted(len(account.references), 'cited paper')} looked through.",
    )
    if not wrong:
        return _made(action, _DONE, f"No cited paper has {about} in its title.", trace=trace)
    return _made(
        action,
        _PARTLY,
        f"Still cited although about {about}: {', '.join(f'[{i}]' for i in wrong[:6])}.",
        trace=trace,
    )


def _names(paper: Paper, term: str) -> bool:
    return set(content_stems(term)) <= set(content_stems(paper.title))


def _skipped_section(action: Action, account: WrittenEvidence) -> ActionOutcome:
    what = " or ".join(f"“{t}”" for t in action.directive.terms[:1]) or "it"
    unwanted = [set(content_stems(t)) for t in action.directive.terms[:1]]
    kept = [
        i
        for i, s in enumerate(account.sections, 1)
        if any(w and w <= set(content_stems(s.title)) for w in unwanted)
    ]
    trace = (
        f"The report's {counted(len(account.sections), 'section')}: "
        f"{'; '.join(s.title for s in account.sections)}.",
    )
    if kept:
        return _made(action, _NOT, f"Section {kept[0]} is still about {what}.", trace=trace)
    return _made(action, _DONE, f"No section is titled {what}.", trace=trace)


def _skipped_definitions(action: Action, account: WrittenEvidence) -> ActionOutcome:
    found = [
        (s.span.of(section.text), section)
        for section in account.sections
        for s in statements(section.text)
    ]
    defining = [text for text, _ in found if SentenceRole.DEFINITION in cues_of(text)]
    trace = (
        f"Looked for definitions in {counted(len(found), 'sentence')}; found {len(defining)}.",
    )
    if not defining:
        return _made(action, _DONE, "No sentence of the report defines a term.", trace=trace)
    said = (
        f"{counted(len(defining), 'sentence')} may still define a term, for example "
        f"“{shorten(defining[0], 120)}”"
    )
    return _made(action, _PARTLY if len(defining) <= 3 else _NOT, said, trace=trace)


def _listed(action: Action, account: WrittenEvidence) -> ActionOutcome:
    lines = [line for s in account.sections for line in s.text.split("\n") if line.strip()]
    n = sum(line.startswith("- ") for line in lines)
    trace = (f"{n} of {counted(len(lines), 'paragraph')} and list items are list items.",)
    status = _DONE if 2 * n >= len(lines) else _PARTLY if n else _NOT
    reason = {
        _DONE: "Most of the text is in bullet points.",
        _PARTLY: "Only part of the text is in bullet points.",
    }
    return _made(
        action, status, reason.get(status, "None of the text is in bullet points."), trace=trace
    )


def _kept_short(action: Action, account: WrittenEvidence) -> ActionOutcome:
    n = sum(len(_WORD.findall(s.text)) for s in account.sections)
    trace = (f"{counted(len(account.sections), 'section')}, {n:,} words.",)
    if n <= BRIEF_WORDS:
        return _made(action, _DONE, f"The report was kept to {n:,} words.", trace=trace)
    return _made(
        action,
        _PARTLY,
        f"The report has {n:,} words, more than the {BRIEF_WORDS:,} of a short one.",
        trace=trace,
    )


def _in_order(action: Action, account: WrittenEvidence) -> ActionOutcome:
    year = {r.number: r.paper.year for r in account.references}
    pairs = [
        (year[a.number], year[b.number])
        for s in account.sections
        for a, b in pairwise(sorted(s.citations, key=lambda c: c.start))
    ]
    known = [(a, b) for a, b in pairs if a and b]
    rising = sum(a <= b for a, b in known)
    trace = (
        f"{rising} of {len(known)} steps from one citation to the next go forward in time or stay "
        "in a year.",
    )
    if known and rising >= 0.8 * len(known):
        return _made(action, _DONE, "Within sections the older work comes first.", trace=trace)
    status = _PARTLY if 2 * rising >= len(known) and known else _NOT
    return _made(action, status, "Sections follow their argument more than the years.", trace=trace)


_TRACED: dict[Verb, Callable[[Action, WrittenEvidence], ActionOutcome]] = {
    Verb.LIMIT: _limited,
    Verb.EXCLUDE: _excluded,
    Verb.SKIP_SECTION: _skipped_section,
    Verb.SKIP_DEFINITIONS: _skipped_definitions,
    Verb.LIST: _listed,
    Verb.BRIEF: _kept_short,
    Verb.ORDER_BY_YEAR: _in_order,
}
"""Verbs whose outcome shows in the whole report and which no added passage could carry out."""
_RULES = _TRACED | {Verb.COMPARE: _compared}
