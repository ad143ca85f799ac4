"""The page of runs, driven as the browser would."""

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.runs import RunId, RunKind, RunStatus, RunStep
from myscholar.gateways.storage.attempts import Batch
from myscholar.surfaces.web.components.runs import run_list
from myscholar.surfaces.web.components.runs.run_words import problem, spent
from myscholar.views import times
from myscholar.views.run_list import run_list as listed
from myscholar.workflows.services import Services

from .conftest import part_data, send

OpenPage = Callable[[str], AppTest]
BEGUN = "2026-11-21T10:00:00Z"


def put(
    services: Services, run_id: str, kind: RunKind, status: RunStatus, error: str | None = None
) -> RunId:
    made = RunId(run_id)
    services.runs.create(made, kind, f"About {run_id}", {"question": "Why?"}, attempt="a", at=BEGUN)
    services.runs.attempt(made, "a").store(
        Batch(step=RunStep(name="Outline", started_at=0, seconds=4))
    )
    services.runs.attempt(made, "a").end(status, at=BEGUN, error=error, result={})
    return made


def lines(page: AppTest) -> dict[str, dict[str, Any]]:
    """What the list in the browser shows of each run."""
    return {line["id"]: line for line in part_data(page, run_list.KEY)["runs"]}


def test_before_the_first_run_the_page_says_what_will_be_here(open_page: OpenPage) -> None:
    page = open_page("runs")
    assert "Nothing has been started yet" in page.markdown[0].value
    assert page.button(key="to-profile")


def test_a_run_is_deleted(open_page: OpenPage, services: Services) -> None:
    put(services, "one", RunKind.ACTIONS, RunStatus.FINISHED)
    put(services, "two", RunKind.ACTIONS, RunStatus.FAILED)
    page = open_page("runs")
    assert not send(page, run_list.KEY, {"kind": "delete", "run": "two"}).exception
    assert [run.run_id for run in listed(services).runs] == ["one"]


def test_an_error_is_kept_beside_its_run(open_page: OpenPage, services: Services) -> None:
    put(services, "one", RunKind.ACTIONS, RunStatus.FINISHED)
    page = open_page("runs")
    send(page, run_list.KEY, {"kind": "resume", "run": "one"})
    assert "finished" in part_data(page, run_list.KEY)["troubles"]["one"]
    send(page, run_list.KEY, {"kind": "look", "run": "one"})
    assert part_data(page, run_list.KEY)["troubles"] == {}
    assert [step["name"] for step in lines(page)["one"]["lines"]] == ["Outline"]


def test_times_and_prices_are_said_as_people_say_them() -> None:
    assert [times.took(s) for s in (0.4, 42, 60, 200, 7500)] == [
        "under 1 s",
        "42 s",
        "1 min",
        "3 min 20 s",
        "2 h 5 min",
    ]
    assert [spent(n, dollars) for n, dollars in ((0, 0.0), (2, None), (1, 0.001), (3, 1.5))] == [
        "", "cost unknown, 2 calls", "under $0.01, 1 call", "$1.50, 3 calls",
    ]  # fmt: skip


def test_a_run_says_why_it_stopped_without_the_names_of_classes() -> None:
    failed = RunStatus.FAILED
    assert (
        problem(failed, "LLMNoCredit: The account has no credit left.")
        == "The account has no credit left."
    )
    assert (
        problem(failed, "KeyError: 'x'")
        == "Something unforeseen went wrong (KeyError). It is our fault, not yours."
    )
    assert problem(RunStatus.INTERRUPTED, None) == "The server stopped while it was at work."
    assert problem(RunStatus.CANCELLED, None) == ""


def test_a_bug_of_ours_ends_in_one_message_and_a_line_in_the_log(
    open_page: OpenPage,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    put(services, "one", RunKind.ACTIONS, RunStatus.FINISHED)

    def broken(*_: Any, **__: Any) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("myscholar.views.run_list.run_list", broken)
    page = open_page("runs")
    assert not page.exception
    (error,) = page.error
    assert "secret" not in error.value
    assert "A page failed" in caplog.text


def test_older_runs_are_counted_and_listed_when_they_are_wanted(
    open_page: OpenPage, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("myscholar.views.run_list.SHOWN", 2)
    for name in ("one", "two", "three", "four", "five"):
        put(services, name, RunKind.ACTIONS, RunStatus.FINISHED)
    first = listed(services, limit=2)
    assert ([run.run_id for run in first.runs], first.n_more) == (["five", "four"], 3)
    page = send(open_page("runs"), run_list.KEY, {"kind": "older"})
    assert not page.exception
    assert len(lines(page)) == 4
