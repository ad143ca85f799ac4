"""Predictions of each user's rows by a model that saw none of that user's: nested
leave-one-user-out.

Outer: every user is held out once. Inner: among the others every user is held out once more, to
choose between candidates. A row's prediction thus depends on no judgment of its own user, neither
through fitting nor through choosing.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from myscholar.errors import InputError

Rows = Any
"""A float matrix, dense or sparse: one row a case."""
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_LEAST = 1e-3
"""How near to 0 and 1 probabilities may come: one bold error must not decide."""


def predict_held_out(
    candidates: Sequence[Any], rows: Rows, satisfied: Bools, users: Sequence[str]
) -> Floats:
    """P(satisfied) of each row, in (0, 1), in the order of the rows.

    `candidates` are unfitted scikit-learn classifiers, the simplest first: a tie goes to it. Raises
    InputError with fewer than two users.
    """
    who = np.asarray(users)
    everyone = sorted(set(users))
    if len(everyone) < 2:
        raise InputError("Leaving users out needs judgments of at least two users.")
    found = np.empty(len(who))
    for user in everyone:
        held = who == user
        rest = _Part(rows[~held], satisfied[~held], who[~held])
        found[held] = _predict(choose(candidates, *rest), rest, rows[held])
    return found


class _Part(NamedTuple):
    rows: Rows
    satisfied: Bools
    users: NDArray[Any]


def choose(candidates: Sequence[Any], rows: Rows, satisfied: Bools, users: NDArray[Any]) -> Any:
    """The candidate with the smallest log loss on users held out among these."""
    everyone = sorted(set(users.tolist()))
    if len(candidates) == 1 or len(everyone) < 2:
        return candidates[0]
    losses = []
    for candidate in candidates:
        found = np.empty(len(users))
        for user in everyone:
            held = users == user
            found[held] = _predict(
                candidate, _Part(rows[~held], satisfied[~held], users[~held]), rows[held]
            )
        losses.append(round(_log_loss(found, satisfied), 9))
    return candidates[int(np.argmin(losses))]


def _predict(candidate: Any, known: _Part, rows: Rows) -> Floats:
    from sklearn.base import clone

    # nothing to tell apart: Laplace's rule of succession
    if known.satisfied.all() or not known.satisfied.any():
        return np.full(rows.shape[0], (known.satisfied.sum() + 1) / (len(known.satisfied) + 2))
    fitted = clone(candidate).fit(known.rows, known.satisfied)
    found: Floats = np.clip(fitted.predict_proba(rows)[:, 1], _LEAST, 1 - _LEAST)
    return found


def _log_loss(found: Floats, satisfied: Bools) -> float:
    return float(-np.mean(np.log(np.where(satisfied, found, 1 - found))))
