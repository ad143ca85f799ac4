"""Checklists and grades without a model: a baseline, and no more. Source: Arena §4 (ACE), where
models make and grade them.

The criteria are what the task's own sentences ask for, and the two priorities of its family
(appendix D). Graded is by counting: sentences that speak of what is asked, sources, sentences that
cite, figures, sentences in words of a kind (`words.toml`, checklists). A count shows that something
is dealt with, not that it is dealt with well, and grows with a report's length.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from eval.domain.arena import TaskFamily
from eval.domain.checklist import MOST, TOP, Checklist, ChecklistCriterion, GradedTask, normalized
from eval.domain.judgment import NONE_LISTED, Judgment, Scored, Unscored
from eval.domain.report import ScholarReport
from eval.judges.local.asked import phrases_of
from eval.judges.local.figures import measured_figures
from eval.judges.local.lexicon import finds, word_set
from eval.judges.local.words import Words, researched, stems, unreadable
from eval.judges.sentences import Sentence, sentences_of
from myscholar.domain.text import listed, one_line, shorten
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems

OF_PARTS, FIRST, SECOND = 0.5, 0.3, 0.2
"""Weights of all that is asked together, and of the family's two priorities. By hand."""
ABOUT = 0.5
"""Share of a part's weighed words from which a sentence speaks of it. By hand."""
FULL: Mapping[str, int] = {"said": 6, "sources": 20, "figures": 10}
"""Of which so many deserve the best grade; of sentences of a kind, `OF_KIND`. By hand."""
OF_KIND = 5
_TITLE = 110
"""Characters of a title."""
_PART = re.compile(
    r"(?<=[,;])\s+(?:and\s+)?(?=(?:how|what|which|why|when|where|who|does|do|is|are|can)\b)"
    r"|(?<!\s)\s+(?=and (?:how|what|which|why|when|where)\b)|;\s+",
    re.I,
)
_OPENS = re.compile(r"^(?:and|or|also|then)\s+", re.I)
_INSTRUCTS = frozenset(s for word in word_set("criteria.instructs") for s in content_stems(word))


class Priority(NamedTuple):
    title: str
    """With the task's topic in place of {}."""
    measure: str


PRIORITIES: Mapping[TaskFamily, tuple[Priority, Priority]] = {
    TaskFamily.LITERATURE_SURVEY: (
        Priority("How much of the literature on {} is brought in", "sources"),
        Priority("Statements on {} that rest on a source", "cited"),
    ),
    TaskFamily.TREND_SCAN: (
        Priority("Figures of {}, each with its source", "figures"),
        Priority("How {} has developed, and why", "trends"),
    ),
    TaskFamily.NEEDS_ANALYSIS: (
        Priority("Whom {} concerns", "stakeholders"),
        Priority("What they need of {}, and how it is known", "needs"),
    ),
    TaskFamily.HYPOTHESIS_GENERATION: (
        Priority("Whether what is supposed of {} could be tested", "testable"),
        Priority("Statements on {} that rest on a source", "cited"),
    ),
    TaskFamily.METHOD_BLUEPRINT: (
        Priority("What makes the design for {} sound", "rigor"),
        Priority("What it takes to carry out {}", "feasible"),
    ),
    TaskFamily.SYSTEM_SPECIFICATION: (
        Priority("Parts of {}, and what goes in and out", "components"),
        Priority("What {} has to do", "requirements"),
    ),
    TaskFamily.METRIC_DESIGN: (
        Priority("Whether it measures {}, and how that is known", "validity"),
        Priority("How the measure of {} is to be used", "applies"),
    ),
    TaskFamily.EMPIRICAL_TEST: (
        Priority("How sure the results on {} are", "statistics"),
        Priority("What the results on {} mean", "interprets"),
    ),
    TaskFamily.BIAS_REVIEW: (
        Priority("How the studies of {} were done", "method"),
        Priority("What could make the studies of {} wrong", "bias"),
    ),
    TaskFamily.COMPARATIVE_ANALYSIS: (
        Priority("Sides of {} set against each other", "compares"),
        Priority("When which side of {} is to be preferred", "weighs"),
    ),
}
"""What is counted for the priorities of Arena appendix D; the first weighs more."""
_KINDS = frozenset(p.measure for two in PRIORITIES.values() for p in two) - {
    "sources",
    "cited",
    "figures",
}


