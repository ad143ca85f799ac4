"""Question and profile -> actions that the researcher picks from. Source: MySQA §2.2."""

import asyncio
from itertools import chain, count

from myscholar.actions.extractive.propose import propose_actions as propose_extractive
from myscholar.actions.llm.propose import propose_actions as propose_by_model
from myscholar.actions.past import PastChoice
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, Hit, SearchQuery
from myscholar.domain.feedback import Subject
from myscholar.domain.model import Frozen
from myscholar.domain.orders import ActionsOrder
from myscholar.domain.profile import Profile
from myscholar.domain.runs import Event, Progress
from myscholar.domain.text import counted
from myscholar.runs.run import Run
from myscholar.text.question import check_question
from myscholar.workflows.actions.learned import past_choices
from myscholar.workflows.engines import check_offline, gateway_of, settle_engine, this_year
from myscholar.workflows.job import Job
from myscholar.workflows.library.look_up import look_up
from myscholar.workflows.runs.budgets import spent_so_far
from myscholar.workflows.services import Services

LOOK_UP = 40
"""Papers looked at, so that actions can name what the literature holds."""
LOOKING = "Looking at the literature"


class Looked(Frozen):
    """What proposals rest on besides question and profile."""

    hits: tuple[Hit, ...] = ()
    past: tuple[PastChoice, ...] = ()


def check_order(services: Services, order: ActionsOrder) -> ActionsOrder:
    """Raises EmptyQuestion, QuestionTooLong, EngineUnavailable, NotRecorded."""
    question = check_question(order.question)
    profile = order.profile and _without_refused(services, order.profile)
    return settle_engine(
        services, order.model_copy(update={"question": question, "profile": profile})
    )


def _without_refused(services: Services, profile: Profile) -> Profile:
    """What the reader says does not fit them, in the words it still has, is passed over."""
    said = services.store.feedback.on(profile.profile_id)
    refused = {(f.item, f.words) for f in said if f.subject is Subject.INFERENCE and not f.liked}
    if not refused:
        return profile
    used = (
        i.model_copy(update={"enabled": False}) if (i.inference_id, i.text) in refused else i
        for i in profile.inferences
    )
    return profile.model_copy(update={"inferences": tuple(used)})


async def propose_actions(services: Services, run: Run, order: ActionsOrder) -> ActionList:
    """What `more` holds is kept, new actions follow. Raises UnknownName, LLMError."""
    looked = await run.step(LOOKING, Looked, lambda: _look(services, order, run.tell))
    run.tell(Event(step="Proposing actions"))
    if order.engine is Engine.EXTRACTIVE:
        proposed = await asyncio.to_thread(
            propose_extractive,
            order.question,
            profile=order.profile,
            background=services.background,
            past=looked.past,
            hits=looked.hits,
            this_year=services.clock().year,
            exclude=order.more.actions if order.more else (),
            like=order.like,
        )
    else:
        proposed = await _ask_model(services, run, order, looked)
    n = len(proposed.actions)
    run.tell(Event(step="Proposing actions", message=counted(n, "action"), done=n, total=n))
    return _join(order.more, proposed) if order.more else proposed


JOB = Job(check_order, lambda _, order: order.question, propose_actions, ActionList.model_validate)


async def _ask_model(
    services: Services, run: Run, order: ActionsOrder, looked: Looked
) -> ActionList:
    known = order.more.actions if order.more else ()
    budget = await spent_so_far(services, run)
    async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
        return await propose_by_model(
            order.question,
            profile=order.profile,
            llm=llm,
            this_year=this_year(services, order.engine),
            past=looked.past,
            hits=looked.hits,
            variant=len(known),
            known=known,
            like=order.like,
            background=services.background,
        )


async def _look(services: Services, order: ActionsOrder, progress: Progress) -> Looked:
    """A recording was made without the choices that a person has made since."""
    past = () if order.engine is Engine.RECORDED else past_choices(services, order.profile)
    return Looked(hits=await _look_up(services, order, progress), past=past)


async def _look_up(services: Services, order: ActionsOrder, progress: Progress) -> tuple[Hit, ...]:
    """What local sources hold on the question. Without them actions are proposed from the question
    alone."""
    check_offline(order.engine, order.sources)
    progress(Event(step=LOOKING))
    query = SearchQuery(text=order.question)
    hits = await look_up(services, query, order.sources, limit=LOOK_UP)
    progress(Event(step=LOOKING, message=counted(len(hits), "paper"), done=1, total=1))
    return hits


def _join(before: ActionList, more: ActionList) -> ActionList:
    """The list on screen with new actions behind it, switched off: what is chosen stays the user's
    choice."""
    names = _new_names(before, more)

    def named(action: Action) -> Action:
        own = action.action_id
        return action.model_copy(update={"action_id": names[own], "enabled": False})

    left_out = (
        o.model_copy(
            update={
                "action": o.action and named(o.action),
                "near": names.get(o.near, o.near) if o.near else None,
            }
        )
        for o in more.left_out
    )
    return before.model_copy(
        update={
            "actions": (*before.actions, *map(named, more.actions)),
            "left_out": (*before.left_out, *left_out),
        }
    )


def _new_names(before: ActionList, more: ActionList) -> dict[ActionId, ActionId]:
    """Ids of the new actions, left out or not, and what they are called beside those before."""
    taken, names = set(_all_ids(before)), dict[ActionId, ActionId]()
    for own in _all_ids(more):
        others = (ActionId(f"{own}-{n}") for n in count(len(before.actions)))
        names[own] = next(name for name in chain([own], others) if name not in taken)
        taken.add(names[own])
    return names


def _all_ids(actions: ActionList) -> list[ActionId]:
    left = [o.action.action_id for o in actions.left_out if o.action]
    return [*(a.action_id for a in actions.actions), *left]
