"""Intervals by resampling questions, and the test of two systems on the same questions.

Answers to one question resemble each other, also for different users, so that whole questions are
drawn with replacement (a cluster bootstrap); resampling instances would make intervals too narrow.
Intervals are percentiles (Efron and Tibshirani 1993, chapter 13).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from eval.domain.results import Estimate

T = TypeVar("T")
Floats = NDArray[np.float64]
_DRAWS_AT_ONCE = 1_000_000
_EXACT_UP_TO = 14
"""Questions: all 2^14 ways to flip their signs are gone through; of more, a sample."""


class PairedDifference(NamedTuple):
    difference: Estimate
    """`b` minus `a`."""
    p_value: float
    """Two-sided."""


def bootstrap_mean(
    values_by_question: Mapping[str, Sequence[float]],
    *,
    seed: int,
    n: int = 10_000,
    level: float = 0.95,
) -> Estimate:
    """Mean over all values, with the percentile interval of `n` resamples of questions.

    A question with three values counts three times one with one. Questions without values are left
    out. One question only: the interval is the mean, and says nothing. Raises ValueError where
    there is no value, or one that is no finite number.
    """
    kept = {q: v for q, v in values_by_question.items() if len(v)}
    if not kept:
        raise ValueError("there are no values to take the mean of")
    sums = {q: (math.fsum(v), len(v)) for q, v in kept.items()}
    if bad := [q for q, (total, _) in sums.items() if not math.isfinite(total)]:
        raise ValueError(f"the values of {bad[0]} are no finite numbers")
    estimate = bootstrap_sums(
        sums, _ratio, n_instances=sum(map(len, kept.values())), seed=seed, n=n, level=level
    )
    assert estimate is not None  # every question has a value
    return estimate


def bootstrap_sums(
    sums_by_question: Mapping[str, Sequence[float]],
    statistic: Callable[[Floats], Floats],
    *,
    n_instances: int,
    seed: int,
    n: int = 10_000,
    level: float = 0.95,
) -> Estimate | None:
    """A statistic that depends on sums over questions only, such as a ratio, F1 or tau, with its
    percentile interval; fast.

    Each question has a row of k sums; `statistic` makes (m,) numbers of an (m, k) array of total
    sums, and NaN where it is not defined. Resamples in which it is not are left out. `mean` is the
    statistic of all questions; None where that is not defined, or there is none.
    """
    rows = np.array([sums_by_question[q] for q in sorted(sums_by_question)], dtype=float)
    if not len(rows):
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        whole = float(statistic(np.array([[math.fsum(column) for column in rows.T]]))[0])
        found = statistic(_resample(rows, seed=seed, n=n))
    return _estimate(whole, found, n_questions=len(rows), n_instances=n_instances, level=level)


def bootstrap_statistic(
    items_by_question: Mapping[str, Sequence[T]],
    statistic: Callable[[Sequence[T]], float | None],
    *,
    seed: int,
    n: int = 2_000,
    level: float = 0.95,
) -> Estimate | None:
    """Any statistic of all items, such as a correlation, with its percentile interval; it is
    computed `n` times.

    It sees items question by question, in the order of the questions' names, and says None where it
    is not defined. Such resamples are left out. `mean` is the statistic of all items; None where
    that is not defined, or there is none.
    """
    kept = [v for _, v in sorted(items_by_question.items()) if len(v)]
    whole = statistic(list(chain.from_iterable(kept))) if kept else None
    if whole is None:
        return None
    drawn = np.random.default_rng(seed).integers(len(kept), size=(n, len(kept)))
    found = [statistic(list(chain.from_iterable(kept[i] for i in row))) for row in drawn]
    as_numbers = np.array([math.nan if f is None else f for f in found])
    return _estimate(
        whole, as_numbers, n_questions=len(kept), n_instances=sum(map(len, kept)), level=level
    )


def paired_difference(
    a: Mapping[str, Sequence[float]],
    b: Mapping[str, Sequence[float]],
    *,
    seed: int,
    n: int = 10_000,
    level: float = 0.95,
) -> PairedDifference:
    """`b` minus `a` on the questions that both have, with its interval and the p-value of a
    sign-flip test.

    A question's values stand for the same instances in the same order in both. If the systems were
    alike, the sum of a question's differences would be as likely to have the other sign, so the
    test flips the signs of whole questions and counts how often the mean is as far from 0 as it is:
    in all 2^q ways for up to 14 questions, else in `n` seeded ones with the observed way counted
    in, so that p is never 0. Equal systems: p is 1. Raises ValueError where no question is shared,
    or a shared one differs in number of values.
    """
    differences = {
        q: [y - x for x, y in zip(a[q], b[q], strict=True)] for q in sorted(a.keys() & b.keys())
    }
    estimate = bootstrap_mean(differences, seed=seed, n=n, level=level)
    return PairedDifference(
        estimate, _sign_flip(np.array([math.fsum(d) for d in differences.values()]), seed=seed, n=n)
    )


def _ratio(sums: Floats) -> Floats:
    return np.asarray(sums[:, 0] / sums[:, 1])


def _resample(rows: Floats, *, seed: int, n: int) -> Floats:
    """Sums of `n` resamples of the rows."""
    rng, size = np.random.default_rng(seed), len(rows)
    # bounds memory, not the result: the generator's stream is the same in any chunks
    at_once = max(1, _DRAWS_AT_ONCE // size)
    drawn = (
        rng.integers(size, size=(min(at_once, n - start), size)) for start in range(0, n, at_once)
    )
    return np.concatenate(
        [np.stack([column[d].sum(axis=1) for column in rows.T], axis=1) for d in drawn]
    )


def _estimate(
    whole: float, found: Floats, *, n_questions: int, n_instances: int, level: float
) -> Estimate | None:
    if math.isnan(whole):
        return None
    defined = found[~np.isnan(found)]
    low, high = np.quantile(
        defined if len(defined) else [whole], [(1 - level) / 2, (1 + level) / 2]
    )
    return Estimate(
        mean=whole,
        low=float(low),
        high=float(high),
        n_questions=n_questions,
        n_instances=n_instances,
        level=level,
    )


def _sign_flip(sums: Floats, *, seed: int, n: int) -> float:
    # equal sums in another order differ in the last digits
    least = abs(math.fsum(sums)) - 1e-9 * float(np.abs(sums).sum())
    if len(sums) <= _EXACT_UP_TO:
        signs = 1 - 2.0 * ((np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums))) & 1)
        return float((np.abs(signs @ sums) >= least).mean())
    signs = np.random.default_rng(seed).choice(np.array([-1.0, 1.0]), size=(n, len(sums)))
    return float((1 + (np.abs(signs @ sums) >= least).sum()) / (n + 1))
