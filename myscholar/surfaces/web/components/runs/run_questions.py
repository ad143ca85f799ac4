"""What a run asks, to be answered where the run is shown: on its page and in the list of runs. Both
draw it by `browser/run_questions.js`."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.model import Frozen
from myscholar.domain.runs import RunId, RunQuestion
from myscholar.errors import QuestionOver
from myscholar.surfaces.web import session
from myscholar.views.question_view import outcome
from myscholar.workflows.jobs import answer

SCRIPT = "run_questions"


class AnswerQuestion(Frozen):
    kind: Literal["answer"]
    run: RunId
    question: str
    way: AnswerKind
    choices: tuple[str, ...] = ()
    text: str = ""


def as_data(questions: Sequence[RunQuestion], *, goes_on: bool) -> list[dict[str, Any]]:
    """What the browser draws. Times are milliseconds since 1970 in UTC."""
    return [_question(asked, goes_on) for asked in questions]


def _question(asked: RunQuestion, goes_on: bool) -> dict[str, Any]:
    question, said = asked.question, asked.answer
    return {
        "id": asked.question_id,
        "text": question.text,
        "why": question.why,
        "choices": list(question.choices),
        "takesSeveral": question.takes_several,
        "takesText": question.takes_text,
        "canSkip": question.can_skip,
        "canLeave": question.can_leave,
        "decidesAt": None if asked.decides_at is None else round(asked.decides_at * 1000),
        "waits": goes_on and said is None,
        "answer": said and _answer(said),
    }


def _answer(said: Answer) -> dict[str, Any]:
    plain = {"way": said.kind.value, "choices": list(said.choices), "text": said.text}
    return plain | {"inWords": said.in_words, "outcome": outcome(said)}


def give(wish: AnswerQuestion) -> None:
    """Where somebody was faster, what is drawn next says so. Raises UnknownName, UnfitAnswer,
    StorageError."""
    said = Answer(kind=wish.way, choices=wish.choices, text=wish.text, by=session.reader())
    with suppress(QuestionOver):
        answer(session.services(), wish.run, wish.question, said)
