"""A question researched by a team. Source: IDRBench §3.1."""

from myscholar.domain.evidence import QueryKind, SearchFilters, SearchQuery
from myscholar.domain.interaction import (
    ROOT,
    Interaction,
    NodeOrigin,
    Persona,
    ResearchMode,
    ResearchPlan,
    User,
)
from myscholar.domain.profile import Profile
from myscholar.domain.report import QueryResult, Researched, SearchAll
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted, listed
from myscholar.interactive.team.budget import MOST_ROUNDS, MOST_SEARCHES, TeamStage, TurnBudget
from myscholar.interactive.team.consulting import Team, consult
from myscholar.interactive.team.mind import TeamMind
from myscholar.interactive.team.state import (
    Brief,
    Dimension,
    Reflection,
    ResearchTask,
    TaskReport,
    TeamState,
)
from myscholar.interactive.team.tasks import next_tasks
from myscholar.runs.run import Run, StepWork

PER_SEARCH, FIRST_LOOK = 20, 40
"""Papers of one search, and of the first look, which tells what sides there are; by hand."""


async def research_as_team(
    run: Run,
    question: str,
    *,
    plan: ResearchPlan,
    persona: Persona,
    mind: TeamMind,
    search: SearchAll,
    user: User,
    profile: Profile | None = None,
    filters: SearchFilters = SearchFilters(),
    progress: Progress = ignore,
) -> Researched:
    """Planning, the research loop, and what generation needs; nobody is asked where the plan's user
    is NOBODY. Every search keeps to `filters`.

    Raises LLMError, RunCancelled, and what `user` raises.
    """
    team = Team(run, mind, search, user, filters, progress)
    budget = TurnBudget.of(plan.user.kind)
    state = TeamState(question=question, persona=persona, profile=profile)
    state = await _plan(team, state)
    state, budget = await consult(team, state, TeamStage.PLANNING, budget)
    while state.n_rounds < MOST_ROUNDS and not state.is_enough:
        tasks = await _assign(team, state)
        if not tasks:
            break
        state = await _research(team, state, tasks)
        if state.n_rounds < MOST_ROUNDS:
            state, budget = await consult(team, state, TeamStage.RESEARCH, budget)
    state, budget = await consult(team, state, TeamStage.GENERATION, budget)
    return _researched(state)


async def _plan(team: Team, state: TeamState) -> TeamState:
    """A first look at the question, and the brief."""
    whole = Dimension(name=state.question, query=state.question)
    look = ResearchTask(task_id=ROOT, dimension=whole, origin=NodeOrigin.QUESTION)
    team.progress(Event(step="Looking at the question"))
    first = await team.run.step(
        "Looking at the question", TaskReport, lambda: _carry_out(team, state, look, 1)
    )
    state = state.with_reports([first])
    team.progress(Event(step="Writing the brief"))
    brief = await team.run.step("Writing the brief", Brief, lambda: team.mind.write_brief(state))
    return state.with_brief(brief)


async def _assign(team: Team, state: TeamState) -> tuple[ResearchTask, ...]:
    step = f"Dividing the work (round {state.n_rounds + 1})"
    team.progress(Event(step=step))
    proposed = await team.run.step(step, tuple[Dimension, ...], lambda: team.mind.assign(state))
    return next_tasks(state, proposed)


async def _research(team: Team, state: TeamState, tasks: tuple[ResearchTask, ...]) -> TeamState:
    """One round, the researchers side by side."""
    step = f"Researching (round {state.n_rounds + 1})"
    named = listed([f"“{task.name}”" for task in tasks])
    team.progress(Event(step=step, message=named, total=len(tasks)))

    def work(task: ResearchTask) -> tuple[str, StepWork[TaskReport]]:
        return f"Researching task {task.task_id}", lambda: _carry_out(team, state, task)

    return state.with_reports(await team.run.together(TaskReport, [work(task) for task in tasks]))


async def _carry_out(
    team: Team, state: TeamState, task: ResearchTask, most: int = MOST_SEARCHES
) -> TaskReport:
    """One researcher: searches, reflects on what is missing, searches on."""
    kind = QueryKind.QUESTION if task.task_id == ROOT else QueryKind.FACET
    results: tuple[QueryResult, ...] = ()
    asked = set[str]()
    found = Reflection(next_query=task.dimension.query)
    while len(asked) < most and found.next_query and found.next_query not in asked:
        query = SearchQuery(text=found.next_query, kind=kind, filters=team.filters)
        asked.add(query.text)
        results += await team.search([query], FIRST_LOOK if task.task_id == ROOT else PER_SEARCH)
        found = await team.mind.reflect(state, task, results, most - len(asked))
    team.progress(
        Event(
            step="Researching",
            message=f"“{task.name}”: {counted(found.n_papers, 'paper')}",
            part=task.task_id,
        )
    )
    return TaskReport(task=task, results=results, reflection=found, n_searches=len(asked))


def _researched(state: TeamState) -> Researched:
    unmet = [f"“{d.name}”" for d in state.wanted]
    notes = [f"Not looked into any more, though asked for: {listed(unmet)}."] if unmet else []
    return Researched(
        interaction=Interaction(
            mode=ResearchMode.TEAM,
            turns=state.turns,
            nodes=state.nodes,
            persona=state.persona,
            coverage=state.coverage,
            notes=(*state.notes, *notes),
        ),
        results=state.results,
        wishes=state.wishes,
    )
