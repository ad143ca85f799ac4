"""The list of runs, over real tables."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from myscholar.domain.runs import Event, ModelCall, RunId, RunKind, RunStatus, RunStep
from myscholar.errors import RunBusy, UnknownName
from myscholar.gateways.storage.attempts import Batch
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.settings import Settings
from myscholar.views.run_list import run_list
from myscholar.workflows.ask.inquiries import keep_inquiry, new_inquiry
from myscholar.workflows.ask.run_inquiry import inquiry_of
from myscholar.workflows.jobs import open_services
from myscholar.workflows.runs.remove_run import remove_run
from myscholar.workflows.services import Services

BEGUN = "2026-11-21T10:00:00Z"
BEGUN_S = 1795255200.0


@pytest.fixture
def at_noon(tmp_path: Path) -> Services:
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return open_services(Settings(home=tmp_path), clock=lambda: noon)


def work(services: Services, run_id: RunId, *, seconds: float | None = None) -> None:
    """Some process has carried it out since ten; without `seconds` it still does."""
    clock, services.runs.clock = services.runs.clock, lambda: BEGUN_S
    span = services.runs.attempt(run_id, services.runs.order(run_id).attempt).running(at=BEGUN)
    if seconds is not None:
        services.runs.clock = lambda: BEGUN_S + seconds
        services.runs.attempt(run_id, services.runs.order(run_id).attempt).beat(span)
    services.runs.clock = clock


def put(
    services: Services, run_id: str, kind: RunKind = RunKind.REPORT, *, question: str = "Why?"
) -> RunId:
    """A run that some process has begun at ten."""
    made = RunId(run_id)
    services.runs.create(
        made, kind, f"About {run_id}", {"question": question}, attempt="a", at=BEGUN
    )
    return made


def call(call_id: str, dollars: float) -> ModelCall:
    return ModelCall(
        call_id=call_id,
        role="report",
        prompt="p@1",
        model="m:x",
        started_at=BEGUN_S,
        seconds=1,
        input_tokens=5,
        dollars=dollars,
    )


def test_a_run_that_goes_on_shows_what_it_does_and_how_long_it_has_taken(at_noon: Services) -> None:
    run_id = put(at_noon, "one")
    release = at_noon.runs.locks.hold(lock_name(run_id))
    work(at_noon, run_id)
    at_noon.runs.attempt(run_id, at_noon.runs.order(run_id).attempt).store(
        Batch(events=((BEGUN_S, Event(step="Reading papers", done=3, total=8)),))
    )
    (line,) = run_list(at_noon).runs
    assert (line.status, line.doing, line.done, line.total) == (
        RunStatus.RUNNING,
        "Reading papers",
        3,
        8,
    )
    assert line.seconds == 2 * 3600
    assert (line.can_cancel, line.can_resume) == (True, False)
    assert run_list(at_noon).is_going_on
    with pytest.raises(RunBusy):
        remove_run(at_noon, run_id)
    assert release
    release()


def test_a_run_whose_process_is_gone_can_be_resumed_and_is_not_waited_for(
    at_noon: Services,
) -> None:
    run_id = put(at_noon, "one")
    work(at_noon, run_id)
    view = run_list(at_noon)
    assert (view.runs[0].status, view.runs[0].can_resume, view.is_going_on) == (
        RunStatus.INTERRUPTED,
        True,
        False,
    )


def test_steps_are_read_for_the_runs_that_are_looked_into_with_what_their_calls_cost(
    at_noon: Services,
) -> None:
    for name in ("one", "two"):
        run_id = put(at_noon, name)
        calls = (
            ("Outline", call(f"{name}1", 0.25)),
            ("Outline", call(f"{name}2", 0.5)),
            ("", call(f"{name}3", 1.0)),
        )
        at_noon.runs.attempt(run_id, at_noon.runs.order(run_id).attempt).store(
            Batch(step=RunStep(name="Outline", started_at=BEGUN_S, seconds=85), calls=calls)
        )
        work(at_noon, run_id, seconds=90)
        at_noon.runs.attempt(run_id, at_noon.runs.order(run_id).attempt).end(
            RunStatus.FINISHED, at="2026-11-21T10:01:30Z", result={}
        )
    newest, oldest = run_list(at_noon, looked_into=frozenset({"one"})).runs
    assert newest.steps is None
    assert (oldest.run_id, oldest.seconds, oldest.n_calls, oldest.dollars) == ("one", 90, 3, 1.75)
    assert oldest.steps
    assert [(s.name, s.seconds, s.n_calls, s.dollars) for s in oldest.steps] == [
        ("Outline", 85, 2, 0.75)
    ]


def test_a_removed_run_is_gone(at_noon: Services) -> None:
    run_id = put(at_noon, "one", RunKind.ACTIONS)
    remove_run(at_noon, run_id)
    assert run_list(at_noon).runs == ()
    with pytest.raises(UnknownName):
        remove_run(at_noon, run_id)


def test_proposed_actions_are_found_with_their_question(at_noon: Services) -> None:
    first = new_inquiry(at_noon, "Why?")
    second = new_inquiry(at_noon, "Why?")
    mine = put(at_noon, "mine", RunKind.ACTIONS)
    keep_inquiry(at_noon, first.model_copy(update={"proposing": mine}))
    assert inquiry_of(at_noon, mine) == first.inquiry_id
    assert inquiry_of(at_noon, put(at_noon, "other", RunKind.ACTIONS)) in (
        first.inquiry_id,
        second.inquiry_id,
    )
    assert inquiry_of(at_noon, put(at_noon, "else", RunKind.ACTIONS, question="How?")) is None
    assert inquiry_of(at_noon, put(at_noon, "report")) is None
