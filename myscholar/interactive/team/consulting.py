"""Whether a person is asked at a stage, what, and what the reply changes. Source: IDRBench
§3.1.2."""

import asyncio
from dataclasses import dataclass

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.interaction import Turn, User
from myscholar.domain.report import SearchAll
from myscholar.domain.runs import Event
from myscholar.interactive.team.budget import TeamStage, TurnBudget
from myscholar.interactive.team.mind import TeamMind
from myscholar.interactive.team.state import (
    Consultation,
    StageQuestion,
    TeamChange,
    TeamState,
)
from myscholar.runs.run import Run, results_of


@dataclass(frozen=True)
class Team:
    """Who works, and with what."""

    run: Run
    mind: TeamMind
    search: SearchAll
    user: User
    filters: SearchFilters
    asks_at_once: bool = True
    """The questions of a turn stand side by side; else the second waits for the first's reply."""


async def consult(
    team: Team, state: TeamState, stage: TeamStage, budget: TurnBudget
) -> tuple[TeamState, TurnBudget]:
    """One turn at most. Nothing is weighed or asked where the stage has none left."""
    if not budget.left(stage):
        return state, budget
    moment = stage if stage is not TeamStage.RESEARCH else f"{stage}, round {state.n_rounds}"
    team.run.tell(Event(step="Deciding whether to ask", message=str(moment)))
    consulted = await team.run.step(
        f"Deciding whether to ask ({moment})",
        Consultation,
        lambda: _consultation(team.mind, state, stage, budget),
    )
    if not consulted.questions:
        return state.with_note(f"Not asked ({moment}): {consulted.evaluation.reason}"), budget
    asked = _introduced(consulted)
    new = await _ask(team, stage, budget, asked)
    state = state.with_turns(asked, new)
    if any(_says_something(turn.answer) for turn in new):
        change = await team.run.step(
            f"Taking in the reply ({moment})",
            TeamChange,
            lambda: team.mind.take_in(state, stage, asked, new),
        )
        state = state.changed(change)
    return state, budget.without_one(stage)


async def _consultation(
    mind: TeamMind, state: TeamState, stage: TeamStage, budget: TurnBudget
) -> Consultation:
    evaluation = await mind.evaluate(state, stage, budget)
    if not evaluation.should_ask:
        return Consultation(evaluation=evaluation)
    return await mind.make_questions(state, stage, budget, evaluation)


def _introduced(consulted: Consultation) -> tuple[StageQuestion, ...]:
    """The first question says where the research stands."""
    first, *others = consulted.questions
    why = " ".join(part for part in (consulted.summary, first.question.why) if part)
    question = first.question.model_copy(update={"why": why})
    return (first.model_copy(update={"question": question}), *others)


async def _ask(
    team: Team, stage: TeamStage, budget: TurnBudget, asked: tuple[StageQuestion, ...]
) -> tuple[Turn, ...]:
    turn = f"{stage}-{budget.spent + 1}"
    put = [(f"{turn}-{n}", each.question) for n, each in enumerate(asked, 1)]
    if team.asks_at_once:
        replying = (team.user.reply(*each) for each in put)
        answers = results_of(await asyncio.gather(*replying, return_exceptions=True))
    else:
        answers = [await team.user.reply(*each) for each in put]
    return tuple(
        Turn(stage=stage, question=each.question, answer=answer)
        for each, answer in zip(asked, answers, strict=True)
    )


def _says_something(answer: Answer) -> bool:
    return answer.kind in (AnswerKind.CHOICE, AnswerKind.TEXT)
