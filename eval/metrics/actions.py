"""How well actions are proposed. Source: MySQA §3.2, Table 2; D.10-D.12."""

from collections.abc import Sequence

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.metric import Metric
from eval.domain.results import Measured
from eval.metrics.items import number_items


def win_rate(pairs: Sequence[tuple[Judgment, Judgment]]) -> Measured:
    """Share of comparisons that the personalized actions win, in [0, 1]. Source: MySQA §3.2, D.10.

    Of each pair, the first judgment saw the personalized list as `a`, the second saw it as `b`, so
    that 1 and 0 is a win. Both orders must agree: when they name different lists, or either can't
    part them, it is a tie, and a tie is no win (0), as MySQA's release counts. A judge that always
    takes the first list thus scores 0, and one that tosses a coin 0.25, not 0.5. If either order is
    unscored, the pair is. The release compares the lists of each category of actions; ours compares
    all of an output's actions at once.
    """
    won = [_both_orders(a, b) for a, b in pairs]
    return Measured(metric=Metric.WIN_RATE, items=number_items("comparison", won))


def _both_orders(as_a: Judgment, as_b: Judgment) -> Judgment:
    if isinstance(as_a, Unscored) or isinstance(as_b, Unscored):
        return as_a if isinstance(as_a, Unscored) else as_b
    won, verdict = as_a.score > 0.5 > as_b.score, "tie: no winner in both orders"
    if won:
        verdict = "personalized in both orders"
    elif as_a.score < 0.5 < as_b.score:
        verdict = "generic in both orders"
    return Scored(score=float(won), reason=f"{verdict}. {as_a.reason}".strip())


def coherence(judgments: Sequence[Judgment], *, personalized: bool) -> Measured:
    """Share of the actions of one kind that can be followed while the query is answered, in [0, 1].
    Source: MySQA §3.2, D.11."""
    metric = Metric.PERSONALIZED_COHERENCE if personalized else Metric.GENERIC_COHERENCE
    return Measured(metric=metric, items=number_items("action", judgments))


def uniqueness(followed_without_actions: Sequence[Judgment], *, personalized: bool) -> Measured:
    """Share of the actions of one kind that a report written from the query alone does not follow
    anyway, in [0, 1]: 1 - adherence.

    One judgment an action: adherence of the report without actions to it. All proposed actions
    count, chosen or not. Source: MySQA §3.2, D.12.
    """
    metric = Metric.PERSONALIZED_UNIQUENESS if personalized else Metric.GENERIC_UNIQUENESS
    inverted = [
        j.model_copy(update={"score": 1 - j.score}) if isinstance(j, Scored) else j
        for j in followed_without_actions
    ]
    return Measured(metric=metric, items=number_items("action", inverted))
