"""How well a steered research serves the one who steers it. Source: STEER §3.1, appendices F.1,
F.3, F.4 and M.

`marks` are one an aspect: 0 not covered, 1 in part, 2 in full. `targets` are one a text: the places
of the aspects that it covers, perhaps none. What a judge could not say of is unscored and counts in
no mean.
"""

from collections.abc import Callable, Sequence

from eval.domain.judgment import Judgment, Scored, Targets, Unscored
from eval.domain.metric import Metric
from eval.domain.results import Item, Measured
from eval.judges.aspects import FULL

NO_KEYPOINTS = Unscored(reason="NoKeypoints: the report says nothing that could be on the aspects.")


def alignment(marks: Sequence[Judgment]) -> Measured:
    """Align(R, A) = (1 / 2|A|) * sum over a of align(R, a), in [0, 1]. Source: STEER §3.1."""
    return _of_marks(Metric.ALIGNMENT, marks, _halved)


def in_full(marks: Sequence[Judgment]) -> Measured:
    """(1 / |A|) * sum over a of I[align(R, a) = 2], in [0, 1]; by hand: where half marks come
    easily, it tells more."""
    return _of_marks(Metric.ASPECTS_IN_FULL, marks, lambda mark: float(mark == FULL))


def user_recall(marks: Sequence[Judgment]) -> Measured:
    """(1 / 2|A|) * sum over a of match(F, a), in [0, 1], of all replies F together: directions that
    the user chose or named. A user who was asked nothing has 0. Source: STEER F.4, M."""
    return _of_marks(Metric.USER_RECALL, marks, _halved)


def persona_state(marks: Sequence[Judgment]) -> Measured:
    """(1 / 2|A|) * sum over a of match(P, a), in [0, 1], of the aspects that the tool inferred in
    the end. Source: STEER F.3, M."""
    return _of_marks(Metric.PERSONA_STATE, marks, _halved)


def focus_keypoints(targets: Sequence[Targets]) -> Measured:
    """Focus_KP(R, A) = (1 / |KP|) * sum over k of I[map(k) is not empty], in [0, 1]; unscored
    without keypoints. Source: STEER §3.1."""
    return _of_targets(Metric.FOCUS_KEYPOINTS, targets or [NO_KEYPOINTS])


def focus_sentences(targets: Sequence[Targets]) -> Measured:
    """Focus_st: the same of every sentence of the report, in [0, 1]; it falls with the length of
    what only connects. Source: STEER F.1."""
    return _of_targets(Metric.FOCUS_SENTENCES, targets or [NO_KEYPOINTS])


def user_precision(targets: Sequence[Targets]) -> Measured:
    """(1 / |F|) * sum over replies f of I[map(f) is not empty], in [0, 1]; of a user who replied
    nothing there is none. Source: STEER F.4, M."""
    return _of_targets(Metric.USER_PRECISION, targets)


def _halved(mark: float) -> float:
    return mark / FULL


def _of_marks(
    metric: Metric, marks: Sequence[Judgment], worth: Callable[[float], float]
) -> Measured:
    """Raises ValueError for a mark that is none of 0, 1, 2."""
    if bad := [m.score for m in marks if isinstance(m, Scored) and m.score not in (0, 1, FULL)]:
        raise ValueError(f"a mark is 0, 1 or 2, not {bad[0]}")
    judged = (
        m if isinstance(m, Unscored) else m.model_copy(update={"score": worth(m.score)})
        for m in marks
    )
    return Measured(
        metric=metric,
        items=tuple(Item(name=f"aspect {n}", judgment=j) for n, j in enumerate(judged, 1)),
    )


def _of_targets(metric: Metric, targets: Sequence[Targets]) -> Measured:
    judged = (t if isinstance(t, Unscored) else Scored(score=float(bool(t))) for t in targets)
    return Measured(
        metric=metric,
        items=tuple(Item(name=f"text {n}", judgment=j) for n, j in enumerate(judged, 1)),
    )
