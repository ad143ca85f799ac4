"""What is researched next, and when it suffices. Source: IDRBench §3.1.1, Supervisor."""

from myscholar.domain.text import listed
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.team.budget import AT_ONCE, MOST_ROUNDS
from myscholar.interactive.team.llm.replies import AssignReply
from myscholar.interactive.team.llm.shown import context_of, dimensions_of
from myscholar.interactive.team.state import Dimension, TeamState


async def assign(state: TeamState, *, llm: LLM) -> tuple[Dimension, ...]:
    """The brief's own dimensions first. A model that proposes what was researched or turned down is
    told so once. Raises LLMError."""
    most = AT_ONCE - len(state.wanted)
    if most <= 0:
        return ()
    planned = tuple(d for d in state.dimensions if state.is_open(d.name))
    if planned and not state.done:
        return planned
    prompt = render(
        "team/assign",
        **context_of(state),
        wanted=listed([d.name for d in state.wanted]) or "nothing in particular",
        left=listed(state.left) or "nothing",
        refused=listed(state.refused) or "nothing",
        rounds_left=MOST_ROUNDS - state.n_rounds,
        most=most,
    )

    def problems(reply: AssignReply) -> tuple[str, ...]:
        repeated = (
            []
            if reply.is_enough
            else [f"“{d.name}”" for d in dimensions_of(reply.tasks) if state.is_settled(d.name)]
        )
        if not repeated:
            return ()
        return (f"Looked into or turned down already: {listed(repeated)}. Give others, or none.",)

    answer = await llm.ask(Role.REPORT, prompt, AssignReply, problems=problems)
    return () if answer.value.is_enough else dimensions_of(answer.value.tasks)
