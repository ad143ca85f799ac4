"""What a report on one task is graded by. Source: Arena §4 (ACE), appendices C and D."""

import math
from collections.abc import Sequence
from typing import Self

from pydantic import Field, model_validator

from eval.domain.arena import TaskFamily
from myscholar.domain.model import Frozen

FEWEST, MOST = 3, 6
"""Criteria of a checklist. Source: Arena appendix D."""
TOP = 10
"""The best grade; 0 is the lowest. Source: Arena appendix D."""


def normalized(weights: Sequence[float]) -> tuple[float, ...]:
    """Of the same proportions, summing to 1. Raises ValueError unless all are finite numbers above
    0, and there is one."""
    if not weights or not all(math.isfinite(w) and w > 0 for w in weights):
        raise ValueError("weights are numbers above 0")
    total = math.fsum(weights)
    return tuple(w / total for w in weights)


class ChecklistCriterion(Frozen):
    title: str = Field(min_length=1)
    description: str = ""
    weight: float = Field(gt=0, le=1, allow_inf_nan=False)
    measure: str = ""
    """What is counted where no model grades; empty for the words of title and description."""


class Checklist(Frozen):
    """Of one task: every system is graded by the same one. The weights sum to 1."""

    task_id: str
    by: str
    """Who made it: `local`, or the model as `provider:name`."""
    criteria: tuple[ChecklistCriterion, ...] = Field(min_length=FEWEST, max_length=MOST)

    @model_validator(mode="after")
    def _weights_sum_to_1(self) -> Self:
        if abs(sum(c.weight for c in self.criteria) - 1) > 1e-6:
            raise ValueError("the weights of a checklist sum to 1")
        return self


class GradedTask(Frozen):
    """What a report was to do: a research task, or a question of another benchmark."""

    task_id: str
    text: str = Field(min_length=1)
    family: TaskFamily
    """Of a question, the one that asks for the same."""
    discipline: str = ""
    is_task: bool = False
    """Whether it is a research task, whose family was given to it."""
