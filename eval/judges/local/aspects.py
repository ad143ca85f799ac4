"""What is said on the aspects that a person cares about, by words. Source: STEER §3.1, appendix M,
where a model judges."""

from collections.abc import Sequence, Set

from eval.domain.judgment import Judgment, Scored, Targets, Unscored
from eval.domain.persona import QuestionPersona
from eval.domain.report import ScholarReport
from eval.judges.aspects import FULL
from eval.judges.local.words import all_stems, foreign, stems
from eval.judges.sentences import Sentence, sentences_of, statements_of

PARTLY = 1
_HALF = 0.5
"""Of an aspect's words; by hand."""
_NOTHING_NAMED = Unscored(reason="NoTerms: the aspect names nothing that could be looked up.")
_FOREIGN = Unscored(
    reason="ForeignText: the report is not in English; its words can't be compared."
)


class LocalAspectJudge:
    """A mark is 2 where one text has all words of an aspect, 1 where it or all together have half,
    else 0. A sentence is on an aspect of which it has all words, a reply, which is a name and no
    statement, on one of which it has half."""

    name = "local"

    async def report(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Judgment, ...]:
        if foreign(report.text):
            return (_FOREIGN,) * len(asker.aspects)
        return _marks(asker, [s.plain for s in _sentences(report) if s.cited])

    async def replies(self, asker: QuestionPersona, replies: Sequence[str]) -> tuple[Judgment, ...]:
        return _marks(asker, replies)

    async def inferred(
        self, asker: QuestionPersona, aspects: Sequence[str]
    ) -> tuple[Judgment, ...]:
        return _marks(asker, aspects)

    async def keypoints(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Targets, ...]:
        asked = stems(asker.question)
        said = [s.plain for s in _sentences(report) if s.cited and stems(s.plain) & asked]
        return _targets(asker, said, report)

    async def sentences(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Targets, ...]:
        return _targets(asker, [s.plain for s in statements_of(report)], report)

    async def targeted(self, asker: QuestionPersona, replies: Sequence[str]) -> tuple[Targets, ...]:
        return tuple(_on(asker, reply, PARTLY) for reply in replies)


def _sentences(report: ScholarReport) -> list[Sentence]:
    return [sentence for of_section in sentences_of(report) for sentence in of_section]


def _marks(asker: QuestionPersona, said: Sequence[str]) -> tuple[Judgment, ...]:
    return tuple(
        Scored(score=_mark(stems(aspect), said)) if stems(aspect) else _NOTHING_NAMED
        for aspect in asker.wanted
    )


def _mark(aspect: Set[str], said: Sequence[str]) -> int:
    if aspect and any(aspect <= stems(text) for text in said):
        return FULL
    n_said = len(aspect & all_stems(said))
    return PARTLY if n_said and n_said >= _HALF * len(aspect) else 0


def _targets(
    asker: QuestionPersona, said: Sequence[str], report: ScholarReport
) -> tuple[Targets, ...]:
    if foreign(report.text):
        return (_FOREIGN,) * len(said)
    return tuple(_on(asker, text, FULL) for text in said)


def _on(asker: QuestionPersona, text: str, least: int) -> Targets:
    marks = (_mark(stems(aspect), [text]) for aspect in asker.wanted)
    return frozenset(place for place, mark in enumerate(marks) if mark >= least)
