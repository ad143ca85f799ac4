"""A language model as the reader of whole reports: which of two, what an answer must hold, what is
wrong. Wording: `prompts/eval/`."""

import asyncio
from collections.abc import Sequence

from eval.domain.blind import Better, FaultKind, ReportFault
from eval.domain.judgment import Unscored
from eval.domain.report import ScholarCitation, ScholarReport
from eval.domain.rubric import Criterion, Importance
from eval.judges.asking import ask, no_verdict, reason_of
from eval.judges.fitting import ROOM, fit, report_parts
from eval.judges.local.prose import list_cited
from eval.judges.replies import FacetsReply, FaultsReply, FoundFault, ReportPreferenceReply
from eval.judges.shown import one_line
from myscholar.gateways.llm.llm import LLM, ModelAnswer
from myscholar.gateways.llm.prompts import render

WEIGHTS = {Importance.MOST_IMPORTANT: 2.0, Importance.NICE_TO_HAVE: 1.0}
"""Of facets: what is needed counts twice what is welcome; by hand. Rubrics have their own weights.
"""
FEWEST_FACETS, MOST_FACETS = 5, 8
NOBODY = "(nothing)"


class ReportReader:
    """Reports come in their plain form. Every failure of the model is Unscored with the error's
    name. A report over 240,000 characters is cut for a preference, and read in parts for faults."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm

    async def prefer(
        self, a: ScholarReport, b: ScholarReport, reader: str
    ) -> tuple[Better | None, str]:
        """Of the two in this order, with the reason; None with why it could not be said."""
        first, second = fit([a.text, b.text])
        prompt = render(
            "eval/report_preference",
            question=one_line(a.question),
            reader=reader or NOBODY,
            a=first,
            b=second,
        )
        answer = await ask(self._llm, prompt, ReportPreferenceReply, _find_unreasoned)
        if isinstance(answer, Unscored):
            return None, answer.reason
        if answer.problems:
            return None, no_verdict(answer, answer.problems[0]).reason
        return Better(answer.value.better), reason_of(answer.value)

    async def facets(self, question: str, reader: str) -> tuple[Criterion, ...] | Unscored:
        """What an answer must hold, in place of a rubric; no report is shown."""
        prompt = render("eval/facets", question=one_line(question), reader=reader or NOBODY)
        answer = await ask(self._llm, prompt, FacetsReply, _find_wrong_number)
        if isinstance(answer, Unscored):
            return answer
        if answer.problems:
            return no_verdict(answer, answer.problems[0])
        return tuple(
            Criterion(
                name=f"facet {n}",
                importance=Importance(facet.importance),
                text=one_line(facet.text),
                weight=WEIGHTS[Importance(facet.importance)],
            )
            for n, facet in enumerate(answer.value.facets, 1)
        )

    async def faults(self, report: ScholarReport) -> tuple[ReportFault, ...] | Unscored:
        """What is not in the report word for word, also after the repair, is left out."""
        found = await asyncio.gather(
            *(self._find_faults(report, part, text) for part, text in report_parts(report))
        )
        failed = next((f for f in found if isinstance(f, Unscored)), None)
        if failed:
            return failed
        return tuple(fault for part in found if not isinstance(part, Unscored) for fault in part)

    async def _find_faults(
        self, report: ScholarReport, part: str, text: str
    ) -> tuple[ReportFault, ...] | Unscored:
        cited = tuple(list_cited(report).values())
        prompt = render(
            "eval/faults",
            question=one_line(report.question),
            sources=format_sources(cited),
            part=part,
            report=text,
        )
        answer = await ask(
            self._llm, prompt, FaultsReply, lambda reply: _find_foreign(reply.faults, text)
        )
        if isinstance(answer, Unscored):
            return answer
        return _faults_of(answer, text)


def format_sources(sources: Sequence[ScholarCitation]) -> str:
    """A source a paragraph: its number and title, then the words that are shown of it."""
    words = iter(fit([one_line(text) for s in sources for text in s.snippets], ROOM))
    return "\n\n".join(
        "\n".join(
            (f"{s.id} {one_line(s.title or '')}", *(f'- "{next(words)}"' for _ in s.snippets))
        )
        for s in sources
    )


def _faults_of(answer: ModelAnswer[FaultsReply], text: str) -> tuple[ReportFault, ...]:
    return tuple(
        ReportFault(sentence=one_line(f.sentence), kind=FaultKind(f.kind), why=one_line(f.why))
        for f in answer.value.faults
        if _holds(text, f.sentence)
    )


def _holds(text: str, sentence: str) -> bool:
    return bool(sentence.strip()) and one_line(sentence) in one_line(text)


def _find_foreign(faults: Sequence[FoundFault], text: str) -> tuple[str, ...]:
    wrong = [n for n, f in enumerate(faults, 1) if not _holds(text, f.sentence)]
    return tuple(
        f"The sentence of error {n} does not stand in the report. Copy it character by character."
        for n in wrong
    )


def _find_unreasoned(reply: ReportPreferenceReply) -> tuple[str, ...]:
    return () if reason_of(reply) else ("The reason is empty. Give it before the verdict.",)


def _find_wrong_number(reply: FacetsReply) -> tuple[str, ...]:
    n = len(reply.facets)
    if FEWEST_FACETS <= n <= MOST_FACETS:
        return ()
    return (f"There are {n} facets. Give {FEWEST_FACETS} to {MOST_FACETS}.",)
