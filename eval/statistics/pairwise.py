"""Does a judge choose as people do between two reports? Source: Deutsch, Foster and Freitag (2023),
"Ties Matter"; Bragg et al. (2026).

Scores of two reports are compared, not the scores themselves. People call many pairs equal, while a
model's mean of many small judgments hardly ever is; so a difference of the judge's scores up to a
threshold is a tie, too. The threshold is fixed beforehand, or found on some questions and used on
others; found and used on the same pairs it flatters the judge, most where pairs are few.
"""

import math
import random
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

import numpy as np

from eval.domain.results import Estimate
from eval.statistics.bootstrap import Floats, bootstrap_mean, bootstrap_sums
from myscholar.domain.model import Frozen

_DIGITS = 9
"""0.3 - 0.2 and 0.1 are the same difference."""


class Pair(Frozen):
    """Two reports on one question: by how much the first is better, above 0 if it is."""

    question: str
    human: float
    """Difference of what people say; only its sign counts."""
    judge: float
    """Difference of the judge's scores."""


class Ties(StrEnum):
    """What a tie is worth."""

    EQUAL = "equal"
    """A tie is right where people tie, and wrong elsewhere: acc_eq of Deutsch et al. (2023)."""
    HALF = "half"
    """Half right where only one of the two ties. Bragg et al. (2026)."""


class Counts(Frozen):
    """All pairs, each once: C, D, T_h, T_m and T_hm of Deutsch et al. (2023)."""

    concordant: int = 0
    discordant: int = 0
    human_ties: int = 0
    judge_ties: int = 0
    both_tie: int = 0

    @property
    def n(self) -> int:
        return self.concordant + self.discordant + self.human_ties + self.judge_ties + self.both_tie


def counts(pairs: Sequence[Pair], *, threshold: float = 0.0) -> Counts:
    """The judge ties where its difference is at most `threshold`, which is 0 or more."""
    kinds = Counter((_sign(p.human), 0 if _tied(p, threshold) else _sign(p.judge)) for p in pairs)
    return Counts(
        concordant=kinds[1, 1] + kinds[-1, -1],
        discordant=kinds[1, -1] + kinds[-1, 1],
        human_ties=kinds[0, 1] + kinds[0, -1],
        judge_ties=kinds[1, 0] + kinds[-1, 0],
        both_tie=kinds[0, 0],
    )


def pairwise_accuracy(
    pairs: Sequence[Pair], *, threshold: float = 0.0, ties: Ties = Ties.EQUAL
) -> float | None:
    """Share of pairs on which the judge decides as people do, in [0, 1]. None: no pair counts."""
    right = _right(pairs, threshold, ties)
    return math.fsum(right) / len(right) if right else None


def accuracy_estimate(
    pairs: Sequence[Pair],
    *,
    seed: int,
    ties: Ties = Ties.EQUAL,
    n: int = 10_000,
) -> Estimate | None:
    """`pairwise_accuracy` with its interval, resampled by question. None: no pair counts."""
    right = {q: _right(of, 0.0, ties) for q, of in _by_question(pairs).items()}
    return bootstrap_mean(right, seed=seed, n=n) if any(right.values()) else None


def kendall_estimate(pairs: Sequence[Pair], *, seed: int, n: int = 10_000) -> Estimate | None:
    """Tau-b over the given pairs alone, (C - D) / sqrt((C + D + T_m)(C + D + T_h)) in [-1, 1], with
    its interval by question.

    It compares no report with one of another question. None where either side ties on every pair,
    for which the evaluation code of Bragg et al. (2026) says 0.
    """
    rows = {q: _row(of) for q, of in _by_question(pairs).items()}
    return bootstrap_sums(rows, _tau, n_instances=len(pairs), seed=seed, n=n)


def threshold_of_equal_ties(pairs: Sequence[Pair]) -> float:
    """The smallest threshold with which the judge ties about as often as people do; 0 without
    pairs. Source: Bragg et al. (2026).

    It looks at how many pairs people tie on, not at which, and so flatters the judge less than the
    threshold of the highest accuracy (Deutsch et al. 2023). Bragg et al. try 0.01 to 0.15; ours
    tries 0 and the sizes of the judge's differences.
    """
    sizes, wanted = sorted(map(_size, pairs)), sum(_sign(p.human) == 0 for p in pairs)
    candidates = [0.0, *sizes]
    return min(candidates, key=lambda t: (abs(bisect_right(sizes, t) - wanted), t))


def accuracy_out_of_sample(
    pairs: Sequence[Pair],
    *,
    find: Callable[[Sequence[Pair]], float] = threshold_of_equal_ties,
    seed: int,
    folds: int = 10,
) -> Estimate | None:
    """Pairwise accuracy, ties counting as `EQUAL`, where each question's pairs are judged with the
    threshold that `find` finds on the questions of other folds.

    Questions are dealt to the folds at random, at most one fold a question. The interval resamples
    questions with the thresholds held, so it leaves out their own uncertainty. None: fewer than two
    questions.
    """
    grouped = _by_question(pairs)
    questions = sorted(grouped)
    random.Random(seed).shuffle(questions)
    dealt = [questions[i::folds] for i in range(min(folds, len(questions)))]
    if len(dealt) < 2:
        return None
    right: dict[str, list[float]] = {}
    for held in dealt:
        threshold = find([p for q in sorted(grouped.keys() - set(held)) for p in grouped[q]])
        right |= {q: _right(grouped[q], threshold) for q in held}
    return bootstrap_mean(right, seed=seed)


def _row(pairs: Sequence[Pair]) -> list[float]:
    """Concordant and discordant pairs, and ties of the judge and of people alone."""
    c = counts(pairs)
    return [c.concordant, c.discordant, c.judge_ties, c.human_ties]


def _tau(sums: Floats) -> Floats:
    ordered, difference = sums[:, 0] + sums[:, 1], sums[:, 0] - sums[:, 1]
    norm = np.sqrt((ordered + sums[:, 2]) * (ordered + sums[:, 3]))
    return np.asarray(np.divide(difference, norm, out=np.full(len(sums), math.nan), where=norm > 0))


def _by_question(pairs: Sequence[Pair]) -> Mapping[str, list[Pair]]:
    grouped: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        grouped[pair.question].append(pair)
    return grouped


def _right(pairs: Sequence[Pair], threshold: float, ties: Ties = Ties.EQUAL) -> list[float]:
    return [_value(p, ties, tied=_tied(p, threshold)) for p in pairs]


def _value(pair: Pair, ties: Ties = Ties.EQUAL, *, tied: bool) -> float:
    """What a decision is worth: a tie if `tied`, else the sign of the judge's difference."""
    human, judge = _sign(pair.human), 0 if tied else _sign(pair.judge)
    half = ties is Ties.HALF and (human == 0 or judge == 0)
    return 1.0 if human == judge else 0.5 if half else 0.0


def _sign(difference: float) -> int:
    rounded = round(difference, _DIGITS)
    return (rounded > 0) - (rounded < 0)


def _size(pair: Pair) -> float:
    return round(abs(pair.judge), _DIGITS)


def _tied(pair: Pair, threshold: float) -> bool:
    return _size(pair) <= round(threshold, _DIGITS)
