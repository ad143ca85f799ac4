"""What a model replies about a node of a research tree. Numbers refer to what the prompt lists."""

from pydantic import BaseModel, Field


class AspectsReply(BaseModel):
    aspects: list[str] = Field(description="Each of 3 to 15 words.")


class TaughtLearning(BaseModel):
    paper: int
    quote: str = Field(description="Copied exactly from that paper.")
    insight: str = Field(description="What it says, in one sentence of your own.")


class TaughtReply(BaseModel):
    learnings: list[TaughtLearning]
    tags: list[str] = Field(default=[], description="Two to four words each.")


class ProposedDirection(BaseModel):
    direction: str = Field(description="As the researcher reads it, at most 15 words.")
    query: str = Field(description="3 to 9 words for a search engine, in English.")
    reason: str = Field(description="What following it would show, in one sentence.")
    confidence: float = Field(description="From 0 to 1.")


class DirectionsReply(BaseModel):
    directions: list[ProposedDirection]
    wild_card: ProposedDirection | None = None


class ReportMarks(BaseModel):
    report: int
    marks: list[int] = Field(description="One for each aspect, in their order: 0, 1 or 2.")


class MarksReply(BaseModel):
    reports: list[ReportMarks]


class PauseReply(BaseModel):
    reason: str = Field(description="Why here and for this researcher, in one or two sentences.")
    ask: bool = Field(description="True: ask. False: go on.")


class PersonaReply(BaseModel):
    addition: str = Field(default="", description="New about the researcher; empty if nothing.")
    aspects: list[str] = Field(default=[], description="New ones that they expect.")
    refused: list[int] = Field(default=[], description="Numbers of aspects that they turned down.")
