"""`myscholar runs ...`: what runs did is read without carrying anything out, and only `resume` goes
on with one."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.engine import Engine
from myscholar.domain.interaction import ResearchPlan, snapshot_name
from myscholar.domain.orders import ReportOrder
from myscholar.domain.runs import Event, ModelCall, RunId, RunInfo, RunKind, RunStatus, RunTrace
from myscholar.errors import LLMNoCredit
from myscholar.runs.run import Run
from myscholar.settings import load_settings
from myscholar.workflows import jobs
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.services import Services
from tests.conftest import heed_interrupts
from tests.interactions import QUESTION, grown_tree

CALL = ModelCall(
    call_id="c",
    role="report",
    prompt="report/section@1",
    model="test:model",
    started_at=0.0,
    seconds=1.0,
    input_tokens=12345,
    cached_tokens=8000,
    output_tokens=900,
    dollars=0.0525,
)


class Account:
    """What the story below pays from."""

    has_credit = False
    n_sections = 0


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Account:
    account = Account()

    async def story(run: Run, inputs: dict[str, Any]) -> dict[str, Any]:
        async def section() -> str:
            account.n_sections += 1
            run.spent(CALL)
            return "Half a sec"

        text = await run.step("Writing section 1", str, section)
        run.tell(Event(step="Writing", message=inputs["question"], done=1, total=2))
        run.show("section 1", text)
        if not account.has_credit:
            raise LLMNoCredit("test:model")
        return {"text": text}

    monkeypatch.setattr(jobs, "stories", lambda _: {RunKind.REPORT: story})
    return account


@pytest.fixture
def services(cli, account: Account) -> Iterator[Services]:
    services = open_services(load_settings(), new_id=lambda: "r1")
    yield services
    services.runner.close()
    services.store.close()


@pytest.fixture
def failed(services: Services, account: Account) -> Services:
    with pytest.raises(LLMNoCredit):
        asyncio.run(carry_out(services, ReportOrder(question="How do birds sing?")))
    return services


def test_runs_are_listed_newest_first_with_status_and_cost(cli, failed: Services) -> None:
    line = cli("runs", "list").out.splitlines()[1]
    assert all(word in line for word in ("r1", "report", "How do birds sing?", "failed", "$0.05"))
    (run,) = json.loads(cli("runs", "list", "--json").out)
    info = RunInfo.model_validate(run)
    assert (info.status, info.steps, info.n_calls) == (RunStatus.FAILED, ("Writing section 1",), 1)


def test_a_run_is_one_line_of_the_list_also_on_a_narrow_terminal(
    cli, failed: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    (line,) = cli("runs", "list").out.splitlines()[1:]
    assert line.split()[:6] == ["r1", "report", "failed", "under", "1", "s"]
    assert ("$0.05" in line, line.rstrip()[-1]) == (True, "…")


def test_a_run_is_shown_with_its_steps_costs_events_text_and_error(cli, failed: Services) -> None:
    shown = cli("runs", "show", "r1").out
    for words in (
        "How do birds sing?",
        "LLMNoCredit",
        "12,345",
        "8,000",
        "$0.0525",
        "Writing 1/2: How do birds sing?",
        "Half a sec",
    ):
        assert words in shown
    trace = RunTrace.model_validate_json(cli("runs", "show", "r1", "--json").out)
    assert (trace.calls[0].step, trace.steps[0].result, trace.inputs) == (
        "Writing section 1",
        None,
        None,
    )


def test_a_trace_holds_what_went_in_and_what_each_step_gave(
    cli, failed: Services, tmp_path: Path
) -> None:
    assert cli("runs", "trace", "r1", "--out", tmp_path / "trace.json").status == 0
    trace = RunTrace.model_validate_json((tmp_path / "trace.json").read_text())
    assert (trace.inputs, trace.steps[0].result, trace.parts[0].text) == (
        ReportOrder(question="How do birds sing?", engine=Engine.EXTRACTIVE).model_dump(
            mode="json"
        ),
        "Half a sec",
        "Half a sec",
    )


def test_a_failed_run_is_resumed_without_paying_twice(
    cli, failed: Services, account: Account
) -> None:
    account.has_credit = True
    assert json.loads(cli("runs", "resume", "r1", "--json").out) == {"text": "Half a sec"}
    assert account.n_sections == 1
    assert "finished" in cli("runs", "list").out
    again = cli("runs", "resume", "r1")
    assert (again.status, again.err) == (1, "error: Run r1 can't be resumed: it has finished.\n")


def test_a_run_that_fails_again_says_so_in_one_line(cli, failed: Services) -> None:
    done = cli("runs", "resume", "r1")
    assert (done.status, len(done.err.splitlines())) == (1, 1)
    assert "no credit left" in done.err
    assert "To go on: myscholar runs resume r1" in done.err


def test_an_interrupted_run_is_cancelled_and_a_run_is_deleted(cli, services: Services) -> None:
    services.runs.create(
        RunId("r1"), RunKind.REPORT, "A title", {}, attempt="a", at="2026-01-01T00:00:00Z"
    )
    assert "interrupted" in cli("runs", "list").out
    assert "is cancelled" in cli("runs", "cancel", "r1").err
    assert "has cancelled already" not in cli("runs", "cancel", "r1").err
    assert cli("runs", "delete", "r1").status == 0
    assert "There is no run yet" in cli("runs", "list").err


@pytest.mark.parametrize("command", ["show", "resume", "cancel", "delete"])
def test_an_unknown_run_is_one_clear_line(cli, command: str) -> None:
    done = cli("runs", command, "nope")
    assert (done.status, done.err) == (2, "error: No run is called 'nope'. There is no run yet.\n")


LOOK = """
import sys
from myscholar.surfaces.cli.main import main
sys.argv = ["myscholar", "runs", *sys.argv[1:]]
try: main()
finally: print([m for m in ("procrastinate", "pydantic_ai") if m in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize("command", [["list"], ["show", "r1"], ["cancel", "r1"]])
def test_looking_at_runs_carries_nothing_out(cli, failed: Services, command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *command], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "[]"


def test_what_cannot_be_is_said_in_a_line(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    said = cli("report", "How do birds sing?", "--engine", "llm", "--visibility", "some")
    assert (said.status, "'some' is not one of 'all', 'relevant'" in said.err) == (2, True)
    monkeypatch.setenv("MYSCHOLAR_HOME", "/dev/null/home")
    said = cli("runs", "list")
    assert (said.status, said.err.count("\n")) == (1, 1)
    assert "/dev/null/home can't be made" in said.err


WAITING = """
import sys
from myscholar.domain.dialogue import Question
from myscholar.domain.runs import RunKind
from myscholar.workflows import jobs
from myscholar.surfaces.cli.main import main
from tests.conftest import heed_interrupts

async def story(run, inputs):
    print("waiting", flush=True)
    return await run.ask("who", Question(text="Who?"))

jobs.stories = lambda services: {RunKind.REPORT: story}
sys.argv = ["myscholar", "runs", "resume", "r1"]
main()
"""


def test_control_c_cancels_the_run_and_says_how_to_go_on(cli, services: Services) -> None:
    services.runs.create(
        RunId("r1"), RunKind.REPORT, "A title", {}, attempt="a", at="2026-01-01T00:00:00Z"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    assert process.stdout
    process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=120)
    said = "stopped: Run r1 was cancelled. What is finished is kept: myscholar runs resume r1\n"
    assert (process.returncode, err.endswith(said)) == (130, True)
    assert services.runs.info(RunId("r1")).status is RunStatus.CANCELLED


@pytest.fixture
def tree(services: Services) -> Services:
    """Whose run has grown a tree and is interrupted."""
    order = ReportOrder(question=QUESTION, research=ResearchPlan(), engine=Engine.EXTRACTIVE)
    grown = grown_tree().model_dump(mode="json")
    services.runs.create(
        RunId("r1"), RunKind.REPORT, QUESTION, order.model_dump(mode="json"),
        attempt="a", at="2026-01-01T00:00:00Z", steps={snapshot_name(1): grown},
    )  # fmt: skip
    return services


def test_the_tree_of_a_run_is_changed_by_the_numbers_of_its_directions(cli, tree: Services) -> None:
    said = cli(
        "runs", "steer", "r1", "--cut", "2", "--merge", "3.1:1", "--add", "1: how lawyers do it"
    )
    assert (said.status, said.err) == (
        0,
        "3 changes told; taken in when the current step is done.\n",
    )
    told = json.loads(cli("runs", "steer", "r1", "--reopen", "1.3.1", "--json").out)
    assert [(t["kind"], t["node_id"]) for t in told] == [("reopen", "1.3.1")]
    kinds = [
        (c.kind, c.node_id, c.into, c.direction)
        for c in tree.runs.told_changes(RunId("r1")).changes
    ]
    assert kinds[:3] == [
        ("cut", "2", None, ""),
        ("merge", "3.1", "1", ""),
        ("add", "1", None, "how lawyers do it"),
    ]
    trace = RunTrace.model_validate_json(cli("runs", "show", "r1", "--json").out)
    assert len(trace.changes) == 4


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ((), "Say what to change"),
        (("--cut", "0"), "The question itself can't be cut"),
        (("--cut", "2", "--cut", "2.1"), "(2.1) is not followed anyway: it was cut."),
        (("--merge", "1:1.2"), "Merge 1.2 into 1 instead."),
        (("--add", f"1: {'x' * 5000}"), "has 5,000 characters; the limit is 160"),
    ],
)
def test_what_a_tree_does_not_take_is_one_line_and_changes_nothing(
    cli, tree: Services, told: tuple[str, ...], said: str
) -> None:
    done = cli("runs", "steer", "r1", *told)
    assert (done.status, done.err.count("\n"), said in done.err) == (2, 1, True)
    assert tree.runs.told_changes(RunId("r1")).changes == ()
