"""Figures of the product with a part of it changed, made in a copy of the process."""

import json
import os
import traceback
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

import typer


class VisibleFigures(NamedTuple):
    """What was made, by name, and figures of it, in the units of their benchmarks."""

    made: dict[str, str]
    figures: dict[str, float]


def kinds_of(figures: str, known: Collection[str]) -> list[str]:
    """As typed, parted by commas. Raises BadParameter for one that is not known."""
    kinds = figures.split(",")
    if unknown := [kind for kind in kinds if kind not in known]:
        raise typer.BadParameter(f"{unknown[0]!r} is none of {', '.join(known)}")
    return kinds


def in_copy(measure: Callable[[], dict[str, VisibleFigures]]) -> dict[str, VisibleFigures] | None:
    """What it gives in a copy of this process; None where the copy fails, which says why itself."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        try:
            with os.fdopen(write, "w") as answer:
                json.dump(measure(), answer)
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    return (
        {kind: VisibleFigures(*given) for kind, given in json.loads(said).items()} if said else None
    )


def difference(
    whole: Mapping[str, VisibleFigures], other: Mapping[str, VisibleFigures] | None
) -> str:
    """In words: how much of what is made changes, and which figures."""
    if other is None:
        return "nothing works"
    said = []
    for kind, (made, figures) in whole.items():
        theirs, n = other[kind], sum(made[k] != other[kind].made.get(k) for k in made)
        changed = [
            f"{name} {_written(value)} -> {_written(theirs.figures.get(name, 0))}"
            for name, value in figures.items()
            if abs(value - theirs.figures.get(name, 0)) > 0.0005
        ]
        if n or changed:
            told = "; ".join([f"{n} of {len(made)} {kind} differ", *changed])
            said.append(told)
    return ". ".join(said) or "nothing"


def _written(value: float) -> str:
    """Counts in full, shares with three digits."""
    return f"{value:,.0f}" if value == int(value) else f"{value:.3g}"
