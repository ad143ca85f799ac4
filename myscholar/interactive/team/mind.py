"""What each engine does in a team. Source: IDRBench §3.1, appendix C."""

from collections.abc import Sequence
from typing import Protocol

from myscholar.domain.interaction import Turn
from myscholar.domain.report import QueryResult
from myscholar.interactive.team.budget import TeamStage, TurnBudget
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


class TeamMind(Protocol):
    """The agents. Whoever calls them holds them to the limits; with a model each raises
    LLMError."""

    async def write_brief(self, state: TeamState) -> Brief:
        """The planner, once the question was looked at."""

    async def assign(self, state: TeamState) -> tuple[Dimension, ...]:
        """The supervisor: what is researched next, the most important first; nothing where what
        is known suffices."""

    async def reflect(
        self,
        state: TeamState,
        before: TaskReport,
        results: Sequence[QueryResult],
        n_searches_left: int,
    ) -> Reflection:
        """A researcher, after each of its searches: what all of them teach. `results` are those of
        all, `before` what it would have handed back without the last."""

    async def evaluate(
        self, state: TeamState, stage: TeamStage, budget: TurnBudget
    ) -> Evaluation: ...

    async def make_questions(
        self, state: TeamState, stage: TeamStage, budget: TurnBudget, evaluation: Evaluation
    ) -> Consultation:
        """The questioner: where the research stands, and one or two questions."""

    async def take_in(
        self,
        state: TeamState,
        stage: TeamStage,
        asked: Sequence[StageQuestion],
        new: Sequence[Turn],
    ) -> TeamChange:
        """What replies change. `new` are the turns of these questions, in their order; someone
        said something in at least one."""
