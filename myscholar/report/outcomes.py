"""What became of each action, said with what shows it: spans of the text, or the trace of a search,
a filter or an omission. Both engines give evidence; what follows from it is decided here.

A digest knows from its making what it looked for and left out. Of a model's report the text is
looked through: its claim to have carried an action out counts only as far as the text shows it.
Source: MySQA §2.3, Table 9 (IGNORE).
"""

import re
from collections.abc import Sequence, Set

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.evidence import ActionId, QueryKind
from myscholar.domain.model import Frozen
from myscholar.domain.papers import PaperId
from myscholar.domain.report import ActionOutcome, Findings, OutcomeStatus, Section
from myscholar.domain.text import counted, shorten
from myscholar.report.fulfilment import is_table_for, with_flags
from myscholar.report.outcome_evidence import (
    ActionEvidence,
    OutcomeEvidence,
    SoughtSentences,
    conclude,
)
from myscholar.report.traced_outcomes import TRACED
from myscholar.text.lexicons import pattern

ENOUGH = 2
"""Sentences of a digest from which an action that asks for sentences counts as done; by hand."""
FEWEST_WORDS = 12
"""Words of an action's marked spans below which it counts as partly carried out; by hand."""
_NO_MEASURE = pattern("reports.no_measure")
_AS_SEARCHED = (
    " The words of the action were used as a search and as a focus; nothing else in it could be "
    "executed."
)
_SEARCHING = (Stage.SEARCH_ADD, Stage.SEARCH_REFINE)
_WITH_SECTION = (Verb.ADD_SECTION, Verb.NEXT_STEPS, Verb.CONNECT)
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
    actions, made = [own.action for own in evidence.actions], list[ActionOutcome]()
    for own in evidence.actions:
        outcome = _outcome(own, evidence)
        more = said.get(outcome.action_id, "") if outcome.status is _NOT else ""
        made.append(outcome.model_copy(update={"reason": f"{outcome.reason}{more}"}))
    return with_flags(actions, made, evidence.sections)


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
    trace = (
        *search_trace(own.action.action_id, evidence.findings, evidence.cited),
        *(
            f"Section {i}, “{s.title}”, was written for it."
            for i, s in enumerate(evidence.sections, 1)
            if _is_own(s, own.action)
        ),
    )
    if own.sought:
        status, reason = _in_sentences(own, own.sought, evidence, is_traced=bool(trace))
    else:
        status, reason = _in_marked_words(own, evidence, is_traced=bool(trace))
    spans = own.spans if status is not _NOT else ()
    return conclude(own, status, reason, *trace, spans=spans)


def _is_own(section: Section, action: Action) -> bool:
    return action.action_id in section.action_ids and (
        action.directive.verb in _WITH_SECTION or action.stage is Stage.ORGANIZATION
    )


