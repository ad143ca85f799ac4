"""How long and how dear a report is that is researched as a tree, by the last ones on this machine:
our own measurements know of none."""

from statistics import median
from typing import NamedTuple

from myscholar.domain.engine import Engine
from myscholar.domain.interaction import MOST_NODES, ResearchPlan, TreeLimits
from myscholar.domain.runs import RunId, RunKind
from myscholar.domain.text import counted
from myscholar.errors import UnknownName
from myscholar.interactive.steer.pausing import n_remaining
from myscholar.workflows.engines import takes_model
from myscholar.workflows.runs.estimates import LAST, Estimate
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.services import Services

_LOOKED_THROUGH = 20


class _PerDirection(NamedTuple):
    """What a finished one took, for each direction that it might explore."""

    seconds: float
    n_calls: float
    dollars: float | None
    models: tuple[str, ...]


def most_explored(limits: TreeLimits) -> int:
    """Directions that a tree explores at most, the question among them."""
    return min(MOST_NODES, n_remaining(limits.breadth, limits.depth))


def estimate_research(
    services: Services, plan: ResearchPlan, engine: Engine = Engine.AUTO
) -> Estimate | None:
    """By the last ones by the same engine; None before the first. Raises StorageError."""
    heads = services.runs.finished([RunKind.REPORT], _LOOKED_THROUGH)
    is_model = takes_model(services, engine)
    pasts = (_past(services, head.run_id, by_model=is_model) for head in heads)
    last = [past for past in pasts if past][:LAST]
    if not last:
        return None
    n = most_explored(plan.tree)
    known = [past.dollars for past in last if past.dollars is not None]
    return Estimate(
        seconds=n * median(past.seconds for past in last),
        n_calls=round(n * median(past.n_calls for past in last)),
        dollars=n * median(known) if len(known) == len(last) else None,
        models=last[0].models,
        basis=f"measured on your last {counted(len(last), 'tree').removeprefix('1 ')}",
    )


def _past(services: Services, run_id: RunId, *, by_model: bool) -> _PerDirection | None:
    try:
        facts = facts_of(services, run_id)
    except (UnknownName, ValueError):  # read from a file, or written by another version
        return None
    if facts.research is None or facts.engine.is_model is not by_model:
        return None
    info, n = services.runs.info(run_id), most_explored(facts.research.tree)
    models = tuple(dict.fromkeys(call.model for call in services.runs.calls(run_id)))
    dollars = None if info.dollars is None else info.dollars / n
    return _PerDirection(info.seconds / n, info.n_calls / n, dollars, models)
