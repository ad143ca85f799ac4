"""A report that is researched as a tree: a run like every other."""

import asyncio
import os
import subprocess
import sys
from contextlib import contextmanager
from datetime import timedelta

import pytest

from myscholar.domain.dialogue import AnswerKind
from myscholar.domain.engine import Engine
from myscholar.domain.interaction import (
    NodeStatus,
    ResearchMode,
    ResearchPlan,
    TreeLimits,
    UserKind,
    UserSpec,
)
from myscholar.domain.orders import ReportOrder, RewriteOrder
from myscholar.domain.runs import RunId, RunStatus
from myscholar.workflows.jobs import answer, cancel, carry_out, open_services, resume, start, wait
from myscholar.workflows.report.research import interaction_so_far
from myscholar.workflows.services import Services, utc_now

QUESTION = "How is text summarization evaluated?"
LIMITS = TreeLimits(base_cost=0.0, depth=1, breadth=3, explore_weight=0.0, information_weight=0.0)


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


async def test_a_team_says_what_its_asker_expects_and_how_far_it_was_found(
    tmp_services: Services,
) -> None:
    nobody = UserSpec(kind=UserKind.NOBODY)
    stated = "I compare human judgements with automatic metrics"
    plan = ResearchPlan(mode=ResearchMode.TEAM, persona=stated, user=nobody)
    report = await carry_out(tmp_services, order().model_copy(update={"research": plan}))
    made = report.interaction
    assert {a.text for a in made.persona.aspects} == {"human judgements", "automatic metrics"}
    assert made.coverage[0].aspects == tuple(a.text for a in made.persona.aspects)
    assert "human judgements" in [node.direction for node in made.nodes]
    unsaid = plan.model_copy(update={"persona": ""})
    other = await carry_out(tmp_services, order().model_copy(update={"research": unsaid}))
    assert other.interaction.persona.aspects == ()


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
