"""Names and numbers as a reader sees them."""

import math
import unicodedata
from typing import Annotated

from pydantic import AfterValidator

from myscholar.domain.text import one_line

N_DIGITS = 2
N_NAME = 80
NONE = "·"
"""Stands where there is no figure."""
_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs")


def readable(text: str) -> str:
    """One line of visible characters: none that turn or hide writing, or stand for nothing."""
    return "".join(c for c in one_line(text) if unicodedata.category(c) not in _UNSEEN)


Seen = Annotated[str, AfterValidator(readable)]
"""Text that is shown."""


def short(name: str) -> str:
    """A name that somebody gave, as long as it can stand in a sentence."""
    return name if len(name) <= N_NAME else f"{name[: N_NAME - 1].rstrip()}…"


def number(value: float | None, digits: int = N_DIGITS, *, signed: bool = False) -> str:
    """`0.53`; with a true minus but for zero, powers for very large ones, `no number`, or `·`."""
    if value is None:
        return NONE
    if not math.isfinite(value):
        return "no number"
    shown = f"{value:.{digits}f}" if abs(value) < 1e6 else f"{value:.2e}"
    if not float(shown):
        return shown.removeprefix("-")
    return f"{'+' if signed and value > 0 else ''}{shown}".replace("-", "−")


def interval(low: float, high: float, digits: int = N_DIGITS, *, signed: bool = False) -> str:
    return f"[{number(low, digits, signed=signed)}, {number(high, digits, signed=signed)}]"


def percent(share: float | None, digits: int = 0) -> str:
    if share is None:
        return NONE
    return f"{number(100 * share, digits)} %"


def p_value(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def price_of(dollars: float | None) -> str:
    return "price unknown" if dollars is None else f"${dollars:,.2f}"


def round_up(value: float) -> float:
    """The end of its scale: 1, 2, 4, 6, 8 or 10 times a power of ten; 1 if not above 0."""
    if not (math.isfinite(value) and value > 0):
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(
        (step * power for step in (1, 2, 4, 6, 8, 10) if step * power >= value * (1 - 1e-9)),
        10 * power,
    )
