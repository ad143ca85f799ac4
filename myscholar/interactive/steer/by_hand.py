"""What a person may change of a tree by hand, at any time, and what comes of it."""

from collections.abc import Iterable, Iterator, Mapping

from myscholar.domain.interaction import (
    MOST_NODES,
    ROOT,
    ChangeKind,
    NodeId,
    NodeOrigin,
    NodeStatus,
    ResearchNode,
    TreeChange,
    child_of,
)
from myscholar.domain.text import one_line, shorten
from myscholar.errors import InputError, UnknownName
from myscholar.interactive.steer.replies import LONGEST_DIRECTION, is_direction
from myscholar.text.terms import phrase_key

FULL = f"The tree is full: {MOST_NODES} directions are the most that one tree explores."
Nodes = Mapping[NodeId, ResearchNode]
_ENDED = {
    NodeStatus.EMPTY: "nothing was found for it",
    NodeStatus.LEFT: "it was left out",
    NodeStatus.CUT: "it was cut",
    NodeStatus.MERGED: "it counts for another one",
}


def changed(nodes: Nodes, change: TreeChange) -> dict[NodeId, ResearchNode]:
    """The nodes after the change; those that are to be explored for it are PROPOSED. Raises
    InputError for a change that can't be made."""
    node = _named(nodes, change.node_id)
    new: Iterable[ResearchNode]
    match change.kind:
        case ChangeKind.CUT:
            new = _cut(nodes, node)
        case ChangeKind.REOPEN:
            new = _reopen(nodes, node)
        case ChangeKind.MERGE:
            new = _merge(nodes, node, _named(nodes, change.into or ROOT))
        case ChangeKind.ADD:
            new = [_added(nodes, node, change.direction)]
    return {**nodes, **{each.node_id: each for each in new}}


def after_all(nodes: Nodes, changes: Iterable[TreeChange]) -> dict[NodeId, ResearchNode]:
    """The nodes after those of the changes that can be made."""
    now = dict(nodes)
    for change in changes:
        try:
            now = changed(now, change)
        except InputError:
            continue
    return now


def next_child(nodes: Nodes, parent: NodeId) -> int:
    """The number of the next direction beneath it."""
    taken = (each.node_id.rpartition(".")[2] for each in nodes.values() if each.parent == parent)
    return max(map(int, taken), default=0) + 1


def _named(nodes: Nodes, node_id: NodeId) -> ResearchNode:
    if node_id not in nodes:
        raise UnknownName("direction", node_id, tuple(nodes))
    return nodes[node_id]


def _cut(nodes: Nodes, node: ResearchNode) -> Iterator[ResearchNode]:
    if node.node_id == ROOT:
        raise InputError("The question itself can't be cut. Cut a direction, or cancel the run.")
    if node.status in _ENDED:
        raise InputError(f"{_called(node)} is not followed anyway: {_ENDED[node.status]}.")
    for each in _from(nodes, node):
        if each.status in (NodeStatus.EXPLORED, NodeStatus.PROPOSED):
            yield _ended(each, NodeStatus.CUT, node)


def _reopen(nodes: Nodes, node: ResearchNode) -> Iterator[ResearchNode]:
    if node.status is NodeStatus.EMPTY:
        raise InputError(
            f"Nothing was found for {_called(node)}, and would not be now. Add a direction in "
            "other words."
        )
    if node.status not in _ENDED:
        raise InputError(f"{_called(node)} is followed already.")
    ended = node.ended_with
    back = [n for n in _from(nodes, node) if n is node or (ended and n.ended_with == ended)]
    _check_room(nodes, sum(map(_is_unexplored, back)))
    for each in back:
        again = {"status": NodeStatus.PROPOSED, "ended_with": None, "merged_into": None}
        yield each.model_copy(update=again)


def _merge(nodes: Nodes, node: ResearchNode, other: ResearchNode) -> Iterator[ResearchNode]:
    if node.node_id == ROOT:
        raise InputError("The question itself can't be merged into one of its directions.")
    if other.node_id == ROOT:
        raise InputError(
            "Everything counts for the question already. Name another direction to merge into, or "
            "cut this one."
        )
    if node.node_id == other.node_id:
        raise InputError(f"{_called(node)} can't be merged into itself.")
    if _is_beneath(other, node):
        raise InputError(
            f"{_called(other)} lies beneath {_called(node)}, which can't be merged into it. Merge "
            f"{other.node_id} into {node.node_id} instead."
        )
    for each in (node, other):
        if each.status is not NodeStatus.EXPLORED:
            why = _ENDED.get(each.status, "it is not explored yet")
            raise InputError(f"Only explored directions are merged. {_called(each)}: {why}.")
    for each in _from(nodes, node):
        if each.status is NodeStatus.EXPLORED:
            merged = _ended(each, NodeStatus.MERGED, node)
            yield merged.model_copy(update={"merged_into": other.node_id})
        elif each.status is NodeStatus.PROPOSED:
            yield _ended(each, NodeStatus.CUT, node)


def _added(nodes: Nodes, parent: ResearchNode, words: str) -> ResearchNode:
    direction = one_line(words)
    if len(direction) > LONGEST_DIRECTION:
        raise InputError(
            f"The direction has {len(direction):,} characters; the limit is {LONGEST_DIRECTION}. "
            "Say it in a line; of several directions add each."
        )
    if not is_direction(direction):
        raise InputError("The direction says nothing to search for. Name it in a few words.")
    if parent.status is not NodeStatus.EXPLORED and parent.node_id != ROOT:
        why = _ENDED.get(parent.status, "it is not explored yet")
        raise InputError(f"Nothing can be added beneath {_called(parent)}: {why}.")
    if known := next((n for n in nodes.values() if _is_same(n.direction, direction)), None):
        raise InputError(f"{_called(known)} is in the tree already.")
    _check_room(nodes, 1)
    return ResearchNode(
        node_id=child_of(parent.node_id, next_child(nodes, parent.node_id)),
        direction=direction,
        origin=NodeOrigin.USER,
        status=NodeStatus.PROPOSED,
    )


def _check_room(nodes: Nodes, n_more: int) -> None:
    n_known = sum(not _is_unexplored(node) for node in nodes.values())
    if n_more and n_known + n_more > MOST_NODES:
        raise InputError(FULL)


def _is_unexplored(node: ResearchNode) -> bool:
    """Whether it would have to be explored if it was reopened."""
    return node.status is NodeStatus.LEFT or (node.status is NodeStatus.CUT and not node.n_read)


def _from(nodes: Nodes, node: ResearchNode) -> Iterator[ResearchNode]:
    """It and all beneath it."""
    return (n for n in nodes.values() if n.node_id == node.node_id or _is_beneath(n, node))


def _is_beneath(node: ResearchNode, above: ResearchNode) -> bool:
    return node.node_id.startswith(f"{above.node_id}.")


def _ended(node: ResearchNode, status: NodeStatus, by: ResearchNode) -> ResearchNode:
    return node.model_copy(update={"status": status, "ended_with": by.node_id})


def _is_same(one: str, other: str) -> bool:
    return bool(phrase_key(one)) and phrase_key(one) == phrase_key(other)


def _called(node: ResearchNode) -> str:
    return f"“{shorten(node.direction, 80)}” ({node.node_id})"
