"""What a run asks, in words: what can be said, and until when."""

from datetime import datetime, tzinfo

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.runs import RunQuestion
from myscholar.views.times import took


def decides_at(asked: RunQuestion, now: float, zone: tzinfo | None = None) -> str:
    """ "Decides by itself in 3 h 20 min, at 17:40.", or "on 27 Nov at 09:10.", by the clock of the
    zone, this machine's by default; empty for a question that waits until somebody answers."""
    if asked.decides_at is None:
        return ""
    when = datetime.fromtimestamp(asked.decides_at, zone)
    is_today = when.date() == datetime.fromtimestamp(now, zone).date()
    day = "" if is_today else f"on {when.day} {when:%b} "
    left = took(max(1.0, _rounded(asked.decides_at - now)))
    return f"Decides by itself in {left}, {day}at {when:%H:%M}."


def _rounded(seconds: float) -> float:
    return 60.0 * round(seconds / 60) if seconds >= 100 else seconds


def numbered(question: Question) -> tuple[str, ...]:
    return tuple(f"{n}. {choice}" for n, choice in enumerate(question.choices, 1))


def outcome(answer: Answer) -> str:
    """What became of the question where somebody else, or nobody, answered it."""
    return f"Answered elsewhere: {answer.in_words}." if answer.in_time else _OUT_OF_TIME


_OUT_OF_TIME = "Decided by the tool, as nobody answered in time."
