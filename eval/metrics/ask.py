"""Ask a judge about one output, everything at once and each question once. Source: MySQA §3.2."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from eval.domain.instance import Instance, UserPaper
from eval.domain.judgment import ClaimJudgment, Judgment, Scored
from eval.domain.metric import MYSQA_METRICS, Metric
from eval.domain.output import Output, OutputInference
from eval.domain.report import ScholarReport
from eval.domain.results import Measured
from eval.domain.rubric import Rubric
from eval.judges.judge import Judge
from eval.metrics import actions, profile, report

_EMPTY = Scored(score=0, reason="the report is empty")
_NOT_THEIRS = Scored(score=0, reason="no such paper among the user's")
_CITATIONS = frozenset({Metric.CITATION_PRECISION, Metric.CITATION_RECALL})


async def judge_output(
    instance: Instance,
    output: Output,
    rubrics: Sequence[Rubric],
    judge: Judge,
    *,
    wanted: frozenset[Metric] = frozenset(MYSQA_METRICS),
) -> tuple[Measured, ...]:
    """Every wanted metric whose inputs are there, in the order of `MYSQA_METRICS`.

    All questions are put to the judge at once: it bounds its own calls. Of `rubrics`, those of
    other questions are left out. Missing inputs: no inferences, no actions of the kind, no report,
    no rubric, no chosen action; and what nothing can be said of, such as the accuracy of inferences
    that cite none of the user's papers. A report without a text is not missing: it scores 0,
    unasked; as the report without actions it is missing. Raises ValueError when the output is
    another instance's; what a judge raises comes as a group.
    """
    if output.instance_id != instance.instance_id:
        raise ValueError(f"the output is of {output.instance_id!r}, not {instance.instance_id!r}")

    written = output.report
    cites = written is not None and written.text and wanted & _CITATIONS
    async with asyncio.TaskGroup() as group:
        claims = (
            group.create_task(judge.support(report.with_words_shown(written)))
            if cites and written
            else None
        )
        of_question = tuple(r for r in rubrics if r.query_id == instance.query_id)
        asked = _Asked(instance, output, of_question, judge, claims)
        tasks = [group.create_task(_MEASURES[m](asked)) for m in MYSQA_METRICS if m in wanted]
    measured = (task.result() for task in tasks)
    return tuple(m for m in measured if m is not None and m.items)


@dataclass(frozen=True)
class _Asked:
    """What is asked about, and the one answer that two metrics share."""

    instance: Instance
    output: Output
    rubrics: tuple[Rubric, ...]
    judge: Judge
    claims: asyncio.Task[tuple[ClaimJudgment, ...]] | None

    def papers(self, inference: OutputInference) -> list[UserPaper | None]:
        """What the inference cites, each once; None for an id that is none of the user's."""
        known = {p.paper_id: p for p in self.instance.papers}
        return [known.get(cited) for cited in dict.fromkeys(inference.cited)]

    def texts(self, *, personalized: bool) -> list[str]:
        return [a.text for a in self.output.actions if a.personalized is personalized]


async def _category(asked: _Asked) -> Measured:
    ask = asked.judge.category
    judged = await asyncio.gather(*(ask(i.text, i.aspect) for i in asked.output.inferences))
    return profile.category_accuracy(judged)


async def _accuracy(asked: _Asked) -> Measured:
    async def one(inference: OutputInference) -> Judgment | None:
        cited = [p for p in asked.papers(inference) if p]
        return await asked.judge.accuracy(inference.text, cited) if cited else None

    judged = await asyncio.gather(*(one(i) for i in asked.output.inferences))
    return profile.inference_accuracy(judged)


async def _relevance(asked: _Asked) -> Measured:
    async def one(inference: OutputInference, paper: UserPaper | None) -> Judgment:
        return await asked.judge.relevance(inference.text, paper) if paper else _NOT_THEIRS

    async def all_of(inference: OutputInference) -> list[Judgment]:
        return await asyncio.gather(*(one(inference, paper) for paper in asked.papers(inference)))

    judged = await asyncio.gather(*(all_of(i) for i in asked.output.inferences))
    return profile.citation_relevance(judged)


