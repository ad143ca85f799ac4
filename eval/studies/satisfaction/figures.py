"""The benchmark's figures, as they are stored and shown."""

from collections.abc import Mapping
from enum import StrEnum

from pydantic import Field

from eval.studies.satisfaction.cases import JudgedKind
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen


class Source(StrEnum):
    BASELINE = "baseline"
    TRAINED = "trained"
    """Fitted on other users' judgments."""
    MODEL = "model"


class Share(Frozen):
    """A mean in [0, 1] with its 95 % interval, resampled by user."""

    value: float
    low: float
    high: float
    n: int = Field(ge=1)
    n_users: int = Field(ge=1)


class Figure(Frozen):
    """On one complaint, or one kind (`error_type` None); each judged thing counts once."""

    predictor: str
    source: Source
    kind: JudgedKind
    error_type: ErrorType | None = None
    n: int = Field(ge=0)
    n_satisfied: int = Field(ge=0)
    n_unscored: int = Field(default=0, ge=0)
    n_right: int = Field(ge=0)
    accuracy: Share | None = None
    baseline: float
    """Share of the more frequent verdict: what a constant reaches, and the test compares with."""
    triplet_accuracy: Share | None = None
    """Over whole triplets, repetitions included, as the paper counts: a constant "satisfied" has
    2/3. Not tested: repeated rows aren't independent."""
    ranking: Share | None = None
    """How often the complaint has the lowest probability of its triplet; 1/3 by chance."""
    auc: float | None = None
    auc_low: float | None = None
    auc_high: float | None = None
    n_complaints_called: int = Field(default=0, ge=0)
    n_complaints_rightly_called: int = Field(default=0, ge=0)
    """More than half must be right for a constant "satisfied" to be beaten."""
    p_value: float | None = None
    """Exact, one-sided chance of so many right answers at the baseline. None: not tested."""
    p_corrected: float | None = None
    """Times the number of tests of the run, at most 1 (Bonferroni)."""
    at_home_only: bool = False
    n_examples: int | None = None
    with_definition: bool | None = None

    @property
    def beats_baseline(self) -> bool:
        return self.p_corrected is not None and self.p_corrected <= LEVEL


LEVEL = 0.05


class Power(Frozen):
    kind: JudgedKind
    error_type: ErrorType | None
    n: int
    n_satisfied: int
    needed: int | None
    """Right answers that beat the baseline after correction; None: not even all would do."""
    detectable: float | None
    """True accuracy that would be recognized in 80 % of such studies."""


class Permutation(Frozen):
    """The best trained predictor by AUC, against itself on verdicts shuffled within users."""

    predictor: str
    kind: JudgedKind
    auc: float
    shuffled_mean: float
    """Below 0.5 as a rule: who has many complaints makes the others look content."""
    n: int
    p_value: float
    p_corrected: float
    """Times the number of trained predictors that it was the best of."""


class OutOfPlace(Frozen):
    """Left out where questions or reports are looked at (`cases.is_at_home`)."""

    kind: JudgedKind
    n: int
    n_satisfied: int


class Satisfaction(Frozen):
    benchmark: str = "satisfaction"
    dataset: str
    seed: int
    versions: Mapping[str, str] = {}
    figures: tuple[Figure, ...]
    power: tuple[Power, ...] = ()
    permutations: tuple[Permutation, ...] = ()
    out_of_place: tuple[OutOfPlace, ...] = ()
    conclusion: tuple[str, ...] = ()
    seconds: float = 0
    dollars: float | None = 0.0
    """Paid in this run, not in one that it went on with. None: a price is unknown."""
    model_calls: int = 0
    notes: tuple[str, ...] = ()

    @property
    def n_tests(self) -> int:
        return sum(f.p_value is not None for f in self.figures)
