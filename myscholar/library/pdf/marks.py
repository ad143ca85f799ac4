"""Headings that the file itself names, by its outline or by its tags; what does not fit the pages
is left aside."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from myscholar.domain.text import fold
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.running import NUMBERED

_MOST_BOOKMARKS = 2_000
_MOST_LINES = 4
_MOST_MARKED = 0.2
"""Share of the letters that may be headings; tags that mark more of them were given for their
looks."""
_UNDER_BOOKMARK_EM = 5.0
_PLACES: dict[int, tuple[int | None, int | None]] = {
    pdfium.PDFDEST_VIEW_XYZ: (0, 1),
    pdfium.PDFDEST_VIEW_FITH: (None, 0),
    pdfium.PDFDEST_VIEW_FITBH: (None, 0),
    pdfium.PDFDEST_VIEW_FITR: (0, 3),
}
"""Where left and top stand among the numbers of a destination."""


class Bookmark(NamedTuple):
    """An entry of the outline; `page` counts from 1, `x` and `y` are points, None where it names no
    place."""

    title: str
    page: int | None
    x: float | None
    y: float | None


def outline(document: pypdfium2.PdfDocument) -> tuple[Bookmark, ...]:
    """At most the first 2,000 entries; none if the outline is broken."""
    try:
        return tuple(_bookmark(item) for item in islice(document.get_toc(), _MOST_BOOKMARKS))
    except (pypdfium2.PdfiumError, ValueError, RecursionError):
        return ()


def _bookmark(item: pypdfium2.PdfBookmark) -> Bookmark:
    dest = item.get_dest()
    index = dest.get_index() if dest else None
    mode, view = dest.get_view() if dest else (0, [])
    x, y = (
        view[k] if k is not None and k < len(view) else None
        for k in _PLACES.get(mode, (None, None))
    )
    return Bookmark(item.get_title(), None if index is None else index + 1, x, y)


def marked(spots: Sequence[Line], bookmarks: Sequence[Bookmark]) -> tuple[Line, ...]:
    """The lines with `heading` set where the outline names them at their very place, or believable
    tags do."""
    letters = sum(len(spot.text) for spot in spots)
    tagged = sum(len(spot.text) for spot in spots if spot.heading)
    kept = (
        list(spots)
        if tagged <= _MOST_MARKED * letters
        else [_with_heading(spot, 0) for spot in spots]
    )
    pages: defaultdict[int, list[int]] = defaultdict(list)
    for i, spot in enumerate(spots):
        pages[spot.page].append(i)
    for number, bookmark in enumerate(bookmarks, start=1):
        for i in _named(spots, pages[bookmark.page] if bookmark.page else [], bookmark):
            kept[i] = _with_heading(spots[i], -number)
    return tuple(kept)


def _with_heading(spot: Line, number: int) -> Line:
    return replace(spot, heading=number)


def _named(spots: Sequence[Line], page: Sequence[int], bookmark: Bookmark) -> range:
    """The lines under the bookmark's place that say its title, whole."""
    wanted = _forms(bookmark.title)
    for i in page:
        line = spots[i]
        if bookmark.y is None or not -1 < (bookmark.y - line.y) / line.size < _UNDER_BOOKMARK_EM:
            continue
        text = ""
        for n, spot in enumerate(spots[i : i + _MOST_LINES], start=1):
            text += spot.text if spots[i + n - 2].hyphen and n > 1 else f" {spot.text}"
            if wanted & _forms(text.strip()):
                return range(i, i + n)
    return range(0)


def _forms(title: str) -> frozenset[str]:
    """With number and without, as letters and digits only."""
    return frozenset(
        form.replace(" ", "") for text in (title, NUMBERED.sub("", title)) if (form := fold(text))
    )


def marked_length(spots: Sequence[Line], i: int) -> int:
    """Lines of the marked heading that begins at `i`; 0 if none does."""
    mark = spots[i].heading
    n = 0
    while (
        mark
        and i + n < len(spots)
        and (spots[i + n].heading, spots[i + n].page) == (mark, spots[i].page)
    ):
        n += 1
    return n if n <= _MOST_LINES else 0


def under(spots: Sequence[Line], bookmark: Bookmark) -> int | None:
    """Index of the first line under the bookmark's place, in its column."""
    x, y = bookmark.x, bookmark.y
    if x is None or y is None:
        return None
    below = [
        i
        for i, s in enumerate(spots)
        if s.page == bookmark.page and s.y <= y and s.left - 2 * s.size <= x <= s.right
    ]
    return max(below, key=lambda i: spots[i].y, default=None)
