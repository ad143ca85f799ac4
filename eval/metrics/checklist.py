"""The grade of a report by a checklist. Source: Arena §4 (ACE)."""

import math
from collections.abc import Sequence

from eval.domain.checklist import TOP, Checklist
from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.metric import Metric
from eval.domain.results import Item, Measured


def checklist_score(checklist: Checklist, grades: Sequence[Judgment]) -> Measured:
    """The weighted mean of the grades, in [0, 10]; of those that are scored, where some are not,
    and none where none is. Raises ValueError for a grade outside, or not one a criterion."""
    if bad := [g.score for g in grades if isinstance(g, Scored) and not 0 <= g.score <= TOP]:
        raise ValueError(f"a grade is from 0 to {TOP}, not {bad[0]}")
    items = (
        Item(name=criterion.title, judgment=grade, weight=criterion.weight)
        for criterion, grade in zip(checklist.criteria, grades, strict=True)
    )
    return Measured(metric=Metric.CHECKLIST_SCORE, items=tuple(items))


def scored_weight(checklist: Checklist, grades: Sequence[Judgment]) -> float:
    """How much of the checklist's weight the score rests on, in [0, 1]."""
    return math.fsum(
        c.weight
        for c, grade in zip(checklist.criteria, grades, strict=True)
        if not isinstance(grade, Unscored)
    )
