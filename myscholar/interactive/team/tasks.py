"""The supervisor's proposals as tasks that keep to the limits."""

from collections.abc import Iterable, Iterator

from myscholar.domain.interaction import NodeOrigin
from myscholar.interactive.team.budget import AT_ONCE
from myscholar.interactive.team.state import (
    Dimension,
    ResearchTask,
    TeamState,
    is_same_direction,
    next_ids,
)


def next_tasks(state: TeamState, proposed: Iterable[Dimension]) -> tuple[ResearchTask, ...]:
    """At most three: what the person asked for first, then what is proposed and neither researched
    already nor turned down, none twice."""
    ids = next_ids(state)
    chosen: list[Dimension] = []
    for dimension in _in_order(state, proposed):
        is_known = any(is_same_direction(dimension.name, other.name) for other in chosen)
        if len(chosen) < AT_ONCE and not is_known:
            chosen.append(dimension)
    return tuple(
        ResearchTask(
            task_id=ids(),
            dimension=dimension,
            origin=NodeOrigin.USER if dimension.name in state.own else NodeOrigin.PROPOSED,
        )
        for dimension in chosen
    )


def _in_order(state: TeamState, proposed: Iterable[Dimension]) -> Iterator[Dimension]:
    yield from state.wanted
    yield from (d for d in proposed if not state.is_settled(d.name))
