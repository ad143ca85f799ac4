"""Long inputs: what fits into one question, and how the rest is cut or parted.

`ROOM` is about 60,000 tokens, which every model of the last years can read and which the longest
real report of the study data (60,000 characters) fills by a quarter. Papers over it are cut at
their ends, which the prompt says; reports over it are parted by section.
"""

from collections.abc import Sequence
from typing import TypeVar

from eval.domain.report import ScholarReport, ScholarSection
from myscholar.domain.text import counted

ROOM = 240_000
"""Characters of papers, or of a report, that one question shows."""
T = TypeVar("T")
Parts = tuple[tuple[str, str], ...]


def fit(texts: Sequence[str], room: int = ROOM) -> tuple[str, ...]:
    """In at most `room` characters: the longest are cut to one length, with a remark."""
    limit = _level([len(text) for text in texts], room)
    return tuple(text if len(text) <= limit else _cut(text, limit) for text in texts)


def report_parts(report: ScholarReport, room: int = ROOM) -> Parts:
    """The report's text with the line that introduces it: whole, or by sections where it is longer
    than `room`; () where it has no text."""
    groups: list[str] = []
    for text in (piece for section in report.sections for piece in _pieces(section, room)):
        if groups and len(groups[-1]) + len(text) <= room:
            groups[-1] += f"\n\n{text}"
        else:
            groups.append(text)
    if len(groups) == 1:
        return (("The report:", groups[0]),)
    n = len(groups)
    return tuple(
        (f"Part {i} of {n} of the report (it is too long for one; judge this part):", g)
        for i, g in enumerate(groups, 1)
    )


def evenly(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """As few groups as possible of at most `most` items each, about equal, in order."""
    n = -(-len(items) // most)
    return [items[len(items) * i // n : len(items) * (i + 1) // n] for i in range(n)]


def _pieces(section: ScholarSection, room: int) -> list[str]:
    """With its title, in paragraphs where it is longer than `room`; these are cut."""
    whole = (
        f"## {section.title}\n\n{section.text.strip()}" if section.title else section.text.strip()
    )
    if len(whole) <= room:
        return [whole] if whole else []
    return [
        paragraph if len(paragraph) <= room else _cut(paragraph, room)
        for paragraph in whole.split("\n\n")
        if paragraph.strip()
    ]


def _level(lengths: Sequence[int], room: int) -> int:
    """To which the longest are cut so that all fit: what the others leave goes to them."""
    left, level = room, 0
    for n_left, length in zip(range(len(lengths), 0, -1), sorted(lengths), strict=True):
        level = left // n_left
        if length > level:
            return level
        left -= length
    return max(lengths, default=0)


def _cut(text: str, limit: int) -> str:
    head = text[:limit].rsplit(None, 1)[0] if limit else ""
    return f"{head} [... {counted(len(text) - len(head), 'character')} more are not printed]"
