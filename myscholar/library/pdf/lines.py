"""Lines of a PDF page with place, size and style, by PDFium.

Text comes from one call a page; place and font are asked at a few letters of each line only, so that the cost stays near that of
the plain text. PDFium gives lines in the order in which they were drawn and marks a hyphen at a line's end (U+FFFE) while it
drops the line break; the break is put back here, and a line that runs across a column gap is cut there.
"""

import ctypes
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from myscholar.library.pdf.characters import cleaned

_SOFT_BREAK = "\ufffe"
_SOFT_HYPHEN = "\xad"
_LINE_BREAKS = re.compile(r"\ufffe(?:\r\n)?|\r\n|[\r\n]")
_RAISED = re.compile(r"(?<=[a-z)\]”\"’.,;: ])[*∗†‡§¶#\d][*∗†‡§¶#\d,–-]*(?!\w)")
_RAISED_ON_FIRST_PAGE = re.compile(rf"(?:{_RAISED.pattern})|(?<=[^\W\d_])[a-z](?=[\s,*∗†‡§¶]|$)")
"""There, authors may be marked by letters."""
_BOLD = re.compile(r"bold|black|heavy|demi|cmbx|cmssbx|cmb10|sfbx|ecbx|lmbx|nimbus\w*-medi|-bd|-b$|\.b$", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obli|slant|cmti|cmitt|cmsl|sfti|ecti|lmri|cmmi|-it$|\.i$", re.IGNORECASE)


_COLUMN_GAP_EM = 1.6
"""No word space is wider than this many font sizes, in justified text neither; column gaps are."""
_PART_GAP_EM = 0.9
"""A gap between two authors in a centred row."""


class Style(NamedTuple):
    """`size` in points as seen on the page; `font` is the name inside the file."""

    size: float
    font: str
    bold: bool
    italic: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of one column. Coordinates are points from the page's lower left corner; `y` is the baseline."""

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

    @property
    def spread(self) -> float:
        """Width a character in font sizes: about 0.45 in text, over 0.7 where cells of a table stand apart."""
        return (self.x1 - self.x0) / (self.style.size * max(1, len(self.text)))

    @property
    def size(self) -> float:
        return self.style.size


@dataclass(frozen=True, slots=True)
class Page:
    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    text: str
    """As PDFium gives it, the margin's included."""


class _Letter(NamedTuple):
    x: float
    y: float
    style: Style
    upright: bool


def read_page(document: pypdfium2.PdfDocument, index: int) -> Page:
    """The lines of one page in drawing order. Vertical text (margin stamps, axis labels) is left out."""
    page = document[index]
    try:
        width, height = page.get_size()
        textpage = page.get_textpage()
        try:
            reader = _PageReader(textpage.raw, index + 1, width)
            return Page(index + 1, width, height, tuple(reader.lines()), reader.text.replace(_SOFT_BREAK, ""))
        finally:
            textpage.close()
    finally:
        page.close()


class _PageReader:
    """Asks PDFium about single letters of one text page and remembers the answers a text object."""

    def __init__(self, raw: Any, page: int, width: float) -> None:
        self._raw, self._page, self._middle = raw, page, width / 2
        n = max(0, pdfium.FPDFText_CountChars(raw))
        buffer = (ctypes.c_ushort * (n + 1))()
        written = pdfium.FPDFText_GetText(raw, 0, n, buffer)
        self.text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", errors="replace")
        self._index: Callable[[int], int] = int if len(self.text) == n else self._asked_index
        self._styles: dict[int, tuple[Style, bool]] = {}
        self._fonts: dict[int, str] = {}
        self._doubles = tuple(ctypes.c_double() for _ in range(4))
        self._refs = tuple(ctypes.byref(c) for c in self._doubles)

    def lines(self) -> list[Line]:
        found: list[Line] = []
        start = 0
        for match in _LINE_BREAKS.finditer(self.text):
            found.extend(self._between(start, match.start(), hyphen=_SOFT_BREAK in match.group()))
            start = match.end()
        return [*found, *self._between(start, len(self.text), hyphen=False)]

    def _between(self, start: int, end: int, *, hyphen: bool) -> list[Line]:
        text = self.text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start == end:
            return []
        cut = self._column_gap(start, end)
        if cut is not None:
            return [*self._between(start, cut, hyphen=False), *self._between(cut, end, hyphen=hyphen)]
        line = self._measured(start, end, hyphen)
        return [line] if line else []

    def _measured(self, start: int, end: int, hyphen: bool) -> Line | None:
        places = sorted({self._letter_at(start + (end - 1 - start) * k // 4, start, end) for k in range(5)})
        letters = [self._letter(i) for i in places]
        if not any(letter.upright for letter in letters):
            return None
        largest = max(letter.style.size for letter in letters)
        letters = [letter for letter in letters if letter.style.size > 0.85 * largest]
        lead = self._lead(start, end, letters)
        main = letters[-1].style if lead else Counter(letter.style for letter in letters).most_common(1)[0][0]
        base = next(letter for letter in letters if letter.style == main)
        kept = self._kept(start, end, main, base.y)
        text = cleaned("".join(self.text[i:j] for i, j in kept))
        if not text:
            return None
        head = cleaned(self.text[start : start + lead])
        parts = tuple(cleaned(part) for i, j in kept for part in self._parts(i, j)) if self._page == 1 else ()
        lead = len(head) if text.startswith(head) else 0
        hyphen = hyphen or self.text[end - 1] == _SOFT_HYPHEN
        return Line(text, self._page, self._letter(places[0]).x, self._right(places[-1]), base.y, main, hyphen, lead, parts)

    def _kept(self, start: int, end: int, main: Style, y: float) -> list[tuple[int, int]]:
        """The line's ranges between raised reference marks (of footnotes, citations, affiliations)."""
        kept, last = [], start
        for match in (_RAISED_ON_FIRST_PAGE if self._page == 1 else _RAISED).finditer(self.text, start, end):
            letter = self._letter(match.start())
            if letter.style.size < 0.85 * main.size and letter.y > y + 0.15 * main.size:
                kept.append((last, match.start()))
                last = match.end()
        return [*kept, (last, end)]

    def _parts(self, start: int, end: int) -> list[str]:
        """The range cut at gaps of more than a word space."""
        parts, last = [], start
        for match in re.finditer(r"(?<=\S) +(?=\S)", self.text[start:end]):
            left, right = start + match.start() - 1, start + match.end()
            if self._letter(right).x - self._right(left) > _PART_GAP_EM * self._letter(left).style.size:
                parts.append(self.text[last:right])
                last = right
        return [*parts, self.text[last:end]]

    def _lead(self, start: int, end: int, letters: Sequence[_Letter]) -> int:
        """Offset behind the words that share the first letter's bold or italic style, where the end of the line has another."""
        first, last = letters[0].style, letters[-1].style
        if (first.bold, first.italic) == (last.bold, last.italic) or not (first.bold or first.italic):
            return 0
        for match in re.finditer(r"\S+", self.text[start:end]):
            style = self._letter(start + match.start()).style
            if (style.bold, style.italic) != (first.bold, first.italic):
                return len(self.text[start : start + match.start()].rstrip())
        return 0

    def _column_gap(self, start: int, end: int) -> int | None:
        """Where the line jumps over the middle of the page by more than a word space; None if it does not."""
        last = self._letter_at(end - 1, start, end)
        if end - start < 3 or not (self._letter(start).x < self._middle < self._letter(last).x):
            return None
        low, high = start, last
        while high - low > 1:
            centre = (low + high) // 2
            place = self._letter_at(centre, low, high + 1)
            if place in (low, high):
                break
            low, high = (place, high) if self._letter(place).x <= self._middle else (low, place)
        if not self.text[low + 1 : high].isspace():
            return None
        gap = self._letter(high).x - self._right(low)
        return high if gap > _COLUMN_GAP_EM * self._letter(low).style.size else None

    def _letter_at(self, i: int, start: int, end: int) -> int:
        """The nearest place at or after `i` that is not white space, else the nearest before."""
        after, before = i, i
        while after < end and self.text[after].isspace():
            after += 1
        if after < end:
            return after
        while before > start and self.text[before].isspace():
            before -= 1
        return before

    def _letter(self, i: int) -> _Letter:
        index = self._index(i)
        pdfium.FPDFText_GetCharOrigin(self._raw, index, self._refs[0], self._refs[1])
        style, upright = self._style(index)
        return _Letter(self._doubles[0].value, self._doubles[1].value, style, upright)

    def _right(self, i: int) -> float:
        pdfium.FPDFText_GetCharBox(self._raw, self._index(i), *self._refs)
        return self._doubles[1].value

    def _style(self, index: int) -> tuple[Style, bool]:
        found = pdfium.FPDFText_GetTextObject(self._raw, index)
        key = ctypes.addressof(found.contents) if found else -index - 1
        if key not in self._styles:
            self._styles[key] = self._asked_style(index, found)
        return self._styles[key]

    def _asked_style(self, index: int, text_object: Any) -> tuple[Style, bool]:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self._raw, index, matrix)
        scale = (matrix.c**2 + matrix.d**2) ** 0.5 or 1.0
        size = round(pdfium.FPDFText_GetFontSize(self._raw, index) * scale, 1)
        name = self._font_name(text_object)
        return Style(size, name, bool(_BOLD.search(name)), bool(_ITALIC.search(name))), abs(matrix.b) <= abs(matrix.a)

    def _font_name(self, text_object: Any) -> str:
        font = pdfium.FPDFTextObj_GetFont(text_object) if text_object else None
        if not font:
            return ""
        key = ctypes.addressof(font.contents)
        if key not in self._fonts:
            buffer = ctypes.create_string_buffer(128)
            pdfium.FPDFFont_GetBaseFontName(font, buffer, 128)
            self._fonts[key] = buffer.value.decode("utf-8", errors="replace").split("+")[-1]
        return self._fonts[key]

    def _asked_index(self, i: int) -> int:
        return max(0, int(pdfium.FPDFText_GetCharIndexFromTextIndex(self._raw, i)))
