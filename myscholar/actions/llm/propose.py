"""Question and profile -> actions, by language models. Source: MySQA §2.2, D.3."""

import asyncio
from collections.abc import Sequence

from myscholar.actions.candidates import Candidate
from myscholar.actions.checks import check_actions
from myscholar.actions.llm.reading import MOST_CHARACTERS, Rejected, candidate_of, usable
from myscholar.actions.llm.replies import Proposals
from myscholar.actions.llm.rules import problems_of
from myscholar.actions.llm.showing import HALVES, PromptSituation, prompt_for, shown_ids
from myscholar.actions.llm.starting import on_from_the_start, with_claims
from myscholar.actions.on_topic import on_topic
from myscholar.actions.own import fingerprint
from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList, LeftOut, Omission, Stage, Verb
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Profile
from myscholar.errors import LLMBadAnswer
from myscholar.gateways.llm.llm import LLM, ModelAnswer, Role
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, analyse_question

MOST_A_STAGE, MOST_FOR_ANYONE = 6, 4
"""Proposals of a stage with and without a reader, at most; by hand."""
_UNSHOWN = (Omission.UNREADABLE, Omission.WITHHELD)


async def propose_actions(
    question: str,
    *,
    profile: Profile | None,
    llm: LLM,
    this_year: int,
    past: Sequence[PastChoice] = (),
    hits: Sequence[Hit] = (),
    variant: int = 0,
    known: Sequence[Action] = (),
    like: Action | None = None,
    background: Background | None = None,
) -> ActionList:
    """One list for anyone and, for a profile with anything enabled, for its reader; three to five
    are on. What was proposed and is not on the list is kept beside it, with why.

    "More actions": `known` are on screen, and `variant` is one higher each time. "More like this":
    `like`. Raises EmptyQuestion, QuestionTooLong, LLMError; LLMBadAnswer where nothing can be used.
    """
    analysis = analyse_question(question, idf=background.idf if background else None)
    near = on_topic(hits, analysis, background) if background else hits
    reader = profile if profile and profile.enabled else None
    situation = PromptSituation(
        analysis.text,
        this_year,
        MOST_A_STAGE if reader else MOST_FOR_ANYONE,
        reader,
        tuple(past),
        tuple(near),
        tuple(known),
        like,
    )
    answers = await _both(situation, analysis, llm, variant)
    candidates, dropped = usable(
        [
            candidate_of(proposal, inferences=shown_ids(reader), model=answer.model)
            for answer in answers
            for proposal in answer.value.proposals
        ],
        situation,
    )
    if not candidates:
        first = answers[0]
        raise LLMBadAnswer(first.model, first.prompt, "none of its proposals can be carried out")
    turn = f"{variant}-" if variant else ""
    actions = actions_of(candidates, analysis, past=past, turn=turn)
    shown = {id(c): a for c, a in zip(candidates, actions, strict=True)}
    return ActionList(
        question=question,
        actions=actions,
        profile_id=profile.profile_id if profile else None,
        engine="llm",
        hints=analysis.hints,
        topics=analysis.core_phrases,
        left_out=tuple(_left_out(d, f"x{turn}{i}", shown) for i, d in enumerate(dropped, 1)),
    )


def actions_of(
    candidates: Sequence[Candidate],
    analysis: QuestionAnalysis,
    *,
    past: Sequence[PastChoice] = (),
    turn: str = "",
) -> tuple[Action, ...]:
    """Flagged, with defaults on. Ids are g1, p1, ... for anyone and for the reader; those of a
    later turn name it: g3-1."""
    claiming = with_claims(candidates, past)
    proposed, numbers = [], {"g": 0, "p": 0}
    for candidate in candidates:
        letter = "p" if _is_personal(candidate) else "g"
        numbers[letter] += 1
        proposed.append(_action(candidate, f"{letter}{turn}{numbers[letter]}"))
    checked = check_actions(proposed, analysis)
    on = on_from_the_start(claiming, [bool(a.flags) for a in checked])
    switched = [
        a.model_copy(update={"enabled": c in on}) for a, c in zip(checked, claiming, strict=True)
    ]
    return check_actions(switched, analysis)


def _is_personal(candidate: Candidate) -> bool:
    """Whether it would be another proposal, or none, for another reader."""
    connects = candidate.directive.verb is Verb.CONNECT
    return candidate.inference_id is not None or candidate.wild_card or connects


def _action(candidate: Candidate, action_id: str) -> Action:
    made = candidate.action(action_id, personalized=_is_personal(candidate), enabled=False)
    return made.model_copy(update={"wording": fingerprint(candidate.tldr, candidate.text)})


def _left_out(dropped: Rejected, action_id: str, shown: dict[int, Action]) -> LeftOut:
    candidate, near = dropped.candidate, dropped.near
    other = shown.get(id(near)) if isinstance(near, Candidate) else near
    return LeftOut(
        tldr=candidate.tldr[:MOST_CHARACTERS],
        reason=dropped.reason,
        detail=near.tldr if near else dropped.detail,
        near=other.action_id if other else None,
        action=None if dropped.reason in _UNSHOWN else _action(candidate, action_id),
    )


async def _both(
    situation: PromptSituation, analysis: QuestionAnalysis, llm: LLM, variant: int
) -> tuple[ModelAnswer[Proposals], ...]:
    """Both halves at once, each from its own turn of the rotation. Where one fails the other is
    waited for, since its answer is paid for and kept."""

    async def ask(stages: Sequence[Stage], turn: int) -> ModelAnswer[Proposals]:
        return await llm.ask(
            Role.ACTIONS,
            prompt_for(situation, stages),
            Proposals,
            problems=lambda reply: problems_of(reply, stages, situation, analysis),
            variant=turn,
        )

    answers = await asyncio.gather(
        *(ask(stages, variant + i) for i, stages in enumerate(HALVES)), return_exceptions=True
    )
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return tuple(answer for answer in answers if not isinstance(answer, BaseException))
