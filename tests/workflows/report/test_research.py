"""A report that is researched as a tree: a run like every other."""

import asyncio
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from myscholar.domain.actions import Stage
from myscholar.domain.dialogue import AnswerKind
from myscholar.domain.engine import Engine
from myscholar.domain.interaction import (
    Interaction,
    NodeStatus,
    Pausing,
    ResearchMode,
    ResearchPlan,
    TreeLimits,
    UserKind,
    UserSpec,
)
from myscholar.domain.orders import ReportOrder, RewriteOrder
from myscholar.domain.report import Researched
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import InputError, TreeOver, UnreadableRecord
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.storage import tables as t
from myscholar.settings import Settings
from myscholar.workflows.jobs import answer, cancel, carry_out, open_services, resume, start, wait
from myscholar.workflows.report.reports import report_record
from myscholar.workflows.report.research import interaction_so_far, with_wishes_of
from myscholar.workflows.report.steering import read_changes, steer, waiting_changes
from myscholar.workflows.report.write_report import check_order
from myscholar.workflows.sample import SAMPLE_QUESTION
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


def test_a_pause_agent_without_a_model_is_refused_before_anything_is_searched(
    tmp_services: Services,
) -> None:
    plan = ResearchPlan(tree=LIMITS, pausing=Pausing.AGENT)
    wanted = order().model_copy(update={"research": plan})
    with pytest.raises(InputError, match="A pause agent is a language model"):
        start(tmp_services, wanted)
    team = plan.model_copy(update={"mode": ResearchMode.TEAM})
    assert check_order(tmp_services, wanted.model_copy(update={"research": team}))


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


def taught_once() -> dict[str, object]:
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
    services = writer.Written(Settings(home=tmp_path), **taught_once())
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


def steered(services: Services, run_id: RunId, **changes: list[str]) -> None:
    steer(services, run_id, read_changes(services, **changes))


async def test_what_is_changed_by_hand_while_a_question_waits_survives_a_kill_and_answers_nothing(
    tmp_services: Services,
) -> None:
    home = tmp_services.settings.home
    services = open_services(tmp_services.settings, by_worker=True)
    run_id = start(services, order())
    with worker(home):
        asked = await until_asked(services, run_id)
    steered(services, run_id, cut=["1"], add=["crowdsourced annotators"])
    seen = interaction_so_far(services, run_id)
    told = services.runs.told_changes(run_id).changes
    assert [c.kind for c in waiting_changes(seen, told)] == ["cut", "add"]
    assert services.runs.open_questions(run_id)
    answer(services, run_id, asked, "1, 2")
    with worker(home):
        report = await wait(services, run_id)
    made = report.interaction
    status = {node.node_id: node.status for node in made.nodes}
    assert (status["1"], status["2"]) == (NodeStatus.CUT, NodeStatus.EXPLORED)
    assert status["4"] in (NodeStatus.EXPLORED, NodeStatus.EMPTY)
    assert [(t.change.by, t.after, t.refused) for t in made.changes] == [
        (services.ticket.owner, "0", "")
    ] * 2
    assert waiting_changes(made, told) == ()
    services.close()


async def test_the_same_change_told_twice_while_a_question_waits_is_told_once(
    tmp_services: Services,
) -> None:
    run_id = start(tmp_services, order())
    asked = await until_asked(tmp_services, run_id)
    changes = read_changes(tmp_services, cut=["1"], add=["crowdsourced annotators"])
    steer(tmp_services, run_id, changes)
    steer(tmp_services, run_id, changes)
    steered(tmp_services, run_id, cut=["1"], add=["crowdsourced annotators"])
    assert tmp_services.runs.told_changes(run_id).changes == changes
    steered(tmp_services, run_id, reopen=["1"])
    steered(tmp_services, run_id, cut=["1"])
    with pytest.raises(InputError, match="Only explored directions are merged"):
        steered(tmp_services, run_id, cut=["1"], merge=["1:2"])
    answer(tmp_services, run_id, asked, "2")
    report = await wait(tmp_services, run_id)
    kinds = [taken.change.kind for taken in report.interaction.changes]
    assert kinds == ["cut", "add", "reopen", "cut"]
    assert not any(taken.refused for taken in report.interaction.changes)


