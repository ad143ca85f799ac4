"""The whole way on the bundled sample, with no key and no network: once by extraction, once from
what a language model was answered."""

import asyncio
from typing import NamedTuple

from myscholar.domain.actions import ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder, ProfileOrder, ReportOrder
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import Progress, ignore
from myscholar.processes import temporary_folder
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, open_services, start
from myscholar.workflows.library.sources import SAMPLE
from myscholar.workflows.sample import SAMPLE_NAME, SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services

HEADINGS = {
    Engine.EXTRACTIVE: "Without a language model: an evidence digest",
    Engine.RECORDED: "As with a language model: recorded answers, which a person wrote",
}


class Way(NamedTuple):
    """One way from papers to a report."""

    profile: Profile
    actions: ActionList
    report: Report


class Demo(NamedTuple):
    """A way through the sample, by one engine."""

    engine: Engine
    way: Way

    @property
    def heading(self) -> str:
        return HEADINGS[self.engine]


async def run_demo(*, progress: Progress = ignore) -> tuple[Demo, ...]:
    """By each engine, in a home that is gone afterwards."""
    with temporary_folder() as home:
        services = open_services(Settings(home=home, recorded_words_per_s=0))
        try:
            papers = sample_papers(progress).papers
            return tuple(
                [
                    Demo(engine, await write_on_sample(services, papers, engine, progress=progress))
                    for engine in HEADINGS
                ]
            )
        finally:
            await asyncio.to_thread(services.close)


async def write_on_sample(
    services: Services, papers: tuple[Paper, ...], engine: Engine, *, progress: Progress = ignore
) -> Way:
    """Profile, actions as they are proposed, and the report, after a head start where a model has
    one."""
    profile = await carry_out(
        services, ProfileOrder(papers=papers, name=SAMPLE_NAME, engine=engine), progress=progress
    )
    order = ActionsOrder(
        question=SAMPLE_QUESTION, profile=profile, sources=(SAMPLE,), engine=engine
    )
    actions = await carry_out(services, order, progress=progress)
    wanted = ReportOrder(
        question=SAMPLE_QUESTION,
        actions=actions.chosen,
        profile=profile,
        sources=(SAMPLE,),
        engine=engine,
    )
    if engine.is_model:
        head_start = start(services, wanted.ahead, progress=progress)
        wanted = wanted.model_copy(update={"head_start": head_start})
    report = await carry_out(services, wanted, progress=progress)
    return Way(profile, actions, report)
