"""What a notebook shows while MyScholar works, and what an editor knows of its types."""

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import get_type_hints

import pytest

import myscholar
from myscholar import MyScholar
from myscholar.domain.dialogue import Question
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import Event, RunId, RunQuestion
from myscholar.surfaces.notebook import progress
from myscholar.workflows.my_scholar import _wait_for


class Line:
    """A display of a notebook: what stood on it, one after the other."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, data: dict[str, str], **_: object) -> "Line":
        self.texts.append(data["text/plain"])
        return self

    update = __call__


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> Line:
    line = Line()
    shell = SimpleNamespace(kernel=object())
    ipython = SimpleNamespace(get_ipython=lambda: shell, display=SimpleNamespace(display=line))
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setattr(progress, "_EVERY_S", 0.001)
    return line


def wait_until_drawn(line: Line, text: str) -> None:
    while not any(text in drawn for drawn in line.texts):
        pass


def test_a_notebook_shows_one_line_while_a_call_works_and_none_afterwards(notebook: Line) -> None:
    with progress.shown(None) as told:
        told(Event(step="Searching", message="the <b> sample", done=1, total=2))
        wait_until_drawn(notebook, "Searching")
    assert "Searching · the <b> sample · 1/2 · 0 s" in notebook.texts
    assert (notebook.texts[0], notebook.texts[-1]) == ("…", "")
    assert progress._drawn("a <b>")["text/html"] == "<small>a &lt;b&gt;</small>"


def test_nothing_is_shown_where_it_is_switched_off_and_in_a_script(
    notebook: Line, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with progress.shown(False) as told:
        told(Event(step="Searching"))
    monkeypatch.delitem(sys.modules, "IPython")
    with progress.shown(None) as told:
        told(Event(step="Searching"))
    assert (notebook.texts, capsys.readouterr()) == ([], ("", ""))


def test_a_notebook_shows_what_a_run_asks_and_where_to_answer_until_it_is_answered(
    notebook: Line,
) -> None:
    question = Question(text="Which <papers> count?", choices=("All", "Books"), takes_text=False)
    asked = RunQuestion(run_id=RunId("r1"), question_id="q1", question=question, asked_at=0.0)
    with progress.asked(asked):
        (shown,) = notebook.texts
    assert shown == (
        "Which <papers> count?\n1. All\n2. Books\n"
        "Answer it in the app, or on a terminal: myscholar runs answer r1 q1 --choice 1"
    )
    assert notebook.texts[-1] == ""
    assert progress._told(asked, "x")["text/html"].startswith("<b>Which &lt;papers&gt; count?</b>")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A shell that starts tests in the background has them ignore an interruption."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_a_call_that_is_interrupted_does_not_go_on() -> None:
    ended = []
    caller = threading.get_ident()

    async def work(_: object) -> None:
        while sys._current_frames()[caller].f_code.co_name != "wait":
            await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGINT)
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    scholar = object.__new__(MyScholar)
    scholar._async, scholar._shows = None, None  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        _wait_for(work)(scholar)  # type: ignore[arg-type]
    while not ended:
        time.sleep(0.01)


def test_types_are_told_to_whoever_calls() -> None:
    assert get_type_hints(MyScholar.write_report)["return"] is Report
    assert get_type_hints(MyScholar.infer_profile)["return"] is Profile
    assert (Path(myscholar.__file__).parent / "py.typed").is_file()
