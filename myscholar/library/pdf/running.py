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


def measure_looks(lines: Sequence[Line], text: Type, outline: Sequence[str]) -> Looks:
    letters: Counter[str] = Counter()
    sizes: Counter[tuple[int, bool]] = Counter()
    for line in lines:
        letters[line.style.font] += len(line.text)
        if text.is_size_of(line) or (is_small_print(line, text) and line.slack < 0.15):
            sizes[line.page, text.is_size_of(line)] += 1
    total = max(1, letters.total())
    small = {page for page, _ in sizes if sizes[page, False] > 1.5 * sizes[page, True]}
    titles = {fold(text) for raw in outline for text in (raw, NUMBERED.sub("", raw))} - {""}
    shares = {font: n / total for font, n in letters.items()}
    return Looks(text, shares, frozenset(titles), frozenset(small))


def is_small(line: Line, text: Type) -> bool:
    return 0.75 * text.size < line.size < 0.94 * text.size


def is_small_print(line: Line, text: Type) -> bool:
    return is_small(line, text) and stop_share(line.text) > 0.2


def stop_share(text: str) -> float:
    """Share of function words, in [0, 1]: about 0.4 in prose, near 0 in tables and formulas."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return sum(w in STOP_WORDS and len(w) > 1 for w in words) / len(words) if words else 0.0


def is_body(line: Line, look: Looks) -> bool:
    right_size = look.text.is_size_of(line) or (
        line.page in look.small_pages and 0.75 * look.text.size < line.size < look.text.size
    )
    cells = line.spread > TABLE_SPREAD and len(line.text) > 8
    return right_size and not cells and not _is_formula(line)


def _is_formula(line: Line) -> bool:
    text, stop = line.text, stop_share(line.text)
    words = [w for w in re.findall(r"[^\W\d_]{3,}", text) if not w.isupper()]
    share = sum(map(len, words)) / max(1, len(text.replace(" ", "")))
    if line.indent > 0.8 and stop < 0.2 and _EQUATION_NUMBER.search(text):
        return True
    wordy = any(len(w) > 4 for w in words) or text.endswith((".", ","))
    if _RELATION.search(text) and stop < 0.12 and (line.indent > 1.8 or not wordy):
        return line.slack > 0.05
    if share >= 0.6 or stop >= 0.3:
        return False
    symbols = re.findall(r"[=¼∑∏∫√≤≥∈∀∂∇×·+−|{}^<>]", text)
    return (
        (line.indent > 2.2 and share < 0.45)
        or (share < 0.3 and (len(symbols) >= 2 or bool(_MATH_FONT.search(line.style.font))))
        or not re.search(r"[^\W\d_]{2}", text)
    )


def is_prose(lines: Sequence[Line], i: int, look: Looks) -> bool:
    """Whether it is a full line of running text with function words, in it or in the next."""
    line = lines[i]
    if not is_body(line, look) or line.slack > 0.12 or line.indent > 2.5:
        return False
    if stop_share(line.text) > 0.2:
        return True
    if i + 1 == len(lines) or line.spread > 0.6:
        return False
    after = lines[i + 1]
    gap = after.below(line)
    close = gap is not None and gap <= 1.1 * look.text.leading
    return close and is_body(after, look) and stop_share(after.text) > 0.2 and after.indent < 0.5
