"""The lines of a document as headings, running text, and what is left out.

Captions begin with a label; what belongs to a table, a figure or a formula is told by size, place
and the lack of ordinary words.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from math import inf
from typing import NamedTuple

from myscholar.library.pdf.headings import caption_length, heading_length, is_named_lead
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.running import STEP, Looks, stop_share

_MOST_BETWEEN_STEPS = 4
"""Lines between two numbered steps of an algorithm; by hand."""
_AS_SMALL = 1.06
"""Times the text's size, for counted items. By hand; half or twice of it changes no PDF of 24."""


class BlockRole(StrEnum):
    HEADING = "heading"
    BODY = "body"
    LEFT_OUT = "left_out"


class Segment(NamedTuple):
    """Consecutive lines of one role."""

    role: BlockRole
    lines: tuple[Line, ...]


def sort_lines(lines: Sequence[Line], look: Looks) -> list[Segment]:
    """Headings (whole), captions with their tables, and single lines, in the order of `lines`."""
    found: list[Segment] = []
    i = 0
    small_print = False
    while i < len(lines):
        line, n, role = lines[i], 1, BlockRole.LEFT_OUT
        after_heading = bool(found) and found[-1].role is BlockRole.HEADING
        if length := caption_length(lines, i, look):
            kind = line.text[:3].casefold()
            n = length
            if kind == "tab":
                n += _table_length(lines, i + n, look)
                if n == length:
                    _leave_out_table_above(found, line, look)
            elif kind in ("alg", "lis"):
                n += _steps_length(lines, i + n)
        elif _is_step(lines, i):
            role = BlockRole.LEFT_OUT
        elif length := heading_length(lines, i, look, after_heading=after_heading):
            n, role = length, BlockRole.HEADING
            below = lines[i + n : i + n + 1]
            small_print = look.is_named(line) and any(map(look.is_small_print, below))
        elif look.text.is_larger_than(line) and (small_print or is_named_lead(line)):
            role, small_print = BlockRole.BODY, True
        elif look.is_body(line):
            role = BlockRole.BODY
        found.append(Segment(role, tuple(lines[i : i + n])))
        i += n
    return _without_items(found, look)


def _without_items(found: list[Segment], look: Looks) -> list[Segment]:
    """Headings counted with one number, small beside others such, are items ("**1. Read**")."""
    sizes = [_counted_size(segment) for segment in found]
    items_below = min(max(sizes, default=0.0), _AS_SMALL * look.text.size)
    kept: list[Segment] = []
    for segment, size in zip(found, sizes, strict=True):
        if 0 < size < items_below:
            kept += [Segment(BlockRole.BODY, (line,)) for line in segment.lines]
        else:
            kept.append(segment)
    return kept


def _counted_size(segment: Segment) -> float:
    """Size of a heading that looks like one and has a single number; 0 for all else."""
    line = segment.lines[0]
    looks_so = segment.role is BlockRole.HEADING and not line.heading
    return line.size if looks_so and re.match(r"\d{1,2}\.?\s", line.text) else 0.0


def _table_length(lines: Sequence[Line], i: int, look: Looks) -> int:
    """Lines under a caption before the next heading, caption or prose of the same page."""
    for k in range(i, len(lines)):
        if (
            lines[k].page != lines[i - 1].page
            or look.is_prose(lines, k)
            or caption_length(lines, k, look)
            or (k > i and _is_text_below(lines, k, look))
            or (heading_length(lines, k, look) and look.is_sure(lines[k]))
        ):
            return k - i
    return len(lines) - i


def _is_step(lines: Sequence[Line], i: int) -> bool:
    """Whether the line counts ("3: ...") as one near it does: alone it may be a cut ratio."""
    if not STEP.match(lines[i].text):
        return False
    near = lines[max(0, i - _MOST_BETWEEN_STEPS - 1) : i + _MOST_BETWEEN_STEPS + 2]
    numbers = {int(line.text.split(":")[0]) for line in near if STEP.match(line.text)}
    number = int(lines[i].text.split(":")[0])
    return not numbers.isdisjoint((number - 1, number + 1))


def _steps_length(lines: Sequence[Line], i: int) -> int:
    """Lines of the algorithm under a caption, to its last step and with all between."""
    n = 0
    for k, line in enumerate(lines[i:]):
        if STEP.match(line.text):
            n = k + 1
        elif k - n >= _MOST_BETWEEN_STEPS:
            break
    return n


def _is_text_below(lines: Sequence[Line], i: int, look: Looks) -> bool:
    """Whether running text stands far below the rows, as a list goes on under a table."""
    far = 2 * min(look.text.leading, 1.3 * look.text.size)
    gap = lines[i].below(lines[i - 1])
    return far <= gap < inf and look.is_body(lines[i]) and stop_share(lines[i].text) > 0.2


def _leave_out_table_above(found: list[Segment], caption: Line, look: Looks) -> None:
    """Takes what is over a caption that nothing follows for its table, up to the prose."""
    k = len(found)
    while k and found[k - 1].role is not BlockRole.HEADING:
        role, lines = found[k - 1]
        beside = lines[-1].column != caption.column and caption.column != 2
        if lines[-1].page != caption.page or lines[-1].y <= caption.y or beside:
            break
        if role is BlockRole.BODY and look.is_prose(lines, 0):
            break
        k -= 1
    if 0 < k < len(found) and found[k - 1].role is found[k].role is BlockRole.BODY:
        last, first = found[k - 1].lines[-1], found[k].lines[0]
        close = first.below(last) < 1.2 * look.text.leading
        k += close and first.indent < 0.5 and not last.text.endswith(".")
    found[k:] = [segment._replace(role=BlockRole.LEFT_OUT) for segment in found[k:]]
