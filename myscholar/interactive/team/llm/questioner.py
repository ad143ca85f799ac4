"""What is asked at each stage, in the language of the question. Source: IDRBench §3.1.2, figure
5."""

from collections.abc import Iterator, Sequence

from myscholar.domain.dialogue import Question
from myscholar.domain.text import fold, shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.team.budget import MOST_QUESTIONS, TeamStage, TurnBudget
from myscholar.interactive.team.llm.replies import AskReply, PutQuestion
from myscholar.interactive.team.llm.shown import LONGEST, context_of
from myscholar.interactive.team.state import Consultation, Evaluation, StageQuestion, TeamState

MOST_CHOICES = 5
"""Of one question; by hand."""
LONGEST_SUMMARY = 1200
"""Characters: IDRBench's 200 words (figure 5)."""


async def make_questions(
    state: TeamState,
    stage: TeamStage,
    budget: TurnBudget,
    evaluation: Evaluation,
    *,
    llm: LLM,
) -> Consultation:
    """At most two, none that was asked before. Raises LLMError."""
    prompt = render(
        "team/ask",
        **context_of(state),
        stage=str(stage),
        round=state.n_rounds,
        turns_left=budget.left(stage),
        reason=evaluation.reason,
    )

    def problems(reply: AskReply) -> tuple[str, ...]:
        if len(reply.questions) > MOST_QUESTIONS:
            return (f"{len(reply.questions)} questions are too many: one or two.",)
        if not tuple(_new(reply.questions, state)):
            return ("This asks nothing, or what was asked before. Ask something else.",)
        return ()

    answer = await llm.ask(Role.REPORT, prompt, AskReply, problems=problems)
    questions = tuple(_new(answer.value.questions, state))[:MOST_QUESTIONS]
    return Consultation(
        evaluation=evaluation,
        summary=shorten(answer.value.summary, LONGEST_SUMMARY),
        questions=questions,
    )


def _new(put: Sequence[PutQuestion], state: TeamState) -> Iterator[StageQuestion]:
    asked = {fold(turn.question.text) for turn in state.turns}
    for each in put:
        text = shorten(each.text, 2 * LONGEST)
        if not any(c.isalnum() for c in text) or fold(text) in asked:
            continue
        asked.add(fold(text))
        named = dict.fromkeys(shorten(c, LONGEST) for c in each.choices if c.strip())
        choices = tuple(named)[:MOST_CHOICES] if len(named) > 1 else ()
        yield StageQuestion(
            question=Question(
                text=text,
                why=shorten(each.why, LONGEST),
                choices=choices,
                takes_several=each.takes_several and bool(choices),
            )
        )
