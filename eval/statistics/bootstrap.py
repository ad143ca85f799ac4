"""Intervals by resampling questions, and the test of two systems on the same questions.

Answers to one question resemble each other, also for different users, so that whole questions are drawn with replacement (a cluster
bootstrap); resampling instances would make intervals too narrow. Intervals are percentiles (Efron and Tibshirani 1993, chapter 13).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from eval.domain.results import Estimate

T = TypeVar("T")
_DRAWS_AT_ONCE = 1_000_000
_EXACT_UP_TO = 14
"""Questions: all 2^14 ways to flip their signs are gone through; of more, a sample."""


class PairedDifference(NamedTuple):
    difference: Estimate
    """`b` minus `a`."""
    p_value: float
    """Two-sided."""


def bootstrap_mean(
    values_by_question: Mapping[str, Sequence[float]], *, seed: int, n: int = 10_000, level: float = 0.95
) -> Estimate:
    """Mean over all values, with the percentile interval of `n` resamples of questions.

    A question with three values counts three times one with one. Questions without values are left out. One question only: the interval
    is the mean, and says nothing. Raises ValueError where there is no value.
    """
    kept = {q: v for q, v in sorted(values_by_question.items()) if len(v)}
    if not kept:
        raise ValueError("there are no values to take the mean of")
    sums = np.array([math.fsum(v) for v in kept.values()])
    counts = np.array([len(v) for v in kept.values()])
    low, high = np.quantile(_resampled_means(sums, counts, seed=seed, n=n), [(1 - level) / 2, (1 + level) / 2])
    return Estimate(
        mean=math.fsum(sums) / int(counts.sum()),
        low=float(low),
        high=float(high),
        n_questions=len(kept),
        n_instances=int(counts.sum()),
        level=level,
    )


def bootstrap_statistic(
    items_by_question: Mapping[str, Sequence[T]],
    statistic: Callable[[Sequence[T]], float | None],
    *,
    seed: int,
    n: int = 2_000,
    level: float = 0.95,
) -> Estimate | None:
    """Any statistic of all items with the percentile interval of `n` resamples of questions; `mean` is the statistic of the items.

    Slower than `bootstrap_mean`: the statistic is computed `n` times. It sees items question by question, in the order of the questions'
    names. Resamples in which it is None (say, a correlation of constants) are left out. None where it is None on the items themselves.
    """
    kept = [v for _, v in sorted(items_by_question.items()) if len(v)]
    whole = statistic(list(chain.from_iterable(kept))) if kept else None
    if whole is None:
        return None
    drawn = np.random.default_rng(seed).integers(len(kept), size=(n, len(kept)))
    found = [statistic(list(chain.from_iterable(kept[i] for i in row))) for row in drawn]
    low, high = np.quantile([f for f in found if f is not None] or [whole], [(1 - level) / 2, (1 + level) / 2])
    return Estimate(
        mean=whole, low=float(low), high=float(high), n_questions=len(kept), n_instances=sum(map(len, kept)), level=level
    )


def paired_difference(
    a: Mapping[str, Sequence[float]], b: Mapping[str, Sequence[float]], *, seed: int, n: int = 10_000, level: float = 0.95
) -> PairedDifference:
    """`b` minus `a` on the questions that both have, with its interval and the p-value of a sign-flip test.

    A question's values stand for the same instances in the same order in both. If the systems were alike, the sum of a question's
    differences would be as likely to have the other sign, so the test flips the signs of whole questions and counts how often the mean
    is as far from 0 as it is: in all 2^q ways for up to 14 questions, else in `n` seeded ones with the observed way counted in, so that
    p is never 0. Equal systems: p is 1. Raises ValueError where no question is shared, or a shared one differs in number of values.
    """
    shared = sorted(q for q in a.keys() & b.keys() if len(a[q]) or len(b[q]))
    differences = {q: [y - x for x, y in zip(a[q], b[q], strict=True)] for q in shared}
    estimate = bootstrap_mean(differences, seed=seed, n=n, level=level)
    return PairedDifference(estimate, _sign_flip(np.array([math.fsum(d) for d in differences.values()]), seed=seed, n=n))


def _resampled_means(sums: NDArray[np.float64], counts: NDArray[np.int64], *, seed: int, n: int) -> NDArray[np.float64]:
    rng, size = np.random.default_rng(seed), len(sums)
    rows = max(1, _DRAWS_AT_ONCE // size)  # bounds memory, not the result: the generator's stream is the same in any chunks
    means = np.empty(n)
    for start in range(0, n, rows):
        drawn = rng.integers(size, size=(min(rows, n - start), size))
        means[start : start + rows] = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    return means


def _sign_flip(sums: NDArray[np.float64], *, seed: int, n: int) -> float:
    observed = abs(math.fsum(sums))
    if len(sums) <= _EXACT_UP_TO:
        signs = 1 - 2.0 * ((np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums))) & 1)
        return float((np.abs(signs @ sums) >= _just_under(observed, sums)).mean())
    rng = np.random.default_rng(seed)
    flipped = rng.choice(np.array([-1.0, 1.0]), size=(n, len(sums))) @ sums
    return float((1 + (np.abs(flipped) >= _just_under(observed, sums)).sum()) / (n + 1))


def _just_under(observed: float, sums: NDArray[np.float64]) -> float:
    """Sums of the same numbers in another order differ in the last digits, which must not count as less."""
    return observed - 1e-9 * float(np.abs(sums).sum())
