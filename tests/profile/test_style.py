"""Measures of style, worked out by hand."""

import pytest

from myscholar.profile.style import MEASURES


@pytest.mark.parametrize(
    ("measure", "text", "value"),
    [
        ("words_per_sentence", "Nests are loud. We measured how loud they are.", 4.5),  # 3 and 6 words
        ("first_person_per_100_words", "We hear our nests at night now.", 100 * 2 / 7),
        ("hedges_per_100_words", "Nests may be loud and could be quiet.", 100 * 2 / 8),
        ("contrasts_per_100_words", "Nests are loud, but boxes are quiet.", 100 * 1 / 7),
        ("numbers_per_100_words", "We saw 12 nests and 3.5 boxes in total.", 100 * 2 / 7),
        ("questions_per_100_sentences", "Are nests loud? They are loud in spring.", 50.0),
        ("dashes_per_100_words", "Nests – and boxes – are loud.", 100 * 2 / 5),
        ("parentheses_per_100_words", "Nests (of wood) are loud (2019).", 100 * 1 / 5),
        (
            "parentheses_per_100_words",
            "Nests (NAC) are loud (30dB) in May (as a rule).",
            100 * 1 / 10,
        ),  # a short form, a value, an aside
        ("numbers_per_100_words", "In 2019, Task 4 of NestEval-2019 (arXiv:1901.01234) had 12 nests.", 100 * 1 / 7),
        ("emphasis_per_100_words", "Nests are loud.", 0.0),
    ],
)
def test_measure(measure: str, text: str, value: float) -> None:
    assert MEASURES[measure](text) == pytest.approx(value)


@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_an_empty_text_measures_zero(measure: str) -> None:
    assert MEASURES[measure]("") == 0
