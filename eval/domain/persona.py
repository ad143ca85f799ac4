"""A question with somebody who asks it. Source: STEER §2.1, appendix E."""

from pydantic import Field

from myscholar.domain.model import Frozen
from myscholar.text.sentences import sentences


class WantedAspect(Frozen):
    """What a person expects to read of. Source: STEER appendix E."""

    text: str = Field(min_length=1)
    evidence: str = ""
    """Words of the persona, or of an expert's rubric, that show it."""
    reason: str = ""
    """What the person needs it for; empty where nobody said."""


class QuestionPersona(Frozen):
    pair_id: str
    query_id: str
    question: str
    persona: str
    """Who asks; its first sentence is all that the tool is told. Source: STEER §3.1."""
    aspects: tuple[WantedAspect, ...] = Field(min_length=1)
    """The tool is never shown them."""

    @property
    def first_sentence(self) -> str:
        return next(iter(sentences(self.persona)), "")

    @property
    def wanted(self) -> tuple[str, ...]:
        return tuple(aspect.text for aspect in self.aspects)
