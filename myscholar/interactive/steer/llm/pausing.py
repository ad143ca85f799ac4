"""Whether to ask at a node, by a model in place of the rule. Source: STEER §3.3, appendix N."""

from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.interaction import (
    PauseDecision,
    Pausing,
    Persona,
    ResearchNode,
    TreeLimits,
)
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.steer.llm.replies import PauseReply
from myscholar.interactive.steer.llm.showing import print_aspects, print_offered, print_persona
from myscholar.report.llm.reading import CONCERN_ONE_REQUEST
from myscholar.text.safeguards import is_withheld

LONGEST_REASON = 400
"""Characters; by hand."""


@dataclass(frozen=True)
class LlmPauseAgent:
    """It sees what the paper's does, and what the paper's is not told: how many questions the
    person would answer, and how many were put. It never sees what a direction is worth."""

    question: str
    llm: LLM
    role: Role = Role.PROFILE

    async def decide(
        self,
        decision: PauseDecision,
        node: ResearchNode,
        offered: Sequence[ResearchNode],
        persona: Persona,
        *,
        limits: TreeLimits,
        n_asked: int,
    ) -> PauseDecision:
        prompt = render(
            "steer/pause",
            question=self.question,
            direction=node.direction,
            depth=node.depth,
            max_depth=limits.depth,
            persona=print_persona(persona),
            aspects=print_aspects(persona),
            offered=print_offered(offered),
            tolerance=limits.tolerance,
            n_asked=n_asked,
            n_asked_here=decision.n_pauses,
        )
        try:
            reply = (await self.llm.ask(self.role, prompt, PauseReply)).value
        except CONCERN_ONE_REQUEST:
            return decision
        reason = "" if is_withheld(reply.reason) else shorten(reply.reason, LONGEST_REASON)
        decided = {"asked": reply.ask, "decided_by": Pausing.AGENT, "reason": reason}
        return decision.model_copy(update=decided)
