"""Papers -> profile. Source: MySQA §2.1."""

import asyncio
from functools import partial
from typing import Any

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ProfileOrder, UpdateProfileOrder
from myscholar.domain.profile import Profile, ProfileId
from myscholar.errors import NoPapers
from myscholar.library.merge import merge_papers
from myscholar.profile.extractive.infer import infer_profile as infer_extractive
from myscholar.profile.llm.infer import infer_profile as infer_by_model
from myscholar.runs.run import Run
from myscholar.workflows.engines import gateway_of, label_of, settle_engine
from myscholar.workflows.job import Job
from myscholar.workflows.profile.profiles import name_line
from myscholar.workflows.runs.budgets import spent_so_far
from myscholar.workflows.services import Services


def check_order(services: Services, order: ProfileOrder) -> ProfileOrder:
    """Raises NoPapers, EngineUnavailable, NotRecorded."""
    if not order.papers:
        raise NoPapers
    papers, name = merge_papers(order.papers).papers, name_line(order.name) or "My profile"
    return settle_engine(services, order.model_copy(update={"papers": papers, "name": name}))


async def infer_profile(services: Services, run: Run, order: ProfileOrder) -> Profile:
    """The run's id is the profile's. Answers that were there before a kill are in the gateway's
    cache."""
    return await infer(services, run, order, order.name)


async def infer(
    services: Services,
    run: Run,
    order: ProfileOrder | UpdateProfileOrder,
    name: str,
    base: Profile | None = None,
) -> Profile:
    """What the order's papers give; what still holds of a base is carried over."""
    wanted: dict[str, Any] = {
        "background": services.background,
        "now": services.now(),
        "profile_id": ProfileId(run.run_id),
        "name": name,
        "progress": run.tell,
        "base": base,
    }
    if order.engine is Engine.EXTRACTIVE:
        return await asyncio.to_thread(partial(infer_extractive, order.papers, **wanted))
    budget = await spent_so_far(services, run)
    async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
        profile = await infer_by_model(order.papers, llm=llm, **wanted)
    return profile.model_copy(update={"notes": (*label_of(services, order.engine), *profile.notes)})


JOB = Job(check_order, lambda _, order: order.name, infer_profile, Profile.model_validate)