def _compared(own: ActionEvidence, evidence: OutcomeEvidence) -> ActionOutcome | None:
    """By a table; None where a model's report has none and its words decide."""
    action_id = own.action.action_id
    for i, section in enumerate(evidence.sections, 1):
        if section.table and is_table_for(action_id, section):
            n, where = len(section.table.rows), f"section {i}, “{section.title}”."
            said = f"A table sets {counted(n, 'paper')} side by side"
            if not own.sought:
                trace = f"Table with {counted(n, 'paper')} in {where}"
                return conclude(own, _DONE, f"{said}.", trace, spans=own.spans)
            lacks = own.sought.lacks_in_table
            return conclude(
                own,
                _PARTLY if lacks else _DONE,
                f"{said}{lacks or own.sought.has_in_table}.",
                *search_trace(action_id, evidence.findings, evidence.cited),
                f"Table with {n} rows in {where}",
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


def _in_sentences(
    own: ActionEvidence, sought: SoughtSentences, evidence: OutcomeEvidence, *, is_traced: bool
) -> tuple[OutcomeStatus, str]:
    """A digest: done with at least ENOUGH sentences that serve the action, partly with fewer."""
    n, wanted, verb = len(own.spans), sought.predicate, own.verb
    if not n and verb is Verb.FOCUS and is_traced:
        said = f"Such papers were searched for, but no sentence that could be quoted {wanted}."
        return _PARTLY, said
    if not n and verb is Verb.CONNECT and evidence.digest and not evidence.digest.has_profile:
        said = "There is no profile, so there are no papers of yours to relate the findings to."
        return _NOT, said
    if not n:
        papers = counted(len(evidence.findings.hits), "paper")
        return _NOT, f"No sentence that could be quoted from the {papers} found {wanted}."
    note = _AS_SEARCHED if verb is Verb.FREE else ""
    # one definition a term
    enough = min(ENOUGH, max(1, sought.n_terms)) if verb is Verb.DEFINE else ENOUGH
    if n < enough:
        return _PARTLY, f"Only one sentence in the sources {wanted}.{note}"
    told = f"{n} sentences {plural(wanted)}" if n > 1 else f"One sentence {wanted}"
    status = _PARTLY if sought.misplaced or n < sought.least else _DONE
    return status, f"{told}{sought.misplaced}.{note}"


def plural(predicate: str) -> str:
    """ "mentions retrieval" -> "mention retrieval"."""
    verb, _, rest = predicate.partition(" ")
    return f"{verb[:-1]} {rest}"


def _in_marked_words(
    own: ActionEvidence, evidence: OutcomeEvidence, *, is_traced: bool
) -> tuple[OutcomeStatus, str]:
    """A model's report: marked spans of the right kind, a section of its own, or papers that the
    action's searches brought."""
    n_doubted = counted(own.n_doubted, "marked span")
    aside = f"{n_doubted} not counted, as the citations don't bear out the words."
    if not own.spans:
        return (_NOT, aside) if own.n_doubted else _without_words(own, evidence, is_traced)
    texts = [evidence.sections[s.section].text[s.start : s.end] for s in own.spans]
    has_section = any(_is_own(s, own.action) for s in evidence.sections)
    status = _PARTLY
    if own.verb is Verb.NUMBERS and not any(
        re.search(r"\d", _NO_MEASURE.sub("", t)) for t in texts
    ):
        status, said = _NOT, "The words marked for it hold no measured result."
    elif own.wants_table and not any(s.table for s in evidence.sections):
        said = "The comparison is made in the text, without a table."
    elif own.verb is Verb.ADD_SECTION and not has_section:
        said = "Passages in other sections take it up; it has no section of its own."
    elif sum(len(re.findall(r"\w+", t)) for t in texts) < FEWEST_WORDS:
        said = "Only a few words carry it out."
    else:
        n, n_sections = len(own.spans), len({s.section for s in own.spans})
        where = f"{counted(n, 'marked span')} in {counted(n_sections, 'section')}"
        status, said = _DONE, f"{where} {'carry' if n > 1 else 'carries'} it out."
    return status, f"{said} {aside}" if own.n_doubted else said


def _without_words(
    own: ActionEvidence, evidence: OutcomeEvidence, is_traced: bool
) -> tuple[OutcomeStatus, str]:
    if any(_is_own(s, own.action) for s in evidence.sections):
        said = "A section was written for it, but none of its words are marked as carrying it out."
        return _PARTLY, said
    if not is_traced:
        return _NOT, "No words of the report carry it out."
    is_search = own.action.stage in _SEARCHING
    if is_search and (brought := _brought_in(own.action, evidence)):
        return _DONE, brought
    said = "It was searched for, but no words of the report are marked as carrying it out."
    return _PARTLY if is_search else _NOT, said


def _brought_in(action: Action, evidence: OutcomeEvidence) -> str:
    """How many of the cited papers the action's own searches found, and how many of them no other
    search did; empty where none."""
    cited = evidence.cited
    own, others = set[PaperId](), set[PaperId]()
    for result in evidence.findings.results:
        found = own if action.action_id in result.record.query.action_ids else others
        found.update(h.paper.paper_id for h in result.hits)
    if not cited & own:
        return ""
    alone = len(cited & own - others) or "none"
    return f"Its search found {len(cited & own)} of the cited papers, {alone} of them alone."


def search_trace(action_id: ActionId, findings: Findings, cited: Set[PaperId]) -> tuple[str, ...]:
    """For each query of the action: how many papers it found, how many of them the question's own
    searches had not, how many are cited."""
    found: dict[str, set[PaperId]] = {}
    asked = set[PaperId]()
    for result in findings.results:
        query, papers = result.record.query, {h.paper.paper_id for h in result.hits}
        if action_id in query.action_ids:
            found.setdefault(query.text, set()).update(papers)
        if query.kind is not QueryKind.ACTION:
            asked |= papers
    return tuple(
        f"Search “{text}” found {counted(len(papers), 'paper')}, {_newness(papers, asked, cited)}."
        for text, papers in found.items()
    )


def _newness(papers: Set[PaperId], asked: Set[PaperId], cited: Set[PaperId]) -> str:
    new, n_cited = papers - asked, len(papers & cited)
    are = f"{n_cited} {'is' if n_cited == 1 else 'are'} cited"
    if papers and not new:
        return f"all of them found by the question's own searches too; {are}"
    return (
        f"{len(new)} of them new beside the question's own searches; {are}, {len(new & cited)} "
        "of the new ones"
    )
