"""What the model answers for one aspect. Source: MySQA D.1, with a short quote so that the evidence
is a sentence and no whole paragraph."""

from pydantic import BaseModel, Field


class SupportReply(BaseModel):
    """One paper's part. Numbers are checked later: a wrong one costs this support, not the
    answer."""

    paper: int = Field(description="Number of the paper.")
    paragraph_numbers: list[int] = Field(
        description="One to three numbers of paragraphs of this paper."
    )
    quote: str = Field(
        description="4 to 8 words in a row, copied letter by letter from one of these paragraphs."
    )
    explanation: str = Field(description="One short sentence that begins with “One paper”.")


class InferenceReply(BaseModel):
    inference: str = Field(description="One short sentence about the papers.")
    supports: list[SupportReply] = Field(
        description="One for each paper that shows it, each paper once."
    )
    other_side: int = Field(
        default=0,
        description="Number of the paragraph that draws its contrast or shows the other side, in a "
        "paper that supports it; 0 without a contrast.",
    )
    count: int = Field(
        default=0,
        description="Number of the field count (1 for C1) that a comparison with other papers "
        "rests on; 0 without one.",
    )
    terms: list[str] = Field(
        default_factory=list, description="One to three key phrases of the papers that it is about."
    )
    doubt: str = Field(
        default="",
        description="What its researcher might object to: domain, overclaim, convention, contrast, "
        "strength or unimport; empty where nothing.",
    )
    doubt_reason: str = Field(
        default="", description="Why, to the researcher, in under 15 words; empty without a doubt."
    )


class AspectReply(BaseModel):
    inferences: list[InferenceReply]
