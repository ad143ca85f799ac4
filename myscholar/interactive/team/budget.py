"""How often a person may be asked, and how much a team may do. Source: IDRBench §3.4.2, table 6."""

from enum import StrEnum
from typing import Self

from pydantic import Field

from myscholar.domain.interaction import UserKind
from myscholar.domain.model import Frozen

MOST_ROUNDS = 6
"""Of the supervisor. Source: IDRBench table 6."""
AT_ONCE = 3
"""Researchers side by side. Source: IDRBench table 6."""
MOST_SEARCHES = 5
"""Of one researcher. Source: IDRBench table 6."""
MOST_QUESTIONS = 2
"""Of one turn. Source: IDRBench §3.1.2."""


class TeamStage(StrEnum):
    PLANNING = "planning"
    RESEARCH = "research"
    GENERATION = "generation"


class TurnBudget(Frozen):
    """Turns that are left at each stage; a turn is one or two questions put together. Source:
    IDRBench §3.4.2."""

    planning: int = Field(default=1, ge=0, le=1)
    research: int = Field(default=3, ge=0, le=3)
    generation: int = Field(default=1, ge=0, le=1)

    @classmethod
    def of(cls, user: UserKind) -> Self:
        """None at all where nobody is asked: the autonomous setting."""
        return cls(planning=0, research=0, generation=0) if user is UserKind.NOBODY else cls()

    def left(self, stage: TeamStage) -> int:
        return int(getattr(self, stage.value))

    @property
    def spent(self) -> int:
        return MOST_TURNS - self.planning - self.research - self.generation

    def without_one(self, stage: TeamStage) -> Self:
        """Raises ValueError where none is left."""
        fields = self.model_dump()
        return type(self)(**{**fields, stage.value: fields[stage.value] - 1})


MOST_TURNS = 5
"""Of all stages together. Source: IDRBench §3.4.2."""
