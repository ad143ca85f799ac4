"""What a model answers when it proposes actions. Source: MySQA D.3."""

from typing import Literal

from pydantic import BaseModel, Field

from myscholar.domain.actions import Category, Stage, Verb


class Proposal(BaseModel):
    """One action as proposed."""

    strategy: str = Field(description='"I can ..., which might help you ...", at most 28 words')
    tldr: str = Field(description="the instruction alone, four to ten words")
    category: Category
    verb: Verb
    terms: list[str] = Field(
        default_factory=list, description="up to four short phrases from the strategy"
    )
    saves_time: bool = False


class PersonalProposal(Proposal):
    """One action for a certain reader."""

    inference_number: int | None = Field(
        default=None, description="the inference it rests on, as numbered in the profile"
    )
    wild_card: bool = False


class GenericReply(BaseModel):
    """Proposals for anyone who asks."""

    search_add: list[Proposal]
    search_refine: list[Proposal]
    organization: list[Proposal]
    generation: list[Proposal]


class PersonalizedReply(BaseModel):
    """Proposals for one reader."""

    closeness: Literal["near", "partly", "far"] = Field(
        description="how near the reader's papers are to the question"
    )
    search_add: list[PersonalProposal]
    search_refine: list[PersonalProposal]
    organization: list[PersonalProposal]
    generation: list[PersonalProposal]


Reply = GenericReply | PersonalizedReply


def by_stage(reply: Reply) -> tuple[tuple[Stage, Proposal], ...]:
    """All proposals in their order, each with its stage."""
    return tuple((stage, proposal) for stage in Stage for proposal in getattr(reply, stage.value))
