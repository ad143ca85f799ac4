"""The trained predictors: few, small, and chosen by reasoning before any figure was seen.

They ask, in this order: is it length? single words? what can be measured of a statement and its
papers? the topic as a vector? the product's own flags? what stands beside it? Candidates differ in
how strongly they are held back; the inner cross-validation chooses among them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eval.studies.satisfaction.cases import Item, JudgedKind
from eval.studies.satisfaction.crossval import Floats, Rows
from eval.studies.satisfaction.features import Context, flag_features
from myscholar.text.similarity import tfidf

Make = Callable[[Context, Sequence[Item]], Rows]


@dataclass(frozen=True)
class Predictor:
    """`rows` makes one row an item; `candidates` are unfitted classifiers, the simplest first."""

    name: str
    rows: Make
    candidates: tuple[Any, ...]
    at_home_only: bool = False
    """Looks at question or report: trained and scored only on items at home."""


def predictors(kind: JudgedKind) -> tuple[Predictor, ...]:
    """Those that make sense for this kind. How many tests are corrected for follows from it."""
    words = tuple(_logistic(c, scaled=False) for c in (0.1, 1.0, 10.0))
    found = (
        Predictor("length", _lengths, (_logistic(1.0),)),
        Predictor("words", _words, words),
        Predictor("measured", _measure, _linear()),
        Predictor("measured, boosted", _measure, _boost_trees()),
        Predictor("topic", _vectors, _linear()),
        Predictor("nearest", _vectors, _nearest()),
        Predictor("flags", _flags, _linear(), at_home_only=True),
        Predictor("measured, at home", _measure_at_home, _linear(), at_home_only=True),
    )
    return found if kind is not JudgedKind.INFERENCE else found[:-2]


def _logistic(c: float, *, scaled: bool = True) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    # liblinear is quick on sparse rows; it holds the intercept back too, hardly so at this scale
    if not scaled:
        return LogisticRegression(C=c, solver="liblinear", intercept_scaling=10, random_state=0)
    return make_pipeline(StandardScaler(), LogisticRegression(C=c, solver="newton-cholesky"))


def _linear() -> tuple[Any, ...]:
    return tuple(_logistic(c) for c in (0.001, 0.01, 0.1, 1.0))


def _boost_trees() -> tuple[Any, ...]:
    from sklearn.ensemble import GradientBoostingClassifier

    how = {"learning_rate": 0.1, "subsample": 0.8, "min_samples_leaf": 5, "random_state": 0}
    sizes = ((10, 1), (30, 1), (30, 2))
    return tuple(
        GradientBoostingClassifier(n_estimators=n, max_depth=depth, **how) for n, depth in sizes
    )


def _nearest() -> tuple[Any, ...]:
    from sklearn.neighbors import KNeighborsClassifier

    how = {"metric": "cosine", "algorithm": "brute"}
    return tuple(KNeighborsClassifier(n_neighbors=k, **how) for k in (21, 11, 5))


def _lengths(_: Context, items: Sequence[Item]) -> Floats:
    return np.log1p([[len(i.text.split())] for i in items])


def _words(context: Context, items: Sequence[Item]) -> Rows:
    """The idf is the background's, so that no row depends on another."""
    return tfidf([i.text for i in items], context.background.idf)


def _vectors(context: Context, items: Sequence[Item]) -> Floats:
    return np.asarray(context.vectors([i.text for i in items]), dtype=float)


def _measure(context: Context, items: Sequence[Item]) -> Floats:
    return _table([context.features(i) for i in items])


def _measure_at_home(context: Context, items: Sequence[Item]) -> Floats:
    return _table([context.features(i) | context.at_home(i) for i in items])


def _flags(context: Context, items: Sequence[Item]) -> Floats:
    return _table(flag_features(items, context.background))


def _table(rows: Sequence[dict[str, float]]) -> Floats:
    """Columns by name; what a row does not have is 0."""
    names = sorted({name for row in rows for name in row})
    return np.array([[row.get(name, 0.0) for name in names] for row in rows])
