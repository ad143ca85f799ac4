"""Steps with counts and an estimate: as bars on a terminal, elsewhere a line a tenth."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars

from eval.commands.screen import err, tell
from myscholar.domain.runs import Event, Progress


@contextmanager
def steps() -> Iterator[Progress]:
    """A Progress on standard error."""
    if not err.is_terminal:
        yield _in_lines()
        return
    name, bar = TextColumn("{task.description}", markup=False), BarColumn(bar_width=24)
    times = TimeElapsedColumn(), TextColumn("·"), TimeRemainingColumn(), TextColumn("left")
    with Bars(name, bar, MofNCompleteColumn(), *times, console=err) as bars:
        tasks: dict[str, TaskID] = {}

        def show(event: Event) -> None:
            name, total = _name_of(event), event.total or None
            if event.step not in tasks:
                tasks[event.step] = bars.add_task(name, total=total)
            bars.update(tasks[event.step], description=name, completed=event.done, total=total)

        yield show


def _name_of(event: Event) -> str:
    return f"{event.step} ({event.message})" if event.message else event.step


def _in_lines() -> Progress:
    told: dict[str, int] = {}

    def show(event: Event) -> None:
        tenth = event.done * 10 // event.total if event.total else 0
        if told.get(event.step) != tenth:
            told[event.step] = tenth
            count = f": {event.done} of {event.total}" if event.total else ""
            tell(f"{_name_of(event)}{count}")

    return show
