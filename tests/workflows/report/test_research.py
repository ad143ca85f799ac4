"""A report that is researched as a tree: a run like every other."""

import asyncio
import os
import subprocess
import sys
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from myscholar.domain.actions import Stage
from myscholar.domain.dialogue import AnswerKind
from myscholar.domain.engine import Engine
from myscholar.domain.interaction import (
    Interaction,
    NodeStatus,
    ResearchMode,
    ResearchPlan,
    TreeLimits,
    UserKind,
    UserSpec,
)
from myscholar.domain.orders import ReportOrder, RewriteOrder
from myscholar.domain.report import Researched
from myscholar.domain.runs import RunId, RunStatus
from myscholar.gateways.llm.prompts import Prompt
from myscholar.settings import Settings
from myscholar.workflows.jobs import answer, cancel, carry_out, open_services, resume, start, wait
from myscholar.workflows.report.research import interaction_so_far, with_wishes_of
from myscholar.workflows.services import Services, utc_now

from . import writer

QUESTION = "How is text summarization evaluated?"
LIMITS = TreeLimits(base_cost=0.0, depth=1, breadth=3)


def order(*replies: str) -> ReportOrder:
    user = UserSpec(kind=UserKind.SCRIPTED, items=replies) if replies else UserSpec()
    return ReportOrder(
        question=QUESTION,
        sources=("sample",),
        engine=Engine.EXTRACTIVE,
        research=ResearchPlan(persona="human judgements", tree=LIMITS, user=user),
    )


async def until_asked(services: Services, run_id: RunId) -> str:
    while not (asked := services.runs.open_questions(run_id)):
        assert services.runs.info(run_id).status.goes_on
        await asyncio.sleep(0.02)
    return asked[0].question_id


async def test_what_was_chosen_is_searched_written_and_marked(tmp_services: Services) -> None:
    report = await carry_out(tmp_services, order("1, 2"))
    made = report.interaction
    (turn,) = made.turns
    assert turn.answer.kind is AnswerKind.CHOICE
    followed = [n.direction for n in made.nodes if n.status is NodeStatus.EXPLORED][1:]
    assert list(turn.answer.choices) == followed
    assert [a.tldr for a in report.actions] == [f"Add a section on {name}" for name in followed]
    assert {o.action_id for o in report.outcomes} == {a.action_id for a in report.actions}
    assert any(section.highlights for section in report.sections)
    searched = {record.query.text for record in report.searches}
    assert any(followed[0].casefold() in text.casefold() for text in searched)


async def test_another_set_of_actions_keeps_what_the_tree_found(tmp_services: Services) -> None:
    report = await carry_out(tmp_services, order("1"))
    again = RewriteOrder(base=RunId(report.report_id), actions=report.actions[:0])
    rewritten = await carry_out(tmp_services, again)
    assert rewritten.interaction == report.interaction
    assert rewritten.searches == report.searches
    assert rewritten.actions == ()


@pytest.mark.parametrize("mode", ResearchMode)
async def test_years_in_the_question_hold_in_every_search(mode, tmp_services: Services) -> None:
    plan = ResearchPlan(mode=mode, tree=LIMITS, user=UserSpec(kind=UserKind.NOBODY))
    asked = "How is text summarization evaluated since 2022?"
    wanted = order().model_copy(update={"research": plan, "question": asked})
    report = await carry_out(tmp_services, wanted)
    assert {record.query.filters.year_min for record in report.searches} == {2022}


async def test_a_screen_sees_the_tree_while_its_question_waits(tmp_services: Services) -> None:
    run_id = start(tmp_services, order())
    asked = await until_asked(tmp_services, run_id)
    seen = interaction_so_far(tmp_services, run_id)
    assert [n.status for n in seen.nodes] == [NodeStatus.EXPLORED, *[NodeStatus.PROPOSED] * 3]
    assert seen.pauses[-1].asked
    answer(tmp_services, run_id, asked, "3")
    report = await wait(tmp_services, run_id)
    assert interaction_so_far(tmp_services, run_id) == report.interaction


def test_an_unsteered_run_has_no_tree(tmp_services: Services) -> None:
    plain = order().model_copy(update={"research": None})
    run_id = start(tmp_services, plain)
    asyncio.run(wait(tmp_services, run_id))
    assert interaction_so_far(tmp_services, run_id) is None


async def test_a_waiting_tree_can_be_cancelled_and_loses_nothing(tmp_services: Services) -> None:
    run_id = start(tmp_services, order())
    await until_asked(tmp_services, run_id)
    cancel(tmp_services, run_id)
    while tmp_services.runs.info(run_id).status is not RunStatus.CANCELLED:
        await asyncio.sleep(0.02)
    assert interaction_so_far(tmp_services, run_id).nodes


