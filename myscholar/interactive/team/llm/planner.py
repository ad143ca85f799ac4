"""From the question and what a first look found to a brief. Source: IDRBench §3.1.1, Planner."""

from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.team.llm.replies import BriefReply
from myscholar.interactive.team.llm.shown import (
    LONGEST,
    dimensions_of,
    print_asker,
    print_progress,
)
from myscholar.interactive.team.state import Brief, TeamState

MOST_DIMENSIONS = 6
"""Of a brief: two rounds of the supervisor; by hand."""


async def write_brief(state: TeamState, *, llm: LLM) -> Brief:
    """Raises LLMError."""
    prompt = render(
        "team/write_brief",
        question=state.question,
        asker=print_asker(state),
        found=print_progress(state.reports),
    )
    answer = await llm.ask(Role.REPORT, prompt, BriefReply, problems=_problems)
    reply = answer.value
    return Brief(
        scope=shorten(reply.scope, 2 * LONGEST) or state.question,
        objectives=tuple(shorten(o, LONGEST) for o in reply.objectives if o.strip())[:4],
        dimensions=dimensions_of(reply.dimensions)[:MOST_DIMENSIONS],
    )


def _problems(reply: BriefReply) -> tuple[str, ...]:
    if dimensions_of(reply.dimensions):
        return ()
    return ("`dimensions` names no side of the question. Give three to six.",)
