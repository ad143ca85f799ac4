"""What both ways of comparing tasks say, and what holds for both. Source: Arena §3, appendix D (its
five dimensions)."""

from collections.abc import Awaitable, Callable
from typing import Self

from pydantic import Field, model_validator

from eval.domain.arena import ResearchTask
from eval.domain.judgment import Unscored
from myscholar.domain.model import Frozen

TIED = 0.55
"""Confidence in the slightly better of two whose scores tie. Source: Arena appendix D."""


class TaskScores(Frozen):
    """How good a task is, in five dimensions that weigh the same."""

    clarity: int = Field(ge=1, le=5)
    """Its wording is unambiguous and needs no look at the transcript."""
    actionability: int = Field(ge=1, le=5)
    """The deliverable is concrete and can be made by reasoning or writing code."""
    novelty: int = Field(ge=1, le=5)
    """Its angle is not obvious, and no other task is like it."""
    depth_fit: int = Field(ge=1, le=5)
    """The difficulty that it is said to have is that of the work."""
    consistency: int = Field(ge=1, le=5)
    """At most 100 words, and none about where it comes from."""

    @property
    def overall(self) -> float:
        """Their mean, to two digits."""
        five = self.clarity, self.actionability, self.novelty, self.depth_fit, self.consistency
        return round(sum(five) / len(five), 2)


class TaskPreference(Frozen):
    """Which of two tasks a judge prefers, and how sure it is; 0.5 is neither."""

    prefers_first: bool
    confidence: float = Field(ge=0.5, le=1)
    first: TaskScores | None = None
    second: TaskScores | None = None
    """None where the judge gives no scores."""
    reason: str = ""

    @model_validator(mode="after")
    def _follows_its_scores(self) -> Self:
        if self.first and self.second and is_turned(self.first, self.second, self.prefers_first):
            raise ValueError("the task with the lower score is preferred")
        return self

    @property
    def outcome(self) -> float:
        return outcome_of(self.prefers_first, self.confidence)


Compare = Callable[[ResearchTask, ResearchTask], Awaitable[TaskPreference | Unscored]]


def outcome_of(prefers_first: bool, confidence: float) -> float:
    """What the first gets; the second gets the rest. Source: Arena equation 2."""
    return confidence if prefers_first else 1 - confidence


def is_turned(first: TaskScores, second: TaskScores, prefers_first: bool) -> bool:
    """Whether the one with the lower score is preferred."""
    return first.overall < second.overall if prefers_first else first.overall > second.overall
