"""The reference list -> one raw entry each."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from myscholar.domain.text import fold
from myscholar.library.pdf.headings import heading_length
from myscholar.library.pdf.joining import SeenWords, joined
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.marks import Bookmark, under
from myscholar.library.pdf.running import NUMBERED, Looks

_TITLES = frozenset(
    (
        "references bibliography literaturecited workscited referencelist referencesandnotes "
        "referencescited"
    ).split()
)
_MOST_SECTIONS = 20
"""Looked at, from the end; a page may be filled with the word."""
_YEAR = re.compile(r"\b(?:19|20)\d{2}[a-z]?\b")
_LABEL = re.compile(
    r"^(?:(?P<bracket>\[(?:\d{1,3}|[A-Za-z+]{1,8}\d{2,4}[a-z]?)\])|(?P<parenthesis>\(\d{1,3}\))"
    r"|(?P<stop>\d{1,3}\.(?!\d)))\s*(?=\S)"
)
_AUTHOR_FIRST = re.compile(r"[A-ZÀ-Þ][\w’'-]+,?\s+(?:[A-Z]\.|[A-Z][a-z]+|and\b)")


def reference_section(
    spots: Sequence[Line], look: Looks, bookmarks: Sequence[Bookmark]
) -> tuple[int, int, int]:
    """(heading, first entry line, end) of the reference list as indexes; (n, n, n) if there is
    none.

    Of several, the last whose lines tell as many years as those of a list do. Without a title on
    the page the outline is asked, and then the labels.
    """
    n = len(spots)
    titled = [i for i, spot in enumerate(spots) if _is_title(spot.text)][-_MOST_SECTIONS:]
    sections = [(i, i + 1, _end(spots, i, look)) for i in titled]
    for i in [] if sections else _bookmarked(spots, bookmarks) or _first_label(spots):
        stands_over = i + 1 < n and spots[i].style != spots[i + 1].style
        sections.append((i, i + stands_over, _end(spots, i, look)))
    shares = [_dated_share(spots[first:end]) for _, first, end in sections]
    likely = [
        section for section, share in zip(sections, shares, strict=True) if 2 * share >= max(shares)
    ]
    return likely[-1] if likely else (n, n, n)


def _is_title(text: str) -> bool:
    """Letters set apart ("R EFERENCES") do not hide it."""
    return len(text) < 60 and fold(NUMBERED.sub("", text)).replace(" ", "") in _TITLES


def _bookmarked(spots: Sequence[Line], bookmarks: Sequence[Bookmark]) -> list[int]:
    found = [
        under(spots, bookmark)
        for bookmark in [b for b in bookmarks if _is_title(b.title)][-_MOST_SECTIONS:]
    ]
    return [i for i in found if i is not None]


def _first_label(spots: Sequence[Line]) -> list[int]:
    """Where labels begin to count "[1]", "[2]" and so on to five at least, the last time; dated,
    since such lists are."""
    labels = [
        (i, int(m["n"]))
        for i, spot in enumerate(spots)
        if (m := re.match(r"\[(?P<n>\d{1,3})\]\s+\S", spot.text))
    ]
    runs = [
        labels[k][0]
        for k in range(len(labels) - 4)
        if [number for _, number in labels[k : k + 5]] == [1, 2, 3, 4, 5]
    ]
    return [i for i in runs[-1:] if _dated_share(spots[i:]) > 0.1]


def _dated_share(spots: Sequence[Line]) -> float:
    return sum(bool(_YEAR.search(spot.text)) for spot in spots) / max(1, len(spots))


def _end(spots: Sequence[Line], start: int, look: Looks) -> int:
    """Index of the next heading: of the title's style, of an appendix, numbered in another style,
    or marked by the file itself."""
    title = spots[start]
    for i in range(start + 2, len(spots)):
        line = spots[i]
        like_title = (
            line.style.font == title.style.font
            and abs(line.size - title.size) < 0.3
            and line.style != spots[start + 1].style
        )
        appendix = re.match(r"(?:appendix|appendices|supplement)\b", line.text, re.IGNORECASE)
        numbered = NUMBERED.match(line.text) and line.style != spots[start + 1].style
        if (like_title or appendix or numbered or line.heading) and heading_length(
            spots, i, look, after_heading=False
        ):
            return i
    return len(spots)


def entries(spots: Sequence[Line], vocabulary: SeenWords) -> tuple[str, ...]:
    """Raw entries in order. Labels ("[12]", "12.") and hanging indents tell where one begins; else
    a full stop and a name."""
    if not spots:
        return ()
    sizes = Counter(spot.size for spot in spots)
    main = sizes.most_common(1)[0][0]
    spots = [spot for spot in spots if abs(spot.size - main) < 0.15 * main]
    begins = _labelled(spots) or _hanging(spots) or _by_names(spots)
    found: list[list[Line]] = []
    for spot, first in zip(spots, begins, strict=True):
        if first or not found:
            found.append([])
        found[-1].append(spot)
    texts = (_LABEL.sub("", joined(lines, vocabulary), count=1) for lines in found)
    return tuple(text for text in texts if len(text) > 15)


def _labelled(spots: Sequence[Line]) -> list[bool] | None:
    """Entries begin with a label of the kind that the first one has."""
    labels = [match.lastgroup if (match := _LABEL.match(spot.text)) else None for spot in spots]
    marks = [label is not None and label == labels[0] for label in labels]
    return marks if marks[0] and sum(marks) >= 0.12 * len(marks) else None


def _hanging(spots: Sequence[Line]) -> list[bool] | None:
    """Entries begin at the column's edge and go on further in."""
    lefts: dict[tuple[int, int], Counter[int]] = {}
    for spot in spots:
        lefts.setdefault((spot.page, spot.column), Counter())[round(spot.x0)] += 1
    edges = {
        key: min((x for x, n in counts.items() if n > 1), default=min(counts))
        for key, counts in lefts.items()
    }
    at_edge = [spot.x0 - edges[spot.page, spot.column] < 0.5 * spot.size for spot in spots]
    return at_edge if 0.1 * len(spots) <= sum(at_edge) <= 0.75 * len(spots) else None


def _by_names(spots: Sequence[Line]) -> list[bool]:
    """Entries begin behind a gap, where gaps are used, else with a name behind a full stop."""
    gaps = [b.below(a) for a, b in pairwise(spots)]
    usual = Counter(round(g, 0) for g in gaps if g).most_common(1)
    wide = 1.25 * usual[0][0] if usual else 1e9
    spaced = sum(g is not None and g > wide for g in gaps) >= 0.1 * len(gaps)
    begins = [True]
    for a, b, gap in zip(spots, spots[1:], gaps, strict=False):
        ended = a.text.endswith((".", "]")) or a.slack > 0.25
        if spaced and gap is not None:
            begins.append(gap > wide)
        else:
            begins.append(ended and bool(_AUTHOR_FIRST.match(b.text)))
    return begins
