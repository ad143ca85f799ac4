"""What a run cost, why it stopped and what helps then, in words."""

from enum import StrEnum

from myscholar import errors
from myscholar.domain.runs import RunStatus
from myscholar.domain.text import counted


class RunNeed(StrEnum):
    """What a run that failed needs before it can go well."""

    NONE = "none"
    """It may go well the next time."""
    ORDER = "order"
    """The same order fails again: it is to be changed."""
    SETTINGS = "settings"
    """Nothing answers as things are set."""
    MAYBE_SETTINGS = "maybe settings"
    """It may go well the next time, or with other settings."""


_SETTINGS = (
    errors.EngineUnavailable,
    errors.LLMKeyRefused,
    errors.LLMUnknownModel,
    errors.LLMNoCredit,
    errors.NotRecorded,
    errors.BadSettings,
)
_ORDER = (errors.InputError, errors.NoEvidenceFound)
_NOT_SEARCHED = "The question could not be searched"
"""A source did not answer: the next time it may."""
_GONE = "The server stopped while it was at work."
_UNFORESEEN = "Something unforeseen went wrong ({name}). It is our fault, not yours."


def spent(n_calls: int, dollars: float | None) -> str:
    """Empty where no model was asked. Nothing is paid for answers kept before, failed calls and
    models of one's own."""
    if not n_calls:
        return ""
    price = (
        "cost unknown"
        if dollars is None
        else "no cost"
        if dollars == 0
        else f"${dollars:.2f}"
        if dollars >= 0.005
        else "under $0.01"
    )
    return f"{price}, {counted(n_calls, 'call')}"


def problem(status: RunStatus, error: str | None) -> str:
    """Why it stopped, without the names of classes. Empty for a run that did not stop by itself."""
    if status is RunStatus.INTERRUPTED:
        return _GONE
    if status is not RunStatus.FAILED or not error:
        return ""
    kind, said = _told(error)
    name = error.partition(": ")[0]
    return said if kind else _UNFORESEEN.format(name=name if name.isidentifier() else "error")


def need_of(status: RunStatus, error: str | None) -> RunNeed:
    """What a run that stopped needs before it is tried again."""
    kind, said = _told(error or "") if status is RunStatus.FAILED else (None, "")
    if kind is None:
        return RunNeed.NONE
    if issubclass(kind, _SETTINGS):
        return RunNeed.SETTINGS
    if issubclass(kind, _ORDER) and not said.startswith(_NOT_SEARCHED):
        return RunNeed.ORDER
    return RunNeed.MAYBE_SETTINGS if issubclass(kind, errors.LLMError) else RunNeed.NONE


def _told(error: str) -> tuple[type[errors.MyScholarError] | None, str]:
    """Which error of ours it was, None for any other, and its message."""
    name, colon, said = error.partition(": ")
    known = getattr(errors, name, None) if colon else None
    ours = known if isinstance(known, type) and issubclass(known, errors.MyScholarError) else None
    return ours, said
