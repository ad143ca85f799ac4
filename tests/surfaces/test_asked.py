"""What a run asks, at a terminal and without one: real processes, on a story that asks."""

import json
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.orders import ActionsOrder
from myscholar.domain.runs import RunId, RunPlace, RunQuestion, RunStatus
from myscholar.settings import load_settings
from myscholar.workflows import jobs
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services
from tests.conftest import heed_interrupts

ASKING = Path(__file__).resolve().parents[1] / "asking.py"
PATIENCE_S = 120.0
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def until(look: Callable[[], object]) -> object:
    give_up = time.monotonic() + PATIENCE_S
    while not (found := look()):
        assert time.monotonic() < give_up, f"still {found!r}"
        time.sleep(0.02)
    return found


@pytest.fixture
def services(cli) -> Iterator[Services]:
    services = open_services(load_settings(), by_worker=True)
    yield services
    services.close()


def begin(*arguments: str, terminal: int | None = None) -> "subprocess.Popen[str]":
    """`myscholar ARGUMENTS` with the story that asks, at a terminal or without one."""
    return subprocess.Popen(
        [sys.executable, str(ASKING), *arguments],
        stdin=subprocess.DEVNULL if terminal is None else terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if terminal is None else terminal,
        text=True,
        preexec_fn=heed_interrupts,
    )


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        self.process = begin(*arguments, terminal=theirs)
        os.close(theirs)
        self.text = ""

    def read_until(self, words: str) -> str:
        """What came since the last time, to where these words stand."""
        give_up = time.monotonic() + PATIENCE_S
        while words not in self.text:
            assert time.monotonic() < give_up, self.text
            if select.select([self._ours], [], [], 0.1)[0]:
                try:
                    read = os.read(self._ours, 65536).decode(errors="replace")
                except OSError:  # the command has ended
                    raise AssertionError(self.text) from None
                self.text += _CODES.sub("", read)
        shown, _, self.text = self.text.partition(words)
        return shown + words

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def end(self) -> tuple[int, str]:
        out, _ = self.process.communicate(timeout=PATIENCE_S)
        os.close(self._ours)
        return self.process.returncode, out


@pytest.fixture
def at_terminal() -> Iterator[Callable[..., Terminal]]:
    begun: list[Terminal] = []

    def at(*arguments: str) -> Terminal:
        begun.append(Terminal(*arguments))
        return begun[-1]

    yield at
    for terminal in begun:
        terminal.process.kill()
        terminal.process.communicate()


@pytest.fixture
def worker(services: Services) -> Iterator["subprocess.Popen[str]"]:
    process = begin("worker")
    until(services.queue.n_workers)
    yield process
    process.terminate()
    process.communicate(timeout=PATIENCE_S)


def open_question(services: Services) -> RunQuestion:
    found = until(services.runs.open_questions)
    assert isinstance(found, tuple)
    (asked,) = found
    return asked


def hints(out: str) -> list[str]:
    return list(json.loads(out)["hints"])


def test_a_command_at_a_terminal_asks_there(services: Services, at_terminal) -> None:
    terminal = at_terminal("actions", "Which papers count?", "--json")
    shown = terminal.read_until("> ")
    for words in (
        "Which papers count?",
        "It decides where is searched.",
        "1. Peer-reviewed only",
        "2. Preprints too",
        "Type a number or words of your own. Enter alone skips, d leaves it to the tool.",
    ):
        assert words in shown
    terminal.type("2")
    status, out = terminal.end()
    assert (status, hints(out)) == (0, [f"“Preprints too” by {services.ticket.owner}"])


@pytest.mark.parametrize(
    ("question", "typed", "said"),
    [
        ("Which papers count?", "", "skipped"),
        ("Which papers count?", "d", "left to the tool"),
        ("Which papers count?", "preprints TOO", "“Preprints too”"),
        ("Which fields count?", "3, law", "“Law, Medicine”"),
        ("Who reads it?", "My students", "“My students”"),
    ],
)
def test_what_is_typed_is_read_as_it_is_meant(
    services: Services, at_terminal, question: str, typed: str, said: str
) -> None:
    terminal = at_terminal("actions", question, "--json")
    terminal.read_until("> ")
    terminal.type(typed)
    assert hints(terminal.end()[1]) == [f"{said} by {services.ticket.owner}"]


def test_what_the_question_does_not_take_is_asked_again(services: Services, at_terminal) -> None:
    terminal = at_terminal("actions", "Which of the two?", "--json")
    assert "Type a number. Enter alone skips." in terminal.read_until("> ")
    for unfit in ("3", "d", "both"):
        terminal.type(unfit)
        assert "It takes: “One” or “Two”; skip." in terminal.read_until("> ")
    terminal.type("1")
    assert hints(terminal.end()[1]) == [f"“One” by {services.ticket.owner}"]


def test_a_command_asks_no_more_what_somebody_else_has_answered(
    services: Services, at_terminal
) -> None:
    """The next question is asked there again, and takes only what is typed to it."""
    terminal = at_terminal("actions", "Which papers count? Who reads it?", "--json")
    terminal.read_until("> ")
    asked = open_question(services)
    said = Answer(kind=AnswerKind.TEXT, text="Books", by="Ada")
    jobs.answer(services, asked.run_id, asked.question_id, said)
    shown = terminal.read_until("> ")
    assert "Answered elsewhere: “Books” by Ada." in shown
    assert "Who reads it?" in shown
    terminal.type("My students")
    assert hints(terminal.end()[1]) == [
        "“Books” by Ada",
        f"“My students” by {services.ticket.owner}",
    ]


