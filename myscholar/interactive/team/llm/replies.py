"""What a model replies as an agent of a team."""

from pydantic import BaseModel, Field


class SideReply(BaseModel):
    """A side of the question that one researcher can look into."""

    name: str = Field(description="2 to 8 words, in the language of the question.")
    query: str = Field(description="3 to 9 words for a search engine, in English.")
    why: str = Field(default="", description="Half a sentence, in the language of the question.")


class BriefReply(BaseModel):
    scope: str = Field(description="What belongs to it and what does not: one or two sentences.")
    objectives: list[str] = Field(description="Two to four, a sentence each.")
    dimensions: list[SideReply] = Field(description="Three to six, the most important first.")


class AssignReply(BaseModel):
    coverage: str = Field(description="What is covered and what is not: one or two sentences.")
    is_enough: bool = Field(description="Whether what is known suffices for the report.")
    tasks: list[SideReply] = Field(default=[], description="At most three; none if enough.")


class FoundReply(BaseModel):
    passage: int = Field(description="Its number: 7 for [7].")
    quote: str = Field(description="Copied exactly, one or two sentences.")
    says: str = Field(description="What it teaches, in one sentence.")


class ReflectReply(BaseModel):
    findings: list[FoundReply] = Field(default=[], description="At most five; none if none helps.")
    gaps: list[str] = Field(default=[], description="What is missing, a few words each.")
    next_query: str = Field(
        default="", description="3 to 9 words for a search engine; left out where it suffices."
    )


class EvaluateReply(BaseModel):
    reason: str = Field(
        description="What is ambiguous, how complete the work is, and whether an interruption pays."
    )
    should_ask: bool


class PutQuestion(BaseModel):
    text: str = Field(description="One question about one thing, at most three sentences.")
    why: str = Field(default="", description="What depends on the reply, in one short sentence.")
    choices: list[str] = Field(
        default=[], description="Two to five likely replies, a few words each; left out if none fit"
    )
    takes_several: bool = Field(default=False, description="More than one choice may be picked.")


class AskReply(BaseModel):
    summary: str = Field(description="Where the research stands: at most 60 words.")
    questions: list[PutQuestion] = Field(description="One or two.")


class WantedSide(SideReply):
    own_words: bool = Field(
        default=False, description="The person named it; it stood in no choice."
    )


class TakeInReply(BaseModel):
    wanted: list[WantedSide] = Field(default=[], description="What is to be looked into.")
    not_chosen: list[str] = Field(
        default=[], description="Choices about directions that the person passed over."
    )
    refused: list[str] = Field(default=[], description="What the person does not want.")
    wishes: list[str] = Field(
        default=[],
        description="What the report is to do, as instructions: 'Compare A and B in a table.'",
    )
    is_enough: bool = Field(default=False, description="They want no more research.")
