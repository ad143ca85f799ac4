"""False alarms: flags on statements that users kept in their profiles and that are not among the
judged ones.

The rules were written by people who had read the judged inferences, not these. What a statement
cites is not told here, so that all of the user's papers stand for it, with the paragraphs that
share most with it; OVERCLAIM can't be tried so.
"""

from eval.datasets.interviews import Interviews
from eval.statistics.classification import Proportion, wilson
from eval.studies.detectors.inferences import InferenceDetector, inference_of
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.profile.checks import check_read

TRIED = (
    ErrorType.DOMAIN,
    ErrorType.CONVENTION,
    ErrorType.CONTRAST,
    ErrorType.STRENGTH,
    ErrorType.STYLE,
    ErrorType.IMPOSSIBLE,
    ErrorType.PROFILE_GLOBAL,
)


class FalseAlarms(Frozen):
    error_type: ErrorType
    flagged: Proportion


def false_alarms(interviews: Interviews, detector: InferenceDetector) -> tuple[FalseAlarms, ...]:
    """How many kept statements each type's flag doubts; empty without profiles."""
    judged = {_key(item.text) for item in interviews.inferences}
    raised: list[set[ErrorType]] = []
    for profile in interviews.profiles:
        shelf, background = detector.shelf(profile.user_id), detector.background
        cited = {p.paper_id for p in shelf.papers}
        made = [
            inference_of(f"{profile.profile_id}-{n}", text, aspect, cited, shelf.papers, background)
            for n, (aspect, text) in enumerate(profile.statements)
        ]
        n_unread = len(shelf.papers) - len(shelf.read)
        for inference in made:
            if _key(inference.text) not in judged:
                found = check_read(inference, shelf.read, background, made, n_unread=n_unread)
                raised.append({flag.error_type for flag in found})
    counts = {kind: sum(kind in types for types in raised) for kind in TRIED if raised}
    return tuple(
        FalseAlarms(error_type=kind, flagged=wilson(k, len(raised))) for kind, k in counts.items()
    )


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(". ")
