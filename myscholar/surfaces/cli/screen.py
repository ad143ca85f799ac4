"""Progress and texts on a terminal. Results go to standard output, everything else to
standard error."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console, RenderableType
from rich.markup import escape as without_markup
from rich.padding import Padding
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.progress import Progress as Bars
from rich.text import Text

from myscholar.domain.runs import Event, Progress
from myscholar.domain.text import shorten, without_turns
from myscholar.errors import MissingAnswer

out = Console(highlight=False, emoji=False)
err = Console(stderr=True, highlight=False, emoji=False)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
TEXT = "Text"
"""The step that goes on beside others: how much of a report is written."""
_WRITING = "Writing"
"""The first section is begun beside the outline, until it is known how many there are."""


def plain(text: str) -> str:
    """Without what a terminal would obey."""
    return _CONTROL.sub("", without_turns(text))


def escape(text: str) -> str:
    """Text of papers, models and files as it is, without what rich or the terminal would obey."""
    return without_markup(plain(text))


class _Count(MofNCompleteColumn):
    """Nothing for a step whose parts are not counted."""

    def render(self, task: Task) -> Text:
        return super().render(task) if task.total else Text()


COLUMNS = (
    SpinnerColumn(),
    TextColumn("{task.description}", markup=False),
    BarColumn(bar_width=24),
    _Count(),
    TimeElapsedColumn(),
)


@contextmanager
def steps() -> Iterator[Progress]:
    """A Progress that shows each named step with its count while it runs; on a terminal only."""
    bars = Bars(*COLUMNS, console=err, transient=True, disable=not err.is_terminal)
    with bars, makes_room(bars):
        yield drawn_on(bars)


_drawn: list[Bars] = []


@contextmanager
def makes_room(bars: Bars) -> Iterator[None]:
    """What is drawn goes while `room` lasts."""
    _drawn.append(bars)
    try:
        yield
    finally:
        _drawn.remove(bars)


@contextmanager
def room() -> Iterator[None]:
    """For a question: nothing is drawn over what is typed."""
    for bars in _drawn:
        bars.stop()
    try:
        yield
    finally:
        for bars in _drawn:
            bars.start()


def drawn_on(bars: Bars) -> Progress:
    """A Progress that draws a line a step."""
    tasks: dict[str, TaskID] = {}

    def show(event: Event) -> None:
        label = f"{event.step}: {shorten(event.message, 48)}" if event.message else event.step
        is_beside = event.step in (TEXT, _WRITING) and not event.total
        if not is_beside and (event.step not in tasks or event.step == _WRITING):
            _end_uncounted(bars)
        if event.step not in tasks:
            tasks[event.step] = bars.add_task(event.step, total=None)
        bars.update(tasks[event.step], description=plain(label))
        if event.total:
            bars.update(tasks[event.step], completed=event.done, total=event.total)

    return show


def _end_uncounted(bars: Bars) -> None:
    """Steps follow each other, so the one before is over; a report's text grows beside them."""
    for task in bars.tasks:
        if task.total is None and not task.description.startswith(TEXT):
            bars.update(task.id, completed=1, total=1)


def say(text: str, *, is_prose: bool = False) -> None:
    """A line for the reader, not part of the result. Prose is wrapped between words on a terminal;
    what may be copied, such as a command, stays whole."""
    err.print(escape(text), soft_wrap=not (is_prose and err.is_terminal))


def confirm(question: str, *, yes: bool) -> None:
    """Ends the command where the answer is no. Raises MissingAnswer where nobody can be asked."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise MissingAnswer(question, "--yes")
    if not typer.confirm(question, err=True):
        say("Nothing was removed.")
        raise typer.Exit(1)


def print_line(text: str) -> None:
    """One of a list, as it is; a terminal wraps it, a file gets it whole."""
    out.print(escape(text), soft_wrap=True)


def print_json(text: str) -> None:
    out.file.write(text.rstrip("\n") + "\n")


def print_indented(text: RenderableType, left: int) -> None:
    out.print(Padding(text, (0, 0, 0, left)))
