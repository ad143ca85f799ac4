"""What a report makes of what its sources say. Source: Arena §4, equations 5-8.

A keypoint that the judge could say nothing of is unscored and counts in no rate, so that the three
sum to 1 over those that are scored.
"""

from collections.abc import Callable, Sequence

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.keypoints import EvidenceKeypoint, JudgedSources, KeypointRelation, Related
from eval.domain.metric import Metric
from eval.domain.results import Item, Measured

NO_CITATIONS = Unscored(reason="NoCitations: the report cites nothing.")
NO_KEYPOINTS = Unscored(
    reason="NoKeypoints: the words of its sources hold nothing that answers the question."
)
RATES = {
    Metric.KEYPOINT_SUPPORTED_RATE: KeypointRelation.SUPPORTED,
    Metric.KEYPOINT_CONFLICT_RATE: KeypointRelation.CONTRADICTED,
    Metric.KEYPOINT_OMISSION_RATE: KeypointRelation.OMITTED,
}


def unify(
    keypoints: Sequence[EvidenceKeypoint], is_same: Callable[[str, str], bool]
) -> tuple[EvidenceKeypoint, ...]:
    """UEK = Dedup(union over u of K_u): each point once, the first to say it, with the spans of all
    that do. Source: Arena eq. 5."""
    found: list[EvidenceKeypoint] = []
    for keypoint in keypoints:
        place = next((i for i, f in enumerate(found) if is_same(f.text, keypoint.text)), None)
        if place is None:
            found.append(keypoint)
        else:
            spans = dict.fromkeys((*found[place].spans, *keypoint.spans))
            found[place] = found[place].model_copy(update={"spans": tuple(spans)})
    return tuple(found)


def keypoint_rates(judged: JudgedSources) -> tuple[Measured, ...]:
    """KSR, KCR and KOR: the share of the keypoints that the report supports, contradicts and omits,
    each in [0, 1]. Of a report without keypoints none is scored. Source: Arena eq. 6-8."""
    items = [(f"keypoint {n}", k.judged) for n, k in enumerate(judged.keypoints, 1)]
    if not items:
        why = judged.unscored[:1] or (NO_KEYPOINTS if judged.n_sources else NO_CITATIONS,)
        items = [("keypoints", why[0])]
    return tuple(
        Measured(
            metric=metric,
            items=tuple(Item(name=name, judgment=_is(related, of)) for name, related in items),
        )
        for metric, of in RATES.items()
    )


def _is(judged: Related | Unscored, of: KeypointRelation) -> Judgment:
    if isinstance(judged, Unscored):
        return judged
    return Scored(score=float(judged.relation is of), reason=judged.reason)
