"""What cited sources say in answer to a question, and what a report makes of it: what is asked of a
judge, and a language model as one. Source: Arena §4, appendix D; wording: `prompts/eval/keypoints`,
`prompts/arena/relation`."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from eval.domain.judgment import Unscored
from eval.domain.keypoints import (
    CitedSource,
    EvidenceKeypoint,
    KeypointRelation,
    Related,
    SourceSpan,
)
from eval.domain.report import ScholarReport
from eval.judges.asking import ask, by_number, numbering, reason_of
from eval.judges.fitting import evenly, fit, report_parts
from eval.judges.replies import Keypoint, KeypointsReply, RelationsReply
from eval.judges.shown import one_line
from myscholar.domain.text import Span
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import render

MOST_KEYPOINTS = 25
"""In one question; more are asked about in several. The paper asks about one at a time."""
_RELATIONS: Mapping[str, KeypointRelation] = {
    "supports": KeypointRelation.SUPPORTED,
    "contradicts": KeypointRelation.CONTRADICTED,
    "omits": KeypointRelation.OMITTED,
}
_QUOTES = re.compile(r"[\"'`‘’‚‛“”„‟«»‹›]*")
_NOTHING_WRITTEN = Unscored(reason="EmptyReport: the report has no text.")


class KeypointJudge(Protocol):
    """Nothing raises LLMError."""

    @property
    def name(self) -> str:
        """`local`, or the model as `provider:name`; stands beside every figure."""

    async def find(
        self, question: str, sources: Sequence[CitedSource]
    ) -> tuple[EvidenceKeypoint | Unscored, ...]:
        """Of all sources in their order, each as often as it is said; Unscored for a source, or for
        all, of which nothing can be said. Source: Arena eq. 4."""

    async def relate(
        self, question: str, report: ScholarReport, keypoints: Sequence[str]
    ) -> tuple[Related | Unscored, ...]:
        """What the report makes of each. Source: Arena eq. 6-8."""


class PrintedKeypoint(NamedTuple):
    number: int
    text: str


class ModelKeypointJudge:
    """Every failure of the model is Unscored with the error's name, of a list only of those without
    exactly one verdict. Of a report in parts that are too long for one question, the part that says
    most counts."""

    def __init__(self, llm: LLM, name: str) -> None:
        self._llm = llm
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    async def find(
        self, question: str, sources: Sequence[CitedSource]
    ) -> tuple[EvidenceKeypoint | Unscored, ...]:
        readable = [s for s in sources if s.passages]
        of_each = await asyncio.gather(*(self._find_in(question, s) for s in readable))
        return tuple(found for of_source in of_each for found in of_source)

    async def relate(
        self, question: str, report: ScholarReport, keypoints: Sequence[str]
    ) -> tuple[Related | Unscored, ...]:
        parts = report_parts(report)
        if not parts:
            return (_NOTHING_WRITTEN,) * len(keypoints)
        groups = evenly(keypoints, MOST_KEYPOINTS) if keypoints else []
        of_parts = await asyncio.gather(
            *(self._relate_part(question, part, text, groups) for part, text in parts)
        )
        return tuple(_most_said([of[i] for of in of_parts]) for i in range(len(keypoints)))

    async def _find_in(
        self, question: str, source: CitedSource
    ) -> Sequence[EvidenceKeypoint | Unscored]:
        (text,) = fit([source.text])
        part = "Passages of a source that a report on it cites:"
        points = await find_keypoints(self._llm, question, part, text)
        if isinstance(points, Unscored):
            return (points,)
        return [
            EvidenceKeypoint(
                text=one_line(p.point) or one_line(p.spans[0]),
                spans=tuple(
                    SourceSpan(source=source.name, start=at.start, end=at.end, text=at.of(text))
                    for span in p.spans
                    if (at := _place_of(span, text))
                ),
            )
            for p in points
        ]

    async def _relate_part(
        self, question: str, part: str, text: str, groups: Sequence[Sequence[str]]
    ) -> tuple[Related | Unscored, ...]:
        shown = {"task": one_line(question), "part": part, "report": text}
        judged = await asyncio.gather(*(self._relate_group(shown, group) for group in groups))
        return tuple(related for of_group in judged for related in of_group)

    async def _relate_group(
        self, shown: Mapping[str, str], keypoints: Sequence[str]
    ) -> tuple[Related | Unscored, ...]:
        n = len(keypoints)
        printed = [PrintedKeypoint(i, one_line(k)) for i, k in enumerate(keypoints, 1)]
        prompt = render("arena/relation", keypoints=printed, n_keypoints=n, **shown)
        answer = await ask(
            self._llm,
            prompt,
            RelationsReply,
            lambda reply: numbering("keypoint", [v.keypoint for v in reply.verdicts], n),
        )
        if isinstance(answer, Unscored):
            return (answer,) * n
        entries = [
            (v.keypoint, Related(relation=_RELATIONS[v.verdict], reason=reason_of(v)))
            for v in answer.value.verdicts
        ]
        return by_number(answer, "keypoint", n, entries)


async def find_keypoints(llm: LLM, query: str, part: str, text: str) -> list[Keypoint] | Unscored:
    """What the model can point to: a point whose words do not all stand in the text is none.
    Source: STEER M (key points); Arena eq. 4."""
    prompt = render("eval/keypoints", query=one_line(query), part=part, text=text)
    answer = await ask(llm, prompt, KeypointsReply, lambda reply: _unfounded(reply, text))
    if isinstance(answer, Unscored):
        return answer
    return [p for p in answer.value.points if all(_place_of(s, text) for s in p.spans)]


def _unfounded(reply: KeypointsReply, text: str) -> tuple[str, ...]:
    spans = [span for point in reply.points for span in point.spans]
    return tuple(
        f"Not in the text, word for word: “{span[:120]}”. Copy it, or leave the point out."
        for span in spans
        if not _place_of(span, text)
    )[:20]


def _place_of(span: str, text: str) -> Span | None:
    """Where the words stand, whatever white space and marks of quotation part them; None where they
    don't."""
    plain = (_QUOTES.sub("", word) for word in span.split())
    words = [_QUOTES.pattern.join(map(re.escape, word)) for word in plain if word]
    between = rf"{_QUOTES.pattern}\s+{_QUOTES.pattern}"
    found = re.search(between.join(words), text) if words else None
    return Span(*found.span()) if found else None


def _most_said(of_parts: Sequence[Related | Unscored]) -> Related | Unscored:
    """A part that omits it says nothing against one that does not; one that could not be judged
    might."""
    related = [r for r in of_parts if isinstance(r, Related)]
    order = (KeypointRelation.CONTRADICTED, KeypointRelation.SUPPORTED)
    for relation in order:
        if said := next((r for r in related if r.relation is relation), None):
            return said
    return next((r for r in of_parts if isinstance(r, Unscored)), of_parts[0])