@contextmanager
def worker(home: os.PathLike[str]):
    environment = os.environ | {"MYSCHOLAR_HOME": str(home)}
    command = [sys.executable, "-m", "myscholar.surfaces.cli", "worker"]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(120)


async def test_a_tree_whose_question_waits_survives_a_kill_and_another_process_answers(
    tmp_services: Services,
) -> None:
    home = tmp_services.settings.home
    services = open_services(tmp_services.settings, by_worker=True)
    run_id = start(services, order())
    with worker(home):
        asked = await until_asked(services, run_id)
        while services.runs.info(run_id).status is not RunStatus.ASKING:
            await asyncio.sleep(0.02)
    done = services.runs.step_names(run_id)
    command = [sys.executable, "-m", "myscholar.surfaces.cli"]
    said = [*command, "runs", "answer", run_id, asked, "2"]
    environment = os.environ | {"MYSCHOLAR_HOME": str(home)}
    subprocess.run(said, check=True, env=environment, capture_output=True)
    with worker(home):
        report = await wait(services, run_id)
    assert len(report.interaction.turns) == 1
    steps = [step.name for step in services.runs.steps(run_id)]
    assert done < set(steps)
    assert len(steps) == len(set(steps))
    services.close()


async def test_a_question_stays_open_for_a_week_and_the_week_is_no_work(
    tmp_services: Services,
) -> None:
    run_id = start(tmp_services, order())
    asked = await until_asked(tmp_services, run_id)
    tmp_services.close()
    later = open_services(tmp_services.settings, clock=lambda: utc_now() + timedelta(days=7))
    answer(later, run_id, asked, "2")
    if later.runs.info(run_id).status is RunStatus.INTERRUPTED:
        resume(later, run_id)
    report = await wait(later, run_id)
    assert len(report.interaction.turns) == 1
    assert report.cost.seconds < 3600
    later.close()


EXPECTED = "agreement of two raters per summary"


def steered() -> dict[str, object]:
    """What a model answers in a tree of the question alone: it learns from one paper, the last that
    it is shown."""

    def learn(prompt: Prompt) -> dict[str, object]:
        number, passages = max(writer.papers_in(prompt).items())
        taught = {"paper": number, "quote": passages[0], "insight": "Raters differ."}
        return {"learnings": [taught], "tags": ["raters"]}

    return {
        "steer/estimate": lambda _: {"aspects": [EXPECTED]},
        "steer/learn": learn,
        "steer/marks": lambda _: {"reports": [{"report": 1, "marks": [1]}]},
    }


async def test_what_the_person_expects_is_read_outlined_and_written_for_and_what_taught_is_read(
    tmp_path: Path,
) -> None:
    services = writer.Written(Settings(home=tmp_path), **steered())
    alone = LIMITS.model_copy(update={"depth": 0})
    wanted = order().model_copy(
        update={
            "engine": Engine.LLM,
            "research": ResearchPlan(
                persona="I rate summaries myself.", tree=alone, user=UserSpec(kind=UserKind.NOBODY)
            ),
        }
    )
    report = await carry_out(services, wanted)
    (root,) = report.interaction.nodes
    (learning,) = root.learnings
    assert learning.paper_id in {ref.paper.paper_id for ref in report.references}
    wordings = {"report/extract_quotes", "report/outline", "report/section"}
    assert expecting(services) == wordings
    services.forget()
    again = RewriteOrder(base=RunId(report.report_id), section=1)
    await carry_out(services, again)
    assert expecting(services) == {"report/section"}
    services.runner.close()
    services.store.close()


def expecting(services: writer.Written) -> set[str]:
    """The prompts of the report that say who asks and what they expect."""
    shown = [p for _, p in services.script.asked if p.name.startswith("report/")]
    return {p.name for p in shown if EXPECTED in p.text and "I rate summaries myself." in p.text}


def test_a_wish_said_on_the_way_is_for_the_writing_and_waits_for_no_search() -> None:
    wishes = ("Cover only what the model's own answers tell", "Add a section on raters")
    researched = Researched(
        interaction=Interaction(mode=ResearchMode.TEAM), results=(), wishes=wishes
    )
    said = with_wishes_of(order(), researched).actions
    assert [action.tldr for action in said] == list(wishes)
    assert [action.stage for action in said] == [Stage.ORGANIZATION, Stage.ORGANIZATION]
