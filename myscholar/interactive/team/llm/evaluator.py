"""Whether asking is worth the interruption. Source: IDRBench §3.1.2, figure 4."""

from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.team.budget import TeamStage, TurnBudget
from myscholar.interactive.team.llm.replies import EvaluateReply
from myscholar.interactive.team.llm.shown import LONGEST, context_of
from myscholar.interactive.team.state import Evaluation, TeamState


async def evaluate(
    state: TeamState, stage: TeamStage, budget: TurnBudget, *, llm: LLM
) -> Evaluation:
    """Raises LLMError."""
    prompt = render(
        "team/evaluate",
        **context_of(state),
        stage=str(stage),
        round=state.n_rounds,
        turns_left=budget.left(stage),
    )
    answer = await llm.ask(Role.REPORT, prompt, EvaluateReply)
    return Evaluation(
        should_ask=answer.value.should_ask, reason=shorten(answer.value.reason, 2 * LONGEST)
    )
