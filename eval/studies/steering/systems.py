"""The systems that are compared, and the mind of those without a part. Source: STEER §3.1, §3.4."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Persona, ResearchNode
from myscholar.domain.model import Frozen
from myscholar.interactive.steer.extractive.mind import ExtractiveTreeMind
from myscholar.interactive.steer.extractive.propose import HALFWAY
from myscholar.interactive.steer.mind import DirectionCandidate

if TYPE_CHECKING:
    from myscholar.interactive.steer.mind import Vectors


class SystemName(StrEnum):
    """What makes a report of a question and the first sentence of a persona."""

    OURS = "ours"
    UNASKED = "unasked"
    TOLD = "unasked and told all"
    """It has the whole persona from the beginning. Source: STEER §3.1 (full persona)."""
    PLAIN = "plain report"
    """One search, without a tree and without the persona. Source: STEER §3.1 (query only)."""
    NO_EXPLORATION = "without exploration"
    NO_INFORMATION = "without information gain"
    NO_DIVERSITY = "without diversity"
    """Source of the three: STEER §3.4, table 3."""

    @property
    def asks(self) -> bool:
        return self not in (SystemName.UNASKED, SystemName.TOLD, SystemName.PLAIN)


class TreeSpec(Frozen):
    """Which research of a pair. `base_cost` None: nothing was asked, whatever it would have cost,
    or an agent decided."""

    system: SystemName
    base_cost: float | None = None
    halfway: int = HALFWAY
    """Papers that give a direction a confidence of one half."""
    agent: str = ""
    """The model, as `provider:name`, that decided in the rule's place."""


@dataclass(frozen=True)
class VariedMind(ExtractiveTreeMind):
    """With another number of papers that give a direction a confidence of one half; or not
    `diverse`: of directions the most confident are offered, however alike, and no wild card."""

    halfway: int = HALFWAY
    diverse: bool = True
    proposed: set[str] = field(default_factory=set)
    """As they are compared with each other."""

    async def propose(
        self, node: ResearchNode, hits: Sequence[Hit], said: Sequence[str], persona: Persona
    ) -> tuple[DirectionCandidate, ...]:
        proposed = await super().propose(node, hits, said, persona)
        kept = [c for c in proposed if self.diverse or not c.is_wild_card]
        self.proposed.update(f"{c.direction} {c.query}" for c in kept)
        return tuple(
            c.model_copy(update={"confidence": rescaled(c.confidence, self.halfway)}) for c in kept
        )

    def vectors(self, texts: Sequence[str]) -> "Vectors":
        """Without diversity all directions are equally alike: of equals the more confident is
        offered."""
        rows = super().vectors(texts)
        return (
            rows
            if self.diverse or not self.proposed.issuperset(texts)
            else rows[:1].repeat(len(rows), axis=0)
        )


def rescaled(confidence: float, halfway: int) -> float:
    """n / (n + halfway), from n / (n + HALFWAY); of what the person wants, nearly so."""
    own = HALFWAY * confidence
    return own / (own + halfway * (1 - confidence))
