"""What cited sources say that answers a question, and what a report makes of it. Source: Arena §4,
equations 4-8."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from eval.domain.judgment import Unscored
from myscholar.domain.model import Frozen

BETWEEN = "\n\n"
"""Stands between two passages of a source."""


class CitedSource(Frozen):
    """One that a report cites, whatever it cites it for."""

    name: str
    """Its id in Semantic Scholar, else its title, else its marker."""
    title: str = ""
    url: str | None = None
    passages: tuple[str, ...] = ()
    """Its words, as far as anybody has them; empty for a mere title."""

    @property
    def text(self) -> str:
        """What the offsets of a span count in."""
        return BETWEEN.join(self.passages)


class SourceSpan(Frozen):
    """A verbatim slice of a source's text, in characters."""

    source: str
    start: int = Field(ge=0)
    end: int
    text: str = Field(min_length=1)

    @model_validator(mode="after")
    def _is_as_long_as_its_text(self) -> Self:
        if self.end - self.start != len(self.text):
            raise ValueError("a span's offsets are as far apart as its text is long")
        return self

    def is_in(self, sources: Sequence[CitedSource]) -> bool:
        return any(
            s.name == self.source and s.text[self.start : self.end] == self.text for s in sources
        )


class EvidenceKeypoint(Frozen):
    text: str = Field(min_length=1)
    """The point in a sentence; without a model the words of its first span."""
    spans: tuple[SourceSpan, ...] = Field(min_length=1)
    """Where it stands; after de-duplication of several sources."""


class KeypointRelation(StrEnum):
    """What a report does with a keypoint. Source: Arena appendix D."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    OMITTED = "omitted"


class Related(Frozen):
    relation: KeypointRelation
    reason: str = ""


class JudgedKeypoint(Frozen):
    keypoint: EvidenceKeypoint
    judged: Related | Unscored


class JudgedSources(Frozen):
    """All keypoints of what one report cites, or why there are none."""

    keypoints: tuple[JudgedKeypoint, ...] = ()
    unscored: tuple[Unscored, ...] = ()
    """Of sources that nothing could be taken from; alone where there are no keypoints."""
    n_sources: int = Field(default=0, ge=0)
    """That the report cites."""
    n_read: int = Field(default=0, ge=0)
    """Of them, those of which words were to be had."""
