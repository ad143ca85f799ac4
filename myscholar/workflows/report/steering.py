"""A tree changed by hand: while it grows, in its run; when its report is written, by a new report
that goes on from it."""

import asyncio
import re
from collections.abc import Iterable, Sequence

from myscholar.domain.interaction import (
    ROOT,
    ChangeKind,
    Interaction,
    NodeId,
    ResearchMode,
    TreeChange,
    snapshot_name,
)
from myscholar.domain.orders import RewriteOrder
from myscholar.domain.report import QueryResult
from myscholar.domain.runs import RunId
from myscholar.errors import InputError, UnknownName
from myscholar.interactive.steer.by_hand import after_all, changed
from myscholar.interactive.steer.growth import TAKING_OVER, GrownTree
from myscholar.runs.run import Run
from myscholar.workflows.report.records import ReportRecord, SearchResult
from myscholar.workflows.report.research import TreeBefore, interaction_so_far, reading_tree
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.services import Services

_BENEATH = re.compile(r"\s*(\d+(?:\.\d+)*)\s*:(.*)", re.DOTALL)
"""A direction's number before what is added beneath it."""


def read_changes(
    services: Services,
    *,
    cut: Iterable[str] = (),
    reopen: Iterable[str] = (),
    merge: Iterable[str] = (),
    add: Iterable[str] = (),
) -> tuple[TreeChange, ...]:
    """In this order. Directions are named by their numbers; of a merge both, `2.1:1`. What is added
    stands behind the number of the one that it lies beneath, `1: what lawyers do`, or alone for the
    question. Raises InputError."""
    made = [_change(services, ChangeKind.CUT, node) for node in cut]
    made += [_change(services, ChangeKind.REOPEN, node) for node in reopen]
    for said in merge:
        node, colon, into = said.partition(":")
        if not (colon and node.strip() and into.strip()):
            raise InputError(f"A merge names two directions, for example 2.1:1, and not {said!r}.")
        made.append(_change(services, ChangeKind.MERGE, node, into=into))
    for said in add:
        beneath = _BENEATH.fullmatch(said)
        node, words = beneath.groups() if beneath else (ROOT, said)
        made.append(_change(services, ChangeKind.ADD, node, direction=words))
    if not made:
        raise InputError("Say what to change: a direction to cut, reopen, merge or add.")
    return tuple(made)


def _change(
    services: Services, kind: ChangeKind, node: str, *, into: str | None = None, direction: str = ""
) -> TreeChange:
    if kind is ChangeKind.ADD and not direction.strip():
        raise InputError("The direction is empty. Say in a few words what to add.")
    return TreeChange(
        change_id=services.new_id(),
        kind=kind,
        node_id=NodeId(node.strip()),
        into=NodeId(into.strip()) if into is not None else None,
        direction=direction.strip(),
        by=services.ticket.owner,
    )


def steer(services: Services, run_id: RunId, changes: Sequence[TreeChange]) -> None:
    """Changes the tree of a run that has not ended; it takes them in when what it does now is done.
    All of it or nothing; what is told already is not told again. Raises UnknownName, TreeOver,
    UnreadableRecord, InputError for what can't be done."""
    if not _grows_tree(services, run_id):
        raise InputError(f"Run {run_id} grows no tree, so there are no directions to change.")
    if (known := interaction_so_far(services, run_id)) is None:
        raise InputError(
            f"Run {run_id} has no directions yet: it searches for the question first. Try again in "
            "a moment."
        )
    told = services.runs.told_changes(run_id)
    if not (told.is_over or services.runs.standing(run_id)[1].has_ended):
        new = [change for change in changes if change not in told.changes]
        changes = _check(known, waiting_changes(known, told.changes), new)
    services.runs.tell_changes(run_id, changes)


def waiting_changes(known: Interaction, told: Sequence[TreeChange]) -> tuple[TreeChange, ...]:
    """What was told by hand, or ordered with the run, and is not taken in yet."""
    taken = {each.change.change_id for each in known.changes}
    by_id = {change.change_id: change for change in (*known.heard, *told)}
    return tuple(change for name, change in by_id.items() if name not in taken)


def check_steering(services: Services, base: ReportRecord, order: RewriteOrder) -> None:
    """Raises InputError for changes that the tree of the report does not take."""
    known = base.report.interaction
    if known is None or known.mode is not ResearchMode.TREE:
        raise InputError("This report comes from no tree, so there are no directions to change.")
    _run_with_tree(services, order.base)
    _check(known, (), order.tree)


def _check(
    known: Interaction, before: Sequence[TreeChange], changes: Sequence[TreeChange]
) -> list[TreeChange]:
    """Those that change what the ones `before`, which wait, will have made of the tree."""
    there = tuple(node.node_id for node in known.nodes)
    nodes = after_all({node.node_id: node for node in known.nodes}, before)
    new = []
    for change in changes:
        for named in filter(None, (change.node_id, change.into)):
            if named not in there:  # what is to be added has no number yet
                raise UnknownName("direction", named, there)
        try:
            nodes = changed(nodes, change)
        except InputError:
            if not any(change.does == each.does for each in before):
                raise
        else:
            new.append(change)
    return new


def _grows_tree(services: Services, run_id: RunId) -> bool:
    plan = facts_of(services, run_id).research
    return plan is not None and plan.mode is ResearchMode.TREE


async def tree_before(
    services: Services, run: Run, base: ReportRecord, found: SearchResult, order: RewriteOrder
) -> TreeBefore:
    """The tree of the report that is changed, kept by its run in case that other one is deleted.
    `found` is all that the report was written from. Raises UnreadableRecord."""
    grown: GrownTree = await run.step(
        TAKING_OVER, GrownTree, lambda: asyncio.to_thread(_grown_tree, services, base)
    )
    beside = await asyncio.to_thread(_found_beside, grown, found)
    known = grown.interaction.model_copy(update={"heard": order.tree})
    return TreeBefore(grown.model_copy(update={"interaction": known}), beside)


def _grown_tree(services: Services, base: ReportRecord) -> GrownTree:
    run_id = _run_with_tree(services, RunId(base.report.report_id))
    known = base.report.interaction or Interaction(mode=ResearchMode.TREE)
    steps = {step.name: step.result for step in services.runs.steps(run_id, with_results=True)}
    with reading_tree(run_id):
        return GrownTree.of_steps(known, steps)


def _run_with_tree(services: Services, base: RunId) -> RunId:
    """The run of the report, or of an earlier version, in which its tree grew."""
    run_id: RunId | None = base
    try:
        while run_id is not None:
            if snapshot_name(1) in services.runs.step_names(run_id):
                return run_id
            run_id = facts_of(services, run_id).base
    except UnknownName:
        pass
    raise InputError(
        "The run in which this report's tree grew is not here any more, so nothing can go on from "
        "it. Research the question anew."
    )


def _found_beside(grown: GrownTree, found: SearchResult) -> tuple[QueryResult, ...]:
    """What was found for a report beside its tree: what actions searched for when it was changed.
    With the papers as they were read."""
    own = {result.record.query for made in grown.made.values() for result in made.results}
    whole = {hit.paper.paper_id: hit.paper for hit in found.findings.hits}
    return tuple(
        result.model_copy(
            update={
                "hits": tuple(
                    hit.model_copy(update={"paper": whole[hit.paper.paper_id]})
                    for hit in result.hits
                    if hit.paper.paper_id in whole
                )
            }
        )
        for result in found.findings.results
        if result.record.query not in own
    )
