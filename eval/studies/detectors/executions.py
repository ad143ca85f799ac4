"""Complaints about how a report carried out an action: UNINFORM, PRESENT, IGNORE."""

import math
from collections.abc import Mapping

from eval.datasets.interviews import JudgedReport
from eval.studies.detectors.detection import Detection, detections
from myscholar.actions.interpret import interpret
from myscholar.domain.actions import Wish
from myscholar.domain.flags import ErrorType
from myscholar.report.fulfilment import adds_words, fulfilment_flags, has_form, n_words
from myscholar.text.wishes import forms_in

USUAL_WORDS = 200
"""Stands for the words of what leaves something out, or has no marked ones."""


def detect_execution(item: JudgedReport) -> Mapping[ErrorType, Detection]:
    """The flags of `fulfilment_flags` on the report's words in the action's colour, trustworthy or
    not, and a score for each of the three types."""
    verb, forms = interpret(item.text).verb, forms_in(item.text)
    flags = fulfilment_flags(forms, verb, item.spans, item.report.text)
    words = n_words(item.spans)
    missing = {flag.error_type for flag in flags}
    is_prose = not any(
        has_form(form, "\n".join(item.spans)) for form in (Wish.TABLE, Wish.LIST, Wish.HEADINGS)
    )
    scores = {
        ErrorType.UNINFORM: -float(words if words and adds_words(verb) else USUAL_WORDS),
        ErrorType.PRESENT: 10.0 * (ErrorType.PRESENT in missing) + math.log1p(words) * is_prose,
        ErrorType.IGNORE: 2.0 * (ErrorType.IGNORE in missing) + (not words) + 0.5 * bool(forms),
    }
    return detections(flags, scores)
