"""Which lines are a heading, and which a caption.

A heading stands alone (a gap, a column's top or another heading before it), looks unlike the
running text, and running text or a further heading follows. A caption is a label ("Figure 2:") in
another style or with a mark behind it.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from math import inf

from myscholar.domain.text import fold
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.marks import marked_length
from myscholar.library.pdf.running import KNOWN, NUMBERED, STEP, TABLE_SPREAD, Looks
from myscholar.text.lexicons import pattern

_BULLET = re.compile(r"(?:[•●▪■◦‣∙·○–—*-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s+(?=\S)")
CAPTION = pattern("paper_parts.caption")


def heading_length(
    lines: Sequence[Line], i: int, look: Looks, *, after_heading: bool = False
) -> int:
    """Lines of the heading that begins at `i`, 0 if none does. What the file marks comes first."""
    if n := marked_length(lines, i):
        return n
    if not _is_candidate(lines[i], look):
        return 0
    n = 1
    while n < 4 and i + n < len(lines) and _is_same_heading(lines[i + n - 1], lines[i + n]):
        n += 1
    while n and not _is_heading(lines, i, n, look, after_heading=after_heading):
        n -= 1
    return n


def _is_candidate(line: Line, look: Looks) -> bool:
    """Whether anything sets the line apart from the running text; most lines end here."""
    style = line.style
    return (
        style.font != look.text.font
        or not look.text.is_size_of(line)
        or style.bold
        or style.italic
        or line.text.isupper()
        or bool(NUMBERED.match(line.text))
        or (len(line.text) < 80 and look.is_named(line))
    )


def _is_same_heading(a: Line, b: Line) -> bool:
    starts_anew = NUMBERED.match(b.text) and NUMBERED.match(a.text)
    return b.below(a) < 1.5 * a.size and b.is_styled_as(a) and not starts_anew


def _is_heading(lines: Sequence[Line], i: int, n: int, look: Looks, *, after_heading: bool) -> bool:
    first, *others = lines[i : i + n]
    text = " ".join(line.text for line in lines[i : i + n])
    if first.lead or (first.spread > TABLE_SPREAD and not text.isupper()):
        return False
    if not _reads_as_heading(text) or not _stands_like_heading(first):
        return False
    hangs = NUMBERED.match(first.text)  # further lines may stand under the words, behind the number
    if not all(_stands_like_heading(s) or (hangs and -0.5 < s.indent < 6) for s in others):
        return False
    weight = _weight(first, text, look)
    weight += text.isupper() and len(text) > 8 and first.indent > 2.5 and first.slack > 0.1
    if weight < 2:
        return False
    before = lines[max(0, i - 1)]
    if not after_heading and first.below(before) <= 1.12 * look.text.leading:
        ended = before.text.endswith((".", ":", "?", ")", "]")) or before.slack > 0.1
        if not (ended and NUMBERED.match(text)):
            return False
    return _is_followed(lines, i + n, look)


def _reads_as_heading(text: str) -> bool:
    bare = NUMBERED.sub("", text)
    if re.search(r"[=¼∑∏∫√≤≥∈∀∂∇]|ffiffi|@", text) or not re.search(r"[^\W\d_]{3}", bare):
        return False
    if bare.rstrip(":").endswith((".", ",", ";", "=", "-")):
        return False
    plain = sum(map(str.isalpha, bare)) > 0.65 * len(bare.replace(" ", ""))
    return plain and len(bare.split()) <= 18 and (bare[0].isupper() or bare != text)


def _stands_like_heading(line: Line) -> bool:
    centred = abs((line.x0 - line.left) - (line.right - line.x1)) < 2.5 * line.size
    return centred or -1.5 < line.indent < 2.5


def _weight(line: Line, text: str, look: Looks) -> int:
    """How much the line looks like a heading: 2 is enough. A number of two parts ("3.1") counts as
    much: no list or step has it."""
    if line.size <= 0.72 * look.text.size:
        return 0
    style = line.style
    rare = look.font_share.get(style.font, 0.0) < 0.12 and style.font != look.text.font
    weight = look.name_weight(text) + 2 * look.is_larger(line)
    weight += (1 + rare) * style.bold + rare + style.italic
    if number := NUMBERED.match(text):
        weight += 2 if "." in number.group().rstrip(". ") else 1
    return weight + (text.upper() == text and sum(map(str.isalpha, text)) >= 4)


def is_named_lead(line: Line) -> bool:
    """Whether a known section name is set apart at its beginning, as in small print."""
    return bool(line.lead) and fold(line.text[: line.lead]) in KNOWN


def _is_followed(lines: Sequence[Line], i: int, look: Looks) -> bool:
    """Whether running text, a list or a further heading comes next."""
    if i >= len(lines):
        return False
    last, after = lines[i - 1], lines[i]
    far = 3.5 * look.text.leading < after.below(last) < inf
    if far or after.page != last.page or STEP.match(after.text):
        return False
    return (
        (look.is_body(after) and after.indent < 4)
        or (look.is_small_print(after) and look.is_named(last))
        or (_reads_as_heading(after.text) and _weight(after, after.text, look) >= 2)
        or bool(CAPTION.search(after.text))
        or bool(_BULLET.match(after.text))
    )


def caption_length(lines: Sequence[Line], i: int, look: Looks) -> int:
    """Lines of the caption that begins at `i`; 0 if none does."""
    line, match = lines[i], CAPTION.search(lines[i].text)
    if not match or not line.text[0].isupper():
        return 0
    above = line.below(lines[max(0, i - 1)])
    plain = look.text.is_size_of(line) and line.style.font == look.text.font and not line.lead
    if plain and (not match["mark"] or above < 1.15 * look.text.leading):
        return 0
    n, pace = 1, 0.0
    most = max(1.25 * line.size, min(look.text.leading, 1.6 * line.size))
    for last, after in pairwise(lines[i:]):
        gap = after.below(last)
        same = abs(after.size - line.size) < 0.4 or not look.text.is_size_of(after)
        if not same or gap > 1.25 * (pace or most):
            break
        pace = pace or gap
        n += 1
    return n
