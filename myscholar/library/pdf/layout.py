"""Page furniture, columns and reading order."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from myscholar.library.pdf.lines import Line, Page

_PAGE_NUMBER = re.compile(
    r"\W*(?:page|p\.)?\s*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|/)\s*\d{1,4})?\W*", re.IGNORECASE
)
_EDGE = 0.13
"""Share of the page's height, at the top and at the bottom, where running heads and feet stand."""
_SAME_BASELINE_EM = 0.25


@dataclass(frozen=True, slots=True)
class Type:
    """The running text of a document: size in points, font, distance of baselines in points."""

    size: float
    font: str
    leading: float

    def is_size_of(self, line: Line) -> bool:
        return abs(line.size - self.size) <= 0.06 * self.size


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
    """The pages without running heads, feet and page numbers, and the distinct texts that were
    taken out."""
    seen: defaultdict[str, set[int]] = defaultdict(set)
    for page in pages:
        for line in page.lines:
            if _at_edge(line, page):
                seen[_furniture_key(line)].add(page.number)
    often = {key for key, numbers in seen.items() if len(numbers) >= (2 if len(pages) < 8 else 3)}
    removed: dict[str, None] = {}
    cleaned = []
    for page in pages:
        edge = {i for i, line in enumerate(page.lines) if _at_edge(line, page)}
        numbers = {i for i in edge if _is_page_number(page.lines[i], page)}
        heads = {i for i in edge if _furniture_key(page.lines[i]) in often}
        gone = heads | numbers if len(heads | numbers) < len(page.lines) else numbers
        removed.update(dict.fromkeys(page.lines[i].text for i in sorted(gone)))
        cleaned.append(
            replace(page, lines=tuple(line for i, line in enumerate(page.lines) if i not in gone))
        )
    return tuple(cleaned), tuple(removed)


def _at_edge(line: Line, page: Page) -> bool:
    return line.y < _EDGE * page.height or line.y > (1 - _EDGE) * page.height


def _furniture_key(line: Line) -> str:
    return re.sub(r"[\d\W]+", " ", line.text.casefold()) + f"|{round(line.y / 6)}"


def _is_page_number(line: Line, page: Page) -> bool:
    outermost = all(other.y >= line.y - 1 for other in page.lines) or all(
        other.y <= line.y + 1 for other in page.lines
    )
    return outermost and bool(_PAGE_NUMBER.fullmatch(line.text))


def placed(page: Page, text: Type) -> tuple[Line, ...]:
    """The page's lines in reading order, torn lines joined, each with its column."""
    lines = _mended(page.lines)
    body = _running_lines(lines, text)
    middle = page.width / 2
    sides = [_side(line, middle, text.size) for line in body]
    two = min(sides.count(0), sides.count(1)) >= 3 and sides.count(2) < 0.6 * len(sides)
    if not two:
        left, right = _edges(body or lines, page)
        return tuple(replace(line, left=left, right=right) for line in lines)
    edges = {
        side: _edges([b for b, s in zip(body, sides, strict=True) if s == side], page)
        for side in (0, 1)
    }
    edges[2] = (edges[0][0], edges[1][1])
    spots = [
        replace(line, column=side, left=edges[side][0], right=edges[side][1])
        for line, side in zip(lines, _sides(lines, middle, text.size), strict=True)
    ]
    return tuple(spots) if _is_in_order(spots, text) else tuple(_by_place(spots))


def _running_lines(lines: Sequence[Line], text: Type) -> list[Line]:
    """Lines of the document's running text and of the page's own most usual size (references, small
    print)."""
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


def _sides(lines: Sequence[Line], middle: float, size: float) -> list[int]:
    """The column of each line; the short last line of a block over both columns belongs to the
    block."""
    found: list[int] = []
    for i, line in enumerate(lines):
        side = _side(line, middle, size)
        above = lines[i - 1] if i else None
        if (
            side == 0
            and above
            and found[-1] == 2
            and abs(above.x0 - line.x0) < 2 * size
            and above.style.font == line.style.font
        ):
            side = 2 if 0 < above.y - line.y < 1.7 * line.size else side
        found.append(side)
    return found


def _edges(lines: Iterable[Line], page: Page) -> tuple[float, float]:
    """The most usual left edge and right edge, to the point."""
    lefts, rights = (
        Counter(round(line.x0) for line in lines),
        Counter(round(line.x1) for line in lines),
    )
    if not lefts:
        return 0.0, page.width
    common_left = [x for x, n in lefts.items() if n >= 0.35 * max(lefts.values())]
    common_right = [x for x, n in rights.items() if n >= 0.35 * max(rights.values())]
    return float(min(common_left)), float(max(common_right))


def _is_in_order(spots: Sequence[Line], text: Type) -> bool:
    """Whether the drawing order goes down one column before the other: few jumps from right to
    left."""
    columns = [s.column for s in spots if text.is_size_of(s) and s.column < 2]
    return sum(1 for a, b in pairwise(columns) if a == 1 and b == 0) <= 3


def _by_place(spots: Sequence[Line]) -> list[Line]:
    """Bands between lines that run over both columns; in each, the left column before the right."""
    ordered: list[Line] = []
    band: list[Line] = []
    for spot in sorted(spots, key=lambda s: (-s.y, s.x0)):
        if spot.column == 2:
            ordered += [*sorted(band, key=lambda s: s.column), spot]
            band = []
        else:
            band.append(spot)
    return ordered + sorted(band, key=lambda s: s.column)


def _mended(lines: Sequence[Line]) -> list[Line]:
    """Pieces of one line (PDFium tears lines at raised marks and formulas) put together."""
    whole: list[Line] = []
    for line in lines:
        if whole and _continues(whole[-1], line):
            whole[-1] = _together(whole[-1], line)
        else:
            whole.append(line)
    return whole


def _continues(a: Line, b: Line) -> bool:
    em = max(a.size, b.size)
    near = -0.5 * em < b.x0 - a.x1 < 1.3 * em
    return a.page == b.page and abs(a.y - b.y) < _SAME_BASELINE_EM * em and near and not a.hyphen


def _together(a: Line, b: Line) -> Line:
    tight = b.text[0] in ",.;:)]" or b.x0 - a.x1 < 0.08 * a.size
    main = a if len(a.text) >= len(b.text) else b
    text = a.text + ("" if tight else " ") + b.text
    return replace(
        main,
        text=text,
        x0=a.x0,
        x1=max(a.x1, b.x1),
        hyphen=b.hyphen,
        lead=a.lead,
        parts=(*a.parts, *b.parts),
    )