async def test_a_tree_that_another_version_kept_in_another_form_is_one_named_error(
    tmp_services: Services,
) -> None:
    report = await carry_out(tmp_services, order("1"))
    of_old = RunId(report.report_id)
    with_other_steps(tmp_services, of_old, "Exploring 0")
    again = RewriteOrder(base=of_old, tree=read_changes(tmp_services, cut=["1"]))
    with pytest.raises(UnreadableRecord, match="kept by another version of myscholar"):
        await carry_out(tmp_services, again)
    with_other_steps(tmp_services, of_old, "Research so far")
    with pytest.raises(UnreadableRecord, match="Research the question anew"):
        interaction_so_far(tmp_services, of_old)


def with_other_steps(services: Services, run_id: RunId, name: str) -> None:
    """As if a version had stored these steps that knew other fields."""
    mine = (t.run_steps.c.run_id == run_id) & t.run_steps.c.name.startswith(name)
    with services.store._engine.begin() as connection:
        connection.execute(update(t.run_steps).where(mine).values(result={"of_old": 1}))


async def test_a_new_report_goes_on_from_a_tree_and_searches_only_for_what_is_new(
    tmp_services: Services,
) -> None:
    report = await carry_out(tmp_services, order("1"))
    before = report.interaction
    ahead = before.pauses[0].explored_ahead
    left = next(
        node for node in before.nodes if node.status is NodeStatus.LEFT and node.node_id != ahead
    )
    changes = read_changes(tmp_services, cut=["1"], reopen=[left.node_id])
    run_id = start(tmp_services, RewriteOrder(base=RunId(report.report_id), tree=changes))
    again = await wait(tmp_services, run_id)
    status = {node.node_id: node.status for node in again.interaction.nodes}
    assert (status["1"], status[left.node_id]) == (NodeStatus.CUT, NodeStatus.EXPLORED)
    steps = tmp_services.runs.step_names(run_id)
    assert {name for name in steps if name.startswith(("Exploring", "Directions"))} == {
        f"Exploring {left.node_id}"
    }
    assert "Searching for the question" not in steps
    assert [a.tldr for a in again.actions] == [f"Add a section on {left.direction}"]
    cut = next(node for node in before.nodes if node.node_id == "1")
    assert not any(cut.direction in record.query.text for record in again.searches)
    assert again.interaction.turns == before.turns

    back = read_changes(tmp_services, reopen=["1"])
    whole = await carry_out(tmp_services, RewriteOrder(base=run_id, tree=back))
    explored = [n.node_id for n in whole.interaction.nodes if n.status is NodeStatus.EXPLORED]
    assert explored == ["0", "1", left.node_id]
    assert [t.change.kind for t in whole.interaction.changes] == ["cut", "reopen", "reopen"]


async def test_a_report_whose_actions_were_changed_still_goes_on_from_its_tree(
    tmp_services: Services,
) -> None:
    report = await carry_out(tmp_services, order("1"))
    other = RewriteOrder(base=RunId(report.report_id), actions=())
    rewritten = await carry_out(tmp_services, other)
    added = read_changes(tmp_services, add=["1: crowdsourced annotators"])
    again = RewriteOrder(base=RunId(rewritten.report_id), tree=added)
    made = await carry_out(tmp_services, again)
    assert made.interaction.node("1.1").direction == "crowdsourced annotators"
    assert made.interaction.changes[0].added == "1.1"


async def test_a_tree_that_ended_and_a_run_without_one_say_what_to_do(
    tmp_services: Services,
) -> None:
    run_id = start(tmp_services, order())
    asked = await until_asked(tmp_services, run_id)
    attempt = tmp_services.runs.attempt(run_id, tmp_services.runs.order(run_id).attempt)
    attempt.last_changes(0)
    with pytest.raises(TreeOver, match="Wait until it is ready, then change the tree"):
        steered(tmp_services, run_id, cut=["1"])
    answer(tmp_services, run_id, asked, "1")
    await wait(tmp_services, run_id)
    with pytest.raises(TreeOver, match=r"has finished\. Rewrite its report"):
        steered(tmp_services, run_id, cut=["1"])
    with pytest.raises(InputError, match="No direction is called '9'"):
        start(tmp_services, RewriteOrder(base=run_id, tree=read_changes(tmp_services, cut=["9"])))
    both = RewriteOrder(base=run_id, tree=read_changes(tmp_services, cut=["1"]), section=1)
    with pytest.raises(InputError, match="one after the other"):
        start(tmp_services, both)
    plain = await carry_out(tmp_services, order().model_copy(update={"research": None}))
    with pytest.raises(InputError, match="grows no tree"):
        steered(tmp_services, RunId(plain.report_id), cut=["1"])
    on_plain = RewriteOrder(base=RunId(plain.report_id), tree=read_changes(tmp_services, cut=["1"]))
    with pytest.raises(InputError, match="comes from no tree"):
        start(tmp_services, on_plain)