def test_a_question_whose_time_is_over_is_asked_no_more(services: Services, at_terminal) -> None:
    terminal = at_terminal("actions", "How new?", "--json")
    assert re.search(
        r"Decides by itself in 3 h (20|19) min, .*\d\d:\d\d", terminal.read_until("> ")
    )
    with closing(sqlite3.connect(services.settings.home / "library.sqlite")) as database, database:
        database.execute("UPDATE run_questions SET decides_at = 0")  # as if so long had passed
    terminal.read_until("Decided by the tool, as nobody answered in time.")
    assert hints(terminal.end()[1]) == ["decided by the tool, as nobody answered in time"]


def test_control_c_at_a_question_cancels_the_run(services: Services, at_terminal) -> None:
    terminal = at_terminal("actions", "Which papers count?")
    terminal.read_until("> ")
    run = open_question(services).run_id
    os.kill(terminal.process.pid, signal.SIGINT)
    terminal.read_until(f"myscholar runs resume {run}")
    assert terminal.end()[0] == 130
    assert services.runs.info(run).status is RunStatus.CANCELLED


def test_without_a_terminal_a_command_says_where_to_answer_and_waits(
    cli, services: Services
) -> None:
    command = begin("actions", "How new?", "--json")
    asked = open_question(services)
    assert command.stderr
    told = [command.stderr.readline() for _ in range(5)]
    assert told[0] == f"Run {asked.run_id} asks: How new?\n"
    assert told[-1].startswith(f"Answer it: myscholar runs answer {asked.run_id} q1 --choice 1")
    listed = cli("runs", "list")
    assert "asks you" in listed.out
    assert f"myscholar runs answer {asked.run_id} q1 --choice 1" in listed.err
    shown = cli("runs", "show", asked.run_id).out
    assert "1. Any" in shown
    assert "Takes: “Any” or “Five years”; words of your own; skip; leave it to the tool." in shown
    assert re.search(r"Decides by itself in 3 h (20|19) min, (on .*)?at \d\d:\d\d\.", shown)
    assert "goes on: “Five years”." in cli("runs", "answer", asked.run_id, "--choice", "2").err
    out, _ = command.communicate(timeout=PATIENCE_S)
    assert hints(out) == [f"“Five years” by {services.ticket.owner}"]


def test_answers_are_given_in_each_way_and_wrong_ones_say_what_the_question_takes(
    cli, services: Services, worker
) -> None:
    def run(question: str) -> RunId:
        begun = jobs.start(services, ActionsOrder(question=question))
        until(lambda: services.runs.open_questions(begun))
        return begun

    for question, typed, said in (
        ("Which fields count?", ("--choice", "law", "--choice", "1"), "“Linguistics, Law”"),
        ("Which papers count?", ("q1", "--skip"), "skipped"),
        ("Which papers count?", ("--decide",), "left to the tool"),
        ("Who reads it?", ("q1", "My students"), "“My students”"),
    ):
        begun = run(question)
        assert said in cli("runs", "answer", begun, *typed).err
    takes = "It takes: one or more of “Linguistics” or “Law” or “Medicine”"
    begun = run("Which fields count?")
    for typed in (("--skip",), ("--choice", "9"), (), ("words", "--skip")):
        wrong = cli("runs", "answer", begun, *typed)
        assert (wrong.status, takes in wrong.err) == (2, True)
    assert cli("runs", "answer", begun, "law").status == 0
    again = cli("runs", "answer", begun, "q1", "--choice", "1")
    by = services.ticket.owner
    assert (again.status, f"it was answered before, “Law” by {by}." in again.err) == (2, True)
    asks_nothing = jobs.start(services, ActionsOrder(question="How do birds sing?"))
    assert "has asked nothing" in cli("runs", "answer", asks_nothing, "x").err


def test_a_worker_does_it_while_the_command_only_waits(
    services: Services, worker, at_terminal
) -> None:
    """What the run asks is still asked at the terminal."""
    terminal = at_terminal("actions", "Which papers count?", "--worker", "--json")
    terminal.read_until("> ")
    asked = open_question(services)
    until(lambda: services.runs.info(asked.run_id).status is RunStatus.ASKING)
    terminal.type("1")
    by = services.ticket.owner
    assert hints(terminal.end()[1]) == [f"“Peer-reviewed only” by {by}"]
    run = services.runs.info(asked.run_id)
    assert (run.place, run.owner) == (RunPlace.WORKER, by)


def test_a_command_that_waits_says_that_no_worker_lives_and_its_place_in_line(
    services: Services, at_terminal
) -> None:
    for _ in range(3):
        jobs.start(services, ActionsOrder(question="How do birds sing?"))
    terminal = at_terminal("actions", "Which papers count?", "--worker")
    terminal.read_until("No worker lives, so this waits in line until one does")
    terminal.read_until("In line: no worker lives")
    release = services.runs.locks.hold("worker-1")  # as one that is busy
    assert release
    terminal.read_until("In line: 3 before you")
    release()
    os.kill(terminal.process.pid, signal.SIGINT)
    assert terminal.end()[0] == 130
