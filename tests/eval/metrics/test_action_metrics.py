from itertools import product

import pytest

from eval.domain.judgment import Scored, Unscored
from eval.domain.metric import Metric
from eval.metrics.actions import coherence, uniqueness, win_rate

LOST = Unscored(reason="LLMTimeout: late")


def scored(*scores):
    return [Scored(score=s) for s in scores]


@pytest.mark.parametrize(
    ("personalized_first", "personalized_second", "wins"),
    [(1, 0, 1), (0, 1, 0), (1, 1, 0), (0, 0, 0), (0.5, 0.5, 0), (1, 0.5, 0), (0.5, 0, 0)],
)
def test_a_win_needs_both_orders(personalized_first, personalized_second, wins):
    found = win_rate([(Scored(score=personalized_first), Scored(score=personalized_second))])
    assert found.score == wins


def test_the_win_rate_is_the_share_of_comparisons_won():
    # won, tied by a judge that takes the first list, lost: 1/3
    pairs = [tuple(scored(1, 0)), tuple(scored(1, 1)), tuple(scored(0, 1))]
    found = win_rate(pairs)
    assert found.score == pytest.approx(1 / 3)
    assert [i.judgment.reason.split(" ")[0] for i in found.items] == [
        "personalized",
        "tie:",
        "generic",
    ]
    assert win_rate(pairs[::-1]).score == found.score


def test_a_coin_wins_a_quarter_and_the_first_place_wins_nothing():
    coin = [tuple(scored(a, b)) for a, b in product((0, 1), repeat=2)]
    assert win_rate(coin).score == 1 / 4
    assert win_rate([tuple(scored(1, 1))] * 3).score == 0


def test_one_order_unscored_leaves_the_pair_unscored_with_its_reason():
    for pair in ((LOST, Scored(score=0)), (Scored(score=1), LOST), (LOST, LOST)):
        found = win_rate([pair])
        assert (found.score, found.n_unscored) == (None, 1)
        assert found.items[0].judgment.reason == "LLMTimeout: late"
    assert win_rate([(LOST, LOST), tuple(scored(1, 0))]).score == 1


def test_coherence_is_the_share_of_actions_that_leave_the_query_answered():
    found = coherence(scored(1, 1, 0, 1), personalized=True)
    assert (found.score, found.metric) == (3 / 4, Metric.PERSONALIZED_COHERENCE)
    assert coherence([], personalized=False).metric is Metric.GENERIC_COHERENCE


def test_uniqueness_is_the_share_of_actions_not_followed_without_them():
    # followed anyway: 1 of 4
    found = uniqueness(scored(1, 0, 0, 0), personalized=False)
    assert (found.score, found.metric) == (3 / 4, Metric.GENERIC_UNIQUENESS)
    assert uniqueness([], personalized=True).metric is Metric.PERSONALIZED_UNIQUENESS


def test_all_followed_is_0_none_followed_is_1_and_unscored_stays_so():
    assert uniqueness(scored(1, 1), personalized=True).score == 0
    assert uniqueness(scored(0, 0), personalized=True).score == 1
    found = uniqueness([LOST, Scored(score=0)], personalized=True)
    assert (found.score, found.n_unscored) == (1, 1)
    assert (uniqueness([], personalized=True).score, win_rate([]).score) == (None, None)