async def test_a_cancelled_tree_is_resumed_before_it_is_changed(tmp_services: Services) -> None:
    run_id = start(tmp_services, order())
    await until_asked(tmp_services, run_id)
    cancel(tmp_services, run_id)
    while tmp_services.runs.info(run_id).status is not RunStatus.CANCELLED:
        await asyncio.sleep(0.02)
    with pytest.raises(TreeOver, match="was cancelled: resume it"):
        steered(tmp_services, run_id, cut=["1"])
    resume(tmp_services, run_id)
    steered(tmp_services, run_id, cut=["1"])


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "Say what to change"),
        ({"merge": ["2"]}, "A merge names two directions, for example 2.1:1"),
        ({"add": ["1: "]}, "The direction is empty"),
    ],
)
def test_what_says_no_change_is_one_message(said, why, tmp_services: Services) -> None:
    with pytest.raises(InputError, match=why):
        read_changes(tmp_services, **said)


def learned(prompt: Prompt) -> dict[str, Any]:
    """Of the first paper its first sentence, word for word."""
    number, words = next(iter(writer.papers_in(prompt).items()))
    quote = re.split(r"(?<=[.!?]) (?=[A-Z])", words[0])[0]
    return {"learnings": [{"paper": number, "quote": quote, "insight": "So they say."}]}


def proposed(prompt: Prompt) -> dict[str, Any]:
    return {
        "directions": [
            {"direction": name, "query": name, "reason": "It is there.", "confidence": 0.9}
            for name in ("verification of claims", "retrieval of evidence")
        ]
    }


def marked(prompt: Prompt) -> dict[str, Any]:
    n = len(re.findall(r"(?m)^Report \d+", prompt.text)) or 9
    return {"reports": [{"report": n + 1, "marks": [1]} for n in range(n)]}


async def test_a_model_reads_and_explores_again_only_what_a_changed_tree_adds(tmp_path) -> None:
    services = writer.Written(
        Settings(home=tmp_path),
        **{
            "steer/estimate": {"aspects": ["citation evaluation"]},
            "steer/learn": learned,
            "steer/propose": proposed,
            "steer/marks": marked,
            "steer/update": {},
        },
    )
    limits = TreeLimits(depth=1, breadth=2)
    plan = ResearchPlan(tree=limits, user=UserSpec(kind=UserKind.NOBODY))
    first = await carry_out(
        services,
        ReportOrder(
            question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM, research=plan
        ),
    )
    assert [n.status for n in first.interaction.nodes] == [NodeStatus.EXPLORED] * 3
    n_read = services.n_papers_read
    services.forget()
    changes = read_changes(services, cut=["1"], add=["abstention"])
    again = RewriteOrder(base=RunId(first.report_id), tree=changes)
    second = await carry_out(services, again)
    asked = services.asked
    assert asked.count("steer/learn") == 1
    assert not {"steer/estimate", "steer/propose", "report/plan_search"} & set(asked)
    assert services.n_papers_read < n_read
    assert [n.status for n in second.interaction.nodes] == [
        NodeStatus.EXPLORED, NodeStatus.CUT, NodeStatus.EXPLORED, NodeStatus.EXPLORED,
    ]  # fmt: skip
    assert "Add a section on abstention" in [a.tldr for a in second.actions]
    gone = {r.query.text for r in first.searches} - {r.query.text for r in second.searches}
    assert gone == {"verification of claims"}
    assert report_record(services, second.report_id).previous == first.report_id
    services.runner.close()
    services.store.close()
