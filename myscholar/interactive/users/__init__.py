"""Whoever can be asked."""

from dataclasses import dataclass, field

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.interaction import User, UserKind, UserSpec
from myscholar.errors import UnfitAnswer
from myscholar.gateways.llm.llm import LLM
from myscholar.runs.run import Run


def user_of(spec: UserSpec, *, run: Run, llm: LLM | None) -> User:
    if spec.kind is UserKind.LIVE:
        return LiveUser(run)
    return ScriptedUser(list(spec.items))


@dataclass
class LiveUser:
    run: Run

    async def reply(self, question_id: str, question: Question) -> Answer:
        return await self.run.ask(question_id, question)


@dataclass
class ScriptedUser:
    replies: list[str] = field(default_factory=list)

    async def reply(self, question_id: str, question: Question) -> Answer:
        try:
            return question.read(self.replies.pop(0)) if self.replies else _DECIDE
        except UnfitAnswer:
            return _DECIDE


_DECIDE = Answer(kind=AnswerKind.DECIDE)
