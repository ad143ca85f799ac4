"""The agents of a team as a language model plays them."""

from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.interaction import Turn
from myscholar.domain.report import QueryResult
from myscholar.gateways.llm.llm import LLM
from myscholar.interactive.team.budget import TeamStage, TurnBudget
from myscholar.interactive.team.llm.evaluator import evaluate
from myscholar.interactive.team.llm.feedback import take_in
from myscholar.interactive.team.llm.planner import write_brief
from myscholar.interactive.team.llm.questioner import make_questions
from myscholar.interactive.team.llm.researcher import reflect
from myscholar.interactive.team.llm.supervisor import assign
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


@dataclass(frozen=True)
class LlmTeam:
    """Implements `TeamMind`; every method raises LLMError."""

    llm: LLM

    async def write_brief(self, state: TeamState) -> Brief:
        return await write_brief(state, llm=self.llm)

    async def assign(self, state: TeamState) -> tuple[Dimension, ...]:
        return await assign(state, llm=self.llm)

    async def reflect(
        self,
        state: TeamState,
        before: TaskReport,
        results: Sequence[QueryResult],
        n_searches_left: int,
    ) -> Reflection:
        return await reflect(state, before, results, n_searches_left, llm=self.llm)

    async def evaluate(self, state: TeamState, stage: TeamStage, budget: TurnBudget) -> Evaluation:
        return await evaluate(state, stage, budget, llm=self.llm)

    async def make_questions(
        self, state: TeamState, stage: TeamStage, budget: TurnBudget, evaluation: Evaluation
    ) -> Consultation:
        return await make_questions(state, stage, budget, evaluation, llm=self.llm)

    async def take_in(
        self,
        state: TeamState,
        stage: TeamStage,
        asked: Sequence[StageQuestion],
        new: Sequence[Turn],
    ) -> TeamChange:
        del asked
        return await take_in(state, stage, new, llm=self.llm)
