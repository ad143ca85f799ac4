"""What a person can say against what the product made."""

from myscholar.domain.feedback import Subject
from myscholar.domain.flags import ErrorType
from myscholar.workflows.actions.complaints import WORDS, complaints_about


def test_every_error_type_that_users_reported_has_its_own_words() -> None:
    assert set(WORDS) == set(ErrorType)
    assert len(set(WORDS.values())) == len(WORDS) == 20


def test_a_passage_of_a_report_is_complained_about_as_reports_are() -> None:
    assert [c.value for c in complaints_about(Subject.SPAN)] == [
        e for e in ErrorType if e.value.startswith("report.")
    ]
