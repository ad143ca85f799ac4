"""A question researched by a team. Source: IDRBench §3.1."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from myscholar.domain.evidence import Hit, QueryKind, SearchFilters, SearchQuery
from myscholar.domain.interaction import (
    MOST_WISHES,
    ROOT,
    Interaction,
    NodeOrigin,
    Persona,
    ResearchMode,
    ResearchPlan,
    User,
    UserKind,
    snapshot_name,
)
from myscholar.domain.profile import Profile
from myscholar.domain.report import Researched, SearchAll
from myscholar.domain.runs import Event
from myscholar.domain.text import counted, listed
from myscholar.interactive.team.budget import (
    AT_ONCE,
    MOST_ROUNDS,
    MOST_SEARCHES,
    TeamStage,
    TurnBudget,
)
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
from myscholar.runs.run import Run, both
from myscholar.search.retrieve import fused

PER_SEARCH, FOR_PERSONA = 40, 20
"""Papers of one search, and those that tell who asks; by hand."""
Estimate = Callable[[Sequence[Hit]], Awaitable[Persona]]
"""From what a first look found to who asks, and what they expect of the report. Measured without a
model on the 30 pairs of `eval/studies/steering`: 0.65 of what they wanted stood in the report, 0.61
without aspects (difference 0.02 to 0.06 in 95 of 100 draws)."""


async def research_as_team(
    run: Run,
    question: str,
    queries: Sequence[SearchQuery],
    *,
    plan: ResearchPlan,
    mind: TeamMind,
    search: SearchAll,
    user: User,
    filters: SearchFilters,
    estimate: Estimate,
    profile: Profile | None = None,
) -> Researched:
    """Planning, the research loop, and what generation needs; nobody is asked where the plan's user
    is NOBODY. `queries` are those of the question itself, all others keep to `filters`. Who asks
    is estimated where the plan's words or a profile tell something of them.

    Raises LLMError, RunCancelled, and what `search` and `user` raise.
    """
    team = Team(run, mind, search, user, filters, asks_at_once=plan.user.kind is UserKind.LIVE)
    budget = TurnBudget.of(plan.user.kind)
    persona = Persona(text=plan.persona)
    state = TeamState(question=question, persona=persona, profile=profile)
    state, stage = await _plan(team, state, queries, estimate), TeamStage.PLANNING
    while state.n_rounds < MOST_ROUNDS:
        state, budget, tasks = await _next(team, state, stage, budget)
        if not tasks:
            break
        state, stage = await _research(team, state, tasks), TeamStage.RESEARCH
    state, budget = await _consult(team, state, TeamStage.GENERATION, budget)
    wishes = tuple(dict.fromkeys((*state.wishes, *state.sections_wanted)))
    return Researched(
        interaction=_interaction(state, is_over=True),
        results=state.results,
        wishes=wishes[: max(MOST_WISHES, len(state.wishes))],
    )


async def _kept(team: Team, state: TeamState) -> TeamState:
    """What others may see of it so far."""
    state = state.model_copy(update={"n_kept": state.n_kept + 1})
    await team.run.step(snapshot_name(state.n_kept), Interaction, lambda: _so_far(state))
    return state


async def _so_far(state: TeamState) -> Interaction:
    return _interaction(state)


async def _consult(
    team: Team, state: TeamState, stage: TeamStage, budget: TurnBudget
) -> tuple[TeamState, TurnBudget]:
    before = state
    state, budget = await consult(team, state, stage, budget)
    return (state if state is before else await _kept(team, state)), budget


async def _plan(
    team: Team, state: TeamState, queries: Sequence[SearchQuery], estimate: Estimate
) -> TeamState:
    """A first look at the question; the brief is written while what was found is read."""
    whole = Dimension(name=state.question, query=state.question)
    task = ResearchTask(task_id=ROOT, dimension=whole, origin=NodeOrigin.QUESTION)

    async def look() -> TaskReport:
        results = await team.search(queries, PER_SEARCH)
        return TaskReport(task=task, results=results, n_searches=1)

    team.run.tell(Event(step="Looking at the question"))
    seen = await team.run.step("Looking at the question", TaskReport, look)
    if state.persona.text or state.profile:
        hits = fused(seen.results, limit=FOR_PERSONA).hits
        persona = await team.run.step("Estimating who asks", Persona, lambda: estimate(hits))
        state = state.model_copy(update={"persona": persona})
    found = state.with_reports([seen])
    team.run.tell(Event(step="Writing the brief"))
    brief, read = await both(
        team.run.step("Writing the brief", Brief, lambda: team.mind.write_brief(found)),
        team.run.step(
            "Reading the first papers",
            Reflection,
            lambda: team.mind.reflect(state, TaskReport(task=task), seen.results, 0),
        ),
    )
    look_read = seen.model_copy(update={"reflection": read})
    return await _kept(team, state.with_reports([look_read]).with_brief(brief))


async def _next(
    team: Team, state: TeamState, stage: TeamStage, budget: TurnBudget
) -> tuple[TeamState, TurnBudget, tuple[ResearchTask, ...]]:
    """What is researched next, nothing where what is known suffices. It is decided while a question
    is weighed and waits, and again where the reply changes what is wanted and fills no round."""
    step = f"Dividing the work (round {state.n_rounds + 1})"
    (asked, budget), proposed = await both(
        _consult(team, state, stage, budget), _assign(team, state, step)
    )
    if asked.is_enough:
        return asked, budget, ()
    if asked.choices_made != state.choices_made and len(asked.wanted) < AT_ONCE:
        proposed = await _assign(team, asked, f"{step}, after the reply")
    return asked, budget, next_tasks(asked, proposed)


async def _assign(team: Team, state: TeamState, step: str) -> tuple[Dimension, ...]:
    team.run.tell(Event(step=step))
    return await team.run.step(step, tuple[Dimension, ...], lambda: team.mind.assign(state))


async def _research(team: Team, state: TeamState, tasks: tuple[ResearchTask, ...]) -> TeamState:
    """One round, the researchers side by side."""
    named, n_done = listed([f"“{task.name}”" for task in tasks]), 0

    def tell(message: str) -> None:
        step = f"Researching (round {state.n_rounds + 1})"
        team.run.tell(Event(step=step, message=message, done=n_done, total=len(tasks)))

    async def work(task: ResearchTask) -> TaskReport:
        nonlocal n_done
        report = await _carry_out(team, state, task)
        n_done += 1
        tell(f"“{task.name}”: {counted(report.reflection.n_papers, 'paper')}")
        return report

    tell(named)
    works = [(f"Researching task {task.task_id}", partial(work, task)) for task in tasks]
    return await _kept(team, state.with_reports(await team.run.together(TaskReport, works)))


async def _carry_out(team: Team, state: TeamState, task: ResearchTask) -> TaskReport:
    """One researcher: searches, reflects on what is missing, searches on."""
    asked, text = set[str](), task.dimension.query
    report = TaskReport(task=task)
    while len(asked) < MOST_SEARCHES and text and text not in asked:
        asked.add(text)
        query = SearchQuery(text=text, kind=QueryKind.FACET, filters=team.filters)
        results = (*report.results, *await team.search([query], PER_SEARCH))
        found = await team.mind.reflect(state, report, results, MOST_SEARCHES - len(asked))
        report = TaskReport(task=task, results=results, reflection=found, n_searches=len(asked))
        text = found.next_query
    return report


def _interaction(state: TeamState, *, is_over: bool = False) -> Interaction:
    unmet = [f"“{d.name}”" for d in state.wanted] if is_over else []
    notes = [f"Not looked into any more, though asked for: {listed(unmet)}."] if unmet else []
    return Interaction(
        mode=ResearchMode.TEAM,
        turns=state.turns,
        nodes=state.nodes,
        persona=state.persona,
        coverage=state.coverage,
        notes=(*state.notes, *notes),
    )
