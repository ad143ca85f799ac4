"""The lines of a document as headings, running text, and what is left out.

Captions begin with a label; what belongs to a table, a figure or a formula is told by size, place
and the lack of ordinary words.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from myscholar.library.pdf.headings import (
    caption_length,
    heading_length,
    is_named,
    is_named_lead,
    is_sure,
)
from myscholar.library.pdf.letters import Style
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.running import (
    STEP,
    Looks,
    is_body,
    is_prose,
    is_small,
    is_small_print,
    stop_share,
)

_MOST_BETWEEN_STEPS = 4
_AS_SMALL = 1.06
"""Times the size of the text."""


class BlockRole(StrEnum):
    HEADING = "heading"
    BODY = "body"
    LEFT_OUT = "left_out"


class Segment(NamedTuple):
    """Consecutive lines of one role."""

    role: BlockRole
    spots: tuple[Line, ...]


def segments(spots: Sequence[Line], look: Looks) -> list[Segment]:
    """Headings (whole), captions with their tables, and single lines, in the order of `spots`."""
    found: list[Segment] = []
    i = 0
    small_print = False
    while i < len(spots):
        if n := caption_length(spots, i, look):
            kind = spots[i].text[:3].casefold()
            if kind == "tab":
                below = _table_length(spots, i + n, look)
                if not below:
                    _leave_out_table_above(found, spots[i], look)
                n += below
            n += _steps_length(spots, i + n) if kind in ("alg", "lis") else 0
            role = BlockRole.LEFT_OUT
        elif _is_step(spots, i):
            n, role = 1, BlockRole.LEFT_OUT
        elif n := heading_length(
            spots, i, look, after_heading=bool(found) and found[-1].role is BlockRole.HEADING
        ):
            role = BlockRole.HEADING
            small_print = (
                is_named(spots[i], look)
                and i + n < len(spots)
                and is_small_print(spots[i + n], look.text)
            )
        elif is_small(spots[i], look.text) and is_named_lead(spots[i]):
            n, role, small_print = 1, BlockRole.BODY, True
        elif small_print and is_small(spots[i], look.text):
            n, role = 1, BlockRole.BODY
        else:
            n, role = 1, BlockRole.BODY if is_body(spots[i], look) else BlockRole.LEFT_OUT
        found.append(Segment(role, tuple(spots[i : i + n])))
        i += n
    return _without_items(found, look)


def _without_items(found: list[Segment], look: Looks) -> list[Segment]:
    """Headings with a single number, as small as the text and smaller than others of their kind,
    are items of a list ("**1. Read**")."""
    styles = {_counted_style(segment) for segment in found} - {None}
    largest = max((style.size for style in styles if style), default=0.0)
    kept: list[Segment] = []
    for segment in found:
        style = _counted_style(segment)
        if style and style.size < largest and style.size < _AS_SMALL * look.text.size:
            kept += [Segment(BlockRole.BODY, (spot,)) for spot in segment.spots]
        else:
            kept.append(segment)
    return kept


def _counted_style(segment: Segment) -> Style | None:
    line = segment.spots[0]
    counts = (
        segment.role is BlockRole.HEADING
        and not line.heading
        and re.match(r"\d{1,2}\.?\s", line.text)
    )
    return line.style if counts else None


def _table_length(spots: Sequence[Line], i: int, look: Looks) -> int:
    """Lines of the table under a caption: all before the next heading, caption or prose of the same
    page."""
    n = 0
    while i + n < len(spots) and spots[i + n].page == spots[max(0, i - 1)].page:
        spot = spots[i + n]
        if (
            is_prose(spots, i + n, look)
            or caption_length(spots, i + n, look)
            or (n and _is_text_below(spots, i + n, look))
        ):
            break
        if heading_length(spots, i + n, look, after_heading=False) and is_sure(spot, look):
            break
        n += 1
    return n


def _is_step(spots: Sequence[Line], i: int) -> bool:
    """Whether the line counts ("3: ...") as one near it does: alone it may be a line of prose, cut
    before a ratio."""
    number = _step_number(spots[i])
    if number is None:
        return False
    near = {
        _step_number(spot)
        for spot in spots[max(0, i - _MOST_BETWEEN_STEPS - 1) : i + _MOST_BETWEEN_STEPS + 2]
    }
    return bool(near & {number - 1, number + 1})


def _step_number(spot: Line) -> int | None:
    found = STEP.match(spot.text)
    return int(found[0].rstrip()[:-1]) if found else None


def _steps_length(spots: Sequence[Line], i: int) -> int:
    """Lines of the algorithm under a caption, to its last step; what it requires and lines that go
    on stand between its steps."""
    n = 0
    for k, spot in enumerate(spots[i:]):
        if STEP.match(spot.text):
            n = k + 1
        elif k - n >= _MOST_BETWEEN_STEPS:
            break
    return n


def _is_text_below(spots: Sequence[Line], i: int, look: Looks) -> bool:
    """Whether words of the running text stand far below the rows, as a list does that goes on under
    a table."""
    gap = spots[i].below(spots[i - 1])
    if gap is None or gap < 2 * min(look.text.leading, 1.3 * look.text.size):
        return False
    return is_body(spots[i], look) and stop_share(spots[i].text) > 0.2


def _leave_out_table_above(found: list[Segment], caption: Line, look: Looks) -> None:
    """Takes the lines over a caption that nothing follows for its table, back to the prose before
    them."""
    k = len(found)
    while (
        k
        and found[k - 1].role is not BlockRole.HEADING
        and _is_over(found[k - 1].spots[-1], caption)
    ):
        if found[k - 1].role is BlockRole.BODY and is_prose(found[k - 1].spots, 0, look):
            break
        k -= 1
    if (
        k
        and k < len(found)
        and found[k - 1].role is BlockRole.BODY
        and found[k].role is BlockRole.BODY
    ):
        gap = found[k].spots[0].below(found[k - 1].spots[-1])
        ends_paragraph = (
            gap is not None and gap < 1.2 * look.text.leading and found[k].spots[0].indent < 0.5
        )
        k += ends_paragraph and not found[k - 1].spots[-1].text.endswith(".")
    found[k:] = [segment._replace(role=BlockRole.LEFT_OUT) for segment in found[k:]]


def _is_over(spot: Line, caption: Line) -> bool:
    beside = spot.column != caption.column and caption.column != 2
    return spot.page == caption.page and spot.y > caption.y and not beside
