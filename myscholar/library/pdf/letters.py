"""Single letters of one text page, asked of PDFium: place, style, and the tagged heading that they
belong to."""

import ctypes
import re
import unicodedata
from collections.abc import Mapping
from itertools import accumulate
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

_COMBINING = dict(zip("´¨ˆ˜ˇ˚˙", "\u0301\u0308\u0302\u0303\u030c\u030a\u0307", strict=True))
_RADICAL = re.compile(r"(?:ffi){3,}")
"""Some fonts draw the bar of a root with the code of the ffi ligature."""
_ACCENT = re.compile(r"([´¨ˆ˜ˇ˚˙]) ?([A-Za-zı])")
"""Old TeX fonts draw an accent as a character of its own before its letter."""
_TRANSLATE: dict[int, str | None] = {
    **{ord(ligature): unicodedata.normalize("NFKC", ligature) for ligature in "ﬀﬁﬂﬃﬄﬅﬆ"},
    **dict.fromkeys((*range(0x20), 0xAD, 0x200B, 0x200C, 0x200D, 0xFEFF, 0xFFFE, 0xFFFF)),
    **dict.fromkeys((0x09, 0xA0, *range(0x2002, 0x200B), 0x202F), " "),
}
_BOLD = re.compile(
    r"bold|black|heavy|demi|cmbx|cmssbx|cmb10|sfbx|ecbx|lmbx|nimbus\w*-medi|-bd|-b$|\.b$", re.I
)
_ITALIC = re.compile(r"ital|obli|slant|cmti|cmitt|cmsl|sfti|ecti|lmri|cmmi|-it$|\.i$", re.I)
_UPRIGHT = re.compile(r"regu|roman|book|light|medi(?!a)", re.I)
_BOLD_WEIGHTS = range(540, 1000)
"""By the width of the stems, for fonts whose name says nothing (Libertine's "TB")."""
_HEADINGS = frozenset({"H", "H1", "H2", "H3", "H4", "H5", "H6"})
_MOST_ELEMENTS = 5_000
"""A page has some hundred; a tree that never ends is left there. By hand."""


class Style(NamedTuple):
    """`size` in points as seen on the page; `font` is the name inside the file."""

    size: float
    font: str
    bold: bool
    italic: bool


class Letter(NamedTuple):
    x: float
    y: float
    style: Style
    upright: bool
    heading: int
    """Number of the tagged heading that it is part of; 0 if of none."""


