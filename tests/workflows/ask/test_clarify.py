"""A clarification as a run: it waits for a person without a worker, and survives anything."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from myscholar import MyScholar
from myscholar.domain.dialogue import AnswerKind, Question
from myscholar.domain.engine import Engine
from myscholar.domain.interaction import Clarification, UserKind, UserSpec
from myscholar.domain.orders import ClarifyOrder
from myscholar.domain.runs import RunKind, RunQuestion, RunStatus
from myscholar.errors import EmptyQuestion, ExtraNotInstalled, NotRecorded, UnreadableFile
from myscholar.interactive.clarify.training.policy import FACTS, AskerFacts
from myscholar.interactive.clarify.training.train.settings import Preset, preset
from myscholar.settings import Settings
from myscholar.text.question import analyse_question
from myscholar.text.terms import phrase_key
from myscholar.views.run_watch import watch
from myscholar.workflows.jobs import answer, carry_out, open_services, start, wait
from myscholar.workflows.library.sources import open_sources
from myscholar.workflows.services import Services

BROAD = "Which methods improve dense retrieval?"
ORDER = ClarifyOrder(question=BROAD, sources=("sample",), engine=Engine.EXTRACTIVE)


def scripted(*replies: str) -> ClarifyOrder:
    user = UserSpec(kind=UserKind.SCRIPTED, items=replies)
    return ORDER.model_copy(update={"user": user})


async def test_a_question_is_asked_about_and_said_again(tmp_services: Services) -> None:
    made = await carry_out(tmp_services, scripted("1", "1", "1"))
    first = made.turns[0]
    assert 2 <= len(first.question.choices) <= 3
    assert "papers found" in first.question.why
    assert made.summary == f"{BROAD} Focus on " + made.summary.partition(" Focus on ")[2]
    assert made.turns[-1].answer.choices[0] in made.summary
    assert made.ended
    asked = [choice for turn in made.turns for choice in turn.question.choices]
    assert len(asked) == len({*asked})


async def test_the_summary_finds_the_papers_that_were_meant(tmp_services: Services) -> None:
    """More of the first ten papers speak of the choice than before it was made."""
    from myscholar.domain.evidence import SearchQuery
    from myscholar.search.retrieve import retrieve

    made = await carry_out(tmp_services, scripted("1"))
    (chosen,) = made.turns[0].answer.choices
    sources = open_sources(tmp_services, ("sample",)).sources

    async def n_on_it(question: str) -> int:
        found = await retrieve((SearchQuery(text=question),), sources, limit=10)
        texts = (" ".join((h.paper.title, *(p.text for p in h.paper.passages))) for h in found.hits)
        return sum(phrase_key(chosen) in phrase_key(text) for text in texts)

    assert await n_on_it(made.summary) > await n_on_it(BROAD)
    assert analyse_question(made.summary).questions == ()


async def test_nobody_is_asked_once_and_the_question_stays(tmp_services: Services) -> None:
    nobody = ORDER.model_copy(update={"user": UserSpec(kind=UserKind.NOBODY)})
    made = await carry_out(tmp_services, nobody)
    assert (made.summary, made.ended) == (BROAD, "The rest was left to the tool.")


async def test_what_cant_be_asked_about_is_said_before_anything_begins(
    tmp_services: Services,
) -> None:
    with pytest.raises(EmptyQuestion):
        start(tmp_services, ORDER.model_copy(update={"question": " ?! "}))
    with pytest.raises(NotRecorded, match="holds nothing of this kind"):
        start(tmp_services, ORDER.model_copy(update={"engine": Engine.RECORDED}))


def test_python_asks_a_function_and_gives_the_clarification(tmp_services: Services) -> None:
    seen: list[Question] = []

    def ask(question: Question) -> str:
        seen.append(question)
        return "1" if len(seen) == 1 else "skip"

    scholar = MyScholar(tmp_services, ask=ask)
    made = scholar.clarify(BROAD, sources=["sample"], engine="extractive", max_turns=2)
    assert isinstance(made, Clarification)
    assert [turn.question for turn in made.turns] == seen
    assert seen[0].choices[0] in made.summary


async def test_a_run_that_asks_shows_its_steps(tmp_services: Services) -> None:
    run_id = start(tmp_services, ORDER)
    await until_asked(tmp_services)
    shown = watch(tmp_services, run_id)
    names = [s.name for s in shown.steps if s.name != "Asking you"]  # told a moment later
    assert names == ["Finding what to ask", "Summarizing"]
    answer(
        tmp_services,
        run_id,
        "clarify-1",
        (await until_asked(tmp_services)).question.read(decide=True),
    )
    assert (await wait(tmp_services, run_id)).ended == "The rest was left to the tool."


async def until_asked(services: Services) -> RunQuestion:
    async with asyncio.timeout(60):  # only something that hangs takes so long
        while not (asked := services.runs.open_questions()):
            await asyncio.sleep(0.01)
    return asked[0]


@pytest.fixture
def ordering(searched_before: None, tmp_path: Path) -> Iterator[Services]:
    settings = Settings(home=tmp_path, scholar_url="http://127.0.0.1:9")
    made = open_services(settings, by_worker=True)
    yield made
    made.close()


def at(home: Path) -> dict[str, str]:
    return os.environ | {"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": "http://127.0.0.1:9"}


@contextmanager
def worker(home: Path) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "myscholar.surfaces.cli", "worker"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=at(home)) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(120)


async def test_a_worker_killed_while_a_question_waits_loses_nothing_and_any_process_answers(
    ordering: Services, tmp_path: Path
) -> None:
    run_id = start(ordering, ORDER.model_copy(update={"max_turns": 2}))
    with worker(tmp_path) as first:
        asked = await until_asked(ordering)
        first.kill()
        first.wait(120)
    assert (asked.run_id, asked.question_id) == (run_id, "clarify-1")
    typed = ["-m", "myscholar.surfaces.cli", "runs", "answer", run_id, "clarify-1", "1"]
    subprocess.run([sys.executable, *typed], check=True, env=at(tmp_path), capture_output=True)
    with worker(tmp_path):
        second = await until_asked(ordering)
        assert second.question_id == "clarify-2"
        answer(ordering, run_id, "clarify-2", second.question.read(skip=True))
        made = await wait(ordering, run_id)
    assert [turn.answer.kind for turn in made.turns] == [AnswerKind.CHOICE, AnswerKind.SKIP]
    assert made.turns[0].question == asked.question
    info = ordering.runs.info(run_id)
    assert (info.kind, info.status) == (RunKind.CLARIFY, RunStatus.FINISHED)


async def test_a_folder_without_a_trained_asker_is_refused_before_anything_runs(
    tmp_services: Services, tmp_path: Path
) -> None:
    order = ORDER.model_copy(update={"asker": str(tmp_path)})
    with pytest.raises(UnreadableFile, match="no trained asker is kept in this folder"):
        await carry_out(tmp_services, order)


async def test_a_trained_asker_without_its_libraries_says_what_to_install(
    tmp_services: Services, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = AskerFacts(stage="2", asking=preset(Preset.TINY).asking, pool=(), queries=(), seed=0)
    (tmp_path / FACTS).write_text(facts.model_dump_json())
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ExtraNotInstalled, match="its extra train"):
        await carry_out(tmp_services, ORDER.model_copy(update={"asker": str(tmp_path)}))
