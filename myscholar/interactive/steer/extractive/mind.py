"""The whole of a tree's judgement without a model."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.dialogue import Answer
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Learning, Persona, ResearchNode
from myscholar.domain.profile import Profile
from myscholar.interactive.steer.extractive import persona as personas
from myscholar.interactive.steer.extractive.propose import propose
from myscholar.interactive.steer.looking import QuickLook, lexical_marks
from myscholar.interactive.steer.mind import DirectionCandidate, Marks, Taught

LEARNINGS = 4
"""Of one node; by hand."""


@dataclass(frozen=True)
class ExtractiveTreeMind(QuickLook):
    profile: Profile | None

    async def estimate(self, question: str, stated: str, hits: Sequence[Hit]) -> Persona:
        return await asyncio.to_thread(
            personas.estimate, question, stated, hits, self.profile, self.background
        )

    async def learn(
        self,
        direction: str,
        hits: Sequence[Hit],
        known: Sequence[Learning],
        persona: Persona,  # noqa: ARG002
        tags: Sequence[str],  # noqa: ARG002
    ) -> Taught:
        return await self.glance(direction, hits, known, most=LEARNINGS)

    async def propose(
        self, node: ResearchNode, hits: Sequence[Hit], said: Sequence[str], persona: Persona
    ) -> tuple[DirectionCandidate, ...]:
        return await asyncio.to_thread(
            propose, self.question, node, hits, said, persona, self.background
        )

    async def marks(self, reports: Sequence[Sequence[Learning]], persona: Persona) -> Marks:
        return Marks(of_reports=tuple(lexical_marks(report, persona) for report in reports))

    async def update(
        self, persona: Persona, answer: Answer, chosen: Sequence[str], added: Sequence[str]
    ) -> Persona:
        return personas.update(persona, answer, chosen, added)
