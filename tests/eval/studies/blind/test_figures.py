"""From opinions to figures."""

import pytest

from eval.domain.blind import Better, BlindResults, Opinion
from eval.studies.blind.figures import (
    ReadersAgreement,
    agreements_of,
    preferences_of,
    share_for_first,
    verdicts_of,
)


def opinion(query_id: str, reader: str, shown: str, better: Better | None) -> Opinion:
    first, second = shown.split()
    return Opinion(query_id=query_id, first=first, second=second, reader=reader, better=better)


def results(*opinions: Opinion) -> BlindResults:
    return BlindResults(seed=0, versions={}, questions={}, of=("us",), opinions=opinions)


A, B, TIE = Better.FIRST, Better.SECOND, Better.TIE
BOTH = (
    opinion("q1", "m", "us ant", A), opinion("q1", "m", "ant us", B),
    opinion("q2", "m", "us ant", A), opinion("q2", "m", "ant us", A),
    opinion("q3", "m", "us ant", B), opinion("q3", "m", "ant us", A),
    opinion("q4", "m", "us ant", None), opinion("q4", "m", "ant us", A),
)  # fmt: skip


def test_wins_ties_and_losses_are_counted_for_the_system_asked_about():
    [found] = preferences_of(results(*BOTH))
    assert (found.a, found.b, found.reader) == ("us", "ant", "m")
    # q1 won; q2 changed with the order: neither; q3 lost; q4 unscored
    assert (found.n_wins, found.n_ties, found.n_losses) == (1, 1, 1)
    assert (found.n_inconsistent, found.n_unscored) == (1, 1)
    assert found.win_rate is not None
    assert found.win_rate.mean == pytest.approx((1 + 0.5 + 0) / 3)
    assert found.win_rate.n_questions == 3


def test_the_order_of_opinions_does_not_matter():
    assert preferences_of(results(*reversed(BOTH)))[0].win_rate == (
        preferences_of(results(*BOTH))[0].win_rate
    )


def test_opinions_of_nobody_give_no_rate():
    [found] = preferences_of(results(opinion("q", "m", "us ant", None)))
    assert found.win_rate is None
    assert preferences_of(results()) == ()


def test_a_tie_and_a_choice_are_inconsistent():
    [verdict] = verdicts_of(
        results(opinion("q", "m", "us ant", TIE), opinion("q", "m", "ant us", A))
    )
    assert (verdict.score, verdict.is_inconsistent) == (0.5, True)


def test_the_share_for_what_is_shown_first_shows_a_bias():
    # of seven decided: A, B, A, A, B, A, A
    assert share_for_first(BOTH) == pytest.approx(5 / 7)
    assert share_for_first([opinion("q", "m", "us ant", TIE)]) is None


def test_two_readers_agree_on_the_pairs_that_both_scored():
    found = results(
        opinion("q1", "mia", "us ant", A), opinion("q1", "ben", "ant us", B),
        opinion("q2", "mia", "us ant", A), opinion("q2", "ben", "us ant", B),
        opinion("q3", "mia", "us ant", A), opinion("q3", "ben", "us ant", TIE),
        opinion("q4", "mia", "us ant", A), opinion("q4", "ben", "us ant", None),
    )  # fmt: skip
    assert agreements_of(found) == (
        ReadersAgreement("ben", "mia", n_pairs=3, n_same=1, n_opposite=1),
    )
