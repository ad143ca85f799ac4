"""What became of an action that asks a digest for sentences."""

from myscholar.domain.actions import Verb
from myscholar.domain.report import OutcomeStatus
from myscholar.domain.text import counted
from myscholar.report.action_searches import adds_to_search, judge_search
from myscholar.report.outcome_evidence import (
    ActionEvidence,
    Finding,
    OutcomeEvidence,
    SoughtSentences,
)

ENOUGH = 2
"""Sentences of a digest from which an action that asks for sentences counts as done; by hand."""
_AS_SEARCHED = " Its words were searched for and preferred; nothing else in it could be executed."
_DONE, _PARTLY, _NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE


def in_sentences(
    own: ActionEvidence, sought: SoughtSentences, evidence: OutcomeEvidence
) -> Finding:
    """Done with at least ENOUGH sentences that serve the action, partly with fewer."""
    n, wanted = sought.n_plain, sought.predicate
    if not own.spans or (not n and own.verb is Verb.DEFINE):
        return _without_sentences(own, sought, evidence)
    note = _AS_SEARCHED if own.verb is Verb.FREE else ""
    # one definition a term
    enough = min(ENOUGH, max(1, sought.n_terms)) if own.verb is Verb.DEFINE else ENOUGH
    if not n:
        near = f"{counted(len(own.spans), 'sentence')} of the sources come near"
        found = Finding(_PARTLY, f"No sentence {wanted} as a whole; {near}.{note}")
    elif n < enough:
        found = Finding(_PARTLY, f"Only one sentence in the sources {wanted}.{note}")
    else:
        told = f"{n} sentences {plural(wanted)}" if n > 1 else f"One sentence {wanted}"
        status = _PARTLY if sought.misplaced or n < sought.least else _DONE
        found = Finding(status, f"{told}{sought.misplaced}.{note}")
    if adds_to_search(own):
        return found.at_most(judge_search(own, evidence, has_words=True))
    return found


def _without_sentences(
    own: ActionEvidence, sought: SoughtSentences, evidence: OutcomeEvidence
) -> Finding:
    if own.verb is Verb.CONNECT and evidence.digest and not evidence.digest.has_profile:
        said = "There is no profile, so there are no papers of yours to relate the findings to."
        return Finding(_NOT, said)
    papers = counted(len(evidence.findings.hits), "paper")
    said = f"No sentence that could be quoted from the {papers} found {sought.predicate}."
    if own.verb is Verb.FOCUS:
        searched = judge_search(own, evidence, has_words=False)
        brought = searched.status is _DONE
        return Finding(_PARTLY if brought else _NOT, f"{said} {searched.said}")
    return Finding(_NOT, said)


def plural(predicate: str) -> str:
    """ "mentions retrieval" -> "mention retrieval"."""
    verb, _, rest = predicate.partition(" ")
    return f"{verb[:-1]} {rest}"
