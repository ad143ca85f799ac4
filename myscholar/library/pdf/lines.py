"""Lines of a PDF page with place, size and style, by PDFium.

Text comes from one call a page; place and font are asked at a few letters of each line only, so
that the cost stays near that of the plain text. PDFium gives lines in the order in which they were
drawn and marks a hyphen at a line's end (U+FFFE) while it drops the line break; the break is put
back here, and a line that runs across a column gap is cut there.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from math import inf
from typing import NamedTuple

import pypdfium2

from myscholar.library.pdf.letters import Letter, Letters, Style, clean_text, tagged_headings

_SOFT_BREAK = "\ufffe"
_SOFT_HYPHEN = "\xad"
_LINE_BREAKS = re.compile(r"\ufffe(?:\r\n)?|\r\n|[\r\n]")
_RAISED = re.compile(r"(?<=[a-z)\]”\"’.,;: ])[*∗†‡§¶#\d][*∗†‡§¶#\d,–-]*(?!\w)")
_RAISED_ON_FIRST_PAGE = re.compile(rf"(?:{_RAISED.pattern})|(?<=[^\W\d_])[a-z](?=[\s,*∗†‡§¶]|$)")
"""There, authors may be marked by letters."""
_LINE_NUMBER = re.compile(r"\s*(\d{1,4})(?:\s+|$)")
_PLAIN_NUMBER = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2})+\.?\s+(?=\S)")
_INK = re.compile(r"\S")
_INKED = re.compile(r"\S(?:.*\S)?", re.DOTALL)
_COLUMN_GAP_EM = 1.6
"""In font sizes: no word space is wider, in justified text neither. By hand; half or twice of it
changes none of 24 PDFs."""
_PART_GAP_EM = 0.9
"""A gap between two authors in a centred row, in font sizes; by hand."""
Range = tuple[int, int]


class Line(NamedTuple):
    """A line of one column. Coordinates are points from the lower left; `y` is the baseline."""

    text: str
    page: int
    x0: float
    x1: float
    y: float
    style: Style
    """Of most of its letters."""
    hyphen: bool = False
    """Whether a hyphen was taken from its end."""
    lead: int = 0
    """Length of a bold or italic beginning that stands out from the rest; 0 where there is none."""
    parts: tuple[str, ...] = ()
    """On the first page: what raised marks and wide gaps set apart, as in a row of authors."""
    heading: int = 0
    """Number of the heading that the file itself says it belongs to; 0 where it says nothing."""
    column: int = 0
    """0 is the left or only one, 1 the right, 2 both; set by `layout`, as `left` and `right`."""
    left: float = 0.0
    right: float = 0.0
    """Edges of its column."""

    @property
    def spread(self) -> float:
        """Width a character in font sizes: about 0.45 in text, over 0.7 in cells of a table."""
        return (self.x1 - self.x0) / (self.style.size * max(1, len(self.text)))

    @property
    def size(self) -> float:
        return self.style.size

    def is_styled_as(self, other: "Line") -> bool:
        return self.style.font == other.style.font and abs(self.size - other.size) < 0.4

    @property
    def indent(self) -> float:
        """Distance from the column's left edge in font sizes."""
        return (self.x0 - self.left) / self.size

    @property
    def slack(self) -> float:
        """Empty share of the column behind the line."""
        return (self.right - self.x1) / max(1.0, self.right - self.left)

    def below(self, other: "Line") -> float:
        """Distance of the baselines to a line above in the same column; infinite elsewhere."""
        same_column = (other.page, other.column) == (self.page, self.column)
        return other.y - self.y if same_column and other.y > self.y else inf


class Page(NamedTuple):
    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    text: str
    """As PDFium gives it, the margin's included."""


def read_page(document: pypdfium2.PdfDocument, index: int) -> Page:
    """Lines in drawing order. Vertical text (margin stamps, axis labels) is left out."""
    with closing(document[index]) as page, closing(page.get_textpage()) as textpage:
        width, height = page.get_size()
        letters = Letters(textpage, tagged_headings(document, page))
        lines = tuple(_PageReader(letters, index + 1, width).lines())
        return Page(index + 1, width, height, lines, letters.text.replace(_SOFT_BREAK, ""))


