"""A report beside an action: its parts, and which sentences are about a topic. A sentence is if it,
with the one before it, bears most of the topic's weight."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from eval.domain.judgment import Unscored
from eval.domain.report import HEADING_CHARS, ScholarReport
from eval.judges.local.asked import Asked, Topic, clause_of
from eval.judges.local.lexicon import finds
from eval.judges.local.report_text import plain_sections
from eval.judges.local.words import Words, stems
from myscholar.text.sentences import sentences

ABOUT = 0.7
"""Share of a topic's weighed words that a text must hold to be about it."""
NAMED = 0.5
"""The same to name it."""
ROW = re.compile(r"^[ \t]*\|.+\|[ \t]*$|^[^|\n]+(?: \| [^|\n]+){2,}$")
"""A row as Markdown has it, and as a line of cells."""
_HEADING = re.compile(
    rf"^[ \t]*#{{1,6}}[ \t]+(.{{1,{HEADING_CHARS}}})$|^[ \t]*(?:\d+\.[ "
    rf"\t]*)?\*\*([^*]{{3,90}})\*\*:?[ \t]*$"
)


@dataclass(frozen=True)
class ReportPart:
    """A heading with what stands under it; `sentences` without summaries and rows."""

    title: str
    lines: tuple[str, ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        prose = (x for x in self.lines if not ROW.match(x) and not finds("reports.tldr", x))
        return tuple(s for s in sentences("\n".join(prose)) if stems(s))

    @cached_property
    def rows(self) -> tuple[str, ...]:
        return tuple(line for line in self.lines if ROW.match(line))


@dataclass(frozen=True)
class AdherenceCase:
    asked: Asked
    parts: tuple[ReportPart, ...]
    raw: tuple[str, ...]

    @cached_property
    def whole(self) -> str:
        return "\n".join(line for p in self.parts for line in (p.title, *p.lines))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return tuple(s for p in self.parts for s in p.sentences)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        return tuple(p.title for p in self.parts if p.title)

    def holds(self, topic: Topic, text: str, least: float = ABOUT) -> bool:
        return self.asked.words.share(topic, stems(text)) >= least

    def claims(self, topics: Sequence[Topic]) -> tuple[str, ...]:
        """About all topics: half in the sentence itself, the rest with the one before."""
        return tuple(
            s
            for before, s in self.with_before()
            if all(self.holds(t, s, NAMED) and self.holds(t, f"{before} {s}") for t in topics)
        )

    def with_before(self) -> Iterator[tuple[str, str]]:
        """Each sentence with the one before it in its part; empty where there is none."""
        return ((a, b) for part in self.parts for a, b in pairwise(("", *part.sentences)))

    def only(self, *parts: ReportPart) -> "AdherenceCase":
        return replace(self, parts=parts)


Finding = tuple[bool, str] | Unscored
"""Whether what is asked is shown, and by what; or why it can't be told."""


def read_case(query: str, action: str, report: ScholarReport, words: Words) -> AdherenceCase:
    parts = (
        p
        for s, text in zip(report.sections, plain_sections(report), strict=True)
        for p in _parts(s.title or "", text)
    )
    return AdherenceCase(
        Asked(clause_of(action), stems(query), words),
        tuple(parts),
        tuple(s.text for s in report.sections),
    )


def _parts(title: str, text: str) -> Iterable[ReportPart]:
    found, lines = list[ReportPart](), list[str]()
    for line in text.split("\n"):
        if heading := _HEADING.match(line):
            found.append(ReportPart(title, tuple(lines)))
            title, lines = (heading[1] or heading[2]).strip(" *_#:"), []
        elif line.strip():
            lines.append(line)
    found.append(ReportPart(title, tuple(lines)))
    return [p for p in found if p.title or p.lines]
