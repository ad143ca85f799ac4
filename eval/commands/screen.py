"""The two screens of a command, and what is printed on them: tables and points."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from rich.console import Console
from rich.table import Table
from rich.text import Text

T = TypeVar("T")
WIDE = 160
"""Columns where nobody's terminal says how many there are: a table in a file is not broken up."""
out = Console(highlight=False, emoji=False)
if not out.is_terminal:
    out = Console(highlight=False, emoji=False, width=WIDE)
err = Console(stderr=True, highlight=False, emoji=False)


def tell(text: str) -> None:
    """On standard error, just as it is."""
    err.print(text, markup=False, soft_wrap=True)


def plain_table(*columns: str, n_left: int = 1, n_folded: int = 0) -> Table:
    """Without lines; the first `n_left` columns stand left, and as many as `n_folded` may break."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for i, name in enumerate(columns):
        table.add_column(
            name,
            justify="left" if i < n_left else "right",
            no_wrap=i >= n_folded,
            overflow="fold" if i < n_folded else "ellipsis",
        )
    return table


def table_of(
    rows: Iterable[T], columns: Mapping[str, Callable[[T], str]], *, n_folded: int = 0
) -> Table:
    table = plain_table(*columns, n_folded=n_folded)
    for row in rows:
        table.add_row(*(cell(row) for cell in columns.values()))
    return table


def show_points(heading: str, sentences: Sequence[str], out: Console) -> None:
    """A heading and points, wrapped to the width of the screen; nothing where there are none."""
    if sentences:
        out.print(f"\n[bold]{heading}[/]")
        out.print(points(sentences))


def points(sentences: Iterable[str]) -> Table:
    found = Table.grid(padding=(0, 1))
    for sentence in sentences:
        found.add_row("-", Text(sentence))
    return found


def price_of(dollars: float | None) -> str:
    return "price unknown" if dollars is None else f"${dollars:.2f}"
