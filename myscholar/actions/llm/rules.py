"""What is wrong with an answer, in sentences that its model can mend it by. Source: MySQA D.3,
Table 9."""

from collections import Counter

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
from myscholar.actions.llm.replies import (
    GenericReply,
    PersonalizedReply,
    PersonalProposal,
    Proposal,
    Reply,
    by_stage,
)
from myscholar.actions.llm.showing import PromptSituation, shown_ids
from myscholar.actions.wording import MAX_TEXT_WORDS, MAX_TLDR_WORDS, has_form, n_words
from myscholar.domain.actions import Action, Category, Stage, Verb
from myscholar.domain.profile import Profile
from myscholar.text.lexicons import pattern
from myscholar.text.question import QuestionAnalysis

SPARE = 2
"""So many faulty proposals of a list are dropped or flagged; only with more of them the whole list
is asked for again. By hand."""
IDEAS_LEAST, IDEAS_MOST = 0.2, 0.55
"""Shares of research ideas between which they are "about a third" (MySQA D.3); by hand."""
SAVERS_NEAR = 2
"""Proposals that save a reader's time who is near the question, at least; by hand."""
_HEDGE = pattern("action_words.hedge")
_OWN_WORK = pattern("wishes.own_work")


def problems_of(
    reply: Reply, situation: PromptSituation, analysis: QuestionAnalysis, profile: Profile | None
) -> tuple[str, ...]:
    """Empty if the list can be shown, after at most SPARE proposals are dropped or flagged.
    `profile` is None for generic lists."""
    whole = _of_list(reply, situation)
    faulty = _of_proposals(reply, situation, analysis, profile)
    if not whole and len(faulty) <= SPARE:
        return ()
    return (*whole, *(f"{label}: {' '.join(said)}" for label, said in faulty.items()))


def _of_list(reply: Reply, situation: PromptSituation) -> tuple[str, ...]:
    proposals = [p for _, p in by_stage(reply)]
    n = situation.n_per_stage
    got = Counter({stage: len(getattr(reply, stage.value)) for stage in Stage})
    short = (stage for stage in Stage if got[stage] < n)
    found = [f"{stage.value} has {got[stage]} proposals; {n} are asked for." for stage in short]
    if situation.like is not None:
        return tuple(found)
    ideas = sum(p.category is Category.RESEARCH_IDEAS for p in proposals)
    if not IDEAS_LEAST * len(proposals) <= ideas <= IDEAS_MOST * len(proposals):
        found.append(
            f"{ideas} of {len(proposals)} proposals are in category research_ideas; about a third "
            "should be."
        )
    savers, needed = sum(p.saves_time for p in proposals), 1
    if isinstance(reply, PersonalizedReply):
        needed = SAVERS_NEAR if reply.closeness == "near" else 1
        if not any(p.wild_card for p in proposals if isinstance(p, PersonalProposal)):
            found.append("No proposal is the wild card; exactly one should be.")
    if savers < min(needed, n):
        found.append(f"{savers} proposals have saves_time; at least {needed} should.")
    return tuple(found)


def _of_proposals(
    reply: Reply, situation: PromptSituation, analysis: QuestionAnalysis, profile: Profile | None
) -> dict[str, tuple[str, ...]]:
    """What is wrong with single proposals, by "STAGE NUMBER"."""
    n_shown = len(shown_ids(profile)) if profile else 0
    listed = by_stage(reply)
    actions = [_as_action(i, stage, p, profile) for i, (stage, p) in enumerate(listed)]
    checked = check_actions([a for a in actions if a], analysis, profile)
    flags = {a.action_id: a.flags for a in checked}
    numbers = Counter[Stage]()
    found = {}
    for (stage, proposal), action in zip(listed, actions, strict=True):
        numbers[stage] += 1
        said = [
            *_of_form(proposal),
            *_of_verb(stage, proposal),
            *_of_reader(proposal, n_shown, generic=isinstance(reply, GenericReply)),
            *(flag.reason for flag in (flags[action.action_id] if action else ())),
        ]
        if action and shown_already(action.tldr, situation.exclude):
            said.append("It is on the reader's screen already.")
        if said:
            found[f"{stage.value} {numbers[stage]}"] = tuple(said)
    return found


def _as_action(i: int, stage: Stage, proposal: Proposal, profile: Profile | None) -> Action | None:
    """None for one that says nothing, or more than an action holds: what is wrong with it can be
    seen from its length."""
    candidate = candidate_of(stage, proposal, inferences=shown_ids(profile) if profile else ())
    if not readable(candidate):
        return None
    action = candidate.action(f"a{i}", personalized=profile is not None, enabled=False)
    return action.model_copy(update={"origin": "model"})


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


def _of_verb(stage: Stage, proposal: Proposal) -> list[str]:
    verb = proposal.verb
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


def _of_reader(proposal: Proposal, n_inferences: int, *, generic: bool) -> list[str]:
    if generic:
        theirs = proposal.verb is Verb.CONNECT or _OWN_WORK.search(clause_of(proposal.strategy))
        return ["It speaks of papers of the reader, of whom nothing is known."] if theirs else []
    number = proposal.inference_number if isinstance(proposal, PersonalProposal) else None
    if number is not None and not 1 <= number <= n_inferences:
        return [f"There is no inference {number}; they are numbered from 1 to {n_inferences}."]
    return []
