"""A person, wherever the run's questions are answered; and nobody."""

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.runs.run import Run


class LiveUser:
    def __init__(self, run: Run) -> None:
        self._run = run

    async def reply(self, question_id: str, question: Question) -> Answer:
        """Waits as long as it takes, whatever is killed meanwhile. Not to be called in a step."""
        return await self._run.ask(question_id, question)


class NobodyUser:
    async def reply(self, question_id: str, question: Question) -> Answer:  # noqa: ARG002
        return left_to_the_tool(question)


def left_to_the_tool(question: Question) -> Answer:
    """Also of a question that must be answered: it is as one that nobody answered in time."""
    return question.check(Answer(kind=AnswerKind.DECIDE, in_time=question.can_leave))
