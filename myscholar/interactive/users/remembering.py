"""What users that are no person have in common: each reply is a step of the run, and they know what
they were asked and said before, also where another process goes on with the run."""

from abc import ABC, abstractmethod

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.interaction import UserSpec
from myscholar.runs.run import Run


class RememberingUser(ABC):
    def __init__(self, spec: UserSpec, run: Run) -> None:
        self.spec = spec
        self._run = run
        self.said: list[tuple[Question, Answer]] = []

    async def reply(self, question_id: str, question: Question) -> Answer:
        """Not to be called in a step. Raises LLMError."""
        given: Answer = await self._run.step(
            f"Reply to {question_id}", Answer, lambda: self._reply(question)
        )
        self.said.append((question, given))
        return given

    @abstractmethod
    async def _reply(self, question: Question) -> Answer: ...

    @property
    def words_said(self) -> list[str]:
        """Of the replies in words of their own."""
        return [answer.text for _, answer in self.said if answer.text]
