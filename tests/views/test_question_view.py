"""Until when a question waits, in words."""

from datetime import UTC, datetime

from myscholar.domain.dialogue import Question
from myscholar.domain.runs import RunId, RunQuestion
from myscholar.views.question_view import decides_at

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC).timestamp()


def told(after_s: float | None) -> str:
    at = None if after_s is None else NOON + after_s
    question = Question(text="Which?")
    asked = RunQuestion(
        run_id=RunId("r"), question_id="q", question=question, asked_at=NOON, decides_at=at
    )
    return decides_at(asked, NOON, UTC)


def test_until_when_a_question_waits_is_told_by_the_clock_and_the_day() -> None:
    assert told(12_000) == "Decides by itself in 3 h 20 min, at 15:20."
    assert told(42) == "Decides by itself in 42 s, at 12:00."
    assert told(50_400) == "Decides by itself in 14 h 0 min, on 27 Nov at 02:00."
    assert told(None) == ""
