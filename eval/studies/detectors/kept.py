"""False alarms: flags on statements that users kept in their profiles and that are not among the
judged ones. Only PROFILE_GLOBAL is raised on a statement by a rule."""

from eval.datasets.interviews import InterviewProfile, Interviews
from eval.statistics.classification import Proportion, wilson
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.profile import Inference, InferenceId
from myscholar.profile.repeats import repeat_flags


class FalseAlarms(Frozen):
    error_type: ErrorType
    flagged: Proportion


def false_alarms(interviews: Interviews) -> tuple[FalseAlarms, ...]:
    """How many kept statements the flag doubts; empty without profiles."""
    judged = {_key(item.text) for item in interviews.inferences}
    raised: list[bool] = []
    for profile in interviews.profiles:
        made = _inferences(profile)
        raised += (bool(repeat_flags(i, made)) for i in made if _key(i.text) not in judged)
    if not raised:
        return ()
    kind = ErrorType.PROFILE_GLOBAL
    return (FalseAlarms(error_type=kind, flagged=wilson(sum(raised), len(raised))),)


def _inferences(profile: InterviewProfile) -> list[Inference]:
    return [
        Inference(inference_id=InferenceId(f"{profile.profile_id}-{n}"), aspect=aspect, text=text)
        for n, (aspect, text) in enumerate(profile.statements)
    ]


def _key(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(". ")
