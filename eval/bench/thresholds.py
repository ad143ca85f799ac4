"""What each threshold of the extractive engine decides: the figures again with half and with twice
its value.

A PREFIX begins a module's name, such as "report.extractive". A threshold is a number at the top of
a module. Each value is tried in a copy of this process, so that nothing is read twice.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Annotated, NamedTuple

import typer

from eval.bench.copies import VisibleFigures, difference, in_copy, kinds_of
from eval.bench.visible import FIGURES, VisibleData, forget

FACTORS = (0.5, 2.0)


class Threshold(NamedTuple):
    module: ModuleType
    name: str
    value: float

    def times(self, factor: float) -> float:
        """A whole number stays one, and changes by one at least."""
        if not isinstance(self.value, int):
            return self.value * factor
        changed = round(self.value * factor)
        return changed if changed != self.value else self.value + (1 if factor > 1 else -1)


def main(
    context: typer.Context,
    prefixes: Annotated[list[str], typer.Argument(metavar="PREFIX", help="Of modules' names.")],
    index: Annotated[Path, typer.Option(help="Folder of an index.", exists=True, file_okay=False)],
    figures: Annotated[str, typer.Option(help=f"Of {', '.join(FIGURES)}, parted by commas.")] = (
        "reports"
    ),
) -> None:
    kinds = kinds_of(figures, FIGURES)
    data = VisibleData(context.obj.shared, index)

    def measure() -> dict[str, VisibleFigures]:
        return {kind: FIGURES[kind](data) for kind in kinds}

    whole = measure()
    thresholds = list(_thresholds(prefixes))
    if not thresholds:
        raise typer.BadParameter(f"no module with a number begins with {' or '.join(prefixes)}")
    for threshold in thresholds:
        for factor in FACTORS:
            value = threshold.times(factor)
            said = difference(whole, in_copy(partial(_with, threshold, value, measure)))
            name = threshold.module.__name__.removeprefix("myscholar.")
            print(f"{name}.{threshold.name} {threshold.value:g} -> {value:g}: {said}", flush=True)


def _thresholds(prefixes: Sequence[str]) -> Iterator[Threshold]:
    """Numbers that a module assigns itself, in modules that were imported."""
    for name, module in sorted(sys.modules.items()):
        if any(name.startswith(f"myscholar.{prefix}") for prefix in prefixes):
            for held, value in sorted(vars(module).items()):
                is_number = isinstance(value, int | float) and not isinstance(value, bool)
                if held.isupper() and is_number and _assigns(module, held):
                    yield Threshold(module, held, value)


def _assigns(module: ModuleType, name: str) -> bool:
    """Whether the name is the module's own, alone or beside others, and not imported."""
    text = Path(module.__file__ or "").read_text(encoding="utf-8")
    return bool(re.search(rf"^(?:\w+, )*{name}(?:, \w+)*(?:: [^=\n]+)? = ", text, re.MULTILINE))


def _with(
    threshold: Threshold, value: float, measure: Callable[[], dict[str, VisibleFigures]]
) -> dict[str, VisibleFigures]:
    """Also where it was imported by name, and nowhere where another number is called so."""
    for name, module in list(sys.modules.items()):
        holds = name.startswith("myscholar.") and threshold.name in vars(module)
        if holds and (module is threshold.module or not _assigns(module, threshold.name)):
            setattr(module, threshold.name, value)
    forget(threshold.module.__name__)
    return measure()
