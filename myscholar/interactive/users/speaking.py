"""A simulated user whose words come from a language model: one reply, checked against what the
question takes."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.errors import LLMBadAnswer, UnfitAnswer
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt
from myscholar.interactive.users.live import left_to_the_tool


class SpokenReply(BaseModel):
    """Numbers of choices, or words; neither skips the question."""

    choices: list[int] = Field(default_factory=list, description="numbers of the choices picked")
    text: str = Field(default="", description="a reply in own words, where no choice is picked")


async def spoken(prompt: Prompt, question: Question, *, llm: LLM, by: str, variant: int) -> Answer:
    """Raises LLMError; LLMBadAnswer where the reply is none that the question takes: no reply is
    made up for a model."""

    def problems(reply: SpokenReply) -> Sequence[str]:
        try:
            _answer(reply, question, by)
        except UnfitAnswer as unfit:
            return (str(unfit),)
        return ()

    role = Role.JUDGE if llm.can(Role.JUDGE) else Role.ACTIONS
    given = await llm.ask(role, prompt, SpokenReply, problems=problems, variant=variant)
    if given.problems:
        raise LLMBadAnswer(given.model, given.prompt, given.problems[0])
    return _answer(given.value, question, by)


def _answer(reply: SpokenReply, question: Question, by: str) -> Answer:
    """Raises UnfitAnswer."""
    if reply.choices:
        return question.read(choices=[str(n) for n in reply.choices], by=by)
    if text := " ".join(reply.text.split()):
        return question.check(Answer(kind=AnswerKind.TEXT, text=text, by=by))
    return question.check(Answer(kind=AnswerKind.SKIP, by=by))


def chosen(question: Question, fitting: Sequence[str], by: str) -> Answer:
    """The first of the choices that fit, or all of them where several may be picked."""
    picked = fitting if question.takes_several else fitting[:1]
    in_order = tuple(choice for choice in question.choices if choice in picked)
    return question.check(Answer(kind=AnswerKind.CHOICE, choices=in_order, by=by))


def worded(question: Question, text: str, by: str) -> Answer:
    """Own words, or nothing where the question takes none."""
    if question.takes_text and text:
        return question.check(Answer(kind=AnswerKind.TEXT, text=text, by=by))
    if question.can_skip:
        return Answer(kind=AnswerKind.SKIP, by=by)
    return left_to_the_tool(question)
