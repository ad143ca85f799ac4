"""What a person can say against something the product made: the error types of MySQA Table 9 in
plain words."""

from myscholar.domain.feedback import Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen

WORDS = {
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


class Complaint(Frozen):
    value: ErrorType
    words: str


def complaints_about(subject: Subject) -> tuple[Complaint, ...]:
    return tuple(Complaint(value=error, words=WORDS[error]) for error in subject.error_types)
