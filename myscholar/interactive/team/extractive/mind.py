"""The agents of a team without a model."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.interaction import Turn
from myscholar.domain.report import QueryResult
from myscholar.interactive.team.budget import TeamStage, TurnBudget
from myscholar.interactive.team.extractive.evaluator import evaluate
from myscholar.interactive.team.extractive.feedback import take_in
from myscholar.interactive.team.extractive.planner import write_brief
from myscholar.interactive.team.extractive.questioner import make_questions
from myscholar.interactive.team.extractive.researcher import reflect
from myscholar.interactive.team.extractive.supervisor import assign
from myscholar.interactive.team.state import (
    Brief,
    Consultation,
    Dimension,
    Evaluation,
    Reflection,
    StageQuestion,
    TaskReport,
    TeamChange,
    TeamState,
)
from myscholar.text.background import Background


@dataclass(frozen=True)
class ExtractiveTeam:
    """Implements `TeamMind` by statistics; raises no error of its own. It works in threads, beside
    the loop that all runs share."""

    background: Background

    async def write_brief(self, state: TeamState) -> Brief:
        return await asyncio.to_thread(write_brief, state, self.background)

    async def assign(self, state: TeamState) -> tuple[Dimension, ...]:
        return await asyncio.to_thread(assign, state, self.background)

    async def reflect(
        self,
        state: TeamState,
        before: TaskReport,
        results: Sequence[QueryResult],
        n_searches_left: int,
    ) -> Reflection:
        return await asyncio.to_thread(
            reflect, state, before.task, results, n_searches_left, self.background
        )

    async def evaluate(self, state: TeamState, stage: TeamStage, budget: TurnBudget) -> Evaluation:
        return await asyncio.to_thread(evaluate, state, stage, budget, self.background)

    async def make_questions(
        self, state: TeamState, stage: TeamStage, budget: TurnBudget, evaluation: Evaluation
    ) -> Consultation:
        del budget
        return await asyncio.to_thread(make_questions, state, stage, evaluation, self.background)

    async def take_in(
        self,
        state: TeamState,
        stage: TeamStage,
        asked: Sequence[StageQuestion],
        new: Sequence[Turn],
    ) -> TeamChange:
        return await asyncio.to_thread(take_in, state, stage, asked, new, self.background)