class _PageReader:
    """Cuts the text of one page into lines and measures them."""

    def __init__(self, letters: Letters, page: int, width: float) -> None:
        self._page, self._middle = page, width / 2
        self.text, self._letter, self._right = letters.text, letters.at, letters.right

    def lines(self) -> Iterator[Line]:
        breaks = list(_LINE_BREAKS.finditer(self.text))
        ranges = _ranges_between((match.span() for match in breaks), 0, len(self.text))
        hyphens = [*(_SOFT_BREAK in match.group() for match in breaks), False]
        for (start, end), hyphen in zip(self._without_numbers(ranges), hyphens, strict=True):
            yield from self._lines_in(start, end, hyphen=hyphen)

    def _without_numbers(self, ranges: list[Range]) -> list[Range]:
        """Behind the numbers with which manuscripts count their lines, if most have one."""
        found = [(k, m) for k, at in enumerate(ranges) if (m := _LINE_NUMBER.match(self.text, *at))]
        steps = [int(b[1]) - int(a[1]) == 1 for (_, a), (_, b) in pairwise(found)]
        neighbours = zip(found, [False, *steps], [*steps, False], strict=False)
        behind = {k: match.end() for (k, match), before, after in neighbours if before or after}
        if len(behind) < max(5, 0.4 * sum(end - start > 3 for start, end in ranges)):
            return ranges
        return [(behind.get(k, start), end) for k, (start, end) in enumerate(ranges)]

    def _lines_in(self, start: int, end: int, *, hyphen: bool) -> Iterator[Line]:
        inked = _INKED.search(self.text, start, end)
        if not inked:
            return
        start, end = inked.span()
        cut = self._column_gap(start, end)
        if cut is not None:
            yield from self._lines_in(start, cut, hyphen=False)
            yield from self._lines_in(cut, end, hyphen=hyphen)
        elif line := self._measure(start, end, hyphen):
            yield line

    def _measure(self, start: int, end: int, hyphen: bool) -> Line | None:
        fifths = (start + (end - 1 - start) * k // 4 for k in range(5))
        places = sorted({self._letter_at(i, start, end) for i in fifths})
        letters = [self._letter(i) for i in places]
        if not any(letter.upright for letter in letters):
            return None
        largest = max(letter.style.size for letter in letters)
        letters = [letter for letter in letters if letter.style.size > 0.85 * largest]
        lead = self._lead(start, end, letters)
        styles = Counter(letter.style for letter in letters)
        main = letters[-1].style if lead else styles.most_common(1)[0][0]
        base = next(letter for letter in letters if letter.style == main)
        unraised = self._without_raised(start, end, base)
        text = clean_text("".join(self.text[i:j] for i, j in unraised))
        if not text:
            return None
        head = clean_text(self.text[start : start + lead])
        parts = [part for i, j in unraised for part in self._parts(i, j)] if self._page == 1 else []
        return Line(
            text,
            self._page,
            self._letter(places[0]).x,
            self._right(places[-1]),
            base.y,
            main,
            hyphen=hyphen or self.text[end - 1] == _SOFT_HYPHEN,
            lead=len(head) if text.startswith(head) else 0,
            parts=tuple(parts),
            heading=base.heading,
        )

    def _without_raised(self, start: int, end: int, base: Letter) -> list[Range]:
        """Its ranges between raised marks (of footnotes, citations, affiliations)."""
        size = base.style.size
        marks = _RAISED_ON_FIRST_PAGE if self._page == 1 else _RAISED
        raised = []
        for match in marks.finditer(self.text, start, end):
            letter = self._letter(match.start())
            if letter.style.size < 0.85 * size and letter.y > base.y + 0.15 * size:
                raised.append(match.span())
        return _ranges_between(raised, start, end)

    def _parts(self, start: int, end: int) -> list[str]:
        """The range cut at gaps of more than a word space."""
        cuts = []
        for match in re.finditer(r"(?<=\S) +(?=\S)", self.text[start:end]):
            left, right = start + match.start() - 1, start + match.end()
            gap = self._letter(right).x - self._right(left)
            if gap > _PART_GAP_EM * self._letter(left).style.size:
                cuts.append((right, right))
        return [clean_text(self.text[i:j]) for i, j in _ranges_between(cuts, start, end)]

    def _lead(self, start: int, end: int, letters: Sequence[Letter]) -> int:
        """Offset behind the words in the first letter's bold or italic style, where the line ends
        in another. A number of two parts before them may be plain."""
        number = _PLAIN_NUMBER.match(self.text, start, end)
        words = number.end() if number else start
        first, last = (self._letter(words) if number else letters[0]).style, letters[-1].style
        face = (first.bold, first.italic)
        if face in ((last.bold, last.italic), (False, False)):
            return 0
        for match in re.compile(r"\S+").finditer(self.text, words, end):
            style = self._letter(match.start()).style
            if (style.bold, style.italic) != face:
                return len(self.text[start : match.start()].rstrip())
        return 0

    def _column_gap(self, start: int, end: int) -> int | None:
        """Where the line jumps over the middle of the page by more than a word space."""
        low, high = start, self._letter_at(end - 1, start, end)
        if end - start < 3 or not self._letter(low).x < self._middle < self._letter(high).x:
            return None
        while high - low > 1:
            place = self._letter_at((low + high) // 2, low, high + 1)
            if place in (low, high):
                break
            low, high = (place, high) if self._letter(place).x <= self._middle else (low, place)
        if not self.text[low + 1 : high].isspace():
            return None
        gap = self._letter(high).x - self._right(low)
        return high if gap > _COLUMN_GAP_EM * self._letter(low).style.size else None

    def _letter_at(self, i: int, start: int, end: int) -> int:
        """The nearest place at or after `i` that is not white space, else the nearest before."""
        if after := _INK.search(self.text, i, end):
            return after.start()
        return start + max(0, len(self.text[start : i + 1].rstrip()) - 1)


def _ranges_between(cuts: Iterable[Range], start: int, end: int) -> list[Range]:
    """What the cuts, in order, leave of [start, end)."""
    starts, ends = [start], []
    for before, behind in cuts:
        ends.append(before)
        starts.append(behind)
    return list(zip(starts, [*ends, end], strict=True))
