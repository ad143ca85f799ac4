"""What the running text of a document looks like, and which line is of it."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.text import fold
from myscholar.library.pdf.layout import Type
from myscholar.library.pdf.lines import Line
from myscholar.text.common_words import STOP_WORDS

_NUMBER = r"(?:\d{1,2}|[IVX]{1,5}|[A-Z])(?:\.\d{1,2}){0,4}"
NUMBERED = re.compile(rf"^(?:(?i:appendix)\s+{_NUMBER}[.:]?|{_NUMBER}[.)]?|[a-z]\))\s+(?=[^\W\d_])")
"""The number before a heading: "3", "3.1", "II.", "B.2", "a)", "Appendix C:"; not that of a step,
"3:"."""

STEP = re.compile(r"\d{1,3}:\s")
"""The number of a step of an algorithm."""

_MATH_FONT = re.compile(
    r"cmmi|cmsy|cmex|msbm|msam|math|symbol|mtmi|mtsy|rsfs|eufm|stix.*(?:ital|math)|esint|txsy|pxsy",
    re.IGNORECASE,
)

_EQUATION_NUMBER = re.compile(r"\(\s*[A-Z]?\.?\d{1,3}[a-z]?\s*\)$")

_RELATION = re.compile(r"[=¼≈≤≥∈∝→]")

TABLE_SPREAD = 0.74


@dataclass(frozen=True, slots=True)
class Looks:
    """What headings are measured against."""

    text: Type
    font_share: dict[str, float]
    outline: frozenset[str]
    """Folded titles of the file's own outline."""
    small_pages: frozenset[int]
    """Pages whose running text is smaller than the document's."""


def looks(spots: Sequence[Line], text: Type, outline: Sequence[str]) -> Looks:
    letters: Counter[str] = Counter()
    sizes: Counter[tuple[int, bool]] = Counter()
    for spot in spots:
        letters[spot.style.font] += len(spot.text)
        if text.is_size_of(spot) or _is_small_prose(spot, text):
            sizes[spot.page, not text.is_size_of(spot)] += 1
    total = max(1, sum(letters.values()))
    small = {
        page
        for page, is_small in sizes
        if is_small and sizes[page, True] > 1.5 * sizes[page, False]
    }
    titles = frozenset(
        title for raw in outline for text in (raw, NUMBERED.sub("", raw)) if (title := fold(text))
    )
    return Looks(text, {font: n / total for font, n in letters.items()}, titles, frozenset(small))


def is_small(spot: Line, text: Type) -> bool:
    return 0.75 * text.size < spot.size < 0.94 * text.size


def _is_small_prose(spot: Line, text: Type) -> bool:
    return is_small(spot, text) and spot.slack < 0.15 and stop_share(spot.text) > 0.2


def is_small_print(spot: Line, text: Type) -> bool:
    return is_small(spot, text) and stop_share(spot.text) > 0.2


def stop_share(text: str) -> float:
    """Share of function words among the words, in [0, 1]: about 0.4 in prose, near 0 in tables and
    formulas."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return sum(1 for w in words if w in STOP_WORDS and len(w) > 1) / len(words) if words else 0.0


def is_body(spot: Line, look: Looks) -> bool:
    line = spot
    right_size = look.text.is_size_of(line) or (
        line.page in look.small_pages and 0.75 * look.text.size < line.size < look.text.size
    )
    cells = line.spread > TABLE_SPREAD and len(line.text) > 8
    return right_size and not cells and not _is_formula(spot)


def _is_formula(spot: Line) -> bool:
    text = spot.text
    stop = stop_share(text)
    words = [w for w in re.findall(r"[^\W\d_]{3,}", text) if not w.isupper()]
    share = sum(map(len, words)) / max(1, len(text.replace(" ", "")))
    if spot.indent > 0.8 and stop < 0.2 and _EQUATION_NUMBER.search(text):
        return True
    if (
        _RELATION.search(text)
        and stop < 0.12
        and (spot.indent > 1.8 or not (any(len(w) > 4 for w in words) or text.endswith((".", ","))))
    ):
        return spot.slack > 0.05
    if share >= 0.6 or stop >= 0.3:
        return False
    symbols = (
        bool(_MATH_FONT.search(spot.style.font))
        or len(re.findall(r"[=¼∑∏∫√≤≥∈∀∂∇×·+−|{}^<>]", text)) >= 2
    )
    return (
        (spot.indent > 2.2 and share < 0.45)
        or (symbols and share < 0.3)
        or not re.search(r"[^\W\d_]{2}", text)
    )


def is_prose(spots: Sequence[Line], i: int, look: Looks) -> bool:
    """Whether a paragraph goes on or begins here: full lines of the running text with function
    words, this one or the next."""
    spot = spots[i]
    if not is_body(spot, look) or spot.slack > 0.12 or spot.indent > 2.5:
        return False
    if stop_share(spot.text) > 0.2:
        return True
    after = spots[i + 1] if i + 1 < len(spots) else None
    gap = after.below(spot) if after else None
    if after is None or gap is None or gap > 1.1 * look.text.leading or spot.spread > 0.6:
        return False
    return is_body(after, look) and stop_share(after.text) > 0.2 and after.indent < 0.5
