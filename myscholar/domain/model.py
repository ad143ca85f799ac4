"""The shape all nouns share."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value: can't be changed, compares by content, refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")
