"""What is found when reports on one question are set side by side with their names hidden."""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import Field

from eval.domain.judgment import Judgment, Unscored
from myscholar.domain.model import Frozen


class ReportCounts(Frozen):
    """What needs no judge. `eval.metrics.counts` says how each is counted."""

    n_papers: int = Field(ge=0)
    n_figures: int = Field(ge=0)
    n_words: int = Field(ge=0)
    n_sentences: int = Field(ge=0)
    n_cited: int = Field(ge=0)
    """Of the sentences, those with a citation of their own."""

    @property
    def cited_share(self) -> float | None:
        """In [0, 1]; None without a sentence."""
        return self.n_cited / self.n_sentences if self.n_sentences else None

    @property
    def figures_per_1000(self) -> float | None:
        """Measured figures for 1,000 words; None without a word."""
        return 1000 * self.n_figures / self.n_words if self.n_words else None


class CountedReport(Frozen):
    query_id: str
    system: str
    counts: ReportCounts


class Better(StrEnum):
    FIRST = "A"
    SECOND = "B"
    TIE = "tie"


class Opinion(Frozen):
    """What one reader says of two reports, shown once: `first` as A, `second` as B."""

    query_id: str
    first: str
    second: str
    reader: str
    better: Better | None
    """None: the reader could not say; `reason` has why."""
    reason: str = ""


class CriterionJudgment(Frozen):
    text: str
    weight: float = Field(default=1, ge=0, allow_inf_nan=False)
    judgment: Judgment


class Coverage(Frozen):
    """What one reader finds in one report of what an answer must hold."""

    query_id: str
    system: str
    reader: str
    criteria: tuple[CriterionJudgment, ...]


class FaultKind(StrEnum):
    NOT_BORNE_OUT = "not_borne_out"
    """The words shown of what it cites say something else."""
    CONTRADICTION = "contradiction"
    """The report says the opposite elsewhere."""
    OTHER_QUESTION = "other_question"
    """It answers a question that was not asked."""


class ReportFault(Frozen):
    """A sentence of the report, word for word, that is wrong."""

    sentence: str = Field(min_length=1)
    kind: FaultKind
    why: str = ""


class FaultsFound(Frozen):
    """What one reader finds wrong in one report."""

    query_id: str
    system: str
    reader: str
    faults: tuple[ReportFault, ...] | Unscored


class BlindResults(Frozen):
    benchmark: str = "blind"
    seed: int
    versions: Mapping[str, str]
    questions: Mapping[str, str]
    """By query_id."""
    of: tuple[str, ...] = ()
    """The systems that are set beside all others."""
    counted: tuple[CountedReport, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    coverage: tuple[Coverage, ...] = ()
    faults: tuple[FaultsFound, ...] = ()
    model_calls: int = 0
    dollars: float | None = 0.0
    notes: tuple[str, ...] = ()
