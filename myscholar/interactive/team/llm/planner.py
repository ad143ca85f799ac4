"""From the question and what a first look found to a brief. Source: IDRBench §3.1.1, Planner."""

from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.team.llm.replies import BriefReply
from myscholar.interactive.team.llm.shown import (
    LONGEST,
    dimensions_of,
    print_asker,
)
from myscholar.interactive.team.state import Brief, TeamState
from myscholar.search.retrieve import fused

MOST_DIMENSIONS = 6
"""Of a brief: two rounds of the supervisor; by hand."""
MOST_TITLES = 40
"""Of the first look's papers; by hand."""


async def write_brief(state: TeamState, *, llm: LLM) -> Brief:
    """By the titles of what was found, which are known before anything is read. Raises LLMError."""
    hits = fused(state.results, limit=MOST_TITLES).hits
    titles = (f"- {shorten(hit.paper.title, LONGEST)} ({hit.paper.year})" for hit in hits)
    prompt = render(
        "team/write_brief",
        question=state.question,
        asker=print_asker(state),
        found="\n".join(titles) or "Nothing.",
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
