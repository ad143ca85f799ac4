"""How long and how dear a report is that is researched in several steps, by the last ones on this
machine: our own measurements know of none."""

from collections.abc import Sequence
from itertools import islice
from statistics import median
from typing import NamedTuple

from myscholar.domain.engine import Engine
from myscholar.domain.interaction import MOST_NODES, ResearchMode, ResearchPlan, TreeLimits
from myscholar.domain.runs import RunId, RunKind
from myscholar.domain.text import counted
from myscholar.errors import UnknownName
from myscholar.interactive.steer.pausing import n_remaining
from myscholar.interactive.team.budget import MOST_TURNS
from myscholar.workflows.engines import takes_model
from myscholar.workflows.runs.estimates import LAST, Estimate
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.services import Services

__all__ = ["MOST_TURNS", "estimate_clarifying", "estimate_research", "most_explored"]

_LOOKED_THROUGH = 20


class _Share(NamedTuple):
    """What a finished one took, of a tree for each direction that it might explore."""

    seconds: float
    n_calls: float
    dollars: float | None
    models: tuple[str, ...]


def most_explored(limits: TreeLimits) -> int:
    """Directions that a tree explores at most, the question among them."""
    return min(MOST_NODES, n_remaining(limits.breadth, limits.depth))


def _size(plan: ResearchPlan) -> int:
    return most_explored(plan.tree) if plan.mode is ResearchMode.TREE else 1


def estimate_research(
    services: Services, plan: ResearchPlan, engine: Engine = Engine.AUTO
) -> Estimate | None:
    """By the last of its kind by the same engine; None before the first. Raises StorageError."""
    heads = services.runs.finished([RunKind.REPORT], _LOOKED_THROUGH)
    is_model = takes_model(services, engine)
    pasts = (_past(services, head.run_id, plan.mode, by_model=is_model) for head in heads)
    return _by_last([past for past in pasts if past], _size(plan), plan.mode.value)


def estimate_clarifying(services: Services, engine: Engine = Engine.AUTO) -> Estimate | None:
    """Of asking about a question until it ends, without what the answers take: by the last ones by
    the same engine; None before the first. Raises StorageError."""
    is_model = takes_model(services, engine)
    ids = (head.run_id for head in services.runs.finished([RunKind.CLARIFY], _LOOKED_THROUGH))
    alike = (i for i in ids if facts_of(services, i).engine.is_model is is_model)
    shares = [_share(services, run_id, 1) for run_id in islice(alike, LAST)]
    return _by_last(shares, 1, "clarification")


def _by_last(pasts: Sequence[_Share], n: int, named: str) -> Estimate | None:
    last = pasts[:LAST]
    if not last:
        return None
    known = [past.dollars for past in last if past.dollars is not None]
    return Estimate(
        seconds=n * median(past.seconds for past in last),
        n_calls=round(n * median(past.n_calls for past in last)),
        dollars=n * median(known) if len(known) == len(last) else None,
        models=last[0].models,
        basis=f"measured on your last {counted(len(last), named).removeprefix('1 ')}",
    )


def _past(
    services: Services, run_id: RunId, mode: ResearchMode, *, by_model: bool
) -> _Share | None:
    try:
        facts = facts_of(services, run_id)
    except (UnknownName, ValueError):  # read from a file, or written by another version
        return None
    plan = facts.research
    if plan is None or plan.mode is not mode or facts.engine.is_model is not by_model:
        return None
    return _share(services, run_id, _size(plan))


def _share(services: Services, run_id: RunId, n: int) -> _Share:
    info = services.runs.info(run_id)
    models = tuple(dict.fromkeys(call.model for call in services.runs.calls(run_id)))
    dollars = None if info.dollars is None else info.dollars / n
    return _Share(info.seconds / n, info.n_calls / n, dollars, models)
