"""What is told of a process that serves, and what `myscholar doctor` says of who carries runs
out."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import myscholar
from myscholar.domain.orders import ProfileOrder
from myscholar.settings import Settings
from myscholar.workflows.doctor.diagnosis import Diagnosis, Machine, State
from myscholar.workflows.doctor.runs import check_runs
from myscholar.workflows.health import ILL, Health, look
from myscholar.workflows.jobs import open_services, start
from myscholar.workflows.sample import sample_papers
from myscholar.workflows.services import Services

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def ordering(tmp_path: Path) -> Iterator[Services]:
    """Services that leave what they order to workers."""
    services = open_services(Settings(home=tmp_path), by_worker=True, clock=lambda: NOW)
    yield services
    services.close()


def worker_of(services: Services, *, later: timedelta = timedelta()) -> Diagnosis:
    seen_later = open_services(services.settings, clock=lambda: NOW + later)
    *_, workers = check_runs(Machine(services.settings.home, 8501, seen_later))
    seen_later.close()
    return workers


def test_nobody_to_carry_runs_out_is_ill_and_a_fault_where_one_waits(ordering: Services) -> None:
    version = myscholar.__version__
    assert look(ordering) == Health(version, False, True, workers=0, waiting=0)
    assert worker_of(ordering).state is State.OK
    start(ordering, ProfileOrder(papers=sample_papers().papers, name="Mira"))
    assert look(ordering) == Health(version, False, True, workers=0, waiting=1)
    alone = worker_of(ordering, later=timedelta(minutes=5))
    assert (alone.state, alone.said) == (
        State.FAULT,
        "None lives; 1 waiting, the longest for 5 min.",
    )
    leave = ordering.runs.locks.hold("worker-1")
    assert leave
    assert look(ordering) == Health(version, True, True, workers=1, waiting=1)
    assert worker_of(ordering).state is State.OK
    assert worker_of(ordering, later=timedelta(hours=1)).state is State.WARNING
    leave()


def test_a_database_that_does_not_answer_is_ill(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite").write_bytes(b"no database" * 1000)
    assert look(open_services(Settings(home=tmp_path))) == ILL
