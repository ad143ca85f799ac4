"""What became of the sections of a report that was written again as a whole."""

import re
from collections import Counter
from collections.abc import Sequence

from myscholar.domain.report import Section
from myscholar.report.llm.edit import SectionChange
from myscholar.report.llm.section_replies import Operation

SAME = 0.34
"""Sections that share at least so much of their words count as one section, whatever they are
called."""
_MARKER = re.compile(r" ?\[\d+\]")


def changes_of(before: Sequence[Section], after: Sequence[Section]) -> tuple[SectionChange, ...]:
    """In the order of the new report, what is gone behind what it stood behind. References numbered
    anew are no change."""
    earlier = _pairs(before, after)
    behind: dict[int, list[Section]] = {}
    place = -1
    for i, section in enumerate(before):
        if i in earlier.values():
            place = next(n for n, old in earlier.items() if old == i)
        else:
            behind.setdefault(place, []).append(section)
    changes = [_find_deleted(section) for section in behind.get(-1, ())]
    for n, section in enumerate(after):
        changes.append(_change(before[earlier[n]] if n in earlier else None, section))
        changes += [_find_deleted(gone) for gone in behind.get(n, ())]
    return tuple(changes)


def without_markers(text: str) -> str:
    """The text without its citation numbers, which change when another section cites other
    papers."""
    return _MARKER.sub("", text)


def _pairs(before: Sequence[Section], after: Sequence[Section]) -> dict[int, int]:
    """Place of a section in the new report -> its place in the old one; the most alike first, each
    once."""
    alike = sorted(
        (
            (_likeness(old, new), -n, -i)
            for n, new in enumerate(after)
            for i, old in enumerate(before)
        ),
        reverse=True,
    )
    found: dict[int, int] = {}
    for likeness, n, i in alike:
        if likeness >= SAME and -n not in found and -i not in found.values():
            found[-n] = -i
    return found


def _likeness(old: Section, new: Section) -> float:
    """Share of words in common, and more for the same title."""
    a, b = (Counter(without_markers(s.text).casefold().split()) for s in (old, new))
    shared = (a & b).total() / max(1, (a | b).total())
    return shared + (SAME if old.title == new.title and old.format is new.format else 0.0)


def _change(old: Section | None, new: Section) -> SectionChange:
    return SectionChange(
        operation=_operation(old, new),
        title=new.title,
        before=old.text if old else None,
        after=new.text,
    )


def _operation(old: Section | None, new: Section) -> Operation | None:
    if old is None:
        return Operation.ADD
    said, says = (
        [line for p in _MARKER.sub("", s.text).split("\n") if (line := p.strip())]
        for s in (old, new)
    )
    if said == says and old.title == new.title and old.table == new.table:
        return None
    grown = len(says) > len(said) and not Counter(said) - Counter(says)
    return Operation.EXPAND if grown else Operation.REPLACE


def _find_deleted(section: Section) -> SectionChange:
    return SectionChange(
        operation=Operation.DELETE, title=section.title, before=section.text, after=None
    )
