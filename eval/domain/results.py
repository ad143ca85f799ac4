"""A benchmark's figures, as they are stored and shown."""

from collections.abc import Mapping

from pydantic import Field

from eval.domain.judgment import Judgment, Scored, mean_of
from eval.domain.metric import Metric
from myscholar.domain.model import Frozen

FEWEST_QUESTIONS = 5
"""From fewer no interval and p-value are shown: they say more of the draw."""


class Item(Frozen):
    name: str
    """What was judged, for example `inference 3` or `section 2, claim 4, [7]`."""
    judgment: Judgment
    weight: float = Field(default=1, ge=0, allow_inf_nan=False)


class Measured(Frozen):
    metric: Metric
    items: tuple[Item, ...] = ()

    @property
    def score(self) -> float | None:
        """Weighted mean of scored items; None where there is none: it does not count."""
        return mean_of([i.judgment for i in self.items], [i.weight for i in self.items])

    def score_if(self, unscored: float) -> float | None:
        """The score if every unscored item had that one."""
        filled = Scored(score=unscored)
        each = [i.judgment if isinstance(i.judgment, Scored) else filled for i in self.items]
        return mean_of(each, [i.weight for i in self.items])

    @property
    def n_unscored(self) -> int:
        return sum(not isinstance(i.judgment, Scored) for i in self.items)


class Estimate(Frozen):
    """A mean with its bootstrap interval, resampled by question."""

    mean: float
    low: float
    high: float
    n_questions: int = Field(ge=1)
    n_instances: int = Field(ge=1)
    level: float = 0.95

    @property
    def has_interval(self) -> bool:
        return self.n_questions >= FEWEST_QUESTIONS


class Row(Frozen):
    system: str
    judge: str
    metric: Metric
    group: str = "all"
    estimate: Estimate | None = None
    n_scored: int = Field(default=0, ge=0)
    n_unscored: int = Field(default=0, ge=0)
    if_unscored_low: float | None = None
    if_unscored_high: float | None = None
    """The mean if all that is unscored had the lowest or the highest score of the metric's range.
    None: nothing is unscored, or the range has no end."""


class Comparison(Frozen):
    """Two systems on the same questions: `b` minus `a`."""

    metric: Metric
    judge: str
    group: str = "all"
    a: str
    b: str
    difference: Estimate
    p_value: float = Field(ge=0, le=1)
    """Two-sided, by sign-flipping the differences of questions."""


class JudgesAgreement(Frozen):
    """Two judges on a metric of the same outputs. Source: MySQA A.2."""

    metric: Metric
    a: str
    b: str
    n_items: int = Field(default=0, ge=0)
    n_unscored: int = Field(default=0, ge=0)
    """Items that one of them, or both, could not score; they count nowhere else."""
    same: float | None = None
    """Share of the items to which both give the same score, in [0, 1]. None: there are none, they
    can't be paired, as for citations, or they are grades."""
    kappa: float | None = None
    """Cohen's, of the same items, at most 1; 0 is what chance would give. None: not defined."""
    pearson: float | None = None
    """Correlation of the items' scores, for grades such as specificity. None: not defined."""
    n_instances: int = Field(default=0, ge=0)
    spearman: float | None = None
    """Correlation of the instances' scores: whether they rank outputs alike. None: not defined."""
    difference: Estimate | None = None
    """Mean of `b`'s score minus `a`'s, by question: which is kinder. None: none has both."""


class Results(Frozen):
    benchmark: str = "myscholarqa"
    dataset: str
    seed: int
    versions: Mapping[str, str]
    """Of the product, prompts, Python and whatever else a figure depends on."""
    rows: tuple[Row, ...]
    comparisons: tuple[Comparison, ...] = ()
    agreements: tuple[JudgesAgreement, ...] = ()
    failures: tuple[str, ...] = ()
    """Instances that a system could not answer, each as `INSTANCE: NAME: message`."""
    seconds: float = 0
    dollars: float | None = 0.0
    model_calls: int = 0
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """Those of the notes without which no figure should be read."""
