"""Measures of IntentRL, by hand."""

import numpy as np
import pytest

from eval.metrics.intentrl import (
    f1_of_sums,
    intent_f1,
    intent_precision,
    intent_recall,
    quality_score,
)

TOLD = (2, None, 2, 0, None)
"""Five questions: the second and the last were turned down, the third found what was known."""


def test_quality_is_twice_the_content_and_the_form() -> None:
    """2 * 0.71 + 1 = 2.42, near the paper's 2.43."""
    assert quality_score(0.71, 1) == pytest.approx(2.42)
    assert quality_score(-1, 0) == -2
    assert quality_score(1, 1) == 3


def test_recall_counts_an_intent_once() -> None:
    """Of four intents: after 1 turn 1, after 3 still 1, after 4 and all others 2."""
    found = [intent_recall(TOLD, 4, turns) for turns in (0, 1, 2, 3, 4, 5, 12)]
    assert found == [0, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5]
    assert intent_recall((0,), 1, 1) == 1
    assert intent_recall((), 3, 9) == 0
    with pytest.raises(ValueError, match="no intent"):
        intent_recall((), 0, 9)


def test_precision_counts_every_question_that_concerned_an_intent() -> None:
    """1/1, 1/2, 2/3, 3/4, 3/5; after the last question it stays."""
    found = [intent_precision(TOLD, turns) for turns in (1, 2, 3, 4, 5, 12)]
    assert found == pytest.approx([1, 1 / 2, 2 / 3, 3 / 4, 3 / 5, 3 / 5])
    assert intent_precision((None,), 3) == 0


def test_who_asks_nothing_has_no_precision() -> None:
    assert intent_precision((), 9) is None
    assert intent_precision(TOLD, 0) is None


def test_more_turns_never_lower_recall() -> None:
    drawn = np.random.default_rng(0)
    for _ in range(50):
        told = [None if n < 0 else int(n) for n in drawn.integers(-4, 6, size=12)]
        found = [intent_recall(told, 6, turns) for turns in range(13)]
        assert found == sorted(found)
        assert 0 <= found[0] <= found[-1] <= 1


def test_f1_is_the_papers() -> None:
    """Figure 3 at 3 turns: 43.33 and 14.24 give 21.44; at 9 turns: 36.44 and 27.49 give 31.34."""
    assert intent_f1(0.4333, 0.1424) == pytest.approx(0.2144, abs=1e-4)
    assert intent_f1(0.3644, 0.2749) == pytest.approx(0.3134, abs=1e-4)
    assert intent_f1(0, 0) == 0
    assert intent_f1(1, 0) == 0
    assert intent_f1(1, 1) == 1


def test_f1_of_many_dialogues_is_that_of_their_means() -> None:
    """Precisions 1 and 0 of two, recalls 0.5 and 0.1 of two: means 0.5 and 0.3, F1 0.375. Then two
    of which one asked nothing; then nothing found; then nothing asked."""
    sums = np.array([[1, 2, 0.6, 2], [1, 1, 0.5, 2], [0, 2, 0, 2], [0, 0, 0, 2]])
    with np.errstate(invalid="ignore"):
        found = f1_of_sums(sums)
    assert found[:3] == pytest.approx([intent_f1(0.5, 0.3), intent_f1(1, 0.25), 0])
    assert found[0] == pytest.approx(0.375)
    assert np.isnan(found[3])
