"""Question and profile -> actions, by language models. Source: MySQA §2.2, D.3."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.actions.candidates import Candidate
from myscholar.actions.checks import check_actions
from myscholar.actions.llm.reading import usable
from myscholar.actions.llm.replies import GenericReply, PersonalizedReply, Reply
from myscholar.actions.llm.rules import problems_of
from myscholar.actions.llm.showing import (
    PromptSituation,
    generic_prompt,
    personalized_prompt,
    shown_ids,
)
from myscholar.actions.llm.starting import on_from_the_start, with_claims, without_doubles
from myscholar.actions.on_topic import on_topic
from myscholar.actions.own import fingerprint
from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Profile
from myscholar.errors import LLMBadAnswer
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, analyse_question


@dataclass(frozen=True)
class Proposed:
    """One list, by one model; empty without a model's name where that list was not asked for."""

    candidates: tuple[Candidate, ...] = ()
    model: str = ""


async def propose_actions(
    question: str,
    *,
    profile: Profile | None,
    llm: LLM,
    this_year: int,
    past: Sequence[PastChoice] = (),
    hits: Sequence[Hit] = (),
    n_per_stage: int = 4,
    variant: int = 0,
    exclude: Sequence[str] = (),
    like: Action | None = None,
    background: Background | None = None,
) -> ActionList:
    """Up to `n_per_stage` generic and, for a profile with anything enabled, as many personalized
    actions a stage; three to five are on.

    "More actions": `exclude` holds the texts on screen, and `variant` is one higher each time.
    "More like this": `like`; only its kind of list is asked for. Raises EmptyQuestion,
    QuestionTooLong, LLMError; LLMBadAnswer where nothing of a list can be used.
    """
    analysis = analyse_question(question, idf=background.idf if background else None)
    near = on_topic(hits, analysis, background) if background else hits
    situation = PromptSituation(
        analysis.text, this_year, n_per_stage, tuple(past), tuple(near), tuple(exclude), like
    )
    reader = profile if profile and profile.enabled else None
    generic, personal = await _both(situation, analysis, reader, llm, variant)
    return ActionList(
        question=question,
        actions=actions_of(
            generic, personal, analysis, reader, past=past, variant=variant, background=background
        ),
        profile_id=profile.profile_id if profile else None,
        engine="llm",
        hints=analysis.hints,
    )


def actions_of(
    generic: Proposed,
    personal: Proposed,
    analysis: QuestionAnalysis,
    profile: Profile | None,
    *,
    past: Sequence[PastChoice] = (),
    variant: int = 0,
    background: Background | None = None,
) -> tuple[Action, ...]:
    """Both lists as one, without doubles, flagged, with defaults on. Ids are g1, p1, ...; those of
    a later variant name it: g1-3."""
    for_all, for_reader = without_doubles(generic.candidates, personal.candidates)
    for_all = with_claims(for_all, alone=not for_reader, past=past)
    for_reader = with_claims(for_reader, alone=True, past=past)
    turn = f"{variant}-" if variant else ""
    actions = []
    lists = (("g", generic.model, for_all), ("p", personal.model, for_reader))
    for letter, model, own in lists:
        for i, c in enumerate(own, 1):
            made = c.action(f"{letter}{turn}{i}", personalized=letter == "p", enabled=False)
            marks = {"origin": model, "wording": fingerprint(c.tldr, c.text)}
            actions.append(made.model_copy(update=marks))
    doubtful = [bool(a.flags) for a in check_actions(actions, analysis, profile, background)]
    candidates = (*for_all, *for_reader)
    on = on_from_the_start(candidates, doubtful)
    switched = [
        a.model_copy(update={"enabled": c in on}) for a, c in zip(actions, candidates, strict=True)
    ]
    return check_actions(switched, analysis, profile, background)


async def _both(
    situation: PromptSituation,
    analysis: QuestionAnalysis,
    reader: Profile | None,
    llm: LLM,
    variant: int,
) -> tuple[Proposed, Proposed]:
    """At once, each from its own turn of the rotation. Where one fails the other is waited for,
    since its answer is paid for and kept."""
    like = situation.like
    personal_only = reader is not None and like is not None and like.personalized
    generic_only = like is not None and not like.personalized
    lists = await asyncio.gather(
        _proposed(situation, analysis, None, llm, variant, asked=not personal_only),
        _proposed(
            situation, analysis, reader, llm, variant + 1, asked=bool(reader) and not generic_only
        ),
        return_exceptions=True,
    )
    for result in lists:
        if isinstance(result, BaseException):
            raise result
    first, second = (result for result in lists if isinstance(result, Proposed))
    return first, second


async def _proposed(
    situation: PromptSituation,
    analysis: QuestionAnalysis,
    reader: Profile | None,
    llm: LLM,
    variant: int,
    *,
    asked: bool,
) -> Proposed:
    """The personalized list for a `reader`, the generic one for None; nothing unless `asked`."""
    if not asked:
        return Proposed()
    schema: type[Reply] = PersonalizedReply if reader else GenericReply
    answer = await llm.ask(
        Role.ACTIONS,
        personalized_prompt(situation, reader) if reader else generic_prompt(situation),
        schema,
        problems=lambda reply: problems_of(reply, situation, analysis, reader),
        variant=variant,
    )
    shown = shown_ids(reader) if reader else ()
    candidates = usable(answer.value, situation, inferences=shown)
    if not candidates:
        raise LLMBadAnswer(answer.model, answer.prompt, "none of its proposals can be carried out")
    return Proposed(candidates, answer.model)
