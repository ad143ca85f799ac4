"""What takes judgement at a node of a research tree; each engine does it its own way."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pydantic import Field

from myscholar.domain.dialogue import Answer
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Learning, Persona, ResearchNode
from myscholar.domain.model import Frozen
from myscholar.domain.papers import PaperId

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.floating]


class Taught(Frozen):
    """What a search taught, and short names of what it was about."""

    learnings: tuple[Learning, ...] = ()
    tags: tuple[str, ...] = ()
    read: tuple[PaperId, ...] = ()
    """What was read for it of what was found."""
    note: str = ""
    """What the reader should know of how it was learned; empty for nothing."""


class Marks(Frozen):
    """How far each report covers each wanted aspect: 0 not, 1 partly, 2 in full."""

    of_reports: tuple[tuple[int, ...], ...]
    n_by_words: int = 0
    """Reports that a model was to mark and did not: marked by their words."""


class DirectionCandidate(Frozen):
    """A direction that could be followed. `confidence` in [0, 1] that it leads somewhere."""

    direction: str = Field(min_length=1)
    query: str = Field(min_length=1)
    """What is sent to the sources."""
    reason: str = ""
    confidence: float = Field(ge=0, le=1)
    is_wild_card: bool = False
    """Deliberately outside what the person seems to want. Source: STEER §2.3."""


class TreeMind(Protocol):
    """Raises LLMError where a model does it."""

    async def estimate(self, question: str, stated: str, hits: Sequence[Hit]) -> Persona:
        """Who asks, from their own words, their profile and the question. Source: STEER §2.5."""

    async def learn(
        self,
        direction: str,
        hits: Sequence[Hit],
        known: Sequence[Learning],
        persona: Persona,
        tags: Sequence[str],
    ) -> Taught:
        """What a node's papers teach beside what is `known`; of the tree's `tags` those that fit
        are used again."""

    async def glance(
        self, direction: str, hits: Sequence[Hit], known: Sequence[Learning], *, most: int
    ) -> Taught:
        """What a quick look at a direction would teach: no model is asked."""

    async def propose(
        self, node: ResearchNode, hits: Sequence[Hit], said: Sequence[str], persona: Persona
    ) -> tuple[DirectionCandidate, ...]:
        """Five to eight directions of distinct facets and one wild card, or fewer; none of those
        `said` before. Source: STEER §2.3."""

    async def marks(self, reports: Sequence[Sequence[Learning]], persona: Persona) -> Marks:
        """Of each report, in their order."""

    async def update(
        self, persona: Persona, answer: Answer, chosen: Sequence[str], added: Sequence[str]
    ) -> Persona:
        """With what a reply shows: directions chosen and added, and the words. Source: STEER
        §2.5, appendix K."""

    def vectors(self, texts: Sequence[str]) -> "Vectors":
        """Unit rows, one a text."""
