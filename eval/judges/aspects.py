"""What is said on the aspects that a person cares about: what is asked of a judge, and a language
model as one. Source: STEER §3.1, appendix M; wording: `prompts/eval/`."""

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

from eval.domain.judgment import Judgment, Scored, Targets, Unscored
from eval.domain.persona import QuestionPersona
from eval.domain.report import ScholarReport
from eval.judges.asking import ask_each, reason_of
from eval.judges.fitting import evenly, report_parts
from eval.judges.keypoints import find_keypoints
from eval.judges.model import best
from eval.judges.replies import AspectMarksReply, TargetsReply
from eval.judges.sentences import statements_of
from eval.judges.shown import indent, one_line
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import Prompt, render

R = TypeVar("R")
FULL = 2
"""The mark of an aspect that is covered in full, of 0, 1 and 2. Source: STEER §3.1."""
MOST_TEXTS = 40
"""In one question; more are asked about in several."""
_REPORT, _REPLIES, _INFERRED = "report", "replies", "checklist"
_KEYPOINTS, _SENTENCES = "keypoints", "sentences"


class AspectJudge(Protocol):
    """Of every aspect a mark of 0, 1 or 2, of every text the places of the aspects that it is on,
    or Unscored; nothing raises LLMError."""

    @property
    def name(self) -> str:
        """`local`, or the model as `provider:name`; stands beside every figure."""

    async def report(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Judgment, ...]:
        """How far the report covers each aspect. Source: STEER M (alignment)."""

    async def replies(self, asker: QuestionPersona, replies: Sequence[str]) -> tuple[Judgment, ...]:
        """How far all that the user chose or named asks for each aspect. Source: STEER M (user
        agent alignment)."""

    async def inferred(
        self, asker: QuestionPersona, aspects: Sequence[str]
    ) -> tuple[Judgment, ...]:
        """How far what the tool inferred covers each aspect. Source: STEER M (final persona
        state)."""

    async def keypoints(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Targets, ...]:
        """Of each keypoint that the judge finds. Source: STEER M (key points)."""

    async def sentences(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Targets, ...]:
        """Of each sentence of the report. Source: STEER M (sentence focus)."""

    async def targeted(self, asker: QuestionPersona, replies: Sequence[str]) -> tuple[Targets, ...]:
        """Of each direction that the user chose or named. Source: STEER M (user response
        precision)."""


class NumberedText(NamedTuple):
    number: int
    text: str
    reason: str = ""
    evidence: str = ""


class ModelAspectJudge:
    """Every failure of the model is Unscored with the error's name, of a list only of those without
    exactly one verdict. A report too long for one question is shown in parts: the best mark of an
    aspect counts."""

    def __init__(self, llm: LLM, name: str) -> None:
        self._llm = llm
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    async def report(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Judgment, ...]:
        printed = report_parts(report)
        parts = [f"{part}\n\n{text}" if len(printed) > 1 else text for part, text in printed]
        of_parts = await _each(self._marks(asker, _REPORT, text) for text in parts)
        return tuple(best([of[i] for of in of_parts], FULL) for i in range(len(asker.aspects)))

    async def replies(self, asker: QuestionPersona, replies: Sequence[str]) -> tuple[Judgment, ...]:
        return await self._of_list(asker, _REPLIES, replies)

    async def inferred(
        self, asker: QuestionPersona, aspects: Sequence[str]
    ) -> tuple[Judgment, ...]:
        return await self._of_list(asker, _INFERRED, aspects)

    async def keypoints(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Targets, ...]:
        """One Unscored where the model finds no keypoints for want of an answer."""
        found: list[str] = []
        for part, text in report_parts(report):
            points = await find_keypoints(self._llm, asker.question, part, text)
            if isinstance(points, Unscored):
                return (points,)
            found += [p.point for p in points]
        return await self._targets(asker, _KEYPOINTS, found)

    async def sentences(self, asker: QuestionPersona, report: ScholarReport) -> tuple[Targets, ...]:
        said = [s.plain for s in statements_of(report)]
        return await self._targets(asker, _SENTENCES, said)

    async def targeted(self, asker: QuestionPersona, replies: Sequence[str]) -> tuple[Targets, ...]:
        return await self._targets(asker, _REPLIES, replies)

    async def _of_list(
        self, asker: QuestionPersona, what: str, items: Sequence[str]
    ) -> tuple[Judgment, ...]:
        """Zeros, without a question, of nothing."""
        if not items:
            return (Scored(score=0, reason="There is nothing."),) * len(asker.aspects)
        return await self._marks(asker, what, "\n".join(f"- {one_line(item)}" for item in items))

    async def _marks(
        self, asker: QuestionPersona, what: str, material: str
    ) -> tuple[Judgment, ...]:
        n = len(asker.aspects)
        prompt = render(
            "eval/aspect_marks",
            what=what,
            query=one_line(asker.question),
            persona=asker.persona,
            material=material,
            aspects=_aspects(asker),
            n_aspects=n,
        )

        def entries(reply: AspectMarksReply) -> list[tuple[int, Scored]]:
            return [(v.aspect, Scored(score=v.mark, reason=reason_of(v))) for v in reply.verdicts]

        return await ask_each(self._llm, prompt, AspectMarksReply, "aspect", n, entries)

    async def _targets(
        self, asker: QuestionPersona, what: str, texts: Sequence[str]
    ) -> tuple[Targets, ...]:
        groups = evenly(texts, MOST_TEXTS) if texts else []
        judged = await _each(
            self._ask_targets(_targets_prompt(asker, what, group), len(group), len(asker.aspects))
            for group in groups
        )
        return tuple(targets for group in judged for targets in group)

    async def _ask_targets(self, prompt: Prompt, n: int, n_aspects: int) -> tuple[Targets, ...]:
        def entries(reply: TargetsReply) -> list[tuple[int, frozenset[int]]]:
            return [
                (v.text, frozenset(a - 1 for a in v.aspects if 1 <= a <= n_aspects))
                for v in reply.verdicts
            ]

        def problems(reply: TargetsReply) -> tuple[str, ...]:
            return _unknown_aspects(reply, n_aspects)

        return await ask_each(self._llm, prompt, TargetsReply, "text", n, entries, problems)


def _aspects(asker: QuestionPersona) -> tuple[NumberedText, ...]:
    return tuple(
        NumberedText(n, one_line(a.text), one_line(a.reason), one_line(a.evidence))
        for n, a in enumerate(asker.aspects, 1)
    )


def _targets_prompt(asker: QuestionPersona, what: str, texts: Sequence[str]) -> Prompt:
    return render(
        "eval/aspect_targets",
        what=what,
        query=one_line(asker.question),
        aspects=_aspects(asker),
        texts=[NumberedText(n, indent(text)) for n, text in enumerate(texts, 1)],
        n_texts=len(texts),
    )


def _unknown_aspects(reply: TargetsReply, n_aspects: int) -> tuple[str, ...]:
    unknown = sorted({a for v in reply.verdicts for a in v.aspects if not 1 <= a <= n_aspects})
    return tuple(f"There is no aspect {a}: they are 1 to {n_aspects}." for a in unknown[:20])


async def _each(works: Iterable[Awaitable[R]]) -> list[R]:
    return list(await asyncio.gather(*works))
