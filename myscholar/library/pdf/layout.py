"""Page furniture, columns and reading order."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from myscholar.library.pdf.lines import Line, Page

_PAGE_NUMBER = re.compile(r"\W*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.I)
_EDGE = 0.13
"""Share of a page's height, at its top and bottom, for running heads and feet. By hand; half
changes 8 of 24 PDFs, twice 3."""
_SAME_BASELINE_EM = 0.25
"""How far baselines of one line lie apart, in font sizes. By hand; twice changes 6 of 24 PDFs."""


class Type(NamedTuple):
    """The running text of a document: size in points, font, distance of baselines in points."""

    size: float
    font: str
    leading: float

    def is_size_of(self, line: Line) -> bool:
        return abs(line.size - self.size) <= 0.06 * self.size

    def is_larger_than(self, line: Line) -> bool:
        """A little, as text is than small print."""
        return 0.75 * self.size < line.size < 0.94 * self.size


def running_text(pages: Sequence[Page]) -> Type:
    """Size, font and leading of most letters. Without any line: 10 points."""
    lines = [line for page in pages for line in page.lines]
    weights: Counter[tuple[float, str]] = Counter()
    for line in lines:
        weights[line.size, line.style.font] += len(line.text)
    if not weights:
        return Type(10.0, "", 12.0)
    (size, font), _ = weights.most_common(1)[0]
    gaps = Counter(
        round((a.y - b.y) * 2) / 2
        for a, b in pairwise(lines)
        if a.page == b.page and a.size == b.size == size and 0.9 * size < a.y - b.y < 3 * size
    )
    return Type(size, font, gaps.most_common(1)[0][0] if gaps else 1.2 * size)


def without_furniture(pages: Sequence[Page]) -> tuple[tuple[Page, ...], tuple[str, ...]]:
    """(pages without running heads, feet and page numbers, distinct texts that were taken out)."""
    seen: defaultdict[str, set[int]] = defaultdict(set)
    for page in pages:
        for line in page.lines:
            if _is_at_edge(line, page):
                seen[_furniture_key(line)].add(page.number)
    often = {key for key, numbers in seen.items() if len(numbers) >= (2 if len(pages) < 8 else 3)}
    removed: dict[str, None] = {}
    cleaned = []
    for page in pages:
        edge = [i for i, line in enumerate(page.lines) if _is_at_edge(line, page)]
        heights = sorted(line.y for line in page.lines)
        numbers = {i for i in edge if _is_page_number(page.lines[i], heights[0], heights[-1])}
        gone = numbers | {i for i in edge if _furniture_key(page.lines[i]) in often}
        if len(gone) == len(page.lines):
            gone = numbers
        removed.update(dict.fromkeys(page.lines[i].text for i in sorted(gone)))
        rest = tuple(line for i, line in enumerate(page.lines) if i not in gone)
        cleaned.append(page._replace(lines=rest))
    return tuple(cleaned), tuple(removed)


def _is_at_edge(line: Line, page: Page) -> bool:
    return not _EDGE * page.height <= line.y <= (1 - _EDGE) * page.height


def _furniture_key(line: Line) -> str:
    return re.sub(r"[\d\W]+", " ", line.text.casefold()) + f"|{round(line.y / 6)}"


def _is_page_number(line: Line, lowest: float, highest: float) -> bool:
    outermost = line.y <= lowest + 1 or line.y >= highest - 1
    return outermost and bool(_PAGE_NUMBER.fullmatch(line.text))


def place_lines(page: Page, text: Type) -> list[Line]:
    """The page's lines in reading order, torn lines joined, each in its column. The drawing order
    is believed where it goes back from right to left a few times at most."""
    lines = _join_torn(page.lines)
    body = _running_lines(lines, text)
    middle = page.width / 2
    sides = [_side(line, middle, text.size) for line in body]
    if min(sides.count(0), sides.count(1)) < 3 or sides.count(2) >= 0.6 * len(sides):
        left, right = _edges(body or lines, page)
        return [line._replace(left=left, right=right) for line in lines]
    one, other = (
        _edges([line for line, side in zip(body, sides, strict=True) if side == wanted], page)
        for wanted in (0, 1)
    )
    edges = (one, other, (one[0], other[1]))
    placed = []
    for line, column in zip(lines, _columns(lines, middle, text.size), strict=True):
        left, right = edges[column]
        placed.append(line._replace(column=column, left=left, right=right))
    drawn = [line.column for line in placed if text.is_size_of(line) and line.column < 2]
    n_back = sum(step == (1, 0) for step in pairwise(drawn))
    return placed if n_back <= 3 else _by_place(placed)


def _running_lines(lines: Sequence[Line], text: Type) -> list[Line]:
    """Lines of the running text's size and of the page's own most usual (references)."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[line.size] += len(line.text)
    usual = letters.most_common(1)[0][0] if letters else text.size
    return [
        line
        for line in lines
        if (text.is_size_of(line) or abs(line.size - usual) < 0.3) and len(line.text) > 15
    ]


def _side(line: Line, middle: float, size: float) -> int:
    if line.x1 <= middle + 0.6 * size:
        return 0
    return 1 if line.x0 >= middle - 0.6 * size else 2


def _columns(lines: Sequence[Line], middle: float, size: float) -> list[int]:
    """The column of each line; the short last line of a block over both is in both."""
    found: list[int] = []
    for i, line in enumerate(lines):
        column = _side(line, middle, size)
        if column == 0 and found[-1:] == [2]:
            above = lines[i - 1]
            aligned = abs(above.x0 - line.x0) < 2 * size and above.style.font == line.style.font
            if aligned and 0 < above.y - line.y < 1.7 * line.size:
                column = 2
        found.append(column)
    return found


def _edges(lines: Sequence[Line], page: Page) -> tuple[float, float]:
    """The most usual left edge and right edge, to the point."""
    if not lines:
        return 0.0, page.width
    lefts = Counter(round(line.x0) for line in lines)
    rights = Counter(round(line.x1) for line in lines)
    left = min(x for x, n in lefts.items() if n >= 0.35 * max(lefts.values()))
    right = max(x for x, n in rights.items() if n >= 0.35 * max(rights.values()))
    return float(left), float(right)


def _by_place(lines: Sequence[Line]) -> list[Line]:
    """Bands between lines that run over both columns; in each, the left column before the right."""
    ordered: list[Line] = []
    band: list[Line] = []
    for line in sorted(lines, key=lambda line: (-line.y, line.x0)):
        band.append(line)
        if line.column == 2:
            ordered += sorted(band, key=lambda line: line.column)
            band = []
    return ordered + sorted(band, key=lambda line: line.column)


def _join_torn(lines: Sequence[Line]) -> list[Line]:
    """Pieces of one line (PDFium tears lines at raised marks and formulas) put together."""
    whole: list[Line] = []
    for line in lines:
        last = whole[-1] if whole else line
        em = max(last.size, line.size)
        near = -0.5 * em < line.x0 - last.x1 < 1.3 * em
        beside = near and abs(last.y - line.y) < _SAME_BASELINE_EM * em
        if whole and beside and not last.hyphen:
            whole[-1] = _join(last, line)
        else:
            whole.append(line)
    return whole


def _join(a: Line, b: Line) -> Line:
    tight = b.text[0] in ",.;:)]" or b.x0 - a.x1 < 0.08 * a.size
    text = a.text + ("" if tight else " ") + b.text
    main = a if len(a.text) >= len(b.text) else b
    right = max(a.x1, b.x1)
    return main._replace(
        text=text, x0=a.x0, x1=right, hyphen=b.hyphen, lead=a.lead, parts=a.parts + b.parts
    )
