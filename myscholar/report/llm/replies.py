"""What a model replies when it plans, quotes and outlines. Small and flat; numbers refer to what
the prompt lists."""

from enum import StrEnum

from pydantic import BaseModel, Field

from myscholar.domain.report import SectionFormat


class PlannedQuery(BaseModel):
    query: str = Field(description="3 to 9 words for a search engine.")
    actions: list[int] = Field(
        default=[],
        description="Numbers of the actions that need this query: 2 for A2. Left out where it "
        "serves the question.",
    )


class LimitKind(StrEnum):
    YEAR_MIN = "year_min"
    YEAR_MAX = "year_max"
    VENUE = "venue"
    FIELD = "field"
    MIN_CITATIONS = "min_citations"
    OPEN_ACCESS = "open_access"


class Limit(BaseModel):
    kind: LimitKind
    value: str = Field(
        description='For example "2021", "ACL", "Medicine", "100"; "yes" for open_access.'
    )
    action: int = Field(
        default=0, description="Number of the action that asks for it; 0 for the question."
    )


class SearchPlanReply(BaseModel):
    language: str = Field(description="The language of the question, by its English name.")
    queries: list[PlannedQuery]
    limits: list[Limit] = Field(default=[], description="Left out where nobody asks for one.")


class PaperQuotes(BaseModel):
    paper: int
    quotes: list[str] = Field(default=[], description="Copied exactly; empty if nothing helps.")
    actions: list[int] = Field(
        default=[], description="Numbers of the actions that they serve: 2 for A2. Left out if none"
    )


class QuotesReply(BaseModel):
    papers: list[PaperQuotes]


class PlannedSection(BaseModel):
    title: str
    format: SectionFormat
    brief: str = Field(description="To the writer: the point, what is compared, where it ends.")
    quotes: list[int] = Field(description="Numbers of the quotes that it rests on: 7 for [7].")
    actions: list[int] = Field(
        default=[], description="Numbers of the actions carried out here: 2 for A2."
    )
    missing: str = Field(
        default="", description="Words to search for what it lacks; mostly left out."
    )


class OutlineReply(BaseModel):
    title: str = Field(description="Title of the report.")
    keep_first: bool = Field(
        default=True,
        description="Only where a first section is being written already: whether it can stay.",
    )
    sections: list[PlannedSection]