class AskedPart(NamedTuple):
    title: str
    words: str
    """That sentences on it hold."""


class LocalChecklistMaker:
    name = "local"

    def __init__(self, words: Words) -> None:
        self._words = words

    async def make(self, task: GradedTask) -> Checklist | Unscored:
        phrases = phrases_of(researched(task.text), self._words)
        topic = listed(phrases[:2]) or one_line(task.text)
        weights = self._words.weights
        parts = [
            (p, w)
            for p in asked_parts(task.text, phrases)
            if (w := math.fsum(weights(p.words).values()))
        ]
        if not parts:
            return Unscored(reason="NoTerms: the task names nothing that could be looked up.")
        shares = normalized([weight for _, weight in parts])
        criteria = [
            ChecklistCriterion(
                title=part.title,
                description=part.words,
                weight=OF_PARTS * share,
                measure="said",
            )
            for (part, _), share in zip(parts, shares, strict=True)
        ]
        for priority, weight in zip(PRIORITIES[task.family], (FIRST, SECOND), strict=True):
            title = shorten(priority.title.format(topic), _TITLE)
            criteria.append(
                ChecklistCriterion(title=title, weight=weight, measure=priority.measure)
            )
        return Checklist(task_id=task.task_id, by=self.name, criteria=tuple(criteria))


class LocalScorer:
    """Grades checklists of models, too: a criterion without a measure by its own words."""

    name = "local"

    def __init__(self, words: Words) -> None:
        self._words = words

    async def grade(
        self, _task: GradedTask, criterion: ChecklistCriterion, report: ScholarReport
    ) -> Judgment:
        if bad := unreadable(report.text, "the report"):
            return bad
        said = [s for of_section in sentences_of(report) for s in of_section]
        match criterion.measure:
            case "sources" | "cited" if any(s.lost for s in said):
                return NONE_LISTED
            case "sources":
                n = len({marker for s in said for marker in s.cited})
                return _graded(n, FULL["sources"], "sources are cited")
            case "cited":
                share = sum(bool(s.cited) for s in said) / len(said) if said else 0.0
                return Scored(score=TOP * share, reason=f"{share:.0%} of its sentences cite.")
            case "figures":
                n = sum(len(measured_figures(s.plain)) for s in said if s.cited)
                return _graded(n, FULL["figures"], "figures stand in sentences that cite")
            case kind if kind in _KINDS:
                n = sum(finds(f"checklists.{kind}", s.plain) for s in said)
                return _graded(n, OF_KIND, "sentences are in such words")
        words = criterion.description if criterion.measure == "said" else ""
        return self._by_words(words or f"{criterion.title} {criterion.description}", said)

    def _by_words(self, asked: str, said: Sequence[Sentence]) -> Judgment:
        weights = {s: w for s, w in self._words.weights(asked).items() if s not in _INSTRUCTS}
        if not weights:
            return Unscored(reason="NoTerms: the criterion names nothing that could be looked up.")
        n = sum(self._words.share(weights, stems(s.plain)) >= ABOUT for s in said)
        return _graded(n, FULL["said"], "sentences hold half of its words by weight")


def asked_parts(text: str, phrases: Sequence[str]) -> tuple[AskedPart, ...]:
    """What a task asks for: its clauses, and where there is one only, also the phrases that it is
    about, the most telling first. At most as many as a checklist has room for."""
    clauses, topic = _clauses(text), listed(phrases[:2])
    parts = [AskedPart(c, c if stems(c) & stems(topic) else f"{c} {topic}") for c in clauses]
    if len(parts) == 1:
        named = (p for p in phrases if re.search(r"[ -]|[A-Z]{2}", p))
        parts += [AskedPart(f"What is said of {phrase}", phrase) for phrase in named]
    return tuple(p._replace(title=shorten(p.title, _TITLE)) for p in parts[: MOST - 2])


def _clauses(text: str) -> list[str]:
    """Those that ask or tell to do something; all where none does."""
    pieces = [_OPENS.sub("", p.strip()) for s in sentences(one_line(text)) for p in _PART.split(s)]
    told = [p for p in dict.fromkeys(pieces) if set(content_stems(p)) - _INSTRUCTS]
    return [p for p in told if p.endswith("?") or finds("checklists.tells", p)] or told


def _graded(n: int, full: int, what: str) -> Scored:
    return Scored(score=TOP * min(1.0, n / full), reason=f"{n} {what}; {full} are enough.")
