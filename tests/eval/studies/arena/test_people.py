"""A figure that can't be told from a coin beside people is no score."""

import pytest

from eval.datasets.human_pairs import read_pairs
from eval.domain.metric import Metric
from eval.domain.results import Estimate
from eval.studies.arena.people import (
    agreements_of,
    kept_agreements,
    why_withheld,
    withheld,
)
from eval.studies.arena.reports import PAIRS

KSR, KOR = Metric.KEYPOINT_SUPPORTED_RATE, Metric.KEYPOINT_OMISSION_RATE
SCORES = {("q1", "good"): 0.9, ("q1", "poor"): 0.2, ("q2", "good"): 0.8, ("q2", "poor"): 0.7}


def estimate(low: float, mean: float, high: float) -> Estimate:
    return Estimate(mean=mean, low=low, high=high, n_questions=20, n_instances=30)


@pytest.mark.parametrize(
    ("e", "why"),
    [
        (estimate(0.51, 0.6, 0.7), ""),
        (estimate(0.5, 0.6, 0.7), "it can't be told from a coin."),
        (estimate(0.4, 0.5, 0.6), "it can't be told from a coin."),
        (estimate(0.5, 0.5, 0.5), "it can't be told from a coin."),
        (estimate(0.3, 0.4, 0.49), "it goes against people."),
    ],
)
def test_only_what_is_above_a_coin_beyond_doubt_is_a_score(e, why):
    assert why_withheld(e) == why


def test_the_share_of_comparisons_decided_alike_is_of_those_that_were_scored(shared):
    pairs = read_pairs(shared / PAIRS)
    found = agreements_of({KSR: SCORES}, pairs, judge="local", seed=0)[KSR]
    assert found.accuracy_without_ties.mean == 1
    assert (found.n_pairs, found.n_unscored) == (2, 1)


def test_what_is_to_be_low_is_turned_round(shared):
    pairs = read_pairs(shared / PAIRS)
    omitted = {key: 1 - score for key, score in SCORES.items()}
    found = agreements_of({KOR: omitted, KSR: omitted}, pairs, judge="local", seed=0)
    assert found[KOR].accuracy_without_ties.mean == 1
    assert found[KSR].accuracy_without_ties.mean == 0


def test_without_comparisons_nothing_is_measured(shared):
    assert agreements_of({KSR: SCORES}, (), judge="local", seed=0) == {}
    assert agreements_of({KSR: {}}, read_pairs(shared / PAIRS), judge="local", seed=0) == {}


def test_what_a_run_measures_goes_before_what_is_kept(shared):
    pairs = read_pairs(shared / PAIRS)
    good = agreements_of({KSR: SCORES}, pairs, judge="local", seed=0)
    assert KSR not in withheld((KSR,), "local", good)
    worse = agreements_of(
        {KSR: {key: -score for key, score in SCORES.items()}}, pairs, judge="local", seed=0
    )
    assert "it goes against people" in withheld((KSR,), "local", worse)[KSR]


def test_without_a_measurement_the_local_judge_goes_by_what_is_kept_of_it_and_a_model_by_nothing():
    kept = kept_agreements()
    metrics = tuple(kept)
    assert set(withheld(metrics, "local", {})) == {m for m in metrics if kept[m].low <= 0.5}
    assert withheld(metrics, "desk:person", {}) == {}


def test_what_is_kept_says_on_what_when_and_by_which_command():
    for metric, kept in kept_agreements().items():
        assert 0 <= kept.low <= kept.accuracy <= kept.high <= 1, metric
        assert kept.n_questions <= kept.n_pairs
        assert "python -m eval arena" in kept.measured
