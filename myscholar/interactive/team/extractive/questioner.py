"""What is asked at each stage, in English. Source: IDRBench §3.1.2, figure 5."""

from collections.abc import Iterable, Sequence

from myscholar.domain.dialogue import Question
from myscholar.domain.text import counted, listed
from myscholar.interactive.team.budget import AT_ONCE, MOST_QUESTIONS, TeamStage
from myscholar.interactive.team.extractive.facets import (
    Facets,
    Side,
    dimension_of,
    read_facets,
    spoken_of,
    spread,
    undecided,
)
from myscholar.interactive.team.state import (
    Consultation,
    Dimension,
    Evaluation,
    Option,
    StageQuestion,
    TaskReport,
    TeamState,
)
from myscholar.text.background import Background

MOST_CHOICES = 4
"""Choices of a question after planning; by hand."""
ON_TO_REPORT = "Nothing more: on to the report"
WIDER, LEAVE = "Look for it more widely", "Leave it out"


def make_questions(
    state: TeamState, stage: TeamStage, evaluation: Evaluation, background: Background
) -> Consultation:
    facets = read_facets(state, background)
    made = {
        TeamStage.PLANNING: _of_planning,
        TeamStage.RESEARCH: _of_research,
        TeamStage.GENERATION: _of_generation,
    }[stage](state, facets)
    return Consultation(
        evaluation=evaluation,
        summary=_summary(state, stage, facets),
        questions=tuple(made)[:MOST_QUESTIONS],
    )


def _summary(state: TeamState, stage: TeamStage, facets: Facets) -> str:
    if stage is TeamStage.PLANNING:
        return f"A first look found {counted(facets.n_papers, 'paper')} that treat the question."
    last = state.done[-AT_ONCE:]
    said = [f"“{r.task.name}” ({counted(r.reflection.n_papers, 'paper')})" for r in last]
    earlier = len(state.done) - len(last)
    others = f", and {counted(earlier, 'side')} before" if earlier else ""
    return f"Looked into so far: {listed(said)}{others}."


def _of_planning(state: TeamState, facets: Facets) -> Iterable[StageQuestion]:
    """The whole brief, so that nothing is researched next which the person was not offered."""
    sides = {facet.name for facet in undecided(state, facets)}
    offered = [d for d in state.dimensions if d.name in sides]
    yield _which(
        "Which sides of your question should be looked into?",
        "What you choose is researched first; what you don't is left out.",
        offered,
        facets,
    )


def _of_research(state: TeamState, facets: Facets) -> Iterable[StageQuestion]:
    if facets.analysis is None:
        return
    found = spread(undecided(state, facets))[: MOST_CHOICES - 1]
    analysis = facets.analysis
    offered = [dimension_of(f.name, analysis, spoken_of(f, facets)) for f in found]
    asked = _which(
        "What should be looked into next?",
        "These papers also speak of other things.",
        offered,
        facets,
    )
    question = asked.question.model_copy(
        update={"choices": (*asked.question.choices, ON_TO_REPORT)}
    )
    yield StageQuestion(question=question, options=(*asked.options, Option(is_enough=True)))
    if report := next((r for r in state.done if r.is_empty), None):
        yield _about_empty(report)


def _about_empty(report: TaskReport) -> StageQuestion:
    name = report.task.name
    wider = Dimension(name=f"{name}, more widely", query=name, reason="You asked for it.")
    return StageQuestion(
        question=Question(
            text=f"Nothing that can be quoted was found on “{name}”. What about it?",
            why="More widely means without the rest of your question.",
            choices=(WIDER, LEAVE),
        ),
        options=(Option(wanted=(wider,)), Option(refused=(name,))),
    )


def _of_generation(state: TeamState, facets: Facets) -> Iterable[StageQuestion]:
    found = {r.task.name for r in state.done if not r.is_empty}
    told = sorted(facets.of_names(found), key=lambda facet: -len(facet.papers))
    names = [facet.name for facet in told][:MOST_CHOICES]
    table = f"Compare {listed(names)} in a table"
    yield StageQuestion(
        question=Question(
            text="What should the report look like?",
            why="It decides how what was found is laid out.",
            choices=("Theme by theme", "With a comparison table", "Short"),
        ),
        options=(Option(), Option(wish=table), Option(wish="Keep the report brief")),
    )
    yield StageQuestion(
        question=Question(
            text="What should stand out?",
            why="It gets a section of its own.",
            choices=tuple(map(_capital, names)),
            takes_several=True,
        ),
        options=tuple(Option(wish=f"Add a section on {name}") for name in names),
    )


def _which(text: str, why: str, offered: Sequence[Dimension], facets: Facets) -> StageQuestion:
    papers = {facet.name: facet for facet in facets.every}
    return StageQuestion(
        question=Question(
            text=text,
            why=why,
            choices=tuple(_with_count(d.name, papers.get(d.name)) for d in offered),
            takes_several=True,
        ),
        options=tuple(Option(wanted=(dimension,)) for dimension in offered),
    )


def _with_count(name: str, facet: Side | None) -> str:
    said = _capital(name)
    return f"{said} ({counted(len(facet.papers), 'paper')})" if facet else said


def _capital(name: str) -> str:
    """ "Dense retrievers"; a name that has its own capitals keeps its first letter."""
    return name[0].upper() + name[1:] if name.islower() else name
