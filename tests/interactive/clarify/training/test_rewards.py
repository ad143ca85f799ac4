"""Equations 6 to 10 of IntentRL, by hand."""

from collections.abc import Sequence

import numpy as np
import pytest

from myscholar.interactive.clarify.training.rewards import (
    Penalties,
    Thresholds,
    content_reward,
    deviation_penalty,
    format_reward,
    n_questions,
    penalties,
    repetition_penalty,
    restating_penalty,
    reward,
    similarity_of,
)
from myscholar.text.likeness import LEXICAL

QUERY = "What changes the songs of wrens?"
INTENTS = ("noise", "boxes")


def on_axes(texts: Sequence[str], others: Sequence[str]) -> np.ndarray:
    """Texts are "x,y"; intents lie on the axes."""
    places = {"noise": (1.0, 0.0), "boxes": (0.0, 1.0)}

    def unit(text: str) -> np.ndarray:
        at = np.array(places.get(text) or [float(part) for part in text.split(",")])
        return np.asarray(at / np.linalg.norm(at))

    return np.array([[unit(a) @ unit(b) for b in others] for a in texts])


def penalized(*asked: str, intents: Sequence[str] = INTENTS) -> Penalties:
    *before, last = asked
    return penalties(last, before, query="-", intents=intents, similarity=on_axes)


def test_content_is_the_cosine_with_the_nearest_target() -> None:
    """(3, 4) / 5 with the axes: 0.6 and 0.8."""
    assert content_reward("3,4", INTENTS, on_axes) == pytest.approx(0.8)
    assert content_reward("3,4", ("noise",), on_axes) == pytest.approx(0.6)
    assert content_reward("-1,0", ("noise",), on_axes) == pytest.approx(-1)
    assert content_reward("3,4", INTENTS[::-1], on_axes) == pytest.approx(0.8)


def test_without_targets_there_is_nothing_to_be_worth() -> None:
    with pytest.raises(ValueError, match="target"):
        content_reward("3,4", (), on_axes)


@pytest.mark.parametrize(("n", "worth"), [(0, 0), (1, 1), (2, 0.5), (3, 0), (9, 0)])
def test_one_question_is_in_form_two_are_half_and_more_are_none(n: int, worth: float) -> None:
    assert format_reward(n) == worth


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("", 0),
        ("Tell me more.", 0),
        ("Noise or boxes?", 1),
        ("?", 1),
        ("Noise? And in which years?", 2),
        ("Really?? Noise?", 2),
        ("噪音？还是巢箱？", 2),
    ],
)
def test_questions_are_counted_by_their_marks(text: str, n: int) -> None:
    assert n_questions(text) == n


def test_a_repetition_costs_more_each_time() -> None:
    """2 * (0 + 1), 2 * (2 + 1); 0.5 * (1 + 1) with a gamma of one half."""
    assert repetition_penalty(0, is_repeated=True) == 2
    assert repetition_penalty(2, is_repeated=True) == 6
    assert repetition_penalty(1, is_repeated=True, weight=0.5) == 1
    assert repetition_penalty(5, is_repeated=False) == 0


def test_a_deviation_costs_as_many_as_there_were_before() -> None:
    assert [deviation_penalty(n, is_deviant=True) for n in (0, 1, 3)] == [0, 1, 3]
    assert deviation_penalty(3, is_deviant=False) == 0


def test_what_is_wrong_takes_the_place_of_content() -> None:
    """2 * 0.8 + 1; -2 * 3 + 0.5; with a beta of 3: 3 * 0.8 + 1."""
    assert reward(0.8, 1) == pytest.approx(2.6)
    assert reward(0.8, 0.5, 3) == pytest.approx(-5.5)
    assert reward(0.8, 1, weight=3) == pytest.approx(3.4)
    assert reward(0.8, 1, 0.1) == pytest.approx(0.8), "the least penalty takes all content"
    assert reward(-0.5, 0) == -1
    with pytest.raises(ValueError, match="0 or more"):
        reward(0.8, 1, -1)


def test_the_three_penalties_are_summed() -> None:
    assert Penalties(repetition=2, restating=1, deviation=4).total == 7
    assert Penalties().total == 0


def test_a_question_like_an_earlier_one_repeats_it_and_so_do_later_ones() -> None:
    """(10, 1) has a cosine of 0.995 with (1, 0), above 0.92; (2, 1) one of 0.894 with it."""
    assert penalized("1,0").repetition == 0
    assert penalized("1,0", "10,1").repetition == 2
    assert penalized("1,0", "10,1", "20,1").repetition == 4
    assert penalized("1,0", "2,1").repetition == 0
    assert penalized("1,0", "1,0", "0,1").repetition == 0, "new, whatever was before"


def test_a_threshold_itself_repeats_and_concerns() -> None:
    like = Thresholds(repeats=0.6, relevant=0.8)

    def at(*asked: str) -> Penalties:
        *before, last = asked
        return penalties(
            last, before, query="-", intents=("boxes",), similarity=on_axes, thresholds=like
        )

    assert at("1,0", "3,4").repetition == 2, "a cosine of 0.6"
    assert at("1,0", "3,4").deviation == 0, "a cosine of 0.8"


def test_a_question_far_from_all_intents_deviates_and_the_first_is_free() -> None:
    """(-1, -1) is far from both axes; (1, 1) has 0.707, below 0.8."""
    assert penalized("-1,-1").deviation == 0
    assert penalized("-1,-1", "1,1").deviation == 1
    assert penalized("-1,-1", "1,1", "-1,-2").deviation == 2
    assert penalized("-1,-1", "1,0").deviation == 0
    assert penalized("1,0", "-1,-1").deviation == 0, "the one before did not deviate"
    assert penalized("1,0", "1,0", intents=()).deviation == 1, "nothing is wanted"


@pytest.mark.parametrize(
    ("question", "restates"),
    [
        ("Do you prefer what changes the songs, or the wrens?", 1),
        ("Which?", 1),
        ("", 1),
        ("Do you care about street noise or nest boxes?", 0),
        ("Which songs of wrens: in cities or in woods?", 0),
    ],
)
def test_what_only_says_the_query_again_restates_it(question: str, restates: float) -> None:
    assert restating_penalty(question, QUERY) == restates
    found = penalties(
        question, (), query=QUERY, intents=(question or "-",), similarity=similarity_of(LEXICAL)
    )
    assert found.restating == restates


def test_three_of_four_words_restate_and_two_of_three_do_not() -> None:
    assert restating_penalty("changes songs wrens noise?", QUERY) == 1
    assert restating_penalty("songs wrens noise?", QUERY) == 0
