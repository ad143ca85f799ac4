"""What a finished run made: papers in a library, a profile, actions or a report."""

from pathlib import Path

from myscholar.domain.actions import ActionList
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import InputError
from myscholar.workflows.files import export_report, save
from myscholar.workflows.library.gather_papers import PapersRead
from myscholar.workflows.services import Services

Made = Profile | ActionList | Report | PapersRead


def made_by(services: Services, run_id: RunId) -> Made:
    """Raises UnknownName; InputError for a run that has not finished, and for a head start, which
    makes nothing to read."""
    kind, result = services.runs.info(run_id).kind, services.runs.result(run_id)
    if result is None:
        raise InputError(f"Run {run_id} has not finished: myscholar runs resume {run_id}")
    match kind:
        case RunKind.PROFILE:
            return Profile.model_validate(result)
        case RunKind.ACTIONS:
            return ActionList.model_validate(result)
        case RunKind.PAPERS:
            return PapersRead.model_validate(result)
        case RunKind.HEAD_START:
            raise InputError(f"Run {run_id} is a head start: its result goes into a report.")
        case _:
            from myscholar.workflows.report.reports import get_report

            return get_report(services, run_id)


def save_made(made: Made, path: Path) -> Path:
    """A report in the format that the ending names, the others as .json. Raises UnknownFormat,
    UnwritableFile."""
    return export_report(made, path) if isinstance(made, Report) else save(made, path)
