"""A changed report beside the one before it: what became of each section, and which words came and
went."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from myscholar.domain.model import Frozen
from myscholar.domain.report import Section
from myscholar.domain.runs import RunId
from myscholar.errors import InputError, UnknownName
from myscholar.report.llm.edit import SectionChange
from myscholar.report.llm.section_replies import Operation
from myscholar.workflows.report.records import ReportRecord
from myscholar.workflows.report.reports import get_report, report_record
from myscholar.workflows.report.section_changes import without_markers
from myscholar.workflows.services import Services

Became = Literal["kept", "expanded", "rewritten", "added", "deleted"]
_BECAME: dict[Operation, Became] = {
    Operation.EXPAND: "expanded",
    Operation.REPLACE: "rewritten",
    Operation.ADD: "added",
    Operation.DELETE: "deleted",
}
_TOKEN = re.compile(r"\n+|(?:\[\d+\]|[\w'’-]+|[^\w\s])[^\S\n]*|[^\S\n]+")
"""A word, a citation or a sign with the spaces behind it: spaces of their own would make long texts
slow to compare."""
_FEWEST_SAME = 3
"""Fewer words that stayed between words that went are shown as gone and come again: the reader sees
phrases, not crumbs."""

_ALIKE = 0.4
"""Texts with fewer words in common are shown whole, one after the other."""


class DiffPiece(NamedTuple):
    kind: Literal["same", "added", "removed"]
    text: str


class SectionDiff(Frozen):
    """`pieces` of kinds same and added make up the new text, those of same and removed the old one.
    Citation numbers that changed are no change."""

    title: str
    became: Became
    pieces: tuple[DiffPiece, ...] = ()


class ReportDiff(Frozen):
    """Sections in the order of the new report, deleted ones where they stood."""

    previous: RunId
    previous_title: str
    """Empty where the report before is gone; then texts are compared as they were drafted."""
    sections: tuple[SectionDiff, ...]

    @property
    def n_changed(self) -> int:
        return sum(section.became != "kept" for section in self.sections)


def diff_of(services: Services, run_id: RunId) -> ReportDiff | None:
    """None for a report that changes no other. Raises UnknownName, InputError."""
    kept = report_record(services, run_id)
    if kept.previous is None:
        return None
    try:
        before = get_report(services, kept.previous)
    except (UnknownName, InputError):
        return ReportDiff(
            previous=kept.previous,
            previous_title="",
            sections=tuple(_section(c, c.before, c.after) for c in kept.changes),
        )
    pairs = _with_final_texts(kept, before.sections)
    return ReportDiff(
        previous=kept.previous,
        previous_title=before.title,
        sections=tuple(_section(*pair) for pair in pairs),
    )


def _with_final_texts(
    kept: ReportRecord, before: Sequence[Section]
) -> Iterator[tuple[SectionChange, str | None, str | None]]:
    """Each change with the texts as they stand in both reports: a repair may have come after the
    change, and references are numbered."""
    after = kept.report.sections
    old = {section.text: section.text for section in before}
    i = n = 0
    for change in kept.changes:
        texts: tuple[str | None, str | None] = (None, None)
        if change.before is not None:
            texts = (
                old.get(change.before) or (before[i].text if i < len(before) else change.before),
                None,
            )
            i += 1
        if change.after is not None:
            texts = (texts[0], after[n].text if n < len(after) else change.after)
            n += 1
        yield change, *texts


def _section(change: SectionChange, before: str | None, after: str | None) -> SectionDiff:
    became: Became = _BECAME[change.operation] if change.operation else "kept"
    if became == "kept" and without_markers(before or "") != without_markers(after or ""):
        became = "expanded"
    return SectionDiff(title=change.title, became=became, pieces=_pieces(before or "", after or ""))


def _pieces(before: str, after: str) -> tuple[DiffPiece, ...]:
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, [_key(t) for t in old], [_key(t) for t in new])
    if matcher.quick_ratio() < _ALIKE:
        whole = (DiffPiece("removed", before), DiffPiece("added", after))
        return tuple(piece for piece in whole if piece.text)
    found: list[DiffPiece] = []
    for tag, i, j, m, n in _smooth(matcher.get_opcodes()):
        if tag == "equal":
            found.append(DiffPiece("same", "".join(new[m:n])))
            continue
        found += [DiffPiece("removed", "".join(old[i:j]))] if j > i else []
        found += [DiffPiece("added", "".join(new[m:n]))] if n > m else []
    return tuple(found)


def _smooth(
    codes: Sequence[tuple[str, int, int, int, int]],
) -> list[tuple[str, int, int, int, int]]:
    """Changes that only a word or two part become one."""
    joined: list[tuple[str, int, int, int, int]] = []
    for place, (tag, i, j, m, n) in enumerate(codes):
        is_crumb = tag == "equal" and 0 < place < len(codes) - 1 and j - i < _FEWEST_SAME
        now = "replace" if tag != "equal" or is_crumb else "equal"
        if joined and joined[-1][0] == now == "replace":
            _, i, _, m, _ = joined.pop()
        joined.append((now, i, j, m, n))
    return joined


def _key(token: str) -> str:
    """Citation numbers count as equal, so do spaces."""
    word = token.rstrip(" \t")
    return "[]" if word[:1] == "[" and len(word) > 1 else word
