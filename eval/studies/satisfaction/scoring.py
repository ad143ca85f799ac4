"""From verdicts to figures, with the exact test against a constant and its correction."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from eval.statistics.binomial import chance_of_at_least
from eval.statistics.bootstrap import bootstrap_mean
from eval.statistics.classification import roc_auc
from eval.studies.satisfaction.cases import JudgedKind
from eval.studies.satisfaction.figures import LEVEL, Figure, Power, Share, Source
from myscholar.domain.flags import ErrorType

Floats = NDArray[np.float64]

THRESHOLD = 0.5
"""From this probability on a predictor says "satisfied"."""


def is_right(probability: float, satisfied: bool) -> bool:
    """Whether the verdict of a probability in [0, 1] is the user's."""
    return (probability >= THRESHOLD) is satisfied


def auc_interval(
    probabilities: Sequence[float],
    satisfied: Sequence[bool],
    users: Sequence[str],
    *,
    seed: int,
    n: int = 10_000,
    level: float = 0.95,
) -> tuple[float, float] | None:
    """Percentile interval of `roc_auc` under resampling of whole users, since one user's judgments
    hang together.

    None where there is no area. Draws without a complaint, or with nothing else, have none and are
    left out.
    """
    scores, good, who = (
        np.asarray(probabilities, dtype=float),
        np.asarray(satisfied, dtype=bool),
        np.asarray(users),
    )
    if good.all() or not good.any():
        return None
    names = sorted(set(users))
    # wins[u, v] and pairs[u, v]: accepted rows of user u against complaints of user v.
    wins, pairs = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            here = _wins(scores[good & (who == one)], scores[~good & (who == other)])
            wins[i, j], pairs[i, j] = here.sum(), here.size
    draws = (
        np.random.default_rng(seed)
        .multinomial(len(names), np.full(len(names), 1 / len(names)), size=n)
        .astype(float)
    )
    won = np.einsum("di,ij,dj->d", draws, wins, draws, optimize=True)
    possible = np.einsum("di,ij,dj->d", draws, pairs, draws, optimize=True)
    areas = won[possible > 0] / possible[possible > 0]
    low, high = np.quantile(areas, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _wins(above: Floats, below: Floats) -> Floats:
    difference = above[:, None] - below[None, :]
    return np.where(difference > 0, 1.0, np.where(difference == 0, 0.5, 0.0))


def bad_ranked_lowest(bad: float, goods: Sequence[float]) -> float:
    """Share of the lowest place in a triplet that goes to the complaint, in [0, 1]; 1/3 by chance.

    1 where the complaint alone is lowest, 0 where something accepted is lower, 1 / (number of
    lowest) in a tie: a constant gets 1/3. Needs no threshold. Raises ValueError unless there is an
    accepted row.
    """
    if not goods:
        raise ValueError("a complaint alone can't be ranked")
    lowest = min(bad, *goods)
    return 0.0 if bad > lowest else 1 / (1 + sum(g == lowest for g in goods))


def of_users(values: Sequence[float], users: Sequence[str]) -> Mapping[str, list[float]]:
    return {
        name: [v for v, u in zip(values, users, strict=True) if u == name]
        for name in sorted(set(users))
    }


class Predicted(NamedTuple):
    user_id: str
    satisfied: bool
    triplets: frozenset[str]
    probability: float | None
    """Of being satisfied; a judge's verdict is 0 or 1. None: unscored."""


class Whose(NamedTuple):
    predictor: str
    source: Source
    kind: JudgedKind
    error_type: ErrorType | None = None
    at_home_only: bool = False
    n_examples: int | None = None
    with_definition: bool | None = None


def figure_of(whose: Whose, rows: Sequence[Predicted], *, seed: int) -> Figure:
    """Unscored rows are only counted. A baseline, and what has no row, is not tested."""
    scored = [(r, r.probability) for r in rows if r.probability is not None]
    n, n_satisfied = len(scored), sum(r.satisfied for r, _ in scored)
    right = [is_right(p, r.satisfied) for r, p in scored]
    called = [r.satisfied for r, p in scored if p < THRESHOLD]
    baseline = max(n_satisfied, n - n_satisfied) / n if n else 0.0
    given = [p for _, p in scored], [r.satisfied for r, _ in scored]
    users = [r.user_id for r, _ in scored]
    low, high = auc_interval(*given, users, seed=seed) or (None, None)
    tested = n > 0 and whose.source is not Source.BASELINE
    return Figure(
        **whose._asdict(),
        n=n,
        n_satisfied=n_satisfied,
        n_unscored=len(rows) - n,
        n_right=sum(right),
        accuracy=_share([float(r) for r in right], users, seed),
        baseline=baseline,
        triplet_accuracy=_of_triplets(scored, _right, seed),
        ranking=_of_triplets(scored, _rank, seed),
        auc=roc_auc(*given),
        auc_low=low,
        auc_high=high,
        n_complaints_called=len(called),
        n_complaints_rightly_called=called.count(False),
        p_value=chance_of_at_least(sum(right), n, baseline) if tested else None,
    )


def _share(values: Sequence[float], users: Sequence[str], seed: int) -> Share | None:
    if not values:
        return None
    e = bootstrap_mean(of_users(values, users), seed=seed)
    return Share(value=e.mean, low=e.low, high=e.high, n=e.n_instances, n_users=e.n_questions)


Members = Sequence[tuple[Predicted, float]]


def _of_triplets(
    scored: Members, values: Callable[[Members], Sequence[float]], seed: int
) -> Share | None:
    """Mean over the triplets of which a complaint and two accepted rows are all there."""
    listed: defaultdict[str, list[tuple[Predicted, float]]] = defaultdict(list)
    for row, probability in scored:
        for triplet in row.triplets:
            listed[triplet].append((row, probability))
    whole = (m for _, m in sorted(listed.items()) if _is_whole(m))
    found = [(value, m[0][0].user_id) for m in whole for value in values(m)]
    return _share([v for v, _ in found], [u for _, u in found], seed)


def _is_whole(members: Members) -> bool:
    return sorted(r.satisfied for r, _ in members) == [False, True, True]


def _right(members: Members) -> list[float]:
    return [float(is_right(p, r.satisfied)) for r, p in members]


def _rank(members: Members) -> list[float]:
    bad = next(p for r, p in members if not r.satisfied)
    return [bad_ranked_lowest(bad, [p for r, p in members if r.satisfied])]


def correct(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """P-values times their number, at most 1: the level then bounds any false finding."""
    n_tests = sum(f.p_value is not None for f in figures)
    return tuple(
        f
        if f.p_value is None
        else f.model_copy(update={"p_corrected": min(1.0, f.p_value * n_tests)})
        for f in figures
    )


def power_of(figures: Sequence[Figure]) -> tuple[Power, ...]:
    level = LEVEL / max(1, sum(f.p_value is not None for f in figures))
    found = []
    for f in (f for f in figures if f.source is Source.BASELINE and f.n):
        needed = needed_right(f.n, f.baseline, level)
        found.append(
            Power(
                kind=f.kind,
                error_type=f.error_type,
                n=f.n,
                n_satisfied=f.n_satisfied,
                needed=needed,
                detectable=None if needed is None else detectable_accuracy(f.n, needed),
            )
        )
    return tuple(found)


def needed_right(n: int, baseline: float, level: float) -> int | None:
    """The fewest right answers of `n` whose one-sided exact p-value against `baseline` is at most
    `level`; None where not even `n` is enough."""
    enough = (k for k in range(n + 1) if chance_of_at_least(k, n, baseline) <= level)
    return next(enough, None)


def detectable_accuracy(n: int, needed: int, power: float = 0.8) -> float:
    """The smallest true accuracy, by 0.001, that gives `needed` right of `n` so often."""
    steps = (step / 1000 for step in range(1001))
    return next(step for step in steps if chance_of_at_least(needed, n, step) >= power)
