"""Title, authors and abstract from the first page, by size and place first, by the file's metadata
second."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from myscholar.domain.text import fold
from myscholar.library.pdf.authors import AFFILIATION, KEYWORDS, authors_in, authors_of_metadata
from myscholar.library.pdf.headings import CAPTION
from myscholar.library.pdf.joining import SeenWords, join_lines
from myscholar.library.pdf.layout import Type
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.running import stop_share

_ABSTRACT = re.compile(
    r"(?:abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary)\b\s*(?P<mark>[.:—–-]*)\s*(?P<rest>.*)$",
    re.IGNORECASE,
)

_INTRODUCTION = re.compile(r"(?:[1I]\.?\s+)?(?:introduction|background)\b[.:]?$", re.IGNORECASE)


_TITLE_PAGE_LETTERS = 1_000
_LEAST_WORDS = 40
"""Of an abstract that is not marked."""


@dataclass(frozen=True, slots=True)
class Front:
    """`skipped` are the indexes of all lines that are title, authors, affiliations, abstract or
    keywords."""

    title: str | None
    authors: tuple[str, ...]
    abstract: str | None
    abstract_page: int
    skipped: frozenset[int]


def read_front(
    spots: Sequence[Line], text: Type, vocabulary: SeenWords, metadata: Mapping[str, str]
) -> Front:
    """Everything before the body. Where no abstract is marked or set apart, it is None and the body
    begins under the authors."""
    start = next(
        (i for i, s in enumerate(spots) if s.page <= 2 and _marks_abstract(s, spots, i)), None
    )
    start = _set_apart(spots, text) if start is None else start
    first_page = spots[0].page if spots else 1
    above = (
        _above_abstract(spots, start)
        if start is not None and spots[start].page == first_page
        else None
    )
    top = [s for i, s in enumerate(spots) if s.page == first_page and (above is None or i in above)]
    title_lines = _title_lines(top, text, metadata.get("Title", ""), marked=above is not None)
    title = join_lines(title_lines, vocabulary) or None
    under = _under_title(top, title_lines, marked=above is not None)
    authors = authors_in(under) or authors_of_metadata(metadata.get("Author", ""))
    if start is None:
        used = {id(line) for line in (*title_lines, *under)}
        skipped = frozenset(
            i
            for i, s in enumerate(spots)
            if id(s) in used or (title_lines and _above(s, title_lines[0]))
        )
        return Front(title, authors, None, first_page, skipped)
    end, lines = _abstract_lines(spots, start)
    abstract = _ABSTRACT_HEAD.sub("", join_lines(lines, vocabulary)).strip()
    rest = frozenset(_left_of_front(spots, start, end))
    return Front(
        title,
        authors,
        abstract or None,
        spots[start].page,
        (above or _title_page(spots, start)) | rest,
    )


def _title_page(spots: Sequence[Line], start: int) -> frozenset[int]:
    """All lines before the abstract on another page, if they are few."""
    before = [i for i, s in enumerate(spots) if s.page < spots[start].page]
    return frozenset(
        before if sum(len(spots[i].text) for i in before) < _TITLE_PAGE_LETTERS else []
    )


def _above_abstract(spots: Sequence[Line], start: int) -> frozenset[int]:
    """Lines of the first page over the abstract. The column right of the abstract is body, also
    where it begins higher."""
    mark = spots[start]
    beside = mark.column == 0
    return frozenset(
        i
        for i, s in enumerate(spots)
        if s.page == mark.page and s.y > mark.y + 1 and not (beside and s.column == 1 and i > start)
    )


_ABSTRACT_HEAD = re.compile(
    r"^(?:abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary)\b[\s.:—–-]*", re.IGNORECASE
)


def _above(line: Line, title: Line) -> bool:
    return line.page == title.page and line.y > title.y


def _left_of_front(spots: Sequence[Line], start: int, end: int) -> list[int]:
    """Keywords behind the abstract, up to the next gap."""
    found: list[int] = []
    i = end
    while i < len(spots) and (
        KEYWORDS.match(spots[i].text) or (found and _same_block(spots[i - 1], spots[i]))
    ):
        found.append(i)
        i += 1
    return [*found, *range(start, end)]


def _same_block(a: Line, b: Line) -> bool:
    gap = b.below(a)
    return (
        gap is not None
        and gap < 1.5 * a.size
        and abs(a.size - b.size) < 0.3
        and not _INTRODUCTION.match(b.text)
    )


def _marks_abstract(spot: Line, spots: Sequence[Line], i: int) -> bool:
    match = _ABSTRACT.match(spot.text)
    if not match or i + 1 >= len(spots):
        return False
    return not match["rest"] or bool(match["mark"]) or spot.lead > 0


def _set_apart(spots: Sequence[Line], text: Type) -> int | None:
    """Where the first prose under the title begins, if it is an abstract by its looks: smaller,
    bold, or narrower than the text.

    No other prose may stand over it: a footnote that was drawn first is none.
    """
    page = [
        (i, s) for i, s in enumerate(spots) if s.page == spots[0].page and s.size < 1.03 * text.size
    ]
    prose = [i for i, s in page if len(s.text.split()) >= 6 and stop_share(s.text) > 0.2]
    start = prose[0] if prose else 0
    if not start or CAPTION.match(spots[start].text) or _above_abstract(spots, start) & {*prose}:
        return None
    end, lines = _abstract_lines(spots, start)
    full = spots[start : end - 1]
    smaller = lines[0].size < 0.96 * text.size
    narrower = all(s.indent > 0.8 and s.right - s.x1 > 0.8 * s.size for s in full)
    apart = smaller or narrower or all(line.style.bold for line in lines)
    return (
        start
        if apart and len(full) > 2 and sum(len(line.text.split()) for line in lines) >= _LEAST_WORDS
        else None
    )


def _abstract_lines(spots: Sequence[Line], start: int) -> tuple[int, list[Line]]:
    """(index behind the abstract, its lines)."""
    head = _ABSTRACT.match(spots[start].text)
    i = start + (head is not None and not head["rest"])
    lines: list[Line] = []
    size = spots[min(i, len(spots) - 1)].size
    pace = 0.0
    while i < len(spots):
        line = spots[i]
        if KEYWORDS.match(line.text) or _INTRODUCTION.match(line.text):
            break
        gap = spots[i].below(spots[i - 1])
        if lines and (
            abs(line.size - size) > 0.06 * size or (gap is not None and pace and gap > 1.75 * pace)
        ):
            break
        if (
            lines
            and gap is None
            and (spots[i].column, line.page) != (spots[i - 1].column, spots[i - 1].page)
            and lines[-1].text.endswith(".")
        ):
            break
        pace = pace or (gap or 0.0 if lines else 0.0)
        lines.append(line)
        i += 1
    return i, lines


def _title_lines(
    top: Sequence[Line], text: Type, metadata_title: str, *, marked: bool
) -> list[Line]:
    """The block that looks most like a title: large, of several words, high on the page, or named
    in the metadata.

    Where no abstract marks the end of the front, it must differ from the running text.
    """
    groups: list[list[Line]] = []
    for line in top:
        last = groups[-1][-1] if groups else None
        if (
            last
            and last.style.font == line.style.font
            and abs(last.size - line.size) < 0.5
            and 0 < last.y - line.y < 2.4 * line.size
        ):
            groups[-1].append(line)
        else:
            groups.append([line])
    known = fold(metadata_title)

    def score(group: list[Line]) -> float:
        words = " ".join(line.text for line in group).split()
        named = (
            len(known) > 12
            and (folded := fold(" ".join(words)))
            and (folded in known or known in folded)
            and len(words) >= 3
        )
        likely = (
            0.2 if AFFILIATION.search(" ".join(words)) and group[0].size < 1.2 * text.size else 1.0
        )
        return (
            group[0].size
            * (1 + 0.15 * group[0].style.bold)
            * min(1.0, len(words) / 4)
            * likely
            * (3 if named else 1)
        )

    groups = [
        g
        for g in groups
        if sum(c.isalpha() for line in g for c in line.text) >= 6 and g[0].size >= 0.98 * text.size
    ]
    if not marked:
        groups = [
            g
            for g in groups
            if g[0].size > 1.1 * text.size or g[0].style.bold or g[0].style.font != text.font
        ]
    return max(groups, key=score, default=[])


def _under_title(top: Sequence[Line], title: Sequence[Line], *, marked: bool) -> list[Line]:
    """Lines between title and abstract; where no abstract is marked, the next six lines at most and
    no prose."""
    if not title:
        return []
    bottom = title[-1].y
    under = sorted(
        (line for line in top if line.y < bottom - 1), key=lambda line: (-round(line.y), line.x0)
    )
    if marked:
        return under
    short = []
    for line in under[:8]:
        prose = len(line.text.split()) > 5 and stop_share(line.text) > 0.2
        if (
            len(line.text) > 80
            or line.text.endswith(".")
            or prose
            or _INTRODUCTION.match(line.text)
        ):
            break
        short.append(line)
    return short
