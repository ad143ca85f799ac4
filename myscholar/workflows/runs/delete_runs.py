"""Runs that go, with all that they left."""

from myscholar.domain.runs import RunId
from myscholar.errors import InputError, UnknownName
from myscholar.runs.control import delete_run as delete_records
from myscholar.workflows.library.gather_papers import forget_uploads
from myscholar.workflows.report.answers import asked_of_version
from myscholar.workflows.report.reports import forget_report
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.services import Services


def delete_run(services: Services, run_id: RunId) -> None:
    """With the report that it wrote, what was asked of it, and the files that it was to read.

    Raises UnknownName, RunBusy; InputError while another run that builds on it goes on.
    """
    if _is_built_on(services, run_id):
        raise InputError(
            "Another run that builds on this one goes on. Wait for it, or cancel it; then delete "
            "this one."
        )
    for asked in asked_of_version(services, run_id):
        delete_records(services.runs, asked)
    delete_records(services.runs, run_id)
    forget_uploads(services, run_id)
    forget_report(services, run_id)


def _is_built_on(services: Services, run_id: RunId) -> bool:
    """Whether a run that goes on changes the report of this one, or takes over what it searched."""
    return any(
        run_id in _rests_on(services, going) and _goes_on(services, going)
        for going in services.runs.unfinished()
    )


def _rests_on(services: Services, run_id: RunId) -> tuple[RunId | None, ...]:
    try:
        facts = facts_of(services, run_id)
    except UnknownName:
        return ()
    return facts.base, facts.head_start


def _goes_on(services: Services, run_id: RunId) -> bool:
    try:
        return services.runs.info(run_id).status.goes_on
    except UnknownName:
        return False
