"""Title, authors and abstract from the first page, by size and place first, by the file's metadata
second."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from math import inf
from typing import NamedTuple

from myscholar.domain.text import fold
from myscholar.library.pdf.authors import AFFILIATION, KEYWORDS, authors_in, authors_of_metadata
from myscholar.library.pdf.headings import CAPTION
from myscholar.library.pdf.joining import SeenWords, join_lines
from myscholar.library.pdf.layout import Type
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.running import stop_share
from myscholar.text.lexicons import pattern

_ABSTRACT = pattern("paper_parts.abstract")
_INTRODUCTION = pattern("paper_parts.introduction")
_TITLE_PAGE_LETTERS = 1_000
"""Letters from which pages before an unmarked abstract are text. By hand; no PDF of 24 needs it."""
_LEAST_WORDS = 40
"""Of an abstract that is not marked. By hand; none of 24 PDFs needs it."""


class Front(NamedTuple):
    """`skipped`: indexes of all lines that are title, authors, affiliations, abstract, keywords."""

    title: str | None
    authors: tuple[str, ...]
    abstract: str | None
    abstract_page: int
    skipped: frozenset[int]


def read_front(
    lines: Sequence[Line], text: Type, vocabulary: SeenWords, metadata: Mapping[str, str]
) -> Front:
    """Everything before the body. Where no abstract is marked or set apart, it is None and the body
    begins under the authors."""
    marks = (i for i, line in enumerate(lines) if line.page <= 2 and _marks_abstract(lines, i))
    start = next(marks, None)
    start = _set_apart(lines, text) if start is None else start
    first_page = [i for i, line in enumerate(lines) if line.page == lines[0].page]
    marked = start is not None and start in first_page
    above = _above_abstract(lines, start) if start is not None and marked else first_page
    top = [lines[i] for i in above]
    block = _title_block(top, text, fold(metadata.get("Title", "")), marked=marked)
    under = _under_title(top, block, marked=marked)
    title = join_lines(block, vocabulary) or None
    authors = authors_in(under) or authors_of_metadata(metadata.get("Author", ""))
    if start is None:
        used = {id(line) for line in (*block, *under)}
        over = block[0].y if block else inf
        skipped = frozenset(i for i in above if id(lines[i]) in used or lines[i].y > over)
        return Front(title, authors, None, lines[0].page if lines else 1, skipped)
    span = _abstract_span(lines, start)
    abstract = join_lines(lines[span.start : span.stop], vocabulary)
    if named := _ABSTRACT.search(abstract):
        abstract = named["rest"]
    before = above
    if not marked:  # a title page, if it is one, goes whole
        before = [i for i, line in enumerate(lines) if line.page < lines[start].page]
        if sum(len(lines[i].text) for i in before) >= _TITLE_PAGE_LETTERS:
            before = []
    skipped = frozenset((*before, *range(start, _keywords_end(lines, span.stop))))
    return Front(title, authors, abstract or None, lines[start].page, skipped)


def _marks_abstract(lines: Sequence[Line], i: int) -> bool:
    match = _ABSTRACT.search(lines[i].text)
    if not match or i + 1 >= len(lines):
        return False
    return not match["rest"] or bool(match["mark"]) or lines[i].lead > 0


def _set_apart(lines: Sequence[Line], text: Type) -> int | None:
    """Where the first prose under the title begins, if it looks like an abstract: smaller, bold, or
    narrower than the text. No other prose may stand over it: a footnote drawn first is none."""
    prose = [
        i
        for i, line in enumerate(lines)
        if line.page == lines[0].page
        and line.size < 1.03 * text.size
        and len(line.text.split()) >= 6
        and stop_share(line.text) > 0.2
    ]
    if not prose or not prose[0] or CAPTION.search(lines[prose[0]].text):
        return None
    start = prose[0]
    if not {*prose}.isdisjoint(_above_abstract(lines, start)):
        return None
    span = _abstract_span(lines, start)
    block, full = lines[span.start : span.stop], lines[start : span.stop - 1]
    if len(full) <= 2 or sum(len(line.text.split()) for line in block) < _LEAST_WORDS:
        return None
    narrower = all(s.indent > 0.8 and s.right - s.x1 > 0.8 * s.size for s in full)
    bold = all(line.style.bold for line in block)
    return start if narrower or bold or block[0].size < 0.96 * text.size else None


def _above_abstract(lines: Sequence[Line], start: int) -> list[int]:
    """Lines of its page over the abstract. The column right of it is body, however high."""
    mark = lines[start]
    return [
        i
        for i, line in enumerate(lines)
        if line.page == mark.page
        and line.y > mark.y + 1
        and not (mark.column == 0 and line.column == 1 and i > start)
    ]


def _abstract_span(lines: Sequence[Line], start: int) -> range:
    """Indexes of its lines, without a heading that stands alone."""
    head = _ABSTRACT.search(lines[start].text)
    begin = start + (head is not None and not head["rest"])
    size, pace = lines[begin].size, inf
    for i in range(begin, len(lines)):
        line, last = lines[i], lines[i - 1]
        if KEYWORDS.search(line.text) or _INTRODUCTION.search(line.text):
            return range(begin, i)
        if i == begin:
            continue
        gap = line.below(last)
        far = 1.75 * pace < gap < inf
        moved = gap == inf and (last.column, last.page) != (line.column, line.page)
        if far or abs(line.size - size) > 0.06 * size or (moved and last.text.endswith(".")):
            return range(begin, i)
        pace = gap if pace == inf else pace
    return range(begin, len(lines))


def _keywords_end(lines: Sequence[Line], end: int) -> int:
    """Index behind the keywords under the abstract, up to the next gap."""
    for i in range(end, len(lines)):
        line = lines[i]
        if KEYWORDS.search(line.text):
            continue
        close = i > end and line.below(lines[i - 1]) < 1.5 * lines[i - 1].size
        alike = abs(line.size - lines[i - 1].size) < 0.3 and not _INTRODUCTION.search(line.text)
        if not (close and alike):
            return i
    return len(lines)


def _title_block(top: Sequence[Line], text: Type, known: str, *, marked: bool) -> list[Line]:
    """The block most like a title: large, of several words, high on the page, or `known` from the
    metadata. Where no abstract marks the end of the front, it must differ from the text."""
    blocks: list[list[Line]] = []
    for line in top:
        last = blocks[-1][-1] if blocks else None
        alike = last and last.style.font == line.style.font and abs(last.size - line.size) < 0.5
        if last and alike and 0 < last.y - line.y < 2.4 * line.size:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    blocks = [
        block
        for block in blocks
        if sum(c.isalpha() for line in block for c in line.text) >= 6
        and block[0].size >= 0.98 * text.size
        and (
            marked
            or block[0].size > 1.1 * text.size
            or block[0].style.bold
            or block[0].style.font != text.font
        )
    ]
    return max(blocks, key=lambda block: _title_score(block, text, known), default=[])


def _title_score(block: Sequence[Line], text: Type, known: str) -> float:
    words = " ".join(line.text for line in block).split()
    title, size = " ".join(words), block[0].size
    folded = fold(title) if len(known) > 12 and len(words) >= 3 else ""
    named = folded and (folded in known or known in folded)
    likely = 0.2 if size < 1.2 * text.size and AFFILIATION.search(title) else 1.0
    large = size * (1 + 0.15 * block[0].style.bold)
    return large * min(1.0, len(words) / 4) * likely * (3 if named else 1)


def _under_title(top: Sequence[Line], title: Sequence[Line], *, marked: bool) -> list[Line]:
    """Lines between title and abstract; where none is marked, eight at most and no prose."""
    under = [line for line in top if title and line.y < title[-1].y - 1]
    under.sort(key=lambda line: (-round(line.y), line.x0))
    return under if marked else list(takewhile(_is_short, under[:8]))


def _is_short(line: Line) -> bool:
    prose = len(line.text.split()) > 5 and stop_share(line.text) > 0.2
    ends = len(line.text) > 80 or line.text.endswith(".") or _INTRODUCTION.search(line.text)
    return not prose and not ends
