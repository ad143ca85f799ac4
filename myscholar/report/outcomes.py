"""What became of each action, said with what shows it: spans of the text, or the trace of a search,
a filter or an omission. Both engines give evidence; what follows from it is decided here.

A digest knows from its making what it looked for and left out. Of a model's report the text is
looked through: its claim to have carried an action out counts only as far as the text shows it, and
a judge's word can only make it less.
Source: MySQA §2.3, Table 9 (IGNORE).
"""

from collections.abc import Sequence

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.model import Frozen
from myscholar.domain.report import ActionOutcome, OutcomeStatus, Table
from myscholar.domain.text import counted, shorten
from myscholar.report.action_searches import search_trace
from myscholar.report.fulfilment import check_fulfilment, is_table_for, judged_flags
from myscholar.report.marked_outcomes import admitted, as_judged, in_marked_words
from myscholar.report.outcome_evidence import ActionEvidence, Finding, OutcomeEvidence, conclude
from myscholar.report.sentence_outcomes import in_sentences
from myscholar.report.traced_outcomes import TRACED

LEAST_FILLED = 0.5
"""Share of a column's cells that a paper must bear out; by hand."""
_DONE, _PARTLY, _NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE


class Declined(Frozen):
    """An action that a model says it can't carry out, and why, in its own words."""

    action_id: ActionId
    reason: str


def outcomes(
    evidence: OutcomeEvidence, *, declined: Sequence[Declined] = ()
) -> tuple[ActionOutcome, ...]:
    """One outcome an action, in their order. Where a model declined, its reason is added, labelled
    as its words."""
    said = {d.action_id: f" The model says: “{shorten(d.reason, 240)}”" for d in declined}
    made = list[ActionOutcome]()
    for own in evidence.actions:
        outcome = _outcome(own, evidence)
        more = said.get(outcome.action_id, "") if outcome.status is _NOT else ""
        update = {"reason": f"{outcome.reason}{more}", "flags": judged_flags(own)}
        made.append(outcome.model_copy(update=update))
    return check_fulfilment([own.action for own in evidence.actions], made, evidence.sections)


def mendable(actions: Sequence[Action], made: Sequence[ActionOutcome]) -> tuple[Action, ...]:
    """Actions that a passage of text could still carry out, those that the reader cares most about
    first."""
    settled = {o.action_id for o in made if o.spans or o.status is _DONE}
    left = [a for a in actions if a.directive.verb not in TRACED and a.action_id not in settled]
    return tuple(sorted(left, key=lambda a: not a.emphasis))


def _outcome(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome:
    if (rule := TRACED.get(own.verb)) and (made := rule(own, evidence)):
        return made
    if own.verb is Verb.COMPARE and (made := _compared(own, evidence)):
        return made
    found = (
        in_sentences(own, own.sought, evidence) if own.sought else in_marked_words(own, evidence)
    )
    trace = search_trace(own.action.action_id, evidence.findings, evidence.cited)
    if own.own_section is not None:
        trace = (*trace, f"{evidence.name_of(own.own_section)}, was written for it.")
    spans = own.spans if found.status is not _NOT else ()
    return conclude(own, found.status, found.said, *trace, spans=spans)


def _compared(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome | None:
    """By a table; None where a model's report has none and its words decide."""
    action_id = own.action.action_id
    for i, section in enumerate(evidence.sections):
        if section.table and is_table_for(action_id, section):
            papers = counted(len(section.table.rows), "paper")
            lacks = own.sought.lacks_in_table if own.sought else _sparse_column(section.table)
            has = own.sought.has_in_table if own.sought else ""
            said = f"{evidence.name_of(i)}, has a table of {papers} side by side{lacks or has}."
            found = as_judged(own, Finding(_PARTLY if lacks else _DONE, said))
            if own.admissions:
                found = found.at_most(admitted(own, evidence))
            return conclude(
                own,
                *found,
                *search_trace(action_id, evidence.findings, evidence.cited),
                f"Table with {papers} in section {i + 1}, “{section.title}”.",
                spans=own.spans,
            )
    if own.sought is None:
        return None
    return conclude(
        own,
        _NOT,
        "Fewer than three papers say two of these: what they do, on what, and what came out. That "
        "is too few for a table.",
    )


def _sparse_column(table: Table) -> str:
    """As the end of a sentence, the column of which the papers say least, if that is too little."""
    n = len(table.rows)
    filled = {
        i: sum(bool(row[i].evidence) for row in table.rows) for i in range(1, len(table.columns))
    }
    least = min(filled, key=lambda i: filled[i], default=None)
    if least is None or filled[least] >= LEAST_FILLED * n:
        return ""
    told = f"only {filled[least]}" if filled[least] else "none"
    return f", but “{table.columns[least]}” is told of {told} of them"
