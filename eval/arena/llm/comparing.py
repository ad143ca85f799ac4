"""Tasks compared by a model. Source: Arena §3 (RankEval), appendix D."""

from typing import Literal

from pydantic import BaseModel, Field

from eval.arena.comparing import TIED, TaskPreference, TaskScores, is_turned
from eval.domain.arena import ResearchTask
from eval.domain.judgment import Unscored
from eval.judges.asking import ask, no_verdict, reason_of
from eval.judges.shown import one_line
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import Prompt, render


class ComparisonReply(BaseModel):
    reason: str = Field(description="At most 40 words: what each has that the other lacks.")
    a: TaskScores
    b: TaskScores
    winner: Literal["A", "B"]
    confidence: float = Field(ge=0.5, le=1, description="How sure you are of the winner.")


class ModelComparer:
    """The winner has the higher mean of the scores, which are added up here; an answer that says
    otherwise is sent back once, and unscored if that does not help. Equal means have the confidence
    `TIED`, whatever the model says."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm

    async def __call__(
        self, first: ResearchTask, second: ResearchTask
    ) -> TaskPreference | Unscored:
        answer = await ask(self._llm, prompt_of(first, second), ComparisonReply, _find_turned)
        if isinstance(answer, Unscored):
            return answer
        if answer.problems:
            return no_verdict(answer, answer.problems[0])
        said = answer.value
        is_tied = said.a.overall == said.b.overall
        return TaskPreference(
            prefers_first=said.winner == "A",
            confidence=TIED if is_tied else said.confidence,
            first=said.a,
            second=said.b,
            reason=reason_of(said),
        )


def prompt_of(first: ResearchTask, second: ResearchTask) -> Prompt:
    shown = {
        f"{what}_{letter}": value
        for letter, task in (("a", first), ("b", second))
        for what, value in (
            ("text", one_line(task.text)),
            ("family", f"{task.family} ({task.phase})"),
            ("difficulty", task.difficulty.value),
        )
    }
    return render("arena/compare", **shown)


def _find_turned(reply: ComparisonReply) -> tuple[str, ...]:
    """What is wrong, in sentences to the model."""
    wrong = []
    if not reason_of(reply):
        wrong.append("The reason is empty. Give it before the scores.")
    if is_turned(reply.a, reply.b, reply.winner == "A"):
        wrong.append(
            f"You name {reply.winner} the winner, but the mean of your scores is "
            f"{reply.a.overall:.2f} for A and {reply.b.overall:.2f} for B. Let the scores and the "
            "winner agree: mend whichever of them does not say what you think."
        )
    return tuple(wrong)
