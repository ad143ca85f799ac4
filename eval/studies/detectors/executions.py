"""Complaints about how a report carried out an action: UNINFORM. That something was ignored, or is
badly presented, is seen by a model alone."""

from collections.abc import Mapping

from eval.datasets.interviews import JudgedReport
from eval.studies.detectors.detection import Detection, detections
from myscholar.actions.interpret import interpret
from myscholar.domain.flags import ErrorType
from myscholar.report.fulfilment import adds_words, n_words, thin_flags

USUAL_WORDS = 200
"""Stands for the words of what leaves something out, or has no marked ones."""


def detect_execution(item: JudgedReport) -> Mapping[ErrorType, Detection]:
    """The flags of `thin_flags` on the report's words in the action's colour, trustworthy or not,
    and a score."""
    verb, words = interpret(item.text).verb, n_words(item.spans)
    score = -float(words if words and adds_words(verb) else USUAL_WORDS)
    return detections(thin_flags(verb, item.spans), {ErrorType.UNINFORM: score})
