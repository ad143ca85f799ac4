"""Question and profile -> actions that the researcher picks from. Source: MySQA §2.2."""

import asyncio
from collections.abc import Sequence
from typing import Any

from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.evidence import ActionId, Hit, SearchQuery
from myscholar.domain.model import Frozen
from myscholar.domain.profile import Profile
from myscholar.domain.runs import Event, Progress, RunKind, silent
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.runs.run import Run
from myscholar.search.retrieve import retrieve
from myscholar.text.question import check_question
from myscholar.workflows.budgets import spent_so_far
from myscholar.workflows.engines import Engine, takes_model
from myscholar.workflows.run_inputs import given
from myscholar.workflows.services import Services
from myscholar.workflows.sources import SCHOLAR, open_local_sources, open_sources

LOOK_UP = 40
"""Papers looked at, so that actions can name what the literature holds."""


class ActionsOrder(Frozen):
    """What actions are proposed for; `more` and `like` ask for further ones."""

    question: str
    profile: Profile | None = None
    sources: tuple[str, ...] = ()
    more: ActionList | None = None
    like: Action | None = None


async def propose_actions(
    services: Services,
    question: str,
    *,
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    engine: Engine = Engine.AUTO,
    more: ActionList | None = None,
    like: Action | None = None,
    progress: Progress = silent,
) -> ActionList:
    """Generic actions, and personalized ones if there is a profile. Only local sources are looked at, by default all.

    A language model can be asked again: for `more` actions than a list has, or for some `like` one of them.
    Raises EmptyQuestion, QuestionTooLong, UnknownName, EngineUnavailable, LLMError.
    """
    text = check_question(question)
    if takes_model(services, engine):
        from myscholar.workflows.run_work import carry_out

        order = ActionsOrder(question=text, profile=profile, sources=tuple(sources), more=more, like=like)
        inputs = order.model_dump(mode="json")
        return ActionList.model_validate(await carry_out(services, RunKind.ACTIONS, text, inputs, progress=progress))
    from myscholar.actions.extractive import propose_actions as propose_extractive

    progress(Event(step="Looking at the literature"))
    hits = await _look_up(services, text, sources)
    progress(Event(step="Proposing actions"))
    return await asyncio.to_thread(
        propose_extractive,
        text,
        profile=profile,
        background=services.background,
        past=past_choices(services, profile),
        hits=hits,
        this_year=services.clock().year,
    )


async def actions_story(services: Services, run: Run, inputs: dict[str, Any]) -> Any:
    """An `ActionsOrder` becomes an `ActionList`. What `more` holds is kept, new actions follow."""
    from myscholar.actions.llm.propose import propose_actions as propose_by_model

    order = given(ActionsOrder, run, inputs)
    run.tell(Event(step="Looking at the literature"))
    hits = await _look_up(services, order.question, order.sources)
    run.tell(Event(step="Proposing actions"))
    known = order.more.actions if order.more else ()
    async with services.llm(on_call=run.spent, budget=await spent_so_far(services, run)) as llm:
        proposed = await propose_by_model(
            order.question,
            profile=order.profile,
            llm=llm,
            this_year=services.clock().year,
            past=past_choices(services, order.profile),
            hits=hits,
            variant=len(known),
            exclude=tuple(a.text for a in known),
            like=order.like,
            background=services.background,
        )
    return (_joined(order.more, proposed) if order.more else proposed).model_dump(mode="json")


def past_choices(services: Services, profile: Profile | None) -> tuple[PastChoice, ...]:
    """What the user of this profile picked, edited and rejected before."""
    return tuple(_past(choice) for choice in services.store.choices(profile.profile_id)) if profile else ()


def _joined(before: ActionList, more: ActionList) -> ActionList:
    """The list on screen with new actions behind it, switched off: what is chosen stays the user's choice."""
    taken = {a.action_id for a in before.actions}
    start = len(before.actions)
    new = tuple(
        a.model_copy(
            update={"enabled": False} | ({"action_id": ActionId(f"{a.action_id}-{start + i}")} if a.action_id in taken else {})
        )
        for i, a in enumerate(more.actions)
    )
    return before.model_copy(update={"actions": (*before.actions, *new)})


def remember_choices(services: Services, actions: ActionList) -> None:
    """Keeps what the user picked, edited and rejected of a profile's proposal; the next proposal learns from it."""
    if actions.profile_id is None:
        return
    kinds = {True: ChoiceKind.PICKED, False: ChoiceKind.REJECTED}
    services.store.save_choices(
        [
            Choice(
                profile_id=actions.profile_id,
                question=actions.question,
                action=action,
                kind=ChoiceKind.EDITED if action.enabled and action.origin == "user" else kinds[action.enabled],
                at=services.now(),
            )
            for action in actions.actions
        ]
    )


async def _look_up(services: Services, question: str, names: Sequence[str]) -> tuple[Hit, ...]:
    """What local sources hold on the question. Without them actions are proposed from the question alone."""
    local = [name for name in names if name != SCHOLAR]
    if names and not local:
        return ()
    opened = await (
        asyncio.to_thread(open_sources, services, local) if local else asyncio.to_thread(open_local_sources, services)
    )
    return (await retrieve((SearchQuery(text=question),), opened.sources, limit=LOOK_UP)).hits if opened.sources else ()


def _past(choice: Choice) -> PastChoice:
    chosen = choice.kind is not ChoiceKind.REJECTED
    return PastChoice.of(choice.action, edited=choice.kind is ChoiceKind.EDITED).model_copy(update={"chosen": chosen})
