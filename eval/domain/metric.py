"""All metrics by name. The formulas are in `eval.metrics`. Source: MySQA (`MYSQA`), §3.2."""

from collections.abc import Mapping
from enum import StrEnum

from myscholar.domain.model import Frozen

MYSQA = "MySQA: Balepur et al. 2026"
"""What the sources call MySQA, in full."""


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
    QUALITY_SCORE = "quality_score"
    INTENT_PRECISION = "intent_precision"
    INTENT_RECALL = "intent_recall"
    INTENT_F1 = "intent_f1"


class Facts(Frozen):
    label: str
    of: str
    """`profile`, `actions`, `report` or `asking`."""
    means: str
    """In one sentence, for readers who know nothing of it."""
    low: float = 0.0
    high: float | None = 1.0
    """None: no upper end."""
    higher_is_better: bool | None = True
    """None: neither; shown as a confounder."""
    needs: str
    source: str = "MySQA §3.2"


FACTS: Mapping[Metric, Facts] = {
    Metric.CATEGORY_ACCURACY: Facts(
        label="Category accuracy",
        of="profile",
        means="Share of a profile's inferences that stand under the right aspect of the user, "
        "such as knowledge or style.",
        needs="a judge",
        source="MySQA §3.2, D.7",
    ),
    Metric.INFERENCE_ACCURACY: Facts(
        label="Inference accuracy",
        of="profile",
        means="Share of a profile's inferences that the papers they cite do not contradict.",
        needs="a judge, papers",
        source="MySQA §3.2, D.6",
    ),
    Metric.CITATION_RELEVANCE: Facts(
        label="Citation relevance",
        of="profile",
        means="Share of the papers that inferences cite which support some part of the inference.",
        needs="a judge, papers",
        source="MySQA §3.2, D.8",
    ),
    Metric.SPECIFICITY: Facts(
        label="Specificity",
        of="profile",
        means="How specific an inference is, from 1 (true of nearly any researcher) to 5 (true of "
        "very few).",
        low=1,
        high=5,
        needs="a judge",
        source="MySQA §3.2, D.9",
    ),
    Metric.N_CITATIONS: Facts(
        label="Papers cited per inference",
        of="profile",
        means="How many different papers an inference cites.",
        high=None,
        higher_is_better=None,
        needs="nothing",
        source="MySQA Table 1",
    ),
    Metric.N_WORDS: Facts(
        label="Words per inference",
        of="profile",
        means="How many words an inference has.",
        high=None,
        higher_is_better=None,
        needs="nothing",
        source="MySQA Table 1",
    ),
    Metric.WIN_RATE: Facts(
        label="Personalization win rate",
        of="actions",
        means="Share of users whose profile the personalized actions suit better than the generic "
        "ones, in whichever order the two are shown; a tie is no win.",
        needs="a judge, the profile, actions of both kinds",
        source="MySQA §3.2, D.10",
    ),
    Metric.GENERIC_COHERENCE: Facts(
        label="Coherence, generic",
        of="actions",
        means="Share of the generic actions that can be carried out while the question is still "
        "answered.",
        needs="a judge",
        source="MySQA §3.2, D.11",
    ),
    Metric.PERSONALIZED_COHERENCE: Facts(
        label="Coherence, personalized",
        of="actions",
        means="Share of the personalized actions that can be carried out while the question is "
        "still answered.",
        needs="a judge",
        source="MySQA §3.2, D.11",
    ),
    Metric.GENERIC_UNIQUENESS: Facts(
        label="Uniqueness, generic",
        of="actions",
        means="Share of the generic actions that a report made without any action does not follow "
        "anyway.",
        needs="a judge, a report without actions",
        source="MySQA §3.2, D.12",
    ),
    Metric.PERSONALIZED_UNIQUENESS: Facts(
        label="Uniqueness, personalized",
        of="actions",
        means="Share of the personalized actions that a report made without any action does not "
        "follow anyway.",
        needs="a judge, a report without actions",
        source="MySQA §3.2, D.12",
    ),
    Metric.ANSWER_COVERAGE: Facts(
        label="Answer coverage",
        of="report",
        means="How much of what experts want in an answer (the rubric's criteria, by their "
        "weights) the report holds.",
        needs="a judge, a rubric",
    ),
    Metric.ANSWER_PRECISION: Facts(
        label="Answer precision",
        of="report",
        means="Share of the report's paragraphs that help to answer the question.",
        needs="a judge",
    ),
    Metric.CITATION_PRECISION: Facts(
        label="Citation precision",
        of="report",
        means="Share of the citations that support the claim they stand at; support by a title "
        "only counts half.",
        needs="a judge, citations",
    ),
    Metric.CITATION_RECALL: Facts(
        label="Citation recall",
        of="report",
        means="Share of the report's claims that their citations support wholly; support by "
        "titles only counts half.",
        needs="a judge",
    ),
    Metric.ACTION_ADHERENCE: Facts(
        label="Action adherence",
        of="report",
        means="Share of the chosen actions that the report follows at any point.",
        needs="a judge, the chosen actions",
        source="MySQA §3.2, D.12",
    ),
    Metric.QUALITY_SCORE: Facts(
        label="Quality score",
        of="asking",
        means="Twice how near a question is to what should be asked next in an expert's dialogue, "
        "plus its form: 1 for one question at a time, a half for two.",
        low=-2,
        high=3,
        needs="nothing",
        source="IntentRL §4.1, eq. 7 and 8",
    ),
    Metric.INTENT_PRECISION: Facts(
        label="Intent precision",
        of="asking",
        means="Share of the questions that concern something the user wants and did not say.",
        needs="nothing",
        source="IntentRL §4.1, whose sentence swaps it with recall",
    ),
    Metric.INTENT_RECALL: Facts(
        label="Intent recall",
        of="asking",
        means="Share of what the user wants and did not say that the questions brought to light.",
        needs="nothing",
        source="IntentRL §4.1, whose sentence swaps it with precision",
    ),
    Metric.INTENT_F1: Facts(
        label="Intent F1",
        of="asking",
        means="Harmonic mean of mean intent precision and mean intent recall.",
        needs="nothing",
        source="IntentRL §4.4, figure 3",
    ),
}

MYSQA_METRICS = tuple(m for m in Metric if FACTS[m].of in ("profile", "actions", "report"))
