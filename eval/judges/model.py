"""A language model as the judge. Source: MySQA §3.2, D.6-D.12; wording: `prompts/eval/`."""

import asyncio
from collections.abc import Sequence

from eval.domain.instance import UserPaper
from eval.domain.judgment import ClaimJudgment, Judgment, Scored, Unscored
from eval.domain.output import OutputInference
from eval.domain.report import ScholarReport
from eval.domain.rubric import Criterion
from eval.judges.asking import ask, ask_score, by_number, numbering, reason_of
from eval.judges.fitting import evenly, report_parts
from eval.judges.replies import (
    AccuracyReply,
    AdherenceReply,
    CategoryReply,
    CoherenceReply,
    CoverageReply,
    DirectnessReply,
    PreferenceReply,
    RelevanceReply,
    SpecificityReply,
)
from eval.judges.shown import (
    format_criteria,
    format_list,
    format_papers,
    format_paragraphs,
    format_profile,
    one_line,
)
from eval.judges.support import judge_support
from myscholar.domain.profile import ProfileAspect
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render

MOST_CRITERIA, MOST_PARAGRAPHS = 30, 40
"""Items of one question; more are asked about in several."""
_MET = {"met": 1.0, "partly": 0.5, "not_met": 0.0}
_NOTHING_WRITTEN = Scored(score=0, reason="The report holds no text.")


