"""Question and profile -> actions that the researcher picks from. Source: MySQA §2.2."""

import asyncio
from collections.abc import Collection, Sequence
from typing import Any

from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, Hit, SearchQuery
from myscholar.domain.model import Frozen
from myscholar.domain.orders import ActionsOrder
from myscholar.domain.profile import Profile
from myscholar.domain.runs import Event, Progress, RunKind, ignore
from myscholar.domain.text import counted
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.runs.run import Run
from myscholar.search.retrieve import retrieve
from myscholar.text.question import check_question
from myscholar.workflows.engines import check_offline, decided, gateway_of, this_year
from myscholar.workflows.library.sources import SCHOLAR, open_local_sources, open_sources
from myscholar.workflows.runs.budgets import spent_so_far
from myscholar.workflows.runs.recorded_orders import check_recorded
from myscholar.workflows.runs.run_inputs import given
from myscholar.workflows.runs.run_work import carry_out
from myscholar.workflows.services import Services

LOOK_UP = 40
"""Papers looked at, so that actions can name what the literature holds."""


LOOKING = "Looking at the literature"


class Looked(Frozen):
    """What proposals rest on besides question and profile."""

    hits: tuple[Hit, ...] = ()
    past: tuple[PastChoice, ...] = ()


async def propose_actions(
    services: Services,
    question: str,
    *,
    profile: Profile | None = None,
    sources: Sequence[str] = (),
    engine: Engine = Engine.AUTO,
    more: ActionList | None = None,
    like: Action | None = None,
    progress: Progress = ignore,
) -> ActionList:
    """Generic actions, and personalized ones if there is a profile. Only local sources are looked
    at, by default all.

    It can be asked again: for `more` actions than a list has, or for some `like` one of them.
    Raises EmptyQuestion, QuestionTooLong, UnknownName, EngineUnavailable, LLMError.
    """
    order = actions_order(
        services, question, profile=profile, sources=sources, engine=engine, more=more, like=like
    )
    if order.engine is Engine.EXTRACTIVE:
        return await _extractive(services, order, progress)
    inputs = order.model_dump(mode="json")
    return ActionList.model_validate(
        await carry_out(services, RunKind.ACTIONS, order.question, inputs, progress=progress)
    )


def actions_order(
    services: Services,
    question: str,
    *,
    profile: Profile | None,
    sources: Sequence[str],
    engine: Engine,
    more: ActionList | None = None,
    like: Action | None = None,
) -> ActionsOrder:
    """What a run that proposes actions is given. Raises EmptyQuestion, QuestionTooLong,
    NotRecorded."""
    order = ActionsOrder(
        question=check_question(question),
        profile=profile,
        sources=tuple(sources),
        more=more,
        like=like,
        engine=decided(services, engine),
    )
    if order.engine is Engine.RECORDED:
        check_recorded(services, RunKind.ACTIONS, order)
    return order


async def actions_story(services: Services, run: Run, inputs: dict[str, Any]) -> ActionList:
    """An `ActionsOrder` becomes an `ActionList`. What `more` holds is kept, new actions follow."""
    order = given(ActionsOrder, run, inputs)
    propose = (
        _extractive(services, order, run.tell)
        if order.engine is Engine.EXTRACTIVE
        else _by_model(services, run, order)
    )
    return await propose


async def _by_model(services: Services, run: Run, order: ActionsOrder) -> ActionList:
    from myscholar.actions.llm.propose import propose_actions as propose_by_model

    looked = await run.step(LOOKING, Looked, lambda: _look(services, order, run.tell))
    run.tell(Event(step="Proposing actions"))
    known = order.more.actions if order.more else ()
    budget = await spent_so_far(services, run)
    async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
        proposed = await propose_by_model(
            order.question,
            profile=order.profile,
            llm=llm,
            this_year=this_year(services, order.engine),
            past=looked.past,
            hits=looked.hits,
            variant=len(known),
            exclude=tuple(a.text for a in known),
            like=order.like,
            background=services.background,
        )
    run.tell(_proposed(proposed))
    return _joined(order.more, proposed) if order.more else proposed


async def _look(services: Services, order: ActionsOrder, progress: Progress) -> Looked:
    """A recording was made without the choices that a person has made since."""
    past = () if order.engine is Engine.RECORDED else past_choices(services, order.profile)
    return Looked(hits=await _look_up(services, order, progress), past=past)


