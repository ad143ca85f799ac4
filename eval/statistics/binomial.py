"""Is an accuracy above a baseline? Source: MySQA §4.3, Figure 6 (Dror et al. 2018)."""

from collections.abc import Sequence

from pydantic import Field

from myscholar.domain.model import Frozen


class BinomialTest(Frozen):
    n_right: int = Field(ge=0)
    n: int = Field(ge=1)
    baseline: float = Field(ge=0, le=1)
    """Accuracy of the baseline, held to be known."""
    p_value: float = Field(ge=0, le=1)
    """One-sided."""
    corrected: float | None = Field(default=None, ge=0, le=1)
    """After correction for the number of tests; None while that is not known."""

    @property
    def accuracy(self) -> float:
        return self.n_right / self.n

    def beats(self, alpha: float = 0.05) -> bool:
        """By the corrected p-value, or the plain one where there is none."""
        return (self.p_value if self.corrected is None else self.corrected) <= alpha


def binomial_test(n_right: int, n: int, baseline: float) -> BinomialTest:
    """Exact chance of at least `n_right` right answers of `n` if each were right with probability
    `baseline`.

    One-sided, since the question is whether a judge beats the majority class; MySQA does not say
    which it used, and a two-sided test would call a judge different that is worse. The answers are
    taken for independent: judgments of one user are not quite, so true p-values are rather larger.
    The baseline of the study's triplets is 2/3; elsewhere it is the majority's share in the same
    sample, which the test then takes for known. None right: p is 1. Raises ValueError unless 0 <=
    n_right <= n, 1 <= n and 0 <= baseline <= 1.
    """
    if not (0 <= n_right <= n and n >= 1 and 0 <= baseline <= 1):
        raise ValueError(f"{n_right} right of {n} against {baseline} can't be tested")
    p_value = chance_of_at_least(n_right, n, baseline)
    return BinomialTest(n_right=n_right, n=n, baseline=baseline, p_value=p_value)


def chance_of_at_least(n_right: int, n: int, probability: float) -> float:
    from scipy.stats import binom

    return float(binom.sf(n_right - 1, n, probability))


def bonferroni(tests: Sequence[BinomialTest]) -> tuple[BinomialTest, ...]:
    """P-values times their number, at most 1: alpha then bounds any false finding."""
    return tuple(
        t.model_copy(update={"corrected": min(1.0, t.p_value * len(tests))}) for t in tests
    )
