"""What a run cost and why it stopped, in the words of every page that tells of it."""

from myscholar import errors
from myscholar.domain.runs import RunStatus
from myscholar.domain.text import counted

_GONE = "The server stopped while it was at work."
_UNFORESEEN = "Something unforeseen went wrong ({name}). It is our fault, not yours."


def spent(n_calls: int, dollars: float | None) -> str:
    """Empty where no model was asked: that costs nothing."""
    if not n_calls:
        return ""
    price = "cost unknown" if dollars is None else f"${dollars:.2f}" if dollars >= 0.005 else "under $0.01"
    return f"{price}, {counted(n_calls, 'call')}"


def problem(status: RunStatus, error: str | None) -> str:
    """Why it stopped, without the names of classes. Empty for a run that did not stop by itself."""
    if status is RunStatus.INTERRUPTED:
        return _GONE
    if status is not RunStatus.FAILED or not error:
        return ""
    name, colon, said = error.partition(": ")
    known = getattr(errors, name, None) if colon else None
    if isinstance(known, type) and issubclass(known, errors.MyScholarError):
        return said
    return _UNFORESEEN.format(name=name if name.isidentifier() else "error")
