"""What a person reads while a run goes on, and when it stopped."""

from dataclasses import replace

import pytest

from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.surfaces.web.components.runs import diversions, run_progress
from myscholar.views.run_watch import Watched, WatchedStep

STEPS = (
    WatchedStep("Searching", "3 sources", 8, 8, "done", 4.2),
    WatchedStep("Reading papers", "", 12, 40, "running", 3.0),
    WatchedStep("Writing sections", "", 0, 0, "waiting", 0.0),
)
RUNNING = Watched(
    run_id=RunId("r1"),
    kind=RunKind.REPORT,
    title="How do bees dance?",
    status=RunStatus.RUNNING,
    steps=STEPS,
    parts=(),
    titles=(),
    seconds=42.9,
    estimate_s=21.0,
    n_calls=14,
    dollars=0.1234,
    error=None,
    can_cancel=True,
    can_resume=False,
    base=None,
)


def stopped(status: RunStatus, error: str | None = None) -> Watched:
    return replace(RUNNING, status=status, error=error, can_cancel=False, can_resume=True)


def test_a_run_that_goes_on_says_what_it_does_how_long_and_for_how_much() -> None:
    data = run_progress.as_data(RUNNING)
    assert (data["heading"], data["title"]) == ("Writing the report", "")
    assert (data["seconds"], data["left"], data["spent"]) == (
        43,
        "about 20 s left",
        "$0.12, 14 calls",
    )
    assert data["note"] == "You can leave this page: the work goes on. Find it under Runs."
    assert data["buttons"] == ["cancel"]
    assert (data["problem"], data["kept"]) == (None, None)


def test_papers_being_read_are_named_since_their_page_has_another_heading() -> None:
    data = run_progress.as_data(replace(RUNNING, kind=RunKind.PAPERS, title="2 files"))
    assert (data["heading"], data["title"]) == ("Reading the papers", "2 files")


def test_steps_have_counts_and_the_finished_ones_their_time() -> None:
    searching, reading, writing = run_progress.as_data(RUNNING)["steps"]
    assert (searching["state"], searching["done"], searching["total"], searching["took"]) == (
        "done",
        8,
        8,
        "4 s",
    )
    assert (reading["state"], reading["done"], reading["total"], reading["took"]) == (
        "running",
        12,
        40,
        "",
    )
    assert (writing["state"], writing["total"], writing["took"]) == ("waiting", 0, "")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, None),
        (-9.0, "longer than the 35 s estimated"),  # of 42.9 s so far
        (0.0, "a few seconds left"),
        (4.9, "a few seconds left"),
        (7.0, "about 5 s left"),
        (57.0, "about 55 s left"),
        (58.0, "about 1 min left"),
        (140.0, "about 2 min left"),
    ],
)
def test_what_is_left_is_told_roughly(seconds: float | None, said: str | None) -> None:
    assert run_progress.as_data(replace(RUNNING, estimate_s=seconds))["left"] == said


@pytest.mark.parametrize(
    ("n_calls", "dollars", "said"),
    [
        (0, 0.0, None),
        (1, 0.004, "under $0.01, 1 call"),
        (1200, 3.456, "$3.46, 1,200 calls"),
        (2, None, "cost unknown, 2 calls"),
    ],
)
def test_cost_is_told_where_a_model_was_asked(
    n_calls: int, dollars: float | None, said: str | None
) -> None:
    assert run_progress.as_data(replace(RUNNING, n_calls=n_calls, dollars=dollars))["spent"] == said


def test_a_failed_run_says_why_in_plain_words_and_what_is_kept() -> None:
    data = run_progress.as_data(
        stopped(
            RunStatus.FAILED, "LLMNoCredit: The account behind a:b has no credit left. Top it up."
        )
    )
    assert data["heading"] == "Writing the report: failed"
    assert data["problem"] == "The account behind a:b has no credit left. Top it up."
    assert data["kept"] == "1 finished step of 3 is kept. Resume goes on from there."
    assert data["buttons"] == ["settings", "resume", "change"]
    assert [step["state"] for step in data["steps"]] == ["done", "stopped", "waiting"]
    assert (data["left"], data["note"]) == (None, None)


def test_a_fault_of_ours_is_named_without_its_inside() -> None:
    problem = run_progress.as_data(stopped(RunStatus.FAILED, "KeyError: 'secret'"))["problem"]
    assert problem == "Something unforeseen went wrong (KeyError). It is our fault, not yours."


def test_an_interrupted_run_says_that_the_server_stopped() -> None:
    data = run_progress.as_data(stopped(RunStatus.INTERRUPTED))
    assert (data["heading"], data["problem"]) == (
        "Writing the report: interrupted",
        "The server stopped while it was at work.",
    )


def test_a_cancelled_run_needs_no_reason() -> None:
    data = run_progress.as_data(stopped(RunStatus.CANCELLED))
    assert (data["heading"], data["problem"]) == ("Writing the report: cancelled", None)
    assert data["buttons"] == ["resume", "start_again"]


@pytest.mark.parametrize(
    ("error", "kind", "buttons"),
    [
        ("NoEvidenceFound: No passage matches.", RunKind.REPORT, ["change"]),
        (
            "NoEvidenceFound: The question could not be searched: it rains.",
            RunKind.REPORT,
            ["resume", "start_again"],
        ),
        ("UnknownName: No corpus is called 'x'.", RunKind.ACTIONS, ["change"]),
        ("BadFilter: The first year is after the last.", RunKind.FOLLOW_UP, ["back"]),
        ("NoText: None of the papers has text.", RunKind.PROFILE, []),
        ("LLMKeyRefused: The key is missing.", RunKind.REPORT, ["settings", "resume", "change"]),
        (
            "LLMBudgetSpent: The budget is spent.",
            RunKind.REWRITE,
            ["resume", "start_again", "settings"],
        ),
        ("StorageError: The disk is full.", RunKind.REPORT, ["resume", "start_again"]),
    ],
)
def test_a_failed_run_offers_what_can_help_and_not_the_same_again(
    error: str, kind: RunKind, buttons: list[str]
) -> None:
    data = run_progress.as_data(replace(stopped(RunStatus.FAILED, error), kind=kind))
    assert data["buttons"] == buttons
    assert ("Resume" in (data["kept"] or "")) == ("resume" in buttons)


def test_a_run_that_waits_for_its_turn_says_so() -> None:
    waiting = replace(RUNNING, status=RunStatus.WAITING)
    third = run_progress.as_data(replace(waiting, n_before=2))
    assert third["note"].startswith("In line, 2 before you.")
    assert run_progress.as_data(waiting)["note"].startswith("Getting ready.")


def test_a_game_is_on_from_its_beginning_to_its_end_or_until_the_person_wants_the_result() -> None:
    on, off, show_it = diversions.Play(on=True), diversions.Play(on=False), diversions.ShowIt()
    assert [
        diversions.is_played(m) for m in ((), (on,), (on, off), (on, off, on), (on, show_it))
    ] == [
        False,
        True,
        False,
        True,
        False,
    ]
