"""All questions of the protocol, answered without a model."""

from collections.abc import Sequence

from eval.domain.instance import UserPaper
from eval.domain.judgment import ClaimJudgment, Judgment
from eval.domain.output import OutputInference
from eval.domain.report import ScholarReport
from eval.domain.rubric import Criterion
from eval.judges.local.accuracy import judge_accuracy
from eval.judges.local.adherence import judge_adherence
from eval.judges.local.category import judge_category
from eval.judges.local.coherence import judge_coherence
from eval.judges.local.coverage import judge_coverage
from eval.judges.local.directness import judge_directness
from eval.judges.local.preference import judge_preference
from eval.judges.local.relevance import judge_relevance
from eval.judges.local.specificity import judge_specificity
from eval.judges.local.support import judge_support
from eval.judges.local.words import Words
from myscholar.domain.profile import ProfileAspect


class LocalJudge:
    name = "local"

    def __init__(self, words: Words) -> None:
        self._words = words

    async def category(self, inference: str, aspect: ProfileAspect) -> Judgment:
        return judge_category(inference, aspect)

    async def accuracy(self, inference: str, cited: Sequence[UserPaper]) -> Judgment:
        return judge_accuracy(inference, cited, self._words)

    async def relevance(self, inference: str, paper: UserPaper) -> Judgment:
        return judge_relevance(inference, paper, self._words)

    async def specificity(self, inference: str) -> Judgment:
        return judge_specificity(inference, self._words)

    async def preference(
        self, profile: Sequence[OutputInference], a: Sequence[str], b: Sequence[str]
    ) -> Judgment:
        return judge_preference(profile, a, b, self._words)

    async def coherence(self, query: str, action: str) -> Judgment:
        return judge_coherence(query, action, self._words)

    async def adherence(self, query: str, action: str, report: ScholarReport) -> Judgment:
        return judge_adherence(query, action, report, self._words)

    async def coverage(
        self, query: str, criteria: Sequence[Criterion], report: ScholarReport
    ) -> tuple[Judgment, ...]:
        return judge_coverage(query, criteria, report, self._words)

    async def directness(self, query: str, paragraphs: Sequence[str]) -> tuple[Judgment, ...]:
        return judge_directness(query, paragraphs, self._words)

    async def support(self, report: ScholarReport) -> tuple[ClaimJudgment, ...]:
        return judge_support(report, self._words)
