"""Papers -> profile. Source: MySQA §2.1."""

import asyncio
from collections.abc import Sequence
from typing import Any

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ProfileOrder
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile, ProfileId
from myscholar.domain.runs import Progress, RunKind, ignore
from myscholar.errors import NoPapers, UnknownName
from myscholar.library.merge import merge_papers
from myscholar.runs.run import Run
from myscholar.workflows.engines import decided, gateway_of, label_of
from myscholar.workflows.profile.profiles import name_line
from myscholar.workflows.runs.budgets import spent_so_far
from myscholar.workflows.runs.recorded_orders import check_recorded
from myscholar.workflows.runs.run_inputs import given
from myscholar.workflows.runs.run_work import carry_out
from myscholar.workflows.services import Services


async def infer_profile(
    services: Services,
    papers: Sequence[Paper],
    *,
    name: str = "My profile",
    engine: Engine = Engine.AUTO,
    progress: Progress = ignore,
) -> Profile:
    """A profile of these papers; the same paper twice counts once. With a language model it is a
    run, whose id is the profile's.

    Raises NoPapers, NoText, EngineUnavailable, LLMError, RunError.
    """
    order = profile_order(services, papers, name=name, engine=engine)
    if order.engine is Engine.EXTRACTIVE:
        return await _extractive(services, order, ProfileId(services.new_id()), progress)
    return Profile.model_validate(
        await carry_out(
            services, RunKind.PROFILE, name, order.model_dump(mode="json"), progress=progress
        )
    )


def profile_order(
    services: Services, papers: Sequence[Paper], *, name: str, engine: Engine
) -> ProfileOrder:
    """What a profile's run is given. Raises NoPapers, NotRecorded."""
    if not papers:
        raise NoPapers
    order = ProfileOrder(
        papers=merge_papers(papers).papers,
        name=name_line(name) or "My profile",
        engine=decided(services, engine),
    )
    if order.engine is Engine.RECORDED:
        check_recorded(services, RunKind.PROFILE, order)
    return order


async def _extractive(
    services: Services, order: ProfileOrder, profile_id: ProfileId, progress: Progress
) -> Profile:
    from myscholar.profile.extractive.infer import infer_profile as infer_extractive

    return await asyncio.to_thread(
        infer_extractive,
        order.papers,
        background=services.background,
        now=services.now(),
        profile_id=profile_id,
        name=order.name,
        progress=progress,
    )


async def profile_story(services: Services, run: Run, inputs: dict[str, Any]) -> Profile:
    """A `ProfileOrder` becomes a `Profile`. Answers that were there before a kill are in the
    gateway's cache."""
    order = given(ProfileOrder, run, inputs)
    if order.engine is Engine.EXTRACTIVE:
        return await _extractive(services, order, ProfileId(run.run_id), run.tell)
    from myscholar.profile.llm.infer import infer_profile as infer_by_model

    budget = await spent_so_far(services, run)
    async with gateway_of(services, order.engine, on_call=run.spent, budget=budget) as llm:
        profile = await infer_by_model(
            order.papers,
            llm=llm,
            background=services.background,
            now=services.now(),
            profile_id=ProfileId(run.run_id),
            name=order.name,
            progress=run.tell,
        )
    return profile.model_copy(update={"notes": (*label_of(services, order.engine), *profile.notes)})


def library_papers(services: Services, library: str) -> tuple[Paper, ...]:
    """The papers of a library. Raises UnknownName."""
    known = tuple(info.name for info in services.store.libraries())
    if library not in known:
        raise UnknownName("library", library, known)
    return services.store.papers(library)
