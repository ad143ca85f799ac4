"""The baseline and the trained predictors on one kind of judgments."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from eval.statistics.classification import roc_auc
from eval.studies.satisfaction.cases import (
    ERROR_TYPES,
    JudgedCase,
    JudgedKind,
    is_at_home,
    of_type,
)
from eval.studies.satisfaction.crossval import Bools, Floats, Rows, predict_held_out
from eval.studies.satisfaction.features import Context
from eval.studies.satisfaction.figures import Figure, Permutation, Source
from eval.studies.satisfaction.predictors import Predictor, predictors
from eval.studies.satisfaction.scoring import Predicted, Whose, figure_of
from myscholar.domain.runs import Event, Progress

ALWAYS_SATISFIED = "always satisfied"


def baseline_figures(
    kind: JudgedKind, cases: Sequence[JudgedCase], *, seed: int
) -> tuple[Figure, ...]:
    """A constant, by error type and for the kind: it knows how many were accepted."""
    whose = Whose(ALWAYS_SATISFIED, Source.BASELINE, kind)
    return _by_type(whose, cases, np.ones(len(cases)), seed=seed)


class _Trained(NamedTuple):
    predictor: Predictor
    cases: tuple[JudgedCase, ...]
    rows: Rows


def trained_figures(
    kind: JudgedKind,
    cases: Sequence[JudgedCase],
    context: Context,
    *,
    seed: int,
    progress: Progress,
) -> tuple[Figure, ...]:
    """Trained on all complaints of a kind together: one type alone has too few. Every user is
    predicted by the others' judgments.

    A predictor that has the rows of one user only is left out.
    """
    found: list[Figure] = []
    rivals = predictors(kind)
    for number, predictor in enumerate(rivals, start=1):
        if len({c.item.user_id for c in _open_to(predictor, cases)}) < 2:
            continue
        one = _rows_of(predictor, cases, context)
        whose = Whose(predictor.name, Source.TRAINED, kind, at_home_only=predictor.at_home_only)
        found.extend(
            _by_type(whose, one.cases, _predict_held_out(one, _satisfied(one.cases)), seed=seed)
        )
        step = f"Training predictors of {kind.value}s"
        progress(Event(step=step, done=number, total=len(rivals)))
    return tuple(found)


class Shuffles(NamedTuple):
    n: int
    seed: int
    progress: Progress


def permutation_of_best(
    kind: JudgedKind,
    cases: Sequence[JudgedCase],
    context: Context,
    figures: Sequence[Figure],
    shuffles: Shuffles,
) -> Permutation | None:
    """Whether the best trained predictor of all rows knows anything: its AUC against AUCs on
    verdicts shuffled within each user.

    Each shuffle goes through the whole nested cross-validation, so that choosing and fitting are
    tested too. That it is the best of several is corrected for by their number. None where no
    predictor has an AUC, or without shuffles.
    """
    n, step = shuffles.n, f"Comparing with shuffled verdicts of {kind.value}s"
    of_all = (kind, Source.TRAINED, None)
    trained = (f for f in figures if (f.kind, f.source, f.error_type) == of_all)
    rivals = [f for f in trained if not f.at_home_only]
    areas = {f.predictor: f.auc for f in rivals if f.auc is not None}
    if not areas or n < 1:
        return None
    best = max(areas, key=lambda name: areas[name])
    one = _rows_of(next(p for p in predictors(kind) if p.name == best), cases, context)
    users = np.array([c.item.user_id for c in one.cases])
    rng, found = np.random.default_rng(shuffles.seed), []
    for number in range(1, n + 1):
        verdicts = _shuffle_within(_satisfied(one.cases), users, rng)
        found.append(roc_auc(_predict_held_out(one, verdicts).tolist(), verdicts.tolist()) or 0.0)
        shuffles.progress(Event(step=step, done=number, total=n))
    p = (1 + sum(auc >= areas[best] for auc in found)) / (n + 1)
    return Permutation(
        predictor=best,
        kind=kind,
        auc=areas[best],
        shuffled_mean=float(np.mean(found)),
        n=n,
        p_value=p,
        p_corrected=min(1.0, p * len(rivals)),
    )


def _rows_of(predictor: Predictor, cases: Sequence[JudgedCase], context: Context) -> _Trained:
    kept = _open_to(predictor, cases)
    return _Trained(predictor, kept, predictor.rows(context, [c.item for c in kept]))


def _open_to(predictor: Predictor, cases: Sequence[JudgedCase]) -> tuple[JudgedCase, ...]:
    return tuple(c for c in cases if not predictor.at_home_only or is_at_home(c.item))


def _predict_held_out(one: _Trained, satisfied: Bools) -> Floats:
    users = [c.item.user_id for c in one.cases]
    return predict_held_out(one.predictor.candidates, one.rows, satisfied, users)


def _satisfied(cases: Sequence[JudgedCase]) -> Bools:
    return np.array([c.satisfied for c in cases], dtype=bool)


def _shuffle_within(satisfied: Bools, users: np.ndarray, rng: np.random.Generator) -> Bools:
    found = satisfied.copy()
    for user in np.unique(users):
        found[users == user] = rng.permutation(satisfied[users == user])
    return found


def _by_type(
    whose: Whose, cases: Sequence[JudgedCase], probabilities: Floats, *, seed: int
) -> tuple[Figure, ...]:
    found = []
    for error_type in (*ERROR_TYPES[whose.kind], None):
        within = {id(c) for c in of_type(cases, error_type)}
        rows = [
            Predicted(c.item.user_id, c.satisfied, c.triplets(error_type), float(p))
            for c, p in zip(cases, probabilities, strict=True)
            if id(c) in within
        ]
        found.append(figure_of(whose._replace(error_type=error_type), rows, seed=seed))
    return tuple(found)