class ModelJudge:
    """Every failure of the model is Unscored with the error's name; of a list of items, only those
    without exactly one verdict are.

    It asks for the reason first and the verdict after it. A report of up to 240,000 characters is
    shown whole; a longer one in parts by section, where an action counts as followed, and a
    criterion as met, if a part does it. Papers are shown whole up to the same length together, then
    cut at their ends, which the prompt says. Many questions are best asked through
    `TakingTurns`, which `open_judge` does.
    """

    def __init__(self, llm: LLM, name: str | None = None) -> None:
        self._llm = llm
        self._name = name or llm.model(Role.JUDGE)

    @property
    def name(self) -> str:
        return self._name

    async def category(self, inference: str, aspect: ProfileAspect) -> Judgment:
        prompt = render("eval/category", aspect=aspect.label.lower(), inference=one_line(inference))
        return await ask_score(
            self._llm, prompt, CategoryReply, lambda reply: float(reply.verdict == "belongs")
        )

    async def accuracy(self, inference: str, cited: Sequence[UserPaper]) -> Judgment:
        """Unscored, without a question, where nothing is cited."""
        if not cited:
            return Unscored(
                reason="NothingCited: the inference cites no paper that it could contradict."
            )
        prompt = render("eval/accuracy", papers=format_papers(cited), inference=one_line(inference))
        return await ask_score(
            self._llm, prompt, AccuracyReply, lambda reply: float(reply.verdict == "consistent")
        )

    async def relevance(self, inference: str, paper: UserPaper) -> Judgment:
        prompt = render(
            "eval/relevance", paper=format_papers([paper])[0], inference=one_line(inference)
        )
        return await ask_score(
            self._llm, prompt, RelevanceReply, lambda reply: float(reply.verdict == "supports")
        )

    async def specificity(self, inference: str) -> Judgment:
        prompt = render("eval/specificity", inference=one_line(inference))
        return await ask_score(
            self._llm, prompt, SpecificityReply, lambda reply: float(reply.score)
        )

    async def preference(
        self, profile: Sequence[OutputInference], a: Sequence[str], b: Sequence[str]
    ) -> Judgment:
        """Never 0.5: the model has to choose, and the metric asks in both orders."""
        prompt = render(
            "eval/preference",
            profile=format_profile(profile),
            a=format_list(a),
            b=format_list(b),
        )
        return await ask_score(
            self._llm, prompt, PreferenceReply, lambda reply: float(reply.better == "A")
        )

    async def coherence(self, query: str, action: str) -> Judgment:
        prompt = render("eval/coherence", query=one_line(query), action=one_line(action))
        return await ask_score(
            self._llm, prompt, CoherenceReply, lambda reply: float(reply.verdict == "no_conflict")
        )

    async def adherence(self, query: str, action: str, report: ScholarReport) -> Judgment:
        """0, without a question, for a report without text."""
        prompts = [
            render(
                "eval/adherence",
                query=one_line(query),
                report=text,
                part=part,
                action=one_line(action),
            )
            for part, text in report_parts(report)
        ]
        judged = await asyncio.gather(
            *(
                ask_score(
                    self._llm, p, AdherenceReply, lambda reply: float(reply.verdict == "followed")
                )
                for p in prompts
            )
        )
        return best(judged)

    async def coverage(
        self, query: str, criteria: Sequence[Criterion], report: ScholarReport
    ) -> tuple[Judgment, ...]:
        """Zeros, without a question, for a report without text."""
        parts = report_parts(report)
        by_part = await asyncio.gather(
            *(self._judge_coverage(query, criteria, part, text) for part, text in parts)
        )
        return tuple(best([judged[i] for judged in by_part]) for i in range(len(criteria)))

    async def directness(self, query: str, paragraphs: Sequence[str]) -> tuple[Judgment, ...]:
        groups = evenly(paragraphs, MOST_PARAGRAPHS)
        judged = await asyncio.gather(*(self._direct(query, group) for group in groups))
        return tuple(judgment for group in judged for judgment in group)

    async def support(self, report: ScholarReport) -> tuple[ClaimJudgment, ...]:
        """As the report lists them; a source known by title alone counts for 0.5 at most."""
        return await judge_support(report, self._llm)

    async def _judge_coverage(
        self, query: str, criteria: Sequence[Criterion], part: str, text: str
    ) -> tuple[Judgment, ...]:
        groups = evenly(criteria, MOST_CRITERIA)
        judged = await asyncio.gather(
            *(self._judge_few(query, group, part, text) for group in groups)
        )
        return tuple(judgment for group in judged for judgment in group)

    async def _judge_few(
        self, query: str, criteria: Sequence[Criterion], part: str, text: str
    ) -> tuple[Judgment, ...]:
        n, printed = len(criteria), format_criteria(criteria)
        prompt = render(
            "eval/coverage",
            query=one_line(query),
            report=text,
            part=part,
            criteria=printed,
            n_criteria=n,
        )
        answer = await ask(
            self._llm,
            prompt,
            CoverageReply,
            lambda reply: numbering("criterion", [v.criterion for v in reply.verdicts], n),
        )
        if isinstance(answer, Unscored):
            return (answer,) * n
        entries = [
            (v.criterion, Scored(score=_MET[v.verdict], reason=reason_of(v)))
            for v in answer.value.verdicts
        ]
        return by_number(answer, "criterion", n, entries)

    async def _direct(self, query: str, paragraphs: Sequence[str]) -> tuple[Judgment, ...]:
        n, printed = len(paragraphs), format_paragraphs(paragraphs)
        prompt = render(
            "eval/directness", query=one_line(query), paragraphs=printed, n_paragraphs=n
        )
        answer = await ask(
            self._llm,
            prompt,
            DirectnessReply,
            lambda reply: numbering("paragraph", [v.paragraph for v in reply.verdicts], n),
        )
        if isinstance(answer, Unscored):
            return (answer,) * n
        entries = [
            (v.paragraph, Scored(score=float(v.verdict == "helps"), reason=reason_of(v)))
            for v in answer.value.verdicts
        ]
        return by_number(answer, "paragraph", n, entries)


def best(judgments: Sequence[Judgment]) -> Judgment:
    """The highest of a report's parts; unscored where a missing one might have been higher."""
    if not judgments:
        return _NOTHING_WRITTEN
    scored = [j for j in judgments if isinstance(j, Scored)]
    highest = max(scored, key=lambda j: j.score, default=None)
    missing = next((j for j in judgments if isinstance(j, Unscored)), None)
    if highest is None or (missing is not None and highest.score < 1):
        assert missing is not None
        return missing
    return highest