async def _extractive(services: Services, order: ActionsOrder, progress: Progress) -> ActionList:
    from myscholar.actions.extractive.propose import propose_actions as propose_extractive

    hits = await _look_up(services, order, progress)
    progress(Event(step="Proposing actions"))
    proposed = await asyncio.to_thread(
        propose_extractive,
        order.question,
        profile=order.profile,
        background=services.background,
        past=past_choices(services, order.profile),
        hits=hits,
        this_year=services.clock().year,
        exclude=order.more.actions if order.more else (),
        like=order.like,
    )
    progress(_proposed(proposed))
    return _joined(order.more, proposed) if order.more else proposed


def _proposed(made: ActionList) -> Event:
    n = len(made.actions)
    return Event(step="Proposing actions", message=counted(n, "action"), done=n, total=n)


def past_choices(services: Services, profile: Profile | None) -> tuple[PastChoice, ...]:
    """What the user of this profile picked, edited and rejected before."""
    return (
        tuple(_past(choice) for choice in services.store.choices.of(profile.profile_id))
        if profile
        else ()
    )


def _joined(before: ActionList, more: ActionList) -> ActionList:
    """The list on screen with new actions behind it, switched off: what is chosen stays the user's
    choice."""
    taken = {a.action_id for a in before.actions}
    start = len(before.actions)
    new = tuple(
        a.model_copy(
            update={"enabled": False}
            | (
                {"action_id": ActionId(f"{a.action_id}-{start + i}")}
                if a.action_id in taken
                else {}
            )
        )
        for i, a in enumerate(more.actions)
    )
    return before.model_copy(update={"actions": (*before.actions, *new)})


def remember_choices(
    services: Services, actions: ActionList, defaults: Collection[str] = ()
) -> None:
    """Keeps what the user did with a profile's proposal; the next proposal learns from it.
    `defaults` are the ids that it had switched on.

    What was left as it was proposed says nothing: it is not kept, and what was kept of it for this
    question before goes.
    """
    if actions.profile_id is None:
        return
    done = {
        a.action_id: kind
        for a in actions.actions
        if (kind := _done_with(a, a.action_id in defaults))
    }
    left = {(a.tldr, a.text) for a in actions.actions if a.action_id not in done}
    for earlier in services.store.choices.of(actions.profile_id):
        if (
            earlier.question == actions.question
            and (earlier.action.tldr, earlier.action.text) in left
        ):
            services.store.choices.forget(earlier.choice_id)
    services.store.choices.save(
        [
            Choice(
                profile_id=actions.profile_id,
                question=actions.question,
                action=a,
                kind=done[a.action_id],
                at=services.now(),
            )
            for a in actions.actions
            if a.action_id in done
        ]
    )


def _done_with(action: Action, was_on: bool) -> ChoiceKind | None:
    """None where it was left as it was proposed."""
    if not action.enabled:
        return ChoiceKind.REJECTED if was_on else None
    if action.origin == "user":
        return ChoiceKind.EDITED
    return ChoiceKind.PICKED if action.emphasis or not was_on else None


async def _look_up(services: Services, order: ActionsOrder, progress: Progress) -> tuple[Hit, ...]:
    """What local sources hold on the question. Without them actions are proposed from the question
    alone."""
    check_offline(order.engine, order.sources)
    progress(Event(step=LOOKING))
    local = [name for name in order.sources if name != SCHOLAR]
    hits: tuple[Hit, ...] = ()
    if local or not order.sources:
        opened = await (
            asyncio.to_thread(open_sources, services, local)
            if local
            else asyncio.to_thread(open_local_sources, services)
        )
        if opened.sources:
            hits = (
                await retrieve((SearchQuery(text=order.question),), opened.sources, limit=LOOK_UP)
            ).hits
    progress(Event(step=LOOKING, message=counted(len(hits), "paper"), done=1, total=1))
    return hits


def _past(choice: Choice) -> PastChoice:
    chosen = choice.kind is not ChoiceKind.REJECTED
    return PastChoice.of(choice.action, edited=choice.kind is ChoiceKind.EDITED).model_copy(
        update={"chosen": chosen}
    )
