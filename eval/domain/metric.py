"""All metrics by name. The formulas are in `eval.metrics`. Source: MySQA §3.2."""

from collections.abc import Mapping
from enum import StrEnum

from myscholar.domain.model import Frozen


class Metric(StrEnum):
    CATEGORY_ACCURACY = "category_accuracy"
    INFERENCE_ACCURACY = "inference_accuracy"
    CITATION_RELEVANCE = "citation_relevance"
    SPECIFICITY = "specificity"
    N_CITATIONS = "n_citations"
    N_WORDS = "n_words"
    WIN_RATE = "win_rate"
    GENERIC_COHERENCE = "generic_coherence"
    PERSONALIZED_COHERENCE = "personalized_coherence"
    GENERIC_UNIQUENESS = "generic_uniqueness"
    PERSONALIZED_UNIQUENESS = "personalized_uniqueness"
    ANSWER_COVERAGE = "answer_coverage"
    ANSWER_PRECISION = "answer_precision"
    CITATION_PRECISION = "citation_precision"
    CITATION_RECALL = "citation_recall"
    ACTION_ADHERENCE = "action_adherence"


class Facts(Frozen):
    """What a reader of a metric's figure must know."""

    label: str
    of: str
    """`profile`, `actions` or `report`."""
    low: float = 0.0
    high: float | None = 1.0
    """None: no upper end."""
    higher_is_better: bool | None = True
    """None: neither; shown as a confounder."""
    needs: str
    source: str = "MySQA §3.2"


FACTS: Mapping[Metric, Facts] = {
    Metric.CATEGORY_ACCURACY: Facts(label="Category accuracy", of="profile", needs="a judge", source="MySQA §3.2, D.7"),
    Metric.INFERENCE_ACCURACY: Facts(label="Inference accuracy", of="profile", needs="a judge, papers", source="MySQA §3.2, D.6"),
    Metric.CITATION_RELEVANCE: Facts(label="Citation relevance", of="profile", needs="a judge, papers", source="MySQA §3.2, D.8"),
    Metric.SPECIFICITY: Facts(label="Specificity", of="profile", low=1, high=5, needs="a judge", source="MySQA §3.2, D.9"),
    Metric.N_CITATIONS: Facts(
        label="Papers cited an inference", of="profile", high=None, higher_is_better=None, needs="nothing", source="MySQA Table 1"
    ),
    Metric.N_WORDS: Facts(
        label="Words an inference", of="profile", high=None, higher_is_better=None, needs="nothing", source="MySQA Table 1"
    ),
    Metric.WIN_RATE: Facts(
        label="Personalization win rate", of="actions", needs="a judge, the profile, actions of both kinds", source="MySQA §3.2, D.10"
    ),
    Metric.GENERIC_COHERENCE: Facts(label="Coherence, generic", of="actions", needs="a judge", source="MySQA §3.2, D.11"),
    Metric.PERSONALIZED_COHERENCE: Facts(label="Coherence, personalized", of="actions", needs="a judge", source="MySQA §3.2, D.11"),
    Metric.GENERIC_UNIQUENESS: Facts(
        label="Uniqueness, generic", of="actions", needs="a judge, a report without actions", source="MySQA §3.2, D.12"
    ),
    Metric.PERSONALIZED_UNIQUENESS: Facts(
        label="Uniqueness, personalized", of="actions", needs="a judge, a report without actions", source="MySQA §3.2, D.12"
    ),
    Metric.ANSWER_COVERAGE: Facts(label="Answer coverage", of="report", needs="a judge, a rubric"),
    Metric.ANSWER_PRECISION: Facts(label="Answer precision", of="report", needs="a judge"),
    Metric.CITATION_PRECISION: Facts(label="Citation precision", of="report", needs="a judge, citations"),
    Metric.CITATION_RECALL: Facts(label="Citation recall", of="report", needs="a judge"),
    Metric.ACTION_ADHERENCE: Facts(
        label="Action adherence", of="report", needs="a judge, the chosen actions", source="MySQA §3.2, D.12"
    ),
}  # fmt: skip
