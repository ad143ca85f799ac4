"""What a model replies when it judges: the reason always before the verdict, so that the verdict
follows from it and not the other way round.

Numbers refer to what the prompt lists.
"""

from typing import Literal

from pydantic import BaseModel, Field

_REASON = "Why, before the verdict."


class CategoryReply(BaseModel):
    reason: str = Field(description=_REASON)
    verdict: Literal["belongs", "does_not_belong"]


class AccuracyReply(BaseModel):
    reason: str = Field(description=_REASON)
    verdict: Literal["consistent", "contradicted"]


class RelevanceReply(BaseModel):
    reason: str = Field(description=_REASON)
    verdict: Literal["supports", "does_not_support"]


class SpecificityReply(BaseModel):
    reason: str = Field(description="Who else the statement would fit, before the score.")
    score: int = Field(ge=1, le=5)


class PreferenceReply(BaseModel):
    reason: str = Field(description="What of the profile each list takes up, before the choice.")
    better: Literal["A", "B"]


class CoherenceReply(BaseModel):
    reason: str = Field(description=_REASON)
    verdict: Literal["no_conflict", "conflict"]


class AdherenceReply(BaseModel):
    reason: str = Field(
        description="Each thing that the instruction asks for, and where the report does it or "
        "that it doesn't."
    )
    verdict: Literal["followed", "not_followed"]


class CriterionVerdict(BaseModel):
    criterion: int
    reason: str = Field(description=_REASON)
    verdict: Literal["met", "partly", "not_met"]


class CoverageReply(BaseModel):
    verdicts: list[CriterionVerdict] = Field(description="One for each criterion, in their order.")


class ParagraphVerdict(BaseModel):
    paragraph: int
    reason: str = Field(description=_REASON)
    verdict: Literal["helps", "does_not_help"]


class DirectnessReply(BaseModel):
    verdicts: list[ParagraphVerdict] = Field(description="One for each paragraph, in their order.")


class SourceVerdict(BaseModel):
    source: int = Field(description="Its number: 2 for S2.")
    verdict: Literal["supports", "does_not_support"]


class SentenceVerdict(BaseModel):
    sentence: int
    reason: str = Field(description=_REASON)
    verdict: Literal["wholly", "partly", "not", "no_claim"]
    sources: list[SourceVerdict] = Field(
        default=[],
        description="One for each source that the sentence cites or shares, in their order.",
    )


class SupportReply(BaseModel):
    verdicts: list[SentenceVerdict] = Field(description="One for each sentence, in their order.")


class SatisfactionReply(BaseModel):
    reason: str = Field(description=_REASON)
    verdict: Literal["satisfied", "not_satisfied"]


class ReportPreferenceReply(BaseModel):
    reason: str = Field(description="What each report gives the reader, before the choice.")
    better: Literal["A", "B", "tie"]


class Facet(BaseModel):
    text: str = Field(description="What a good answer holds, in one sentence.")
    importance: Literal["most_important", "nice_to_have"]


class FacetsReply(BaseModel):
    facets: list[Facet] = Field(description="The most important first.")


class FoundFault(BaseModel):
    why: str = Field(description="What is wrong, before its kind.")
    kind: Literal["not_borne_out", "contradiction", "other_question"]
    sentence: str = Field(description="The sentence, copied from the report.")


class FaultsReply(BaseModel):
    faults: list[FoundFault] = Field(description="In the report's order; empty if there is none.")


class AspectMark(BaseModel):
    aspect: int
    reason: str = Field(description=_REASON)
    mark: Literal[0, 1, 2]


class AspectMarksReply(BaseModel):
    verdicts: list[AspectMark] = Field(description="One for each aspect, in their order.")


class Keypoint(BaseModel):
    point: str = Field(description="The point, in one sentence.")
    spans: list[str] = Field(min_length=1, description="Where it stands, copied word for word.")


class KeypointsReply(BaseModel):
    points: list[Keypoint] = Field(description="In the text's order; empty if there is none.")


class TextTargets(BaseModel):
    text: int
    reason: str = Field(description=_REASON)
    aspects: list[int] = Field(description="Numbers of the aspects that it is on; often none.")


class TargetsReply(BaseModel):
    verdicts: list[TextTargets] = Field(description="One for each text, in their order.")


class ProfileReply(BaseModel):
    facts: list[str] = Field(
        description="8 to 10 facts about the person, each one sentence in the first person."
    )


class PersonalityReply(BaseModel):
    traits: list[str] = Field(
        description="8 to 10 traits of the person, each one sentence in the first person."
    )


class ExpectedAspect(BaseModel):
    aspect: str = Field(description="What the person expects to read of, as a short title.")
    evidence: str = Field(description="Words of the persona that show it, copied exactly.")
    reason: str = Field(description="Why the person needs it, in one sentence.")


class AspectsReply(BaseModel):
    aspects: list[ExpectedAspect] = Field(description="5 to 8, the most important first.")


class RelationVerdict(BaseModel):
    keypoint: int
    reason: str = Field(description=_REASON)
    verdict: Literal["supports", "contradicts", "omits"]


class RelationsReply(BaseModel):
    verdicts: list[RelationVerdict] = Field(description="One for each keypoint, in their order.")


class WeightedCriterion(BaseModel):
    title: str = Field(description="What is graded, in words of this very task.")
    description: str = Field(description="What a report must hold or do for a high grade.")
    weight: float = Field(gt=0, le=1)


class ChecklistReply(BaseModel):
    criteria: list[WeightedCriterion] = Field(description="Three to six, the heaviest first.")


class GradeReply(BaseModel):
    reason: str = Field(description="What it meets and what it lacks, before the grade.")
    grade: int = Field(ge=0, le=10)
