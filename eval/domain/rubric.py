"""What a good answer must contain, by experts. Source: ScholarQA-CS (Asai et al. 2024), whose 100
questions ScholarQA-CS2 has too, with rubrics of its own; MySQA §3.2."""

from enum import StrEnum

from pydantic import Field

from myscholar.domain.model import Frozen


class Importance(StrEnum):
    MOST_IMPORTANT = "most_important"
    NICE_TO_HAVE = "nice_to_have"


class Criterion(Frozen):
    name: str
    importance: Importance
    text: str = Field(min_length=1)
    weight: float = Field(ge=0, allow_inf_nan=False)
    evidence: tuple[str, ...] = ()


class Rubric(Frozen):
    query_id: str
    annotator: int = 1
    criteria: tuple[Criterion, ...]
