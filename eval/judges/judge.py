"""What the metrics ask of a judge. Source: MySQA §3.2, D.6-D.12."""

from collections.abc import Sequence
from typing import Protocol

from eval.domain.instance import UserPaper
from eval.domain.judgment import ClaimJudgment, Judgment
from eval.domain.output import OutputInference
from eval.domain.report import ScholarReport
from eval.domain.rubric import Criterion
from myscholar.domain.profile import ProfileAspect


class Judge(Protocol):
    """Every method answers with a score in its range or with Unscored; none raises LLMError.

    Lists come back in the order and length of what was asked. Cancelling passes through.
    """

    @property
    def name(self) -> str:
        """`local`, or the model as `provider:name`; stands beside every figure."""

    async def category(self, inference: str, aspect: ProfileAspect) -> Judgment:
        """1 if the inference belongs to the aspect, else 0. Source: MySQA D.7."""

    async def accuracy(self, inference: str, cited: Sequence[UserPaper]) -> Judgment:
        """0 if the inference contradicts the papers that it cites, else 1. Source: MySQA D.6."""

    async def relevance(self, inference: str, paper: UserPaper) -> Judgment:
        """1 if the paper supports at least one part of the inference, else 0. Source: MySQA D.8."""

    async def specificity(self, inference: str) -> Judgment:
        """1 (true of nearly any researcher) to 5 (of hardly another). Source: MySQA D.9."""

    async def preference(
        self, profile: Sequence[OutputInference], a: Sequence[str], b: Sequence[str]
    ) -> Judgment:
        """1 if the list of actions `a` fits the profile better than `b`, 0 if `b` does; 0.5 only
        where a judge can't part them. Source: MySQA D.10."""

    async def coherence(self, query: str, action: str) -> Judgment:
        """1 unless it means not answering the query, then 0. Source: MySQA D.11."""

    async def adherence(self, query: str, action: str, report: ScholarReport) -> Judgment:
        """1 if the report follows the action, strictly, else 0. Source: MySQA D.12."""

    async def coverage(
        self, query: str, criteria: Sequence[Criterion], report: ScholarReport
    ) -> tuple[Judgment, ...]:
        """One for each criterion: 1 met, 0.5 in part, 0 not."""

    async def directness(self, query: str, paragraphs: Sequence[str]) -> tuple[Judgment, ...]:
        """One for each paragraph: 1 if it helps to answer the query, else 0."""

    async def support(self, report: ScholarReport) -> tuple[ClaimJudgment, ...]:
        """The claims in order, with what their citations do; not what claims nothing."""
