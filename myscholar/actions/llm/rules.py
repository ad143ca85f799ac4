"""What is wrong with an answer, in sentences that its model can mend it by. Source: MySQA D.3,
Table 9."""

from collections import Counter
from collections.abc import Sequence

from myscholar.actions.checks import check_actions
from myscholar.actions.interpret import clause_of
from myscholar.actions.llm.reading import (
    VERBS_OF,
    candidate_of,
    filters_in,
    part_ways,
    readable,
    sentence_of,
    shown_already,
)
from myscholar.actions.llm.replies import Proposal, Proposals
from myscholar.actions.llm.showing import PromptSituation, shown_ids
from myscholar.actions.wording import MAX_TEXT_WORDS, MAX_TLDR_WORDS, has_form, n_words
from myscholar.domain.actions import Action, Stage, Verb
from myscholar.text.lexicons import pattern
from myscholar.text.question import QuestionAnalysis

SPARE = 2
"""So many faulty proposals of a list are left out or flagged; only with more of them the whole list
is asked for again. By hand."""
_HEDGE = pattern("action_words.hedge")
_OWN_WORK = pattern("wishes.own_work")


def problems_of(
    reply: Proposals,
    stages: Sequence[Stage],
    situation: PromptSituation,
    analysis: QuestionAnalysis,
) -> tuple[str, ...]:
    """Empty if the list can be shown, after at most SPARE proposals are left out or flagged."""
    whole = _of_list(reply.proposals, stages, situation)
    faulty = _of_proposals(reply.proposals, situation, analysis)
    if not whole and len(faulty) <= SPARE:
        return ()
    return (*whole, *(f"{label}: {' '.join(said)}" for label, said in faulty.items()))


def _of_list(
    proposals: Sequence[Proposal], stages: Sequence[Stage], situation: PromptSituation
) -> tuple[str, ...]:
    if not proposals:
        return ("There are no proposals.",)
    if situation.like is not None:
        return ()
    if Stage.SEARCH_ADD not in stages:
        saves = any(p.saves_time for p in proposals)
        return () if saves else ("No proposal has saves_time; at least one should.",)
    if situation.reader is None or any(p.wild_card for p in proposals):
        return ()
    return ("No proposal is the wild card; exactly one should be.",)


def _of_proposals(
    proposals: Sequence[Proposal], situation: PromptSituation, analysis: QuestionAnalysis
) -> dict[str, tuple[str, ...]]:
    """What is wrong with single proposals, by "STAGE NUMBER"."""
    actions = [_as_action(i, p, situation) for i, p in enumerate(proposals)]
    checked = check_actions([a for a in actions if a], analysis)
    flags = {a.action_id: [f for f in a.flags if not f.origin] for a in checked}
    numbers = Counter[Stage]()
    found = {}
    for proposal, action in zip(proposals, actions, strict=True):
        numbers[proposal.stage] += 1
        said = [
            *_of_form(proposal),
            *_of_verb(proposal),
            *_of_reader(proposal, situation),
            *(flag.reason for flag in (flags[action.action_id] if action else ())),
        ]
        if action and shown_already(action.tldr, situation.known):
            said.append("It is on the reader's screen already.")
        if said:
            found[f"{proposal.stage.value} {numbers[proposal.stage]}"] = tuple(said)
    return found


def _as_action(i: int, proposal: Proposal, situation: PromptSituation) -> Action | None:
    """None for one that says nothing, or more than an action holds: what is wrong with it can be
    seen from its length."""
    candidate = candidate_of(proposal, inferences=shown_ids(situation.reader), model="model")
    if not readable(candidate):
        return None
    return candidate.action(f"a{i}", personalized=False, enabled=False)


def _of_form(proposal: Proposal) -> list[str]:
    text, tldr = sentence_of(proposal.strategy), proposal.tldr
    found = []
    if not has_form(text):
        found.append('The strategy is not of the form "I can ..., which might help you ...".')
    if n_words(text) > MAX_TEXT_WORDS:
        found.append(f"The strategy has {n_words(text)} words; {MAX_TEXT_WORDS - 1} are the most.")
    if not 0 < n_words(tldr) <= MAX_TLDR_WORDS:
        found.append(f"The tldr has {n_words(tldr)} words; four to ten are asked for.")
    return found


def _of_verb(proposal: Proposal) -> list[str]:
    stage, verb = proposal.stage, proposal.verb
    if verb not in VERBS_OF[stage]:
        return [f"The verb {verb.value} is not one of its stage."]
    if part_ways(proposal):
        return [f"The words and the verb {verb.value} say different things."]
    if verb is Verb.LIMIT and filters_in(proposal).is_empty:
        return [
            "No limit can be read off its words: name years, venues, a number of citations, a "
            "field of study or open access."
        ]
    if stage is Stage.SEARCH_ADD and not _HEDGE.search(clause_of(proposal.strategy)):
        return ["It promises papers that may not exist: hedge it."]
    return []


def _of_reader(proposal: Proposal, situation: PromptSituation) -> list[str]:
    if situation.reader is None:
        theirs = proposal.verb is Verb.CONNECT or _OWN_WORK.search(clause_of(proposal.strategy))
        return ["It speaks of papers of the reader, of whom nothing is known."] if theirs else []
    n, number = len(shown_ids(situation.reader)), proposal.inference_number
    if number is not None and not 1 <= number <= n:
        return [f"There is no inference {number}; they are numbered from 1 to {n}."]
    return []
