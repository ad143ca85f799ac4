"""What a person thinks of something the product made. Source: MySQA §4.2, Table 9."""

from enum import StrEnum

from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen


class Subject(StrEnum):
    """What is judged; the value is the first part of the error types that fit it."""

    INFERENCE = "profile"
    ACTION = "action"
    SECTION = "report"
    EXECUTION = "report.action"
    """How an action was carried out in the report."""
    SPAN = "report.span"

    @property
    def error_types(self) -> tuple[ErrorType, ...]:
        """Those of Table 9 that a person can choose from."""
        return tuple(
            e for e in ErrorType if e.value.partition(".")[0] == self.value.partition(".")[0]
        )


class Feedback(Frozen):
    """Thumbs up or down. The newest about an item counts; `words` are the judged words as they
    stood."""

    subject: Subject
    about: str
    """Id of the profile, inquiry or report that the item belongs to."""
    item: str
    """Id of the inference or action (also of one carried out), number of the section (from 0), or
    `section:start:end` of a span."""
    liked: bool
    errors: tuple[ErrorType, ...] = ()
    comment: str = ""
    words: str = ""
    at: str = ""
    """ISO 8601 time."""
