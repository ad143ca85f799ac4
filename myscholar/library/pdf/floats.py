"""Captions: a label ("Figure 2:") in another style or with a mark behind it."""

import re
from collections.abc import Sequence

from myscholar.library.pdf.layout import Placed
from myscholar.library.pdf.running import Looks

CAPTION = re.compile(
    r"(?:fig(?:ure|s?\.|\b)|table|tab\.|algorithm|scheme|listing|box|chart|plate|supplementary "
    r"(?:fig\w*|table))"
    r"\.?\s*(?:[SA-Z]?\.?\d+[a-z]?(?:\.\d+)?|[IVX]+)(?P<mark>\s*[.:|–—-]|\s*$)?",
    re.IGNORECASE,
)


def caption_length(spots: Sequence[Placed], i: int, look: Looks) -> int:
    """Lines of the caption that begins at `i`; 0 if none does."""
    line, match = spots[i].line, CAPTION.match(spots[i].line.text)
    if not match or not line.text[0].isupper():
        return 0
    plain = look.text.is_size_of(line) and line.style.font == look.text.font and line.lead == 0
    above = spots[i].below(spots[i - 1]) if i else None
    if plain and (not match["mark"] or (above is not None and above < 1.15 * look.text.leading)):
        return 0
    n = 1
    pace = None
    while i + n < len(spots):
        gap = spots[i + n].below(spots[i + n - 1])
        same = abs(spots[i + n].line.size - line.size) < 0.4 or not look.text.is_size_of(
            spots[i + n].line
        )
        if (
            gap is None
            or not same
            or gap > 1.25 * (pace or max(1.25 * line.size, min(look.text.leading, 1.6 * line.size)))
        ):
            break
        pace = pace or gap
        n += 1
    return n
