"""All metrics by name. The formulas are in `eval.metrics`. Source: MySQA (`MYSQA`), §3.2, but where
another is named."""

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
    REPORT_SIMILARITY = "report_similarity"
    SENTENCE_F1 = "sentence_f1"
    PARAGRAPH_F1 = "paragraph_f1"
    CHUNK_F1 = "chunk_f1"
    ASPECT_COVERAGE = "aspect_coverage"
    AVERAGE_SCORE = "average_score"
    REPORT_WORDS = "report_words"
    PLANNING_TURNS = "planning_turns"
    RESEARCH_TURNS = "research_turns"
    GENERATION_TURNS = "generation_turns"
    TURNS = "turns"
    QUESTION_TOKENS = "question_tokens"
    RESPONSE_TOKENS = "response_tokens"
    ALIGNMENT = "alignment"
    ASPECTS_IN_FULL = "aspects_in_full"
    FOCUS_KEYPOINTS = "focus_keypoints"
    FOCUS_SENTENCES = "focus_sentences"
    PERSONA_STATE = "persona_state"
    USER_PRECISION = "user_precision"
    USER_RECALL = "user_recall"
    N_PAUSES = "n_pauses"
    N_DIRECTIONS = "n_directions"
    QUALITY_SCORE = "quality_score"
    INTENT_PRECISION = "intent_precision"
    INTENT_RECALL = "intent_recall"
    INTENT_F1 = "intent_f1"
    KEYPOINT_SUPPORTED_RATE = "keypoint_supported_rate"
    KEYPOINT_CONFLICT_RATE = "keypoint_conflict_rate"
    KEYPOINT_OMISSION_RATE = "keypoint_omission_rate"
    CHECKLIST_SCORE = "checklist_score"
    REPORT_REFERENCES = "report_references"
    REPORT_LENGTH = "report_length"


class Facts(Frozen):
    label: str
    of: str
    """`profile`, `actions` or `report` (MySQA's), `likeness` or `interaction` (IDRBench's),
    `steer`, `asking` (IntentRL's) or `arena`."""
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
        source="MySQA §3.2; rubrics of ScholarQA-CS",
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
    Metric.REPORT_SIMILARITY: Facts(
        label="Report similarity",
        of="likeness",
        means="How near the whole report is to the reference by their vectors: (1 + cosine) / 2, "
        "so that two texts that have nothing to do with each other have about a half.",
        needs="a reference",
        source="IDRBench §3.4.1, eq. 1",
    ),
    Metric.SENTENCE_F1: Facts(
        label="Sentence F1",
        of="likeness",
        means="Harmonic mean of the shares of the reference's sentences that some sentence of the "
        "report is near to, and of the report's that some of the reference is near to.",
        needs="a reference",
        source="IDRBench §3.4.1, eq. 2 and 3",
    ),
    Metric.PARAGRAPH_F1: Facts(
        label="Paragraph F1",
        of="likeness",
        means="The same of paragraphs.",
        needs="a reference",
        source="IDRBench §3.4.1, eq. 2 and 3",
    ),
    Metric.CHUNK_F1: Facts(
        label="Chunk F1",
        of="likeness",
        means="The same of runs of 300 tokens, each of which has 50 in common with the next.",
        needs="a reference",
        source="IDRBench §3.4.1, eq. 2 and 3",
    ),
    Metric.ASPECT_COVERAGE: Facts(
        label="Aspect coverage",
        of="likeness",
        means="How far the report covers each thing that the question is after, divided by how "
        "far the reference does and at most 1.",
        needs="a judge, a reference",
        source="IDRBench §3.4.1, eq. 4",
    ),
    Metric.AVERAGE_SCORE: Facts(
        label="Average score",
        of="likeness",
        means="Mean of the five figures of a report beside its reference.",
        needs="a judge, a reference",
        source="IDRBench table 1",
    ),
    Metric.REPORT_WORDS: Facts(
        label="Words of the report",
        of="likeness",
        means="How many words the report has: a longer one reaches more of a reference.",
        high=None,
        higher_is_better=None,
        needs="nothing",
        source="by hand",
    ),
    Metric.PLANNING_TURNS: Facts(
        label="Turns in planning",
        of="interaction",
        means="How often it paused before the research to ask one or two questions.",
        high=None,
        higher_is_better=False,
        needs="nothing",
        source="IDRBench §3.4.2",
    ),
    Metric.RESEARCH_TURNS: Facts(
        label="Turns in research",
        of="interaction",
        means="How often it paused between the rounds of the research.",
        high=None,
        higher_is_better=False,
        needs="nothing",
        source="IDRBench §3.4.2",
    ),
    Metric.GENERATION_TURNS: Facts(
        label="Turns in generation",
        of="interaction",
        means="How often it paused before the report was written.",
        high=None,
        higher_is_better=False,
        needs="nothing",
        source="IDRBench §3.4.2",
    ),
    Metric.TURNS: Facts(
        label="Turns",
        of="interaction",
        means="How often it paused in all.",
        high=None,
        higher_is_better=False,
        needs="nothing",
        source="IDRBench §3.4.2",
    ),
    Metric.QUESTION_TOKENS: Facts(
        label="Tokens asked",
        of="interaction",
        means="How much a person was given to read in all turns of a report: questions, why they "
        "are asked, and choices.",
        high=None,
        higher_is_better=False,
        needs="nothing",
        source="IDRBench §3.4.2",
    ),
    Metric.RESPONSE_TOKENS: Facts(
        label="Tokens answered",
        of="interaction",
        means="How much a person wrote or picked in all turns of a report.",
        high=None,
        higher_is_better=False,
        needs="nothing",
        source="IDRBench §3.4.2",
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
    Metric.KEYPOINT_SUPPORTED_RATE: Facts(
        label="Keypoints supported",
        of="arena",
        means="Share of what the cited sources say in answer to the question that the report says, "
        "too.",
        needs="a judge, words of the cited sources",
        source="Arena eq. 4-6",
    ),
    Metric.KEYPOINT_CONFLICT_RATE: Facts(
        label="Keypoints contradicted",
        of="arena",
        means="Share of what the cited sources say in answer to the question that the report "
        "contradicts.",
        higher_is_better=False,
        needs="a judge, words of the cited sources",
        source="Arena eq. 7",
    ),
    Metric.KEYPOINT_OMISSION_RATE: Facts(
        label="Keypoints omitted",
        of="arena",
        means="Share of what the cited sources say in answer to the question that the report "
        "leaves out.",
        higher_is_better=False,
        needs="a judge, words of the cited sources",
        source="Arena eq. 8",
    ),
    Metric.CHECKLIST_SCORE: Facts(
        label="Checklist score",
        of="arena",
        means="How well the report meets three to six weighted criteria that were made for its "
        "task, as the weighted mean of grades from 0 to 10.",
        high=10,
        needs="a judge, a checklist",
        source="Arena §4 (ACE), appendices C and D",
    ),
    Metric.REPORT_REFERENCES: Facts(
        label="References",
        of="arena",
        means="How many different sources the report cites.",
        high=None,
        higher_is_better=None,
        needs="nothing",
        source="Arena table 3",
    ),
    Metric.REPORT_LENGTH: Facts(
        label="Words",
        of="arena",
        means="How many words the report has; the paper counts tokens.",
        high=None,
        higher_is_better=None,
        needs="nothing",
        source="Arena table 3",
    ),
}
MYSQA_METRICS = tuple(m for m in Metric if FACTS[m].of in ("profile", "actions", "report"))
STEER_METRICS = frozenset(m for m in Metric if FACTS[m].of == "steer")
