"""What a person can say against something the product made, in plain words, and what becomes of it.
Source: MySQA Table 9."""

from collections.abc import Collection

from myscholar.domain.feedback import Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen

WORDS = {
    ErrorType.UNSAID_IN_PAPERS: "My papers don't say this",
    ErrorType.UNSAID_OF_READER: "My papers don't ask for this",
    ErrorType.UNSAID_IN_SOURCE: "The cited source doesn't say this",
    ErrorType.DOMAIN: "Its technical terms are wrong, too broad or too narrow",
    ErrorType.OVERCLAIM: "True of only a few of my papers",
    ErrorType.CONVENTION: "True of nearly everyone in my field",
    ErrorType.CONTRAST: "The contrast is wrong or overstated",
    ErrorType.UNIMPORT: "True, but not important to me",
    ErrorType.STRENGTH: "Put too strongly or too weakly",
    ErrorType.STYLE: "I would say it in another tone",
    ErrorType.IMPOSSIBLE: "Can hardly be true of anyone",
    ErrorType.PROFILE_GLOBAL: "Repeats or contradicts another inference",
    ErrorType.NARROW: "Too narrow: it would leave too much out",
    ErrorType.OFFTOPIC: "Leads away from my question",
    ErrorType.TRUST: "I doubt that this can be done well",
    ErrorType.VAGUE: "Unclear what it would change",
    ErrorType.EXPERT: "Too basic for me",
    ErrorType.ACTION_GLOBAL: "Repeats or contradicts another action",
    ErrorType.UNINFORM: "Too vague: I wanted more detail",
    ErrorType.PRESENT: "I want it presented differently",
    ErrorType.IGNORE: "Something I asked for was ignored",
    ErrorType.FACTUAL: "Something is wrong, or cited wrongly",
    ErrorType.REPORT_GLOBAL: "It repeats or contradicts another part",
}


_SETS_ASIDE = frozenset(
    {
        ErrorType.UNSAID_IN_PAPERS,
        ErrorType.UNIMPORT,
        ErrorType.IMPOSSIBLE,
        ErrorType.PROFILE_GLOBAL,
        ErrorType.UNSAID_OF_READER,
        ErrorType.OFFTOPIC,
        ErrorType.TRUST,
        ErrorType.EXPERT,
        ErrorType.ACTION_GLOBAL,
    }
)
"""After these nobody wants to see it used; the others can be mended by other words."""
_ASIDE = {
    Subject.INFERENCE: "Switched off: neither proposals nor reports use it.",
    Subject.ACTION: "Left out of the report. With a profile, later proposals learn it.",
}
_MARKED = {
    Subject.INFERENCE: "Marked: proposals pass it over until you reword it or take this back.",
    Subject.ACTION: "Noted. It stays in the report as it is until you reword it or leave it out.",
}
_NOTED = "Noted here. The text stays: a follow-up below the report can change it."


class Complaint(Frozen):
    """`does` is what becomes of it once it was said."""

    value: ErrorType
    words: str
    does: str


def complaints_about(subject: Subject) -> tuple[Complaint, ...]:
    return tuple(
        Complaint(
            value=error,
            words=WORDS[error],
            does=(_ASIDE if error in _SETS_ASIDE else _MARKED).get(subject, _NOTED),
        )
        for error in subject.error_types
    )


def sets_aside(errors: Collection[ErrorType]) -> bool:
    """Whether what they are said of is not used any more."""
    return not _SETS_ASIDE.isdisjoint(errors)
