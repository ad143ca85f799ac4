"""What a person can say against what the product made."""

from myscholar.domain.feedback import Subject
from myscholar.domain.flags import ErrorType
from myscholar.workflows.actions.complaints import WORDS, complaints_about, sets_aside


def test_every_error_type_has_its_own_words_and_says_what_becomes_of_it() -> None:
    """Twenty of Table 9, and for each subject that the source does not say it, which comes
    first."""
    assert set(WORDS) == set(ErrorType)
    assert len(set(WORDS.values())) == len(WORDS) == 20 + 3
    said = [complaints_about(s) for s in (Subject.INFERENCE, Subject.ACTION, Subject.SPAN)]
    assert [c[0].words for c in said] == [
        "My papers don't say this",
        "My papers don't ask for this",
        "The cited source doesn't say this",
    ]
    assert all(c.does for complaints in said for c in complaints)


def test_what_nobody_wants_to_see_used_is_set_aside_and_what_other_words_mend_is_not() -> None:
    assert sets_aside([ErrorType.STYLE, ErrorType.UNSAID_IN_PAPERS])
    assert not sets_aside([ErrorType.STYLE, ErrorType.STRENGTH, ErrorType.FACTUAL])
    assert not sets_aside([])


def test_a_passage_of_a_report_is_complained_about_as_reports_are() -> None:
    assert [c.value for c in complaints_about(Subject.SPAN)] == [
        e for e in ErrorType if e.value.startswith("report.")
    ]
