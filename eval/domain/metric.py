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

    ALIGNMENT = "alignment"
    ASPECTS_IN_FULL = "aspects_in_full"
    FOCUS_KEYPOINTS = "focus_keypoints"
    FOCUS_SENTENCES = "focus_sentences"
    PERSONA_STATE = "persona_state"
    USER_PRECISION = "user_precision"
    USER_RECALL = "user_recall"
    N_PAUSES = "n_pauses"
    N_DIRECTIONS = "n_directions"


class Facts(Frozen):
    label: str
    of: str
    """`profile`, `actions` or `report` (MySQA's), or `steer`."""
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
    Metric.ALIGNMENT: Facts(
        label="Alignment",
        of="steer",
        means="How far the report covers what its asker wants to read of: the mean mark of the "
        "aspects (0 not, 1 in part, 2 in full), halved.",
        needs="a judge, a persona",
        source="STEER §3.1",
    ),
    Metric.ASPECTS_IN_FULL: Facts(
        label="Aspects in full",
        of="steer",
        means="Share of the aspects that the report covers in full.",
        needs="a judge, a persona",
        source="by hand, of STEER §3.1",
    ),
    Metric.FOCUS_KEYPOINTS: Facts(
        label="Focus, by keypoints",
        of="steer",
        means="Share of the report's keypoints that are on something its asker wants to read of.",
        needs="a judge, a persona",
        source="STEER §3.1",
    ),
    Metric.FOCUS_SENTENCES: Facts(
        label="Focus, by sentences",
        of="steer",
        means="Share of all sentences of the report that are on something its asker wants to read "
        "of.",
        needs="a judge, a persona",
        source="STEER F.1",
    ),
    Metric.PERSONA_STATE: Facts(
        label="Persona state",
        of="steer",
        means="How far what the tool takes its asker to want covers what they do want, in the end.",
        needs="a judge, a persona",
        source="STEER F.3, M",
    ),
    Metric.USER_PRECISION: Facts(
        label="User precision",
        of="steer",
        means="Share of the directions that the simulated user chose or named which are on "
        "something it wants.",
        needs="a judge, a persona, questions",
        source="STEER F.4, M",
    ),
    Metric.USER_RECALL: Facts(
        label="User recall",
        of="steer",
        means="How far all directions that the simulated user chose or named cover what it wants.",
        needs="a judge, a persona, questions",
        source="STEER F.4, M",
    ),
    Metric.N_PAUSES: Facts(
        label="Pauses",
        of="steer",
        means="How often one research asked.",
        high=None,
        higher_is_better=False,
        needs="nothing",
        source="STEER F.2",
    ),
    Metric.N_DIRECTIONS: Facts(
        label="Directions",
        of="steer",
        means="Directions explored in which something was found, the question's own search among "
        "them.",
        high=None,
        higher_is_better=None,
        needs="nothing",
        source="STEER §2.2",
    ),
}
MYSQA_METRICS = frozenset(m for m in Metric if FACTS[m].of in ("profile", "actions", "report"))
STEER_METRICS = frozenset(m for m in Metric if FACTS[m].of == "steer")