class Letters:
    """Remembers PDFium's answers a text object, since asking costs more than the text itself."""

    def __init__(self, page: pypdfium2.PdfTextPage, headings: Mapping[int, int]) -> None:
        self._raw, self._headings = page.raw, headings
        self.text = page.get_text_range(errors="replace")
        self._units: list[int] | None = None
        """PDFium counts letters outside the basic plane (of mathematics) as two."""
        if len(self.text) != page.count_chars():
            self._units = [0, *accumulate(1 + (c > "\uffff") for c in self.text)]
        self._objects: dict[int, tuple[Style, bool, int]] = {}
        self._fonts: dict[int, tuple[str, bool, bool]] = {}
        self._doubles = tuple(ctypes.c_double() for _ in range(4))
        self._refs = tuple(ctypes.byref(c) for c in self._doubles)

    def at(self, i: int) -> Letter:
        index = self._index(i)
        pdfium.FPDFText_GetCharOrigin(self._raw, index, self._refs[0], self._refs[1])
        return Letter(self._doubles[0].value, self._doubles[1].value, *self._object(index))

    def right(self, i: int) -> float:
        pdfium.FPDFText_GetCharBox(self._raw, self._index(i), *self._refs)
        return self._doubles[1].value

    def _index(self, i: int) -> int:
        if self._units is None:
            return i
        return max(0, int(pdfium.FPDFText_GetCharIndexFromTextIndex(self._raw, self._units[i])))

    def _object(self, index: int) -> tuple[Style, bool, int]:
        found = pdfium.FPDFText_GetTextObject(self._raw, index)
        key = ctypes.addressof(found.contents) if found else -index - 1
        if key not in self._objects:
            matrix = pdfium.FS_MATRIX()
            pdfium.FPDFText_GetMatrix(self._raw, index, matrix)
            scale = (matrix.c**2 + matrix.d**2) ** 0.5 or 1.0
            size = round(pdfium.FPDFText_GetFontSize(self._raw, index) * scale, 1)
            heading = pdfium.FPDFPageObj_GetMarkedContentID(found) if found else -1
            upright = abs(matrix.b) <= abs(matrix.a)
            style = Style(size, *self._font(found))
            self._objects[key] = style, upright, self._headings.get(heading, 0)
        return self._objects[key]

    def _font(self, text_object: Any) -> tuple[str, bool, bool]:
        """(name, is bold, is italic): by its name first, else by its descriptor."""
        font = pdfium.FPDFTextObj_GetFont(text_object) if text_object else None
        if not font:
            return "", False, False
        key = ctypes.addressof(font.contents)
        if key not in self._fonts:
            buffer, angle = ctypes.create_string_buffer(128), ctypes.c_int()
            pdfium.FPDFFont_GetBaseFontName(font, buffer, 128)
            name = buffer.value.decode("utf-8", errors="replace").split("+")[-1]
            heavy = pdfium.FPDFFont_GetWeight(font) in _BOLD_WEIGHTS and not _UPRIGHT.search(name)
            leans = pdfium.FPDFFont_GetItalicAngle(font, ctypes.byref(angle)) and angle.value != 0
            is_bold, is_italic = heavy or _BOLD.search(name), leans or _ITALIC.search(name)
            self._fonts[key] = name, bool(is_bold), bool(is_italic)
        return self._fonts[key]


def tagged_headings(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> dict[int, int]:
    """Id of marked content -> number, from 1, of its heading on this page; empty without tags."""
    if not pdfium.FPDFCatalog_IsTagged(document.raw):
        return {}
    tree = pdfium.FPDF_StructTree_GetForPage(page.raw)
    if not tree:
        return {}
    try:
        return _headings_under(tree)
    finally:
        pdfium.FPDF_StructTree_Close(tree)


def _headings_under(tree: Any) -> dict[int, int]:
    n_roots = min(pdfium.FPDF_StructTree_CountChildren(tree), _MOST_ELEMENTS)
    roots = [pdfium.FPDF_StructTree_GetChildAtIndex(tree, i) for i in range(n_roots)]
    waiting = [(root, 0) for root in reversed(roots)]
    found: dict[int, int] = {}
    n_headings = 0
    for _ in range(_MOST_ELEMENTS):
        if not waiting:
            break
        element, heading = waiting.pop()
        if not element:
            continue
        if not heading and _type(element) in _HEADINGS:
            n_headings += 1
            heading = n_headings
        n = min(pdfium.FPDF_StructElement_CountChildren(element), _MOST_ELEMENTS)
        for i in reversed(range(n)):
            waiting.append((pdfium.FPDF_StructElement_GetChildAtIndex(element, i), heading))
            if heading:
                found[pdfium.FPDF_StructElement_GetChildMarkedContentID(element, i)] = heading
    return {content: heading for content, heading in found.items() if content >= 0}


def _type(element: Any) -> str:
    buffer = ctypes.create_string_buffer(64)
    n = pdfium.FPDF_StructElement_GetType(element, buffer, 64)
    return buffer.raw[: max(0, min(n, 64) - 2)].decode("utf-16-le", errors="replace")


def clean_text(text: str) -> str:
    return _RADICAL.sub("√", _ACCENT.sub(_composed, " ".join(text.translate(_TRANSLATE).split())))


def _composed(match: re.Match[str]) -> str:
    """The accented letter, where there is one; else what stood there."""
    letter = unicodedata.normalize("NFC", match[2].replace("ı", "i") + _COMBINING[match[1]])
    return letter if len(letter) == 1 else match.group()
