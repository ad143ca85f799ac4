"""The whole way on the bundled sample, with no key and no network: once by extraction, once from what a language model was answered."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from myscholar.domain.actions import ActionList
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import Progress, RunId, silent
from myscholar.report.export.files import FORMATS, export_report
from myscholar.settings import Settings
from myscholar.workflows.engines import Engine
from myscholar.workflows.files import save
from myscholar.workflows.head_start import begin_head_start
from myscholar.workflows.infer_profile import infer_profile
from myscholar.workflows.propose_actions import propose_actions
from myscholar.workflows.run_work import save_trace
from myscholar.workflows.sample import SAMPLE_NAME, SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services
from myscholar.workflows.sources import SAMPLE
from myscholar.workflows.write_report import write_report

HEADINGS = {
    Engine.EXTRACTIVE: "Without a language model: by extraction",
    Engine.RECORDED: "With a language model: its answers were recorded",
}


@dataclass(frozen=True)
class Demo:
    """One way through the sample, and the folder with the files that it left."""

    engine: Engine
    profile: Profile
    actions: ActionList
    report: Report
    folder: Path

    @property
    def heading(self) -> str:
        return HEADINGS[self.engine]


async def run_demo(out: Path, *, progress: Progress = silent) -> tuple[Demo, ...]:
    """Leaves profile, actions and the report in every format in a folder of `out` for each engine, and nothing anywhere else.

    Raises UnwritableFile.
    """
    with TemporaryDirectory(prefix="myscholar-demo-") as home:
        services = Services(Settings(home=Path(home)))
        try:
            papers = sample_papers(progress).papers
            return tuple([await _way(services, papers, engine, out / engine.value, progress) for engine in HEADINGS])
        finally:
            await asyncio.to_thread(services.close)


async def _way(services: Services, papers: tuple[Paper, ...], engine: Engine, out: Path, progress: Progress) -> Demo:
    profile = await infer_profile(services, papers, name=SAMPLE_NAME, engine=engine, progress=progress)
    actions = await propose_actions(
        services, SAMPLE_QUESTION, profile=profile, sources=(SAMPLE,), engine=engine, progress=progress
    )
    head_start = begin_head_start(services, SAMPLE_QUESTION, profile=profile, sources=(SAMPLE,), engine=engine, progress=progress)
    report = await write_report(
        services,
        SAMPLE_QUESTION,
        actions=actions.chosen,
        profile=profile,
        sources=(SAMPLE,),
        engine=engine,
        head_start=head_start,
        progress=progress,
    )
    save(profile, out / "profile.json")
    save(actions, out / "actions.json")
    for suffix in FORMATS:
        export_report(report, out / f"report{suffix}")
    if engine is Engine.RECORDED:
        save_trace(services, RunId(report.report_id), out / "trace.json")
    return Demo(engine, profile, actions, report, out)
