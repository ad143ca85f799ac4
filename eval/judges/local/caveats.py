"""What a reader of figures judged without a model must know of them; the measurements are in the
docstring of each question's file.

Short texts for under a table or on a page: of a metric, how far it goes with people's judgment; of
what is left unscored, why.
"""

from collections.abc import Mapping

from eval.domain.metric import Metric

_CATEGORY = (
    "Seen by its wording: of 259 statements of real users 98 % of their own category match, 6 % of "
    "the others. A line that quotes has no wording and is unscored: where our engine puts its "
    "lines is right by construction, if at all."
)
_ACCURACY = "A high figure means that no contradiction shows in the words, not that there is none."
_RELEVANCE = (
    "Full texts are called relevant too easily (half of a user's uncited ones are), abstracts are "
    "not."
)
_SPECIFICITY = (
    "Counts how rare the words are; a convention of a field that is written in rare words passes "
    "for specific."
)
_WIN_RATE = (
    "Prefers the list that shares more words with the profile; not compared with people's "
    "preferences."
)
_COHERENCE = (
    "Finds actions that leave the question's topic out or narrow it to another; a conflict in "
    "other words is not seen."
)
_ADHERENCE = (
    "Looks for topics, numbers, examples and form only; an action that asks for limits, "
    "definitions, open questions or a manner of telling is unscored. Of what people saw carried "
    "out half is found here and 26 % on other users' reports: don't compare systems by it."
)
_UNIQUENESS = (
    "High since few reports are found to follow an action: like action adherence, it is nothing to "
    "compare systems by."
)
_TOPIC = (
    "Sees the topic only, whether the point is made or needed hardly: it does not go with experts' "
    "scores."
)
_CITATIONS = (
    "Use it to tell systems apart, where it ranks reports about as experts do (Spearman {} on 63 "
    "reports; a model judge {}), not reports of one system ({} within systems); the number itself "
    "is lower than the experts'."
)
_QUOTING = "A system that quotes scores near 1 by construction: its claims are its snippets."

_ASPECTS = (
    "By words: in full where one sentence (of a report one that cites) has all words of an aspect, "
    "in part where it or all together have half of them, which is reached easily. The tool steers "
    "by such a count itself."
)
_ON_ASPECTS = (
    "By words: a sentence is on an aspect that it has all words of, so that most of what is said "
    "of it in other words is missed; the keypoints are the sentences that cite and share a word "
    "with the question."
)
_COVERED = (
    "By words: how much of an aspect's words some passage has; half of the aspects are phrases of "
    "the reference, which the simulated user wants written."
)
_REPLIES = "By words, as the simulated user chooses: it says little of people."
_KEYPOINTS = (
    "By words: what stands half in a report is unscored, a contradiction in other words is not "
    "seen, and a system that quotes supports its sources by construction. It does not go with "
    "which report people prefer."
)
_CHECKLIST = (
    "By counting: whether something is dealt with, not how well, and more of it in a long report. "
    "It does not go with which report people prefer."
)

CAVEATS: Mapping[Metric, str] = {
    Metric.CATEGORY_ACCURACY: _CATEGORY,
    Metric.INFERENCE_ACCURACY: _ACCURACY,
    Metric.CITATION_RELEVANCE: _RELEVANCE,
    Metric.SPECIFICITY: _SPECIFICITY,
    Metric.WIN_RATE: _WIN_RATE,
    Metric.GENERIC_COHERENCE: _COHERENCE,
    Metric.PERSONALIZED_COHERENCE: _COHERENCE,
    Metric.GENERIC_UNIQUENESS: _UNIQUENESS,
    Metric.PERSONALIZED_UNIQUENESS: _UNIQUENESS,
    Metric.ANSWER_COVERAGE: _TOPIC,
    Metric.ANSWER_PRECISION: _TOPIC,
    Metric.CITATION_PRECISION: f"{_CITATIONS.format('0.42', '0.43', '0.10')} {_QUOTING}",
    Metric.CITATION_RECALL: f"{_CITATIONS.format('0.51', '0.40', '0.19')} {_QUOTING}",
    Metric.ACTION_ADHERENCE: _ADHERENCE,
    Metric.ASPECT_COVERAGE: _COVERED,
    Metric.AVERAGE_SCORE: _COVERED,
    Metric.ALIGNMENT: _ASPECTS,
    Metric.ASPECTS_IN_FULL: _ASPECTS,
    Metric.FOCUS_KEYPOINTS: _ON_ASPECTS,
    Metric.FOCUS_SENTENCES: _ON_ASPECTS,
    Metric.PERSONA_STATE: _ASPECTS,
    Metric.USER_PRECISION: _REPLIES,
    Metric.USER_RECALL: _REPLIES,
    Metric.KEYPOINT_SUPPORTED_RATE: _KEYPOINTS,
    Metric.KEYPOINT_CONFLICT_RATE: _KEYPOINTS,
    Metric.KEYPOINT_OMISSION_RATE: _KEYPOINTS,
    Metric.CHECKLIST_SCORE: _CHECKLIST,
}
"""Of each metric that it judges; what is only counted needs none."""

WHY_UNSCORED: Mapping[str, str] = {
    "EmptyReport": "the report has no text",
    "FigureOrDenial": "a report has the words of a keypoint, but not its figure or its denial",
    "ForeignText": "a text is not in English, so that its words can't be compared",
    "NoActions": "a list of actions is empty",
    "NoCue": "no word tells the category",
    "NoKeypoints": "a report has no sentence that could be on what its asker wants",
    "NoProfile": "the profile is empty",
    "NoTerms": "it names nothing that could be looked up",
    "NoText": "there is no text to look anything up in",
    "NoneListed": "a marker has no citation in the report's list",
    "NotInWords": "how a paper is written can't be looked up by words",
    "NotTold": "words do not tell sentences of the kind that an action asks for",
    "NotVisible": "a report's text does not show whether it was done",
    "NothingShown": "a citation has neither words nor a title",
    "PartlySaid": "a report has half of a keypoint's words, which may say it or something else",
}
"""By the name with which the local judge leaves an item unscored."""
