"""What a researcher's papers say. Source: MySQA §2.1, D.1, D.2."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NewType, Self

from pydantic import Field, model_validator

from myscholar.domain.evidence import Evidence, verify_all
from myscholar.domain.flags import Flag
from myscholar.domain.model import Document, Frozen
from myscholar.domain.papers import OneLine, PaperId, Passage, Relation, TextSource
from myscholar.errors import UnknownName

InferenceId = NewType("InferenceId", str)
ProfileId = NewType("ProfileId", str)


class ProfileAspect(StrEnum):
    """What an inference is about. Source: MySQA §2.1, D.2."""

    KNOWLEDGE = "knowledge"
    RESEARCH_STYLE = "research_style"
    WRITING_STYLE = "writing_style"
    POSITIONS = "positions"
    AUDIENCE = "audience"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ").capitalize()


class InferenceKind(StrEnum):
    """What an inference states of the papers."""

    TOPIC = "topic"
    """What they are on, or return to."""
    WORK = "work"
    """What a paper makes or does."""
    PRACTICE = "practice"
    """A way of working: of two papers, or said in a title or an abstract."""
    POSITION = "position"
    """What they argue or conclude."""
    MEASURE = "measure"
    """How they are written, in a number."""


class PaperSupport(Frozen):
    """One paper's part in an inference: a sentence of the form "One paper ..." and the passages it
    rests on."""

    paper_id: PaperId
    explanation: str
    evidence: tuple[Evidence, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _evidence_is_of_this_paper(self) -> Self:
        if any(e.paper_id != self.paper_id for e in self.evidence):
            raise ValueError("evidence of another paper")
        return self


class Inference(Frozen):
    """One short statement about the researcher's papers ("Your papers ...")."""

    inference_id: InferenceId
    aspect: ProfileAspect
    text: str = Field(min_length=1, max_length=2000)
    supports: tuple[PaperSupport, ...] = ()
    basis: str = ""
    """The numbers behind it, in one sentence: counts in the papers, shares or percentiles in the
    background."""
    terms: tuple[str, ...] = ()
    """The key phrases it is about; what actions and searches reuse."""
    kind: InferenceKind | None = None
    """None where only the words say it: a model's, a user's, and those of older profiles."""
    practice: str = ""
    """Which way of working it states ("user studies"), if one; stands among the terms."""
    measure: str = ""
    """Which `StyleMeasure` it states, if one."""
    enabled: bool = True
    origin: str = "extractive"
    """`extractive`, `user`, or the name of the model that wrote it."""
    flags: tuple[Flag, ...] = ()

    @model_validator(mode="after")
    def _one_support_a_paper(self) -> "Inference":
        ids = [s.paper_id for s in self.supports]
        if len(ids) != len(set(ids)):
            raise ValueError("a paper supports an inference once")
        return self

    def edited(self, text: str, terms: tuple[str, ...] = ()) -> "Inference":
        """The user's own wording with its own key phrases: the origin becomes `user`; flags,
        numbers, terms and facts of the old wording go, supports stay."""
        words = {"text": text, "terms": terms, "origin": "user", "basis": "", "flags": ()}
        return self.model_copy(update={**words, "kind": None, "practice": "", "measure": ""})


class ProfilePaper(Frozen):
    """A paper as the profile knows it. `number` counts from 1, as in "papers 1 and 3"."""

    paper_id: PaperId
    number: int = Field(ge=1)
    title: OneLine
    authors: tuple[OneLine, ...] = ()
    year: int | None = None
    venue: OneLine | None = None
    relation: Relation
    text_source: TextSource


CITED_FACTS = ("title", "authors", "year", "venue")
"""What a profile holds of a paper's facts."""


class StyleMeasure(Frozen):
    """One number on how the abstracts are written. `name` says the unit; `value` is the mean,
    `percentile` its place among the background's abstracts."""

    name: str
    value: float
    percentile: float = Field(ge=0, le=100)
    n_papers: int = Field(ge=1)


