"""Named steps with counts, an estimate and the cost so far: as bars on a terminal, elsewhere a line
every tenth part."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars

from myscholar.domain.runs import Event, Progress

WIDE = 160
"""Columns where nobody's terminal says how many there are: a table in a file is not broken up."""
out = Console(highlight=False, emoji=False)
if not out.is_terminal:
    out = Console(highlight=False, emoji=False, width=WIDE)
err = Console(stderr=True, highlight=False, emoji=False)


@contextmanager
def steps() -> Iterator[Progress]:
    """A Progress on standard error."""
    if not err.is_terminal:
        yield _in_lines()
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=err) as bars:
        tasks: dict[str, TaskID] = {}

        def show(event: Event) -> None:
            if event.step not in tasks:
                tasks[event.step] = bars.add_task(event.step, total=None)
            bars.update(
                tasks[event.step],
                description=_described(event),
                completed=event.done,
                total=event.total or None,
            )

        yield show


def _described(event: Event) -> str:
    return f"{event.step} ({event.message})" if event.message else event.step


def _in_lines() -> Progress:
    told: dict[str, int] = {}

    def show(event: Event) -> None:
        tenth = event.done * 10 // event.total if event.total else 0
        if told.get(event.step) != tenth:
            told[event.step] = tenth
            count = f": {event.done} of {event.total}" if event.total else ""
            err.print(f"{_described(event)}{count}", markup=False, soft_wrap=True)

    return show
