"""A language model as the judge. Source: MySQA §3.2, D.6-D.12; wording: `prompts/eval/`."""

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence

from eval.domain.instance import UserPaper
from eval.domain.judgment import ClaimJudgment, Judgment, Scored, Unscored
from eval.domain.output import OutputInference
from eval.domain.report import ScholarReport
from eval.domain.rubric import Criterion
from eval.judges.asking import ask_each, ask_score, reason_of
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
_NOTHING_CITED = Unscored(
    reason="NothingCited: the inference cites no paper that it could contradict."
)
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
        return await ask_score(self._llm, prompt, CategoryReply, lambda r: r.verdict == "belongs")

    async def accuracy(self, inference: str, cited: Sequence[UserPaper]) -> Judgment:
        """Unscored, without a question, where nothing is cited."""
        if not cited:
            return _NOTHING_CITED
        prompt = render("eval/accuracy", papers=format_papers(cited), inference=one_line(inference))
        return await ask_score(
            self._llm, prompt, AccuracyReply, lambda r: r.verdict == "consistent"
        )

    async def relevance(self, inference: str, paper: UserPaper) -> Judgment:
        [printed], said = format_papers([paper]), one_line(inference)
        prompt = render("eval/relevance", paper=printed, inference=said)
        return await ask_score(self._llm, prompt, RelevanceReply, lambda r: r.verdict == "supports")

    async def specificity(self, inference: str) -> Judgment:
        prompt = render("eval/specificity", inference=one_line(inference))
        return await ask_score(self._llm, prompt, SpecificityReply, lambda r: r.score)

    async def preference(
        self, profile: Sequence[OutputInference], a: Sequence[str], b: Sequence[str]
    ) -> Judgment:
        """Never 0.5: the model has to choose, and the metric asks in both orders."""
        of_whom, first, second = format_profile(profile), format_list(a), format_list(b)
        prompt = render("eval/preference", profile=of_whom, a=first, b=second)
        return await ask_score(self._llm, prompt, PreferenceReply, lambda r: r.better == "A")

    async def coherence(self, query: str, action: str) -> Judgment:
        prompt = render("eval/coherence", query=one_line(query), action=one_line(action))
        return await ask_score(
            self._llm, prompt, CoherenceReply, lambda r: r.verdict == "no_conflict"
        )

    async def adherence(self, query: str, action: str, report: ScholarReport) -> Judgment:
        """0, without a question, for a report without text."""
        asked = {"query": one_line(query), "action": one_line(action)}
        prompts = [
            render("eval/adherence", report=text, part=part, **asked)
            for part, text in report_parts(report)
        ]
        judged = (
            ask_score(self._llm, p, AdherenceReply, lambda r: r.verdict == "followed")
            for p in prompts
        )
        return best(await asyncio.gather(*judged))

    async def coverage(
        self, query: str, criteria: Sequence[Criterion], report: ScholarReport
    ) -> tuple[Judgment, ...]:
        """Zeros, without a question, for a report without text."""
        groups, by_part = evenly(criteria, MOST_CRITERIA), []
        for part, text in report_parts(report):
            shown = {"query": one_line(query), "report": text, "part": part}
            by_part.append(_in_order(self._cover(group, shown) for group in groups))
        judged = await asyncio.gather(*by_part)
        return tuple(best([of_part[i] for of_part in judged]) for i in range(len(criteria)))

    async def directness(self, query: str, paragraphs: Sequence[str]) -> tuple[Judgment, ...]:
        groups = evenly(paragraphs, MOST_PARAGRAPHS)
        return await _in_order(self._direct(one_line(query), group) for group in groups)

    async def support(self, report: ScholarReport) -> tuple[ClaimJudgment, ...]:
        """As the report lists them; a source known by title alone counts for 0.5 at most."""
        return await judge_support(report, self._llm)

    async def _cover(
        self, criteria: Sequence[Criterion], shown: Mapping[str, str]
    ) -> tuple[Judgment, ...]:
        n = len(criteria)
        printed = format_criteria(criteria)
        prompt = render("eval/coverage", criteria=printed, n_criteria=n, **shown)

        def entries(reply: CoverageReply) -> list[tuple[int, Scored]]:
            return [
                (v.criterion, Scored(score=_MET[v.verdict], reason=reason_of(v)))
                for v in reply.verdicts
            ]

        return await ask_each(self._llm, prompt, CoverageReply, "criterion", n, entries)

    async def _direct(self, query: str, paragraphs: Sequence[str]) -> tuple[Judgment, ...]:
        n, printed = len(paragraphs), format_paragraphs(paragraphs)
        prompt = render("eval/directness", query=query, paragraphs=printed, n_paragraphs=n)

        def entries(reply: DirectnessReply) -> list[tuple[int, Scored]]:
            return [
                (v.paragraph, Scored(score=float(v.verdict == "helps"), reason=reason_of(v)))
                for v in reply.verdicts
            ]

        return await ask_each(self._llm, prompt, DirectnessReply, "paragraph", n, entries)


async def _in_order(groups: Iterable[Awaitable[tuple[Judgment, ...]]]) -> tuple[Judgment, ...]:
    """Asked about side by side."""
    judged = await asyncio.gather(*groups)
    return tuple(judgment for group in judged for judgment in group)


def best(judgments: Sequence[Judgment], top: float = 1) -> Judgment:
    """The highest of a report's parts; unscored where a missing one might have been higher."""
    if not judgments:
        return _NOTHING_WRITTEN
    scored = [j for j in judgments if isinstance(j, Scored)]
    highest = max(scored, key=lambda j: j.score, default=None)
    missing = next((j for j in judgments if isinstance(j, Unscored)), None)
    if highest is None or (missing is not None and highest.score < top):
        assert missing is not None
        return missing
    return highest
