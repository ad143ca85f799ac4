"""A tree changed by hand where it is shown: `browser/research_steering.js` draws it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from myscholar.domain.interaction import ChangeKind, Interaction, NodeId, ResearchMode, TreeChange
from myscholar.domain.model import Frozen
from myscholar.domain.orders import RewriteOrder
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import MyScholarError
from myscholar.surfaces.web import session
from myscholar.surfaces.web.held import held
from myscholar.surfaces.web.remedies import explain
from myscholar.views.run_watch import Watched
from myscholar.workflows.jobs import start
from myscholar.workflows.report.steering import steer, waiting_changes
from myscholar.workflows.services import Services

SCRIPT = "research_steering"


class WantedChange(Frozen):
    kind: ChangeKind
    node: NodeId
    into: NodeId | None = None
    direction: str = ""


class SteerTree(Frozen):
    """Of a tree that grows, or of a report that a new one is to go on from."""

    kind: Literal["steer"]
    run: RunId
    changes: tuple[WantedChange, ...]


def as_data(services: Services, watched: Watched, known: Interaction | None) -> dict[str, Any]:
    """What the browser draws. `takes` says how changes are taken: one by one `now`, all together by
    a new report `again`, or not at all."""
    if known is None or known.mode is not ResearchMode.TREE:
        return {"takes": "none", "when": "", "waiting": []}
    told = services.runs.told_changes(watched.run_id)
    if watched.status is RunStatus.FINISHED:
        return {"takes": "again", "when": "", "waiting": []}
    is_growing = not (told.is_over or watched.status.has_ended)
    waiting = waiting_changes(known, told.changes) if is_growing else ()
    return {
        "takes": "now" if is_growing else "none",
        "when": _when(watched) if is_growing else _WRITING if told.is_over else "",
        "waiting": [_plain(change) for change in waiting],
    }


_WRITING = (
    "The tree has ended, and its report is being written. When it is ready you can change the "
    "tree: a new report goes on from it."
)


def _when(watched: Watched) -> str:
    if any(asked.answer is None for asked in watched.questions):
        return "Taken in when the question is answered."
    if watched.status is RunStatus.INTERRUPTED:
        return "Taken in when the run goes on."
    return "Taken in when the current step is done."


def _plain(change: TreeChange) -> dict[str, Any]:
    return {
        "kind": change.kind.value,
        "node": change.node_id,
        "into": change.into,
        "direction": change.direction,
    }


def give(wish: SteerTree) -> None:
    """To the run that grows the tree."""
    with _noting_refusal(wish.run):
        steer(session.services(), wish.run, _changes(wish.changes))


def go_on(wish: SteerTree) -> RunId | None:
    """The run that writes a new report; None where it can't be begun."""
    with _noting_refusal(wish.run):
        order = RewriteOrder(base=wish.run, tree=_changes(wish.changes))
        return start(session.services(), order)
    return None


@dataclass
class _Refusals:
    said: dict[RunId, str] = field(default_factory=dict)


def refusal(run_id: RunId) -> str:
    """Why what was last changed here was not taken."""
    return held(_Refusals).said.get(run_id, "")


@contextmanager
def _noting_refusal(run_id: RunId) -> Iterator[None]:
    said = held(_Refusals).said
    said.pop(run_id, None)
    try:
        yield
    except MyScholarError as error:
        said[run_id] = explain(error)


def _changes(wanted: Sequence[WantedChange]) -> tuple[TreeChange, ...]:
    return tuple(
        TreeChange(
            change_id=session.services().new_id(),
            kind=each.kind,
            node_id=each.node,
            into=each.into,
            direction=each.direction,
            by=session.reader(),
        )
        for each in wanted
    )
