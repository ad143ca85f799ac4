"""How far judges agree with people on which of two reports is better, as it is stored and shown."""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import Field

from eval.domain.results import Estimate
from myscholar.domain.model import Frozen


class ReportScore(StrEnum):
    """0 to 1, higher is better. Source: ScholarQA-CS2 (Bragg et al. 2026)."""

    PREFERENCE = "preference"
    """How good the report is as a whole, by a person who saw both."""
    ANSWER_PRECISION = "answer_precision"
    ANSWER_RECALL = "answer_recall"
    CITATION_PRECISION = "citation_precision"
    CITATION_RECALL = "citation_recall"
    OVERALL = "overall"
    OVERALL_CITATION = "overall_citation"
    OVERALL_WITHOUT_RECALL = "overall_without_recall"
    """Mean of the three that need no rubric, for judges that have none."""


class HumanGroup(StrEnum):
    ASKER = "asker"
    ANNOTATOR_1 = "annotator 1"
    ANNOTATOR_2 = "annotator 2"
    AGREEING = "annotators agreeing"
    """The mean of both annotators, on pairs on which they agree."""


class RaterKind(StrEnum):
    PERSON = "a second person"
    PUBLISHED = "published model judge"
    MODEL = "model judge"
    LOCAL = "judge without a model"
    BASELINE = "baseline"


class Rater(Frozen):
    name: str
    kind: RaterKind


class AgreementRow(Frozen):
    """One score of a judge against one of people. None: not defined."""

    judge: Rater
    score: ReportScore | None = None
    """The judge's; None for a baseline, which has one value for everything."""
    target: ReportScore
    group: HumanGroup
    n_pairs: int = Field(ge=0)
    """Pairs that people compared and the judge scored."""
    n_unscored: int = Field(ge=0)
    """Pairs that people compared and the judge left unscored: in none of the figures."""
    n_human_ties: int = Field(ge=0)
    n_judge_ties: int = Field(ge=0)
    accuracy: Estimate | None = None
    """Share of pairs decided as people do, a tie being right where people tie."""
    accuracy_calibrated: Estimate | None = None
    """The same where small differences are ties; how small, other questions tell."""
    accuracy_without_ties: Estimate | None = None
    """Share of the pairs on which people prefer one report, as does the judge."""
    kendall: Estimate | None = None
    spearman: Estimate | None = None
    pearson: Estimate | None = None
    """The three correlations are of differences between the two reports of a pair."""
    reports_spearman: Estimate | None = None
    reports_pearson: Estimate | None = None
    """And these of the scores of single reports, all questions together."""
    within_systems: Estimate | None = None
    """As `reports_spearman`, of what each score is above its system's mean: whether the judge tells
    reports of one system apart, and not systems alone."""


class JudgeDifference(Frozen):
    """On pairs that both scored and people told apart: accuracy of `b` minus that of `a`."""

    a: Rater
    b: Rater
    score_a: ReportScore | None = None
    score_b: ReportScore | None = None
    target: ReportScore
    group: HumanGroup
    accuracy_a: Estimate
    accuracy_b: Estimate
    difference: Estimate
    p_value: float = Field(ge=0, le=1)
    """Two-sided, by sign-flipping the differences of questions."""


class Agreement(Frozen):
    dataset: str
    seed: int
    n_resamples: int = Field(ge=1)
    """Of questions, for the intervals of Spearman's correlation; the rest has ten times as many."""
    versions: Mapping[str, str]
    rows: tuple[AgreementRow, ...]
    differences: tuple[JudgeDifference, ...] = ()
    notes: tuple[str, ...] = ()
