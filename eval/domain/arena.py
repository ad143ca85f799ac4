"""Seminars, what is worth researching in them, and the tasks made of it. Source: Arena §3, table 2,
appendix D."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from myscholar.domain.model import Frozen


class SpeakerTurn(Frozen):
    """What one person says until another speaks."""

    text: str = Field(min_length=1)
    speaker: str = ""
    """Empty where the transcript doesn't say."""
    start_s: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """From the beginning of the recording."""


class Seminar(Frozen):
    seminar_id: str = Field(min_length=1)
    title: str
    discipline: str = ""
    language: str = ""
    """ISO 639-1; empty where it is not known."""
    turns: tuple[SpeakerTurn, ...] = ()

    @property
    def text(self) -> str:
        """The words alone, a line a turn: what the offsets of a span count in."""
        return "\n".join(turn.text for turn in self.turns)


class TranscriptSpan(Frozen):
    """A verbatim slice of a seminar's text, in characters."""

    start: int = Field(ge=0)
    end: int
    text: str

    @model_validator(mode="after")
    def _is_as_long_as_its_text(self) -> Self:
        if self.end - self.start != len(self.text) or not self.text:
            raise ValueError("a span's offsets are as far apart as its text is long")
        return self

    def is_in(self, text: str) -> bool:
        return text[self.start : self.end] == self.text


class InspirationType(StrEnum):
    LIMITATION = "limitation"
    METHODOLOGY = "methodology"
    TRANSDISCIPLINARITY = "transdisciplinarity"
    HYPOTHESIS = "hypothesis"


class InspirationQuality(StrEnum):
    NOVELTY = "novelty"
    EXPLORABILITY = "explorability"
    CHALLENGE = "challenge"
    VERIFIABILITY = "verifiability"


class Inspiration(Frozen):
    """What somebody said that is worth researching. Source: Arena table 2."""

    inspiration_id: str
    """`SEMINAR/iN`."""
    type: InspirationType
    text: str = Field(min_length=1)
    """A light paraphrase, at most 300 words; without a model the words of its spans."""
    qualities: tuple[InspirationQuality, ...]
    spans: tuple[TranscriptSpan, ...] = Field(min_length=1)


class TaskPhase(StrEnum):
    SYNTHESIZE = "synthesize"
    DESIGN = "design"
    EVALUATE = "evaluate"


class TaskFamily(StrEnum):
    """The ten; there are no others. Source: Arena appendix D."""

    LITERATURE_SURVEY = "literature survey"
    TREND_SCAN = "trend scan"
    NEEDS_ANALYSIS = "needs analysis"
    HYPOTHESIS_GENERATION = "hypothesis generation"
    METHOD_BLUEPRINT = "method blueprint"
    SYSTEM_SPECIFICATION = "system specification"
    METRIC_DESIGN = "metric design"
    EMPIRICAL_TEST = "empirical test"
    BIAS_REVIEW = "bias review"
    COMPARATIVE_ANALYSIS = "comparative analysis"

    @property
    def phase(self) -> TaskPhase:
        return PHASE_OF[self]


PHASE_OF: Mapping[TaskFamily, TaskPhase] = {
    TaskFamily.LITERATURE_SURVEY: TaskPhase.SYNTHESIZE,
    TaskFamily.TREND_SCAN: TaskPhase.SYNTHESIZE,
    TaskFamily.NEEDS_ANALYSIS: TaskPhase.SYNTHESIZE,
    TaskFamily.HYPOTHESIS_GENERATION: TaskPhase.DESIGN,
    TaskFamily.METHOD_BLUEPRINT: TaskPhase.DESIGN,
    TaskFamily.SYSTEM_SPECIFICATION: TaskPhase.DESIGN,
    TaskFamily.METRIC_DESIGN: TaskPhase.DESIGN,
    TaskFamily.EMPIRICAL_TEST: TaskPhase.EVALUATE,
    TaskFamily.BIAS_REVIEW: TaskPhase.EVALUATE,
    TaskFamily.COMPARATIVE_ANALYSIS: TaskPhase.EVALUATE,
}


class TaskDifficulty(StrEnum):
    BASIC = "basic"
    """Feasible with public data within three hours."""
    ADVANCED = "advanced"
    """Needs data, tools or reasoning of its own."""


class ResearchTask(Frozen):
    """A line of `tasks.jsonl`. Source: Arena §3, appendix D."""

    task_id: str
    """`SEMINAR/tN`."""
    text: str = Field(min_length=1)
    """At most 100 words; stands alone, with a deliverable."""
    family: TaskFamily
    difficulty: TaskDifficulty
    seminar_id: str
    discipline: str = ""
    language: str = ""
    inspiration_ids: tuple[str, ...] = Field(min_length=1)
    spans: tuple[TranscriptSpan, ...] = Field(min_length=1)
    """Of its inspirations, in the seminar's text."""
    by: str = ""
    """The model that wrote it; empty for none."""
    rating: float | None = None
    """Elo; None until ranked. Source: Arena equations 1-3."""
    rank: int | None = Field(default=None, ge=1)

    @property
    def phase(self) -> TaskPhase:
        return self.family.phase
