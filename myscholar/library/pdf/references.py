"""The reference list -> one raw entry each."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import inf

from myscholar.domain.text import fold
from myscholar.library.pdf.headings import heading_length
from myscholar.library.pdf.joining import SeenWords, join_lines
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.marks import Bookmark
from myscholar.library.pdf.running import NUMBERED, Looks
from myscholar.text.lexicons import word_set

_TITLES = frozenset(w.replace(" ", "") for w in word_set("paper_parts.reference_lists"))
_MOST_SECTIONS = 20
"""Looked at, from the end; a page may be filled with the word. By hand."""
_YEAR = re.compile(r"\b(?:19|20)\d{2}[a-z]?\b")
_LABEL = re.compile(
    r"^(?:(?P<bracket>\[(?:\d{1,3}|[A-Za-z+]{1,8}\d{2,4}[a-z]?)\])|(?P<parenthesis>\(\d{1,3}\))"
    r"|(?P<stop>\d{1,3}\.(?!\d)))\s*(?=\S)"
)
_AUTHOR_FIRST = re.compile(r"[A-ZÀ-Þ][\w’'-]+,?\s+(?:[A-Z]\.|[A-Z][a-z]+|and\b)")


def reference_section(
    lines: Sequence[Line], look: Looks, bookmarks: Sequence[Bookmark]
) -> tuple[int, int, int]:
    """Indexes of the reference list: (heading, first entry, end); (n, n, n) if there is none.

    Of several, the last whose lines tell as many years as those of a list do. Without a title on
    the page the outline is asked, and then the labels.
    """
    n = len(lines)
    titled = [i for i, line in enumerate(lines) if _is_title(line.text)][-_MOST_SECTIONS:]
    sections = [(i, i + 1, _end(lines, i, look)) for i in titled]
    for i in [] if sections else _bookmarked(lines, bookmarks) or _first_label(lines):
        stands_over = i + 1 < n and lines[i].style != lines[i + 1].style
        sections.append((i, i + stands_over, _end(lines, i, look)))
    shares = [_dated_share(lines[first:end]) for _, first, end in sections]
    most = max(shares, default=0.0)
    likely = [s for s, share in zip(sections, shares, strict=True) if 2 * share >= most]
    return likely[-1] if likely else (n, n, n)


def _is_title(text: str) -> bool:
    """Letters set apart ("R EFERENCES") do not hide it."""
    return len(text) < 60 and fold(NUMBERED.sub("", text)).replace(" ", "") in _TITLES


def _bookmarked(lines: Sequence[Line], bookmarks: Sequence[Bookmark]) -> list[int]:
    """The first line under each bookmark that names a list, in its column."""
    found = []
    for _, page, x, y in [b for b in bookmarks if _is_title(b.title)][-_MOST_SECTIONS:]:
        if x is not None and y is not None:
            on_page = [i for i, line in enumerate(lines) if line.page == page and line.y <= y]
            column = [
                i for i in on_page if lines[i].right >= x >= lines[i].left - 2 * lines[i].size
            ]
            found += sorted(column, key=lambda i: -lines[i].y)[:1]
    return found


def _first_label(lines: Sequence[Line]) -> list[int]:
    """Where labels count "[1]" to "[5]", the last time, if dates follow as in such lists."""
    matches = ((i, re.match(r"\[(\d{1,3})\]\s+\S", line.text)) for i, line in enumerate(lines))
    labels = [(i, int(match[1])) for i, match in matches if match]
    runs = [
        i
        for k, (i, _) in enumerate(labels)
        if [number for _, number in labels[k : k + 5]] == [1, 2, 3, 4, 5]
    ]
    return [i for i in runs[-1:] if _dated_share(lines[i:]) > 0.1]


def _dated_share(lines: Sequence[Line]) -> float:
    return sum(bool(_YEAR.search(line.text)) for line in lines) / max(1, len(lines))


def _end(lines: Sequence[Line], start: int, look: Looks) -> int:
    """Index of the next heading: styled or numbered unlike entries, or marked."""
    title = lines[start]
    for i in range(start + 2, len(lines)):
        line = lines[i]
        unlike_entries = line.style != lines[start + 1].style
        like_title = line.style.font == title.style.font and abs(line.size - title.size) < 0.3
        if (
            (unlike_entries and (like_title or NUMBERED.match(line.text))) or line.heading
        ) and heading_length(lines, i, look):
            return i
    return len(lines)


def reference_entries(lines: Sequence[Line], vocabulary: SeenWords) -> tuple[str, ...]:
    """Raw entries in order. Labels ("[12]", "12.") and hanging indents tell where one begins; else
    a full stop and a name."""
    sizes = Counter(line.size for line in lines).most_common(1)
    lines = [line for line in lines if abs(line.size - sizes[0][0]) < 0.15 * sizes[0][0]]
    if not lines:
        return ()
    begins = _labelled(lines) or _hanging(lines) or _by_names(lines)
    found: list[list[Line]] = []
    for line, first in zip(lines, begins, strict=True):
        if first or not found:
            found.append([])
        found[-1].append(line)
    texts = (_LABEL.sub("", join_lines(entry, vocabulary), count=1) for entry in found)
    return tuple(text for text in texts if len(text) > 15)


def _labelled(lines: Sequence[Line]) -> list[bool] | None:
    """Entries begin with a label of the kind that the first one has."""
    matches = [_LABEL.match(line.text) for line in lines]
    labels = [match.lastgroup if match else None for match in matches]
    marks = [label is not None and label == labels[0] for label in labels]
    return marks if marks[0] and sum(marks) >= 0.12 * len(marks) else None


def _hanging(lines: Sequence[Line]) -> list[bool] | None:
    """Entries begin at the column's edge and go on further in."""
    lefts: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for line in lines:
        lefts[line.page, line.column][round(line.x0)] += 1
    edges = {
        key: min((x for x, n in counts.items() if n > 1), default=min(counts))
        for key, counts in lefts.items()
    }
    at_edge = [line.x0 - edges[line.page, line.column] < 0.5 * line.size for line in lines]
    return at_edge if 0.1 * len(lines) <= sum(at_edge) <= 0.75 * len(lines) else None


def _by_names(lines: Sequence[Line]) -> list[bool]:
    """Entries begin behind a gap, where gaps are used, else with a name behind a full stop."""
    gaps = [b.below(a) for a, b in pairwise(lines)]
    usual = Counter(round(gap) for gap in gaps if gap < inf).most_common(1)
    wide = 1.25 * usual[0][0] if usual else 1e9
    spaced = sum(wide < gap < inf for gap in gaps) >= 0.1 * len(gaps)
    begins = [True]
    for (a, b), gap in zip(pairwise(lines), gaps, strict=True):
        ended = a.text.endswith((".", "]")) or a.slack > 0.25
        named = ended and bool(_AUTHOR_FIRST.match(b.text))
        begins.append(gap > wide if spaced and gap < inf else named)
    return begins