async def _specificity(asked: _Asked) -> Measured:
    ask = asked.judge.specificity
    judged = await asyncio.gather(*(ask(i.text) for i in asked.output.inferences))
    return profile.specificity(judged)


async def _n_citations(asked: _Asked) -> Measured:
    return profile.n_citations(asked.output.inferences)


async def _n_words(asked: _Asked) -> Measured:
    return profile.n_words(asked.output.inferences)


async def _win_rate(asked: _Asked) -> Measured | None:
    inferences, prefer = asked.output.inferences, asked.judge.preference
    own, generic = asked.texts(personalized=True), asked.texts(personalized=False)
    if not (inferences and own and generic):
        return None
    orders = prefer(inferences, own, generic), prefer(inferences, generic, own)
    return actions.win_rate([await asyncio.gather(*orders)])


async def _coherence(asked: _Asked, *, personalized: bool) -> Measured:
    query, texts = asked.instance.query, asked.texts(personalized=personalized)
    judged = await asyncio.gather(*(asked.judge.coherence(query, t) for t in texts))
    return actions.coherence(judged, personalized=personalized)


async def _uniqueness(asked: _Asked, *, personalized: bool) -> Measured | None:
    plain = asked.output.plain_report
    if plain is None or not plain.text:
        return None
    followed = await _judge_followed(asked, asked.texts(personalized=personalized), plain)
    return actions.uniqueness(followed, personalized=personalized)


async def _adherence(asked: _Asked) -> Measured | None:
    if asked.output.report is None:
        return None
    chosen = [a.text for a in asked.output.chosen]
    return report.action_adherence(await _judge_followed(asked, chosen, asked.output.report))


async def _judge_followed(
    asked: _Asked, texts: Sequence[str], written: ScholarReport
) -> Sequence[Judgment]:
    if not written.text:
        return [_EMPTY] * len(texts)
    query, ask = asked.instance.query, asked.judge.adherence
    return await asyncio.gather(*(ask(query, t, written) for t in texts))


async def _coverage(asked: _Asked) -> Measured | None:
    written = asked.output.report
    if written is None:
        return None

    async def one(rubric: Rubric) -> Sequence[Judgment]:
        if not written.text:
            return [_EMPTY] * len(rubric.criteria)
        return await asked.judge.coverage(asked.instance.query, rubric.criteria, written)

    judged = await asyncio.gather(*(one(r) for r in asked.rubrics))
    return report.answer_coverage(list(zip(asked.rubrics, judged, strict=True)))


async def _precision(asked: _Asked) -> Measured | None:
    written = asked.output.report
    if written is None:
        return None
    parts = report.paragraphs(written)
    judged = await asked.judge.directness(asked.instance.query, parts) if parts else ()
    return report.answer_precision(judged)


async def _citations(
    asked: _Asked, measure: Callable[[Sequence[ClaimJudgment]], Measured]
) -> Measured | None:
    if asked.output.report is None:
        return None
    return measure(await asked.claims if asked.claims else ())


_MEASURES: Mapping[Metric, Callable[[_Asked], Coroutine[Any, Any, Measured | None]]] = {
    Metric.CATEGORY_ACCURACY: _category,
    Metric.INFERENCE_ACCURACY: _accuracy,
    Metric.CITATION_RELEVANCE: _relevance,
    Metric.SPECIFICITY: _specificity,
    Metric.N_CITATIONS: _n_citations,
    Metric.N_WORDS: _n_words,
    Metric.WIN_RATE: _win_rate,
    Metric.GENERIC_COHERENCE: partial(_coherence, personalized=False),
    Metric.PERSONALIZED_COHERENCE: partial(_coherence, personalized=True),
    Metric.GENERIC_UNIQUENESS: partial(_uniqueness, personalized=False),
    Metric.PERSONALIZED_UNIQUENESS: partial(_uniqueness, personalized=True),
    Metric.ANSWER_COVERAGE: _coverage,
    Metric.ANSWER_PRECISION: _precision,
    Metric.CITATION_PRECISION: partial(_citations, measure=report.citation_precision),
    Metric.CITATION_RECALL: partial(_citations, measure=report.citation_recall),
    Metric.ACTION_ADHERENCE: _adherence,
}
