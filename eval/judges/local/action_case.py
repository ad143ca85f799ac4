"""An action and a report, read: what the rules of adherence look at. A sentence is about a topic if
it, with the one before it, bears most of its weight."""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from eval.domain.judgment import Unscored
from eval.domain.report import HEADING_CHARS, ScholarReport
from eval.judges.local.report_text import plain_sections
from eval.judges.local.words import Words, stems
from myscholar.actions.interpret import clause_of, interpret
from myscholar.domain.actions import Directive
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems

ABOUT = 0.7
"""Share of a topic's weighed words that a text must hold to be about it."""
NAMED = 0.5
"""The same to name it."""
CLAIMS, SOURCES = 3, 2
"""Sentences about a topic, or sources, from which it is treated: fewer are mentions."""
ROW = re.compile(r"^[ \t]*\|.+\|[ \t]*$|^[^|\n]+(?: \| [^|\n]+){2,}$")
"""A row as Markdown has it, and as a line of cells."""
_HEADING = re.compile(
    rf"^[ \t]*#{{1,6}}[ \t]+(.{{1,{HEADING_CHARS}}})$|^[ \t]*(?:\d+\.[ "
    rf"\t]*)?\*\*([^*]{{3,90}})\*\*:?[ \t]*$"
)
_SUMMARY = re.compile(r"^\W*TL;?DR\b", re.IGNORECASE)
_OF_FORM = frozenset(
    content_stems(
        "paper papers section style approach example examples result results include link present "
        "structure organize categorize start end frame map use provide add passage sentence "
        "finding study work mention treat describe admit note prefer put read put contrast compare "
        "break open question terminology explanation comparison discuss clarify limitation caveat "
        "pitfall table column definition introduction survey review overview tutorial literature "
        "summary background detail own touch list first last critical concrete public code data "
        "measured quantitative method unsolved comparative extensive clarity default specific skip "
        "see keep exclude search focus find more call paper most important"
    )
)
"""What an action says of the report or a kind of thing, not of its subject."""

Topic = Mapping[str, float]


@dataclass(frozen=True)
class ReportPart:
    """A heading with what stands under it; `sentences` without summaries and rows."""

    title: str
    lines: tuple[str, ...]

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        prose = "\n".join(
            line for line in self.lines if not ROW.match(line) and not _SUMMARY.match(line)
        )
        return tuple(s for s in sentences(prose) if stems(s))

    @cached_property
    def rows(self) -> tuple[str, ...]:
        return tuple(line for line in self.lines if ROW.match(line))


@dataclass(frozen=True)
class AdherenceCase:
    clause: str
    directive: Directive
    parts: tuple[ReportPart, ...]
    sources: tuple[str, ...]
    raw: tuple[str, ...]
    words: Words
    asked: Set[str]

    @cached_property
    def whole(self) -> str:
        return "\n".join(line for p in self.parts for line in (p.title, *p.lines))

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return tuple(s for p in self.parts for s in p.sentences)

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """What it names; words of the question only where nothing else is named."""
        named = self._named or tuple(t for t in (self.topic(self.clause),) if t)
        return self.own(*named) or named

    @cached_property
    def own_topics(self) -> tuple[Topic, ...]:
        """What the action names beside the question."""
        return self.own(*self._named)

    @cached_property
    def all_topics(self) -> tuple[Topic, ...]:
        """The question's words too: for what is asked within, or together with, something."""
        return self._named

    @cached_property
    def _named(self) -> tuple[Topic, ...]:
        return tuple(t for t in (self.topic(term) for term in self.directive.terms) if t)

    def own(self, *topics: Topic) -> tuple[Topic, ...]:
        """Of each topic what the question does not say; none where nothing is left."""
        kept = ({s: w for s, w in t.items() if s not in self.asked} for t in topics)
        return tuple(t for t in kept if t)

    def topic(self, text: str) -> Topic:
        """Stems with their weights, without words of form; of a compound, its parts."""
        said = {s: w for s, w in sorted(self.words.weights(text).items()) if s not in _OF_FORM}
        return {s: w for s, w in said.items() if "-" not in s or s.split("-")[0] not in said}

    def share(self, topic: Topic, text: str) -> float:
        return self.words.share(topic, stems(text))

    def claims(self, topics: Sequence[Topic]) -> tuple[str, ...]:
        """About all topics: half in the sentence itself, the rest with the one before."""
        found = []
        for part in self.parts:
            for before, s in pairwise(("", *part.sentences)):
                if all(
                    self.share(t, s) >= NAMED and self.share(t, f"{before} {s}") >= ABOUT
                    for t in topics
                ):
                    found.append(s)
        return tuple(found)

    def only(self, *parts: ReportPart) -> "AdherenceCase":
        return replace(self, parts=parts)


Finding = tuple[bool, str] | Unscored
"""Whether what is asked is shown, and by what; or why it can't be told."""
Rule = Callable[[AdherenceCase], Finding]


def read_case(query: str, action: str, report: ScholarReport, words: Words) -> AdherenceCase:
    clause = clause_of(action)
    sources = [" ".join((c.title or "", *c.snippets)) for s in report.sections for c in s.citations]
    raw = tuple(s.text for s in report.sections)
    texts = plain_sections(report)
    parts = tuple(
        p
        for s, text in zip(report.sections, texts, strict=True)
        for p in _parts(s.title or "", text)
    )
    return AdherenceCase(
        clause,
        interpret(clause),
        parts,
        tuple(dict.fromkeys(s for s in sources if s.strip())),
        raw,
        words,
        stems(query),
    )


def _parts(title: str, text: str) -> tuple[ReportPart, ...]:
    found, lines = list[ReportPart](), list[str]()
    for line in text.split("\n"):
        if heading := _HEADING.match(line):
            found.append(ReportPart(title, tuple(lines)))
            title, lines = (heading[1] or heading[2]).strip(" *_#:"), []
        elif line.strip():
            lines.append(line)
    found.append(ReportPart(title, tuple(lines)))
    return tuple(p for p in found if p.title or p.lines)
