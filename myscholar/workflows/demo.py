"""The whole way on the bundled sample: papers -> profile -> actions -> report, with no key and no network."""

from dataclasses import dataclass
from pathlib import Path

from myscholar.domain.actions import ActionList
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import Progress, silent
from myscholar.report.export.files import FORMATS, export_report
from myscholar.workflows.engines import Engine
from myscholar.workflows.files import save
from myscholar.workflows.infer_profile import infer_profile
from myscholar.workflows.propose_actions import propose_actions
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers
from myscholar.workflows.services import Services
from myscholar.workflows.sources import SAMPLE
from myscholar.workflows.write_report import write_report


@dataclass(frozen=True)
class Demo:
    profile: Profile
    actions: ActionList
    report: Report
    files: tuple[Path, ...]


async def run_demo(services: Services, out: Path, *, progress: Progress = silent) -> Demo:
    """Writes `profile.json`, `actions.json` and the report in every format to the folder `out`. Raises UnwritableFile."""
    papers = sample_papers(progress).papers
    profile = await infer_profile(
        services, papers, name="Mira Solberg-Adeyemi (fictional)", engine=Engine.EXTRACTIVE, progress=progress
    )
    actions = await propose_actions(
        services, SAMPLE_QUESTION, profile=profile, sources=(SAMPLE,), engine=Engine.EXTRACTIVE, progress=progress
    )
    report = await write_report(
        services,
        SAMPLE_QUESTION,
        actions=actions.chosen,
        profile=profile,
        sources=(SAMPLE,),
        engine=Engine.EXTRACTIVE,
        progress=progress,
    )
    kept = (save(profile, out / "profile.json"), save(actions, out / "actions.json"))
    reports = tuple(export_report(report, out / f"report{suffix}") for suffix in FORMATS)
    return Demo(profile, actions, report, (*kept, *reports))
