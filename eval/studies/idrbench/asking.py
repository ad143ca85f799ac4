"""Who is asked, and what was asked and said. Source: IDRBench §3.1.2, §3.4.2, table 3."""

from enum import StrEnum

from eval.metrics.idrbench import Exchange
from eval.studies.idrbench.cases import ResearchCase
from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.interaction import User, UserKind, UserSpec
from myscholar.gateways.llm.llm import LLM
from myscholar.interactive.users.speaking import worded
from myscholar.interactive.users.user_of import user_of
from myscholar.runs.run import Run


class AskedUser(StrEnum):
    NOBODY = "nobody"
    REFERENCE = "reference"
    """Wants the reference to be written. Source: IDRBench §3.1.2."""
    PERSONA = "persona"
    """Cares about the aspects, and picks up to two choices. Source: STEER appendix N."""
    INTENTS = "intents"
    """Reveals the aspect that a question is nearest to. Source: IntentRL §3.4."""
    SKIPS = "skips"
    """Reads every question and says nothing: what asking costs where it brings nothing."""


class SkippingUser:
    async def reply(self, question_id: str, question: Question) -> Answer:  # noqa: ARG002
        return worded(question, "", "somebody who skips")


class AskingListener:
    """Passes everything on, and remembers it. Whatever asks names a turn's questions
    STAGE-TURN-NUMBER."""

    def __init__(self, user: User) -> None:
        self._user = user
        self.exchanges: list[Exchange] = []

    async def reply(self, question_id: str, question: Question) -> Answer:
        answer = await self._user.reply(question_id, question)
        stage = question_id.partition("-")[0]
        turn = question_id.rpartition("-")[0]
        self.exchanges.append(Exchange(stage, turn, shown_of(question), said_of(answer)))
        return answer


def shown_of(question: Question) -> str:
    return "\n".join(filter(None, (question.why, question.text, *question.choices)))


def said_of(answer: Answer) -> str:
    says = answer.kind in (AnswerKind.CHOICE, AnswerKind.TEXT)
    return "\n".join((*answer.choices, answer.text)).strip() if says else ""


def spec_of(asked: AskedUser, case: ResearchCase, seed: int) -> UserSpec:
    """For the plan, which asks nobody where there is nobody: of somebody who skips it says that
    there is somebody."""
    wanted, question = case.reference.text, case.reference.question
    aspects = case.aspects or (question,)
    kinds = {
        AskedUser.NOBODY: UserSpec(kind=UserKind.NOBODY),
        AskedUser.REFERENCE: UserSpec(kind=UserKind.REFERENCE, text=wanted, seed=seed),
        AskedUser.PERSONA: UserSpec(kind=UserKind.PERSONA, text=question, items=aspects, seed=seed),
        AskedUser.INTENTS: UserSpec(kind=UserKind.INTENTS, items=aspects, seed=seed),
        AskedUser.SKIPS: UserSpec(kind=UserKind.REFERENCE, text=wanted, seed=seed),
    }
    return kinds[asked]


def listened_to(asked: AskedUser, spec: UserSpec, run: Run, llm: LLM | None) -> AskingListener:
    user = SkippingUser() if asked is AskedUser.SKIPS else user_of(spec, run=run, llm=llm)
    return AskingListener(user)
