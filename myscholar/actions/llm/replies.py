"""What a model answers when it proposes actions. Source: MySQA D.3."""

from typing import Literal

from pydantic import BaseModel, Field

from myscholar.domain.actions import Category, Stage, Verb
from myscholar.domain.flags import ErrorType


class OwnDoubt(BaseModel):
    """What the model itself sees against its proposal. Source: MySQA Table 9."""

    kind: Literal[
        ErrorType.NARROW,
        ErrorType.OFFTOPIC,
        ErrorType.TRUST,
        ErrorType.VAGUE,
        ErrorType.EXPERT,
    ]
    reason: str = Field(description="at most 14 words")


class Proposal(BaseModel):
    """One action as proposed."""

    stage: Stage
    strategy: str = Field(description='"I can ..., which might help you ...", at most 28 words')
    tldr: str = Field(description="the instruction alone, four to ten words")
    category: Category
    verb: Verb
    terms: list[str] = Field(
        default_factory=list, description="up to four short phrases from the strategy"
    )
    inference_number: int | None = Field(
        default=None, description="the inference it follows from, as numbered in the profile"
    )
    saves_time: bool = False
    wild_card: bool = False
    doubt: OwnDoubt | None = None


class Proposals(BaseModel):
    """For some of the stages, those for anyone and those for the reader in one list."""

    closeness: Literal["near", "partly", "far"] | None = Field(
        default=None, description="how near the reader's papers are to the question"
    )
    proposals: list[Proposal]