class Edit(Frozen):
    """One change, with both versions. `at` is an ISO 8601 time."""

    at: str
    before: Inference | None
    after: Inference | None
    papers_change: int | None = None
    """The number (from 0) of the change of papers that it came with; None: the user made it."""


class PapersChange(Frozen):
    """Papers that were added and removed, by title. `at` is an ISO 8601 time.

    `n_before` and `n_after` count the profile's papers, `n_kept` the inferences that stayed as they
    were.
    """

    at: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    n_before: int = Field(ge=0)
    n_after: int = Field(ge=1)
    n_kept: int = Field(ge=0)


class Profile(Document):
    """Inferences with their papers. Every piece of evidence is checked against `passages`, also
    when a file is read."""

    profile_id: ProfileId
    name: str
    engine: str = "extractive"
    created_at: str
    papers: tuple[ProfilePaper, ...]
    inferences: tuple[Inference, ...]
    passages: tuple[Passage, ...]
    """The passages that are cited, whole."""
    measures: tuple[StyleMeasure, ...] = ()
    """How the researcher's abstracts are written; empty where none is long enough, and in profiles
    that a model made."""
    n_withheld: int = Field(default=0, ge=0)
    """Inferences that the safeguards withheld; they are counted, never shown."""
    notes: tuple[str, ...] = ()
    """What the reader should know: papers without text, cut libraries."""
    edits: tuple[Edit, ...] = ()
    papers_changes: tuple[PapersChange, ...] = ()
    """The oldest first."""
    source_run: str = ""
    """The run that was given its papers last; empty: that of the profile's id."""

    @model_validator(mode="after")
    def _evidence_is_verbatim(self) -> "Profile":
        verify_all(
            tuple(e for i in self.inferences for s in i.supports for e in s.evidence), self.passages
        )
        known = {p.paper_id for p in self.papers}
        if any(s.paper_id not in known for i in self.inferences for s in i.supports):
            raise ValueError("an inference rests on a paper that is not in the profile")
        return self

    @property
    def enabled(self) -> tuple[Inference, ...]:
        return tuple(i for i in self.inferences if i.enabled)

    @property
    def of_substance(self) -> tuple[Inference, ...]:
        """What is switched on, without how and for whom a person writes: no report covers that."""
        beside = (ProfileAspect.WRITING_STYLE, ProfileAspect.AUDIENCE)
        return tuple(each for each in self.enabled if each.aspect not in beside)

    def of_aspect(self, aspect: ProfileAspect) -> tuple[Inference, ...]:
        return tuple(i for i in self.inferences if i.aspect is aspect)

    def paper(self, paper_id: PaperId) -> ProfilePaper:
        return next(p for p in self.papers if p.paper_id == paper_id)

    def inference(self, inference_id: InferenceId) -> Inference:
        for inference in self.inferences:
            if inference.inference_id == inference_id:
                return inference
        raise UnknownName("inference", inference_id, tuple(i.inference_id for i in self.inferences))

    def with_facts(self, paper_id: PaperId, facts: Mapping[str, object]) -> Self:
        """With some of a paper's `CITED_FACTS` put right."""
        papers = tuple(
            p.model_copy(update=facts) if p.paper_id == paper_id else p for p in self.papers
        )
        return self.model_copy(update={"papers": papers})

    def with_inference(self, inference: Inference, *, at: str) -> Self:
        """Adds it, or replaces the one with the same id. `at` goes into the history."""
        before = next(
            (i for i in self.inferences if i.inference_id == inference.inference_id), None
        )
        after = tuple(
            inference if i.inference_id == inference.inference_id else i for i in self.inferences
        )
        edit = Edit(at=at, before=before, after=inference)
        return self.model_copy(
            update={
                "inferences": after if before else (*after, inference),
                "edits": (*self.edits, edit),
            }
        )

    def without_inference(self, inference_id: InferenceId, *, at: str) -> Self:
        gone = self.inference(inference_id)
        left = tuple(i for i in self.inferences if i.inference_id != inference_id)
        return self.model_copy(
            update={
                "inferences": left,
                "edits": (*self.edits, Edit(at=at, before=gone, after=None)),
            }
        )
