"""What is said on the aspects that a person cares about, by words. Source: STEER §3.1, appendix M,
where a model judges."""

from collections.abc import Sequence

from eval.domain.judgment import Judgment, Scored, Targets, Unscored
from eval.domain.persona import QuestionPersona
from eval.domain.report import ScholarReport
from eval.judges.local.words import foreign, stems
from eval.judges.sentences import Sentence, sentences_of
from myscholar.interactive.steer.looking import marks_by_words
from myscholar.interactive.steer.utility import FULL

PARTLY = 1
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
        return _targets(asker, [s.plain for s in _sentences(report)], report)

    async def targeted(self, asker: QuestionPersona, replies: Sequence[str]) -> tuple[Targets, ...]:
        return tuple(_on(asker, reply, PARTLY) for reply in replies)


def _sentences(report: ScholarReport) -> list[Sentence]:
    return [sentence for of_section in sentences_of(report) for sentence in of_section]


def _marks(asker: QuestionPersona, said: Sequence[str]) -> tuple[Judgment, ...]:
    marks = zip(asker.wanted, marks_by_words(asker.wanted, said), strict=True)
    return tuple(Scored(score=mark) if stems(aspect) else _NOTHING_NAMED for aspect, mark in marks)


def _targets(
    asker: QuestionPersona, said: Sequence[str], report: ScholarReport
) -> tuple[Targets, ...]:
    if foreign(report.text):
        return (_FOREIGN,) * len(said)
    return tuple(_on(asker, text, FULL) for text in said)


def _on(asker: QuestionPersona, text: str, least: int) -> Targets:
    marks = marks_by_words(asker.wanted, [text])
    return frozenset(place for place, mark in enumerate(marks) if mark >= least)
