"""Why a judge left items unscored, and what follows from it for a run that is begun again."""

from collections.abc import Iterable

from eval.domain.judgment import Judgment, Unscored
from myscholar.errors import EngineUnavailable, LLMError

ENDS = ("LLMKeyRefused", "LLMNoCredit", "LLMUnknownModel")
"""Why a model can answer nothing at all: the run ends, none of it kept as unscored."""
PASSES = ("LLMBudgetSpent", "LLMRateLimited", "LLMUnavailable")
"""Why it could not answer just then: the same command asks again."""


def name_of(judgment: Unscored) -> str:
    return judgment.reason.partition(":")[0]


def of_the_model(name: str) -> bool:
    """Whether it names an error of the judge's model, which may answer otherwise when it is asked
    again; what is judged without a model stays."""
    return name in {kind.__name__ for kind in LLMError.__subclasses__()}


def reasons_of(judgments: Iterable[Judgment]) -> dict[str, str]:
    """Why items are unscored: the first message of each name."""
    found: dict[str, str] = {}
    for judgment in judgments:
        if isinstance(judgment, Unscored):
            found.setdefault(
                name_of(judgment), judgment.reason.partition(": ")[2] or judgment.reason
            )
    return found


def end_if_dead(reasons: dict[str, str]) -> None:
    """Raises EngineUnavailable for a judge that can answer nothing at all."""
    if dead := next((r for r in reasons if r in ENDS), None):
        raise EngineUnavailable("judge", reasons[dead])


def passes(judgments: Iterable[Judgment]) -> bool:
    return any(reason in PASSES for reason in reasons_of(judgments))
