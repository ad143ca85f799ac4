"""What the running text of a document looks like, and which line is of it."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from myscholar.domain.text import fold
from myscholar.library.pdf.layout import Type
from myscholar.library.pdf.lines import Line
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import pattern, word_set

NUMBERED = pattern("paper_parts.numbered")

STEP = re.compile(r"\d{1,3}:\s")
"""The number of a step of an algorithm."""

_MATH_FONT = re.compile(
    r"cmmi|cmsy|cmex|msbm|msam|math|symbol|mtmi|mtsy|rsfs|eufm|stix.{0,40}(?:ital|math)|"
    r"esint|txsy|pxsy",
    re.I,
)
_EQUATION_NUMBER = re.compile(r"\(\s*[A-Z]?\.?\d{1,3}[a-z]?\s*\)$")
_RELATION = re.compile(r"[=¼≈≤≥∈∝→]")
TABLE_SPREAD = 0.74
"""Spread of a line from which its words are cells. By hand; half loses 153 of 340 headings."""
KNOWN = word_set("paper_parts.sections") | word_set("paper_parts.reference_lists")


class Looks(NamedTuple):
    """What headings and paragraphs are measured against."""

    text: Type
    font_share: dict[str, float]
    outline: frozenset[str]
    """Folded titles of the file's own outline."""
    small_pages: frozenset[int]
    """Pages whose running text is smaller than the document's."""

    def is_small_print(self, line: Line) -> bool:
        return self.text.is_larger_than(line) and stop_share(line.text) > 0.2

    def is_body(self, line: Line) -> bool:
        size = self.text.size
        on_small_page = line.page in self.small_pages and 0.75 * size < line.size < size
        cells = line.spread > TABLE_SPREAD and len(line.text) > 8
        of_text = self.text.is_size_of(line) or on_small_page
        return of_text and not cells and not _is_formula(line)

    def is_prose(self, lines: Sequence[Line], i: int) -> bool:
        """Whether it is a full line of running text with function words, in it or in the next."""
        line = lines[i]
        if not self.is_body(line) or line.slack > 0.12 or line.indent > 2.5:
            return False
        if stop_share(line.text) > 0.2:
            return True
        if i + 1 == len(lines) or line.spread > 0.6:
            return False
        after = lines[i + 1]
        if after.below(line) > 1.1 * self.text.leading or after.indent >= 0.5:
            return False
        return self.is_body(after) and stop_share(after.text) > 0.2

    def is_larger(self, line: Line) -> bool:
        return line.size > 1.07 * self.text.size

    def is_sure(self, line: Line) -> bool:
        """Whether it is a heading by its number, name or size, not by its font alone."""
        return self.is_named(line) or bool(NUMBERED.match(line.text)) or self.is_larger(line)

    def is_named(self, line: Line) -> bool:
        return self.name_weight(line.text) > 0

    def name_weight(self, text: str) -> int:
        """2 for a title of the outline, 2 for a usual one."""
        bare = fold(NUMBERED.sub("", text))
        return 2 * (bare in self.outline or fold(text) in self.outline) + 2 * (bare in KNOWN)


def measure_looks(lines: Sequence[Line], text: Type, outline: Sequence[str]) -> Looks:
    letters: Counter[str] = Counter()
    sizes: Counter[tuple[int, bool]] = Counter()
    for line in lines:
        letters[line.style.font] += len(line.text)
        small = text.is_larger_than(line) and line.slack < 0.15 and stop_share(line.text) > 0.2
        if small or text.is_size_of(line):
            sizes[line.page, text.is_size_of(line)] += 1
    total = max(1, letters.total())
    small_pages = {page for page, _ in sizes if sizes[page, False] > 1.5 * sizes[page, True]}
    titles = {fold(text) for raw in outline for text in (raw, NUMBERED.sub("", raw))} - {""}
    shares = {font: n / total for font, n in letters.items()}
    return Looks(text, shares, frozenset(titles), frozenset(small_pages))


def stop_share(text: str) -> float:
    """Share of function words, in [0, 1]: about 0.4 in prose, near 0 in tables and formulas."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    return sum(w in STOP_WORDS and len(w) > 1 for w in words) / len(words) if words else 0.0


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
