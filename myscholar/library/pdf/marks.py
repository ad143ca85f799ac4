"""Headings that the file itself names, by its outline or by its tags; what does not fit the pages
is left aside."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from myscholar.domain.text import fold
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.running import NUMBERED

_MOST_BOOKMARKS = 2_000
"""Of a file that are read; by hand."""
_MOST_LINES = 4
"""Of a marked heading; by hand."""
_MOST_MARKED = 0.2
"""Share of the letters; tags that mark more of them as headings are for looks. By hand."""
_UNDER_BOOKMARK_EM = 5.0
"""How far below a bookmark's place its heading may stand, in font sizes; by hand."""
_PLACES: dict[int, tuple[int | None, int | None]] = {
    pdfium.PDFDEST_VIEW_XYZ: (0, 1),
    pdfium.PDFDEST_VIEW_FITH: (None, 0),
    pdfium.PDFDEST_VIEW_FITBH: (None, 0),
    pdfium.PDFDEST_VIEW_FITR: (0, 3),
}
"""Where left and top stand among the numbers of a destination."""


class Bookmark(NamedTuple):
    """An entry of the outline: page from 1, place in points; None where it names none."""

    title: str
    page: int | None
    x: float | None
    y: float | None


def read_outline(document: pypdfium2.PdfDocument) -> tuple[Bookmark, ...]:
    """At most the first 2,000 entries; none if the outline is broken."""
    found = []
    try:
        for item in islice(document.get_toc(), _MOST_BOOKMARKS):
            dest = item.get_dest()
            index = dest.get_index() if dest else None
            mode, view = dest.get_view() if dest else (0, [])
            places = _PLACES.get(mode, (None, None))
            x, y = (view[k] if k is not None and k < len(view) else None for k in places)
            page = None if index is None else index + 1
            found.append(Bookmark(item.get_title(), page, x, y))
    except (pypdfium2.PdfiumError, ValueError, RecursionError):
        return ()
    return tuple(found)


def mark_headings(lines: Sequence[Line], bookmarks: Sequence[Bookmark]) -> list[Line]:
    """Sets `heading` where the outline names a line at its place, or believable tags do."""
    tagged = sum(len(line.text) for line in lines if line.heading)
    marked = list(lines)
    if tagged > _MOST_MARKED * sum(len(line.text) for line in lines):
        marked = [line._replace(heading=0) for line in lines]
    pages: defaultdict[int | None, list[int]] = defaultdict(list)
    for i, line in enumerate(lines):
        pages[line.page].append(i)
    for number, bookmark in enumerate(bookmarks, start=1):
        for i in _lines_named(lines, pages[bookmark.page], bookmark):
            marked[i] = lines[i]._replace(heading=-number)
    return marked


def _lines_named(lines: Sequence[Line], page: Sequence[int], bookmark: Bookmark) -> range:
    """The lines under the bookmark's place that say its title, whole."""
    wanted, y = _forms(bookmark.title), bookmark.y
    for i in page:
        if y is None or not -1 < (y - lines[i].y) / lines[i].size < _UNDER_BOOKMARK_EM:
            continue
        text, broken = "", False
        for k, line in enumerate(lines[i : i + _MOST_LINES], start=i):
            text += line.text if broken else f" {line.text}"
            broken = line.hyphen
            if wanted & _forms(text.strip()):
                return range(i, k + 1)
    return range(0)


def _forms(title: str) -> set[str]:
    """With number and without, as letters and digits only."""
    return {fold(text).replace(" ", "") for text in (title, NUMBERED.sub("", title))} - {""}


def marked_length(lines: Sequence[Line], i: int) -> int:
    """Lines of the marked heading that begins at `i`; 0 if none does."""
    mark, page, n = lines[i].heading, lines[i].page, 0
    while mark and i + n < len(lines) and (lines[i + n].heading, lines[i + n].page) == (mark, page):
        n += 1
    return n if n <= _MOST_LINES else 0
