"""What a model answers when it is to ask."""

from typing import Literal

from pydantic import BaseModel, Field


class AskedReply(BaseModel):
    """An empty text asks nothing."""

    text: str = Field(default="", description="one question, at most 20 words; empty for none")
    choices: list[str] = Field(default_factory=list, description="two or three")
    why: str = Field(default="", description="what depends on the answer, one short sentence")
    gain: Literal["high", "some", "small"] = "some"
