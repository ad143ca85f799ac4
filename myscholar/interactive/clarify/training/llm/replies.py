"""What a model answers when it makes data to learn asking from."""

from pydantic import BaseModel, Field


class SimplifiedReply(BaseModel):
    """An empty query: nothing can be taken out."""

    query: str = ""
    left_out: list[str] = Field(default_factory=list)


class IntentReply(BaseModel):
    criterion: int = Field(description="its number")
    text: str


class IntentsReply(BaseModel):
    intents: list[IntentReply] = Field(default_factory=list)


class OptionReply(BaseModel):
    text: str
    intent: int = Field(description="number of the intent that it says")
    opens: list[str] = Field(default_factory=list, description="ids of questions")


class NodeReply(BaseModel):
    id: str = Field(description="q1, q2 and so on")
    text: str
    options: list[OptionReply]


class GraphReply(BaseModel):
    starts: list[str]
    nodes: list[NodeReply]


class ExchangeReply(BaseModel):
    question: str
    reply: str


class DialogueReply(BaseModel):
    turns: list[ExchangeReply]
