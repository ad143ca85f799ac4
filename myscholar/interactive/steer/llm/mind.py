"""The whole of a tree's judgement by a model, but for quick looks."""

from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.dialogue import Answer
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Learning, Persona, ResearchNode
from myscholar.domain.profile import Profile
from myscholar.gateways.llm.llm import LLM
from myscholar.interactive.steer.llm import persona as personas
from myscholar.interactive.steer.llm.learn import MOST, learn
from myscholar.interactive.steer.llm.marks import marks
from myscholar.interactive.steer.llm.propose import propose
from myscholar.interactive.steer.looking import QuickLook
from myscholar.interactive.steer.mind import DirectionCandidate, Marks, Taught


@dataclass(frozen=True)
class LlmTreeMind(QuickLook):
    """Raises LLMError."""

    llm: LLM
    profile: Profile | None
    this_year: int

    async def estimate(self, question: str, stated: str, hits: Sequence[Hit]) -> Persona:  # noqa: ARG002
        return await personas.estimate(question, stated, self.profile, llm=self.llm)

    async def learn(
        self,
        direction: str,
        hits: Sequence[Hit],
        known: Sequence[Learning],
        persona: Persona,
        tags: Sequence[str],
    ) -> Taught:
        """Where every quote of the model's is missing in its paper, what a quick look shows, with
        a note."""
        taught = await learn(
            self.question,
            direction,
            hits,
            known=known,
            tags=tags,
            persona=persona,
            llm=self.llm,
        )
        if not taught.note:
            return taught
        looked = await self.glance(direction, hits, known, most=MOST)
        return looked.model_copy(update={"note": taught.note})

    async def propose(
        self,
        node: ResearchNode,
        hits: Sequence[Hit],  # noqa: ARG002
        said: Sequence[str],
        persona: Persona,
    ) -> tuple[DirectionCandidate, ...]:
        return await propose(
            self.question, node, said, persona, this_year=self.this_year, llm=self.llm
        )

    async def marks(self, reports: Sequence[Sequence[Learning]], persona: Persona) -> Marks:
        return await marks(reports, persona, llm=self.llm)

    async def update(
        self, persona: Persona, answer: Answer, chosen: Sequence[str], added: Sequence[str]
    ) -> Persona:
        return await personas.update(self.question, persona, answer, chosen, added, llm=self.llm)
