"""Directions by a model. Source: STEER §2.3, appendix K."""

from collections.abc import Sequence

from myscholar.domain.interaction import Persona, ResearchNode
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.steer.llm.replies import DirectionsReply, ProposedDirection
from myscholar.interactive.steer.llm.showing import (
    listed,
    print_coverage,
    print_learnings,
    print_persona,
)
from myscholar.interactive.steer.mind import DirectionCandidate
from myscholar.report.llm.search_plan import clean_query
from myscholar.text.terms import phrase_key

MOST = 8
LONGEST, LONGEST_REASON = 160, 300
"""Characters; by hand."""


async def propose(
    question: str,
    node: ResearchNode,
    said: Sequence[str],
    persona: Persona,
    *,
    this_year: int,
    llm: LLM,
) -> tuple[DirectionCandidate, ...]:
    """None twice, and none that is in the tree already; fewer, or none, where the model repeats
    itself. Raises LLMError."""
    prompt = render(
        "steer/propose",
        question=question,
        direction=node.direction,
        persona=print_persona(persona),
        aspects=print_coverage(persona),
        learned=print_learnings(node.learnings),
        said=listed(said),
        this_year=this_year,
    )
    before = [question, node.direction, *said]

    def problems(reply: DirectionsReply) -> tuple[str, ...]:
        if candidates_of(reply, before):
            return ()
        return ("Each of these is in the tree already or has no query. Propose others.",)

    answer = await llm.ask(Role.ACTIONS, prompt, DirectionsReply, problems=problems)
    return candidates_of(answer.value, before)


def candidates_of(reply: DirectionsReply, before: Sequence[str]) -> tuple[DirectionCandidate, ...]:
    """At most eight and the wild card."""
    known = {phrase_key(text) for text in before}
    kept: list[DirectionCandidate] = []
    wild = reply.wild_card
    for each in (*reply.directions[:MOST], *([wild] if wild else [])):
        candidate = _candidate(each, is_wild_card=each is wild)
        if candidate and (key := phrase_key(candidate.direction)) not in known:
            known.add(key)
            kept.append(candidate)
    return tuple(kept)


def _candidate(reply: ProposedDirection, *, is_wild_card: bool) -> DirectionCandidate | None:
    direction, query = shorten(reply.direction, LONGEST), clean_query(reply.query)
    if not (query and any(map(str.isalpha, direction))):
        return None
    return DirectionCandidate(
        direction=direction,
        query=query,
        reason=shorten(reply.reason, LONGEST_REASON),
        confidence=min(1.0, max(0.0, reply.confidence)),
        is_wild_card=is_wild_card,
    )
