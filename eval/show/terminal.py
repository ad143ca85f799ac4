"""A document on a terminal: charts and what is aside are left to the page, and what was found is
said where the reader's eyes are when all has been printed."""

import textwrap
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Drawn
from rich.text import Text

from eval.show.document import FOUND, Cell, Document, Part, Table, cell_of

NARROWEST_HEADER = 12
"""Characters at which a column's name is broken, if no cell is longer."""
ENDLESS = 10_000
"""Columns of a screen on which every table fits."""


def show(document: Document, out: Console) -> None:
    _say(out, document.title, "bold")
    for text in document.lead:
        _say(out, text)
    for warning in document.warnings:
        _say(out, warning, "bold yellow")
    shown = [part for part in document.parts if not part.aside]
    for part in shown:
        _part(out, part)
    _points(out, FOUND, document.conclusion)
    if asides := [part.heading for part in document.parts if part.aside]:
        _say(out, f"\nThe page also has: {'; '.join(asides)}.", "dim")


def _part(out: Console, part: Part) -> None:
    definitions = (f"{term}: {meaning}" for term, meaning in part.definitions)
    _points(out, part.heading, (*part.points, *definitions), part.text, always=True)
    for table in (table for table in part.tables if table.rows):
        _say(out, table.caption, "dim")
        first, *more = _fitting(table, out)
        out.print(_drawn(table, first, out))
        for columns in more:
            out.print("", _drawn(table, columns, out), sep="\n")


def _say(out: Console, text: str, style: str = "") -> None:
    out.print(Text(text, style))


def _points(
    out: Console,
    heading: str,
    points: Iterable[str],
    text: Iterable[str] = (),
    *,
    always: bool = False,
) -> None:
    """Wrapped to the width of the screen."""
    grid = Drawn.grid(padding=(0, 1))
    for point in points:
        grid.add_row("-", Text(point))
    if always or grid.rows:
        _say(out, f"\n{heading}", "bold")
    for sentences in text:
        _say(out, sentences)
    if grid.rows:
        out.print(grid)


def _fitting(table: Table, out: Console) -> list[list[int]]:
    """The columns that stand side by side: as many as fit, the rest beneath, each time with those
    that say what a row is of."""
    keys = list(range(table.n_keys))
    blocks, endless = [list(keys)], out.options.update(max_width=ENDLESS)
    for column in range(table.n_keys, len(table.columns)):
        wider = [*blocks[-1], column]
        width = Measurement.get(out, endless, _drawn(table, wider, out)).maximum
        if width > out.width and len(blocks[-1]) > len(keys):
            blocks.append([*keys, column])
        else:
            blocks[-1] = wider
    return blocks


def _drawn(table: Table, columns: Sequence[int], out: Console) -> Drawn:
    """Without lines; a key that repeats the one above it is left away."""
    drawn = Drawn(box=None, pad_edge=False, header_style="dim")
    rows = [tuple(map(cell_of, row)) for row in table.rows]
    for i in columns:
        is_key = i < table.n_keys
        longest = max((len(_in_line(row[i])) for row in rows), default=0)
        drawn.add_column(
            Text(textwrap.fill(table.columns[i], max(longest, NARROWEST_HEADER))),
            justify="left" if is_key else "right",
            no_wrap=not is_key,
            overflow="fold",
            max_width=out.width // 3 if is_key else None,
        )
    above: tuple[Cell, ...] | None = None
    for row in rows:
        same = above is not None and table.n_keys > 1 and row[0].text == above[0].text
        cells = (Text("" if same and i == 0 else _in_line(row[i])) for i in columns)
        drawn.add_row(*cells, style="bold" if any(cell.strong for cell in row) else None)
        above = row
    return drawn


def _in_line(cell: Cell) -> str:
    first, *more = (*cell.under, "")
    return ", ".join(filter(None, (f"{cell.text} {first}".rstrip(), *more)))
