"""What a run asks a script: answered by a function of its own, or from elsewhere."""

import io
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from myscholar import AsyncMyScholar, MyScholar
from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.runs import RunQuestion, RunStatus
from myscholar.errors import QuestionOver, UnfitAnswer, UnknownName
from myscholar.settings import Settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services


@pytest.fixture
def services(tmp_path: Path, runs_that_ask: None) -> Iterator[Services]:
    services = open_services(Settings(home=tmp_path))
    yield services
    services.close()


def by_me(services: Services) -> str:
    return f" by {services.ticket.owner}"


def test_a_function_is_asked_and_its_words_are_the_answer(services: Services) -> None:
    seen: list[Question] = []

    def ask(question: Question) -> str:
        seen.append(question)
        return "2"

    made = MyScholar(services, ask=ask).propose_actions("Which papers count?")
    assert made.hints == (f"“Preprints too”{by_me(services)}",)
    assert seen[0].choices == ("Peer-reviewed only", "Preprints too")


async def test_a_coroutine_is_asked_too_and_may_leave_it_to_the_tool(services: Services) -> None:
    async def ask(question: Question) -> Answer:
        return Answer(kind=AnswerKind.DECIDE)

    made = await AsyncMyScholar(services, ask=ask).propose_actions("Which papers count?")
    assert made.hints == ("left to the tool",)


def test_an_answer_that_does_not_fit_is_the_callers_error_and_cancels_the_run(
    services: Services,
) -> None:
    with pytest.raises(UnfitAnswer, match="It takes: “One” or “Two”; skip"):
        MyScholar(services, ask=lambda _: "Three").propose_actions("Which of the two?")
    (run,) = services.runs.recent()
    assert run.status is RunStatus.CANCELLED


def waits(scholar: MyScholar) -> RunQuestion:
    while not scholar.questions():
        pass
    (asked,) = scholar.questions()
    return asked


def test_a_question_is_answered_from_elsewhere_and_whoever_was_asked_is_not_waited_for(
    services: Services,
) -> None:
    """The first answer counts."""
    never = threading.Event()
    scholar = MyScholar(services, ask=lambda _: str(never.wait()))
    with ThreadPoolExecutor(1) as beside:
        made = beside.submit(scholar.propose_actions, "Which fields count?")
        asked = waits(scholar)
        said = scholar.answer(asked.run_id, asked.question_id, choices=("1", "Law"))
        assert said.choices == ("Linguistics", "Law")
        assert made.result().hints == (f"“Linguistics, Law”{by_me(services)}",)
    never.set()
    with pytest.raises(QuestionOver, match="answered before, “Linguistics, Law”"):
        scholar.answer(asked.run_id, asked.question_id, decide=True)
    with pytest.raises(UnknownName, match="q1"):
        scholar.answer(asked.run_id, "q7", "Law")


def test_a_script_that_nobody_answers_for_is_told_where_it_can_be_answered(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    # pytest's own capture loses what is written while it is read
    monkeypatch.setattr(sys, "stderr", stderr := io.StringIO())
    scholar = MyScholar(services, ask=lambda _: None)
    with ThreadPoolExecutor(1) as beside:
        made = beside.submit(scholar.propose_actions, "How new?")
        asked = waits(scholar)
        while f"{asked.question_id} --choice 1" not in stderr.getvalue():
            time.sleep(0.01)
        scholar.answer(asked.run_id, asked.question_id, skip=True)
        assert made.result().hints == (f"skipped{by_me(services)}",)
    told = stderr.getvalue()
    assert f"Run {asked.run_id} asks: How new?" in told
    assert "2. Five years" in told
    assert "Decides by itself in 3 h" in told
    assert f"myscholar runs answer {asked.run_id} q1 --choice 1" in told
