"""What flags and scores are worth against real judgments.

Three sets of items for each type: its `triplets` (a complaint and two acceptances beside it, each
once), `all` judged things of that kind, where the others' complaints count as undeserved flags too,
and for reports `own_spans`, those of all whose words in the report are surely this action's. A
detector that flags at random is right as often as its set's base rate. Source: MySQA §4.3, Tables 4
and 9.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from pydantic import Field

from eval.datasets.interviews import Judged, JudgedReport, Label, SpanTrust, distinct
from eval.domain.results import Estimate
from eval.statistics.bootstrap import bootstrap_statistic
from eval.statistics.classification import Classification, classification, roc_auc
from eval.studies.detectors.detection import Detection, Detector
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen

J = TypeVar("J", bound=Judged)
RESAMPLES = 1000


class Items(StrEnum):
    TRIPLETS = "triplets"
    ALL = "all"
    OWN_SPANS = "own_spans"


class Seen(Frozen):
    """What the detector of one type says of a thing; `deserved`: the user complained of it."""

    user_id: str
    deserved: bool
    flagged: bool
    score: float


class Figures(Frozen):
    error_type: ErrorType
    items: Items
    n: int = Field(ge=0)
    base_rate: float
    """Share of the items with this complaint: the precision of flags at random."""
    flags: Classification
    """Of the flags as users see them."""
    auc: Estimate | None
    """Of the score, 0.5 at random; resampled by users. None: only complaints, or none."""
    auc_in_triplets: float | None
    """How often a complaint scores above an acceptance of its triplet, ties counting half."""
    left_out: Classification
    """The score with a threshold chosen on the other users, by the best F1."""


def figures(
    judged: Sequence[J],
    detect: Detector[J],
    error_types: Iterable[ErrorType],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> tuple[Figures, ...]:
    """For each type and each set of items; `resamples` of users are for the area's interval."""
    seen_by = {item.judgment_id: detect(item) for item in judged}
    made = []
    for kind in error_types:
        scores = {name: found[kind] for name, found in seen_by.items() if kind in found}
        pairs = _pairs([i for i in judged if i.error_type is kind], scores)
        for which, items in _sets(judged, kind).items():
            seen = [
                Seen(
                    user_id=i.user_id,
                    deserved=i.error_type is kind and not i.satisfied,
                    **scores[i.judgment_id].model_dump(),
                )
                for i in items
            ]
            in_triplets = pairs if which is Items.TRIPLETS else ()
            made.append(_figures(kind, which, seen, in_triplets, seed=seed, n=resamples))
    return tuple(made)


def _sets(judged: Sequence[J], kind: ErrorType) -> dict[Items, tuple[J, ...]]:
    of_kind = [i for i in judged if i.error_type is kind]
    complaints = [i for i in of_kind if not i.satisfied]
    complained = set(map(_key, complaints))
    others = distinct([i for i in judged if i.error_type is not kind or i.satisfied])
    all_of_kind = (
        *distinct(complaints),
        *(i for i in others if i.satisfied or _key(i) not in complained),
    )
    own = tuple(
        i for i in all_of_kind if isinstance(i, JudgedReport) and i.span_trust is SpanTrust.OWN
    )
    sets = {Items.TRIPLETS: distinct(of_kind), Items.ALL: all_of_kind}
    return sets | ({Items.OWN_SPANS: own} if own else {})


def _key(item: Judged) -> tuple[str, ...]:
    report_id = item.report.report_id if isinstance(item, JudgedReport) else ""
    return item.user_id, item.text, report_id


def _pairs(
    triplets: Sequence[Judged], found: Mapping[str, Detection]
) -> tuple[tuple[float, float], ...]:
    scores = [(i, found[i.judgment_id].score) for i in triplets]
    bad = {i.triplet_id: score for i, score in scores if i.label is Label.BAD}
    good = [(i.triplet_id, score) for i, score in scores if i.label is not Label.BAD]
    return tuple((bad[t], score) for t, score in good if t in bad)


def _figures(
    kind: ErrorType,
    which: Items,
    seen: Sequence[Seen],
    pairs: Sequence[tuple[float, float]],
    *,
    seed: int,
    n: int,
) -> Figures:
    deserved = [s.deserved for s in seen]
    by_user: dict[str, list[Seen]] = {}
    for s in seen:
        by_user.setdefault(s.user_id, []).append(s)
    won = [(b > g) + 0.5 * (b == g) for b, g in pairs]
    return Figures(
        error_type=kind,
        items=which,
        n=len(seen),
        base_rate=sum(deserved) / len(seen) if seen else 0.0,
        flags=classification([s.flagged for s in seen], deserved),
        auc=bootstrap_statistic(by_user, area, seed=seed, n=n),
        auc_in_triplets=sum(won) / len(won) if won else None,
        left_out=classification(*left_out(seen)),
    )


def area(seen: Sequence[Seen]) -> float | None:
    return roc_auc([s.score for s in seen], [s.deserved for s in seen])


def left_out(seen: Sequence[Seen]) -> tuple[list[bool], list[bool]]:
    """What is flagged by the threshold that is best on all other users' items; what deserved it."""
    flagged, deserved = [], []
    for user in dict.fromkeys(s.user_id for s in seen):
        threshold = best_threshold([s for s in seen if s.user_id != user])
        for s in seen:
            if s.user_id == user:
                flagged.append(threshold is not None and s.score >= threshold)
                deserved.append(s.deserved)
    return flagged, deserved


def best_threshold(seen: Sequence[Seen]) -> float | None:
    """From which F1 is best, the highest of equals; None where nothing deserves a flag."""
    n_yes = sum(s.deserved for s in seen)
    best, threshold, right = 0.0, None, 0
    ordered = sorted(seen, key=lambda s: -s.score)
    for n_flagged, s in enumerate(ordered, start=1):
        right += s.deserved
        is_last_of_score = n_flagged == len(ordered) or ordered[n_flagged].score < s.score
        f1 = 2 * right / (n_flagged + n_yes)
        if is_last_of_score and f1 > best:
            best, threshold = f1, s.score
    return threshold
