"""Judgments as named items, weighted so that their mean is the metric."""

from collections.abc import Iterable, Sequence

from eval.domain.judgment import Judgment, Scored
from eval.domain.results import Item


def number_items(what: str, judgments: Iterable[Judgment | None]) -> tuple[Item, ...]:
    """Called `WHAT 1` and so on. None: nothing to judge; left out, others keep their numbers."""
    return tuple(
        Item(name=f"{what} {n}", judgment=j) for n, j in enumerate(judgments, 1) if j is not None
    )


def alike(groups: Iterable[Sequence[Item]]) -> tuple[Item, ...]:
    """The items of all groups, reweighted so that each group counts for 1: their mean is the mean
    of the groups' weighted means.

    A group's weight is spread over what was scored in it. A group of which nothing was scored
    counts for nothing, as does one whose items all weigh 0.
    """
    found: list[Item] = []
    for group in groups:
        total = sum(i.weight for i in group if isinstance(i.judgment, Scored)) or 1.0
        found += [i.model_copy(update={"weight": i.weight / total}) for i in group]
    return tuple(found)
