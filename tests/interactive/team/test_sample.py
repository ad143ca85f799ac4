"""A team's work on the bundled sample, with what a careful person replied in the model's place."""

from collections.abc import Callable

from myscholar.domain.interaction import NodeId, Persona, Turn
from myscholar.domain.profile import Profile
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.interactive.steer.llm.persona import estimate
from myscholar.interactive.team.budget import TeamStage, TurnBudget
from myscholar.interactive.team.llm.mind import LlmTeam
from myscholar.interactive.team.research import PER_SEARCH
from myscholar.interactive.team.state import (
    Consultation,
    ResearchTask,
    TaskReport,
    TeamState,
)
from myscholar.interactive.team.tasks import next_tasks
from myscholar.workflows.sample import SAMPLE_QUESTION
from tests.interactive.conftest import cassette

Answers = Callable[[str], ScriptedLLM]
STAGE, BUDGET = TeamStage.RESEARCH, TurnBudget()


async def planned(llm: ScriptedLLM, sample, mira: Profile, answers: Answers) -> TeamState:
    persona: Persona = await estimate(SAMPLE_QUESTION, "", mira, llm=answers("steer"))
    state = TeamState(question=SAMPLE_QUESTION, persona=persona, profile=mira)
    whole = ResearchTask.model_validate(
        {"task_id": "0", "dimension": {"name": SAMPLE_QUESTION, "query": SAMPLE_QUESTION}}
    )
    seen = TaskReport(task=whole, results=await sample.results(SAMPLE_QUESTION, PER_SEARCH))
    return state.with_brief(await LlmTeam(llm).write_brief(state.with_reports([seen])))


async def first_report(llm: ScriptedLLM, sample, state: TeamState) -> TaskReport:
    task = ResearchTask(task_id=NodeId("1"), dimension=state.dimensions[0])
    results = await sample.results(task.dimension.query, PER_SEARCH)
    found = await LlmTeam(llm).reflect(state, TaskReport(task=task), results, 4)
    return TaskReport(task=task, results=results, reflection=found, n_searches=1)


async def test_a_brief_has_six_sides_and_each_finds_papers_of_its_own(
    sample, mira: Profile, answers: Answers
) -> None:
    llm = answers("team")
    state = await planned(llm, sample, mira, answers)
    hits = [await sample.search(side.query, 5) for side in state.dimensions]
    assert len({frozenset(hit.paper.paper_id for hit in each) for each in hits}) == 6
    assert all(hits)
    assert state.brief
    assert len(state.brief.objectives) == 3
    assert llm.told == []


async def test_each_finding_quotes_a_paper_of_its_own_and_the_gap_is_searched_for_next(
    sample, mira: Profile, answers: Answers
) -> None:
    llm = answers("team")
    report = await first_report(llm, sample, await planned(llm, sample, mira, answers))
    found = report.reflection
    seen = {hit.paper.paper_id for result in report.results for hit in result.hits}
    assert [(le.title, le.evidence.text, le.text) for le in found.learnings] == [
        (each["passage"], each["quote"], each["says"])
        for each in cassette("team_reflect")["findings"]
    ]
    assert (found.n_papers, len(found.learnings), len(found.gaps)) == (5, 5, 3)
    new = {hit.paper.paper_id for hit in await sample.search(found.next_query, PER_SEARCH)}
    assert new - seen
    assert llm.told == []


async def test_what_is_asked_is_answered_and_shapes_the_next_tasks(
    sample, mira: Profile, answers: Answers
) -> None:
    llm = answers("team")
    team = LlmTeam(llm)
    state = await planned(llm, sample, mira, answers)
    state = state.with_reports([await first_report(llm, sample, state)])
    weighed = await team.evaluate(state, STAGE, BUDGET)
    assert weighed.should_ask
    put = await team.make_questions(state, STAGE, BUDGET, weighed)
    assert len(put.summary.split()) <= 60
    state = await replied(team, state, put)
    assert state.left == (
        "agreement of automatic methods with labels",
        "citation recall and precision",
    )
    assert state.refused == ("dialogue systems",)
    assert state.wishes == (
        "Count a statement as a hallucination where the retrieved passages do not support it.",
        "Put the measures in a table.",
    )
    tasks = next_tasks(state, await team.assign(state))
    assert [task.name for task in tasks] == [
        "claims that exceed their passage",
        "Judging when evidence is missing",
        "Kinds of hallucination unsupported by passages",
    ]
    assert llm.told == []


async def replied(team: LlmTeam, state: TeamState, put: Consultation) -> TeamState:
    sense, gaps = (each.question for each in put.questions)
    said = "Support by the passages. Please put the measures in a table, and no dialogue systems."
    turns = [
        Turn(stage=STAGE, question=sense, answer=sense.read(said)),
        Turn(stage=STAGE, question=gaps, answer=gaps.read("3")),
    ]
    state = state.with_turns(put.questions, turns)
    return state.changed(await team.take_in(state, STAGE, put.questions, turns))
