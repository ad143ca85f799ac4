"""The two screens of a command."""

from rich.console import Console

WIDE = 160
"""Columns where nobody's terminal says how many there are: a table in a file is not broken up."""
out = Console(highlight=False, emoji=False)
if not out.is_terminal:
    out = Console(highlight=False, emoji=False, width=WIDE)
err = Console(stderr=True, highlight=False, emoji=False)


def tell(text: str) -> None:
    """On standard error, just as it is."""
    err.print(text, markup=False, soft_wrap=True)
