"""Which numbers of a sentence are measured figures."""

import pytest

from eval.judges.local.figures import measured_figures


@pytest.mark.parametrize(
    ("sentence", "figures"),
    [
        ("Dives rose by 12 % and then by 3.5 percentage points.", ("12", "3.5")),
        ("The tag costs $40 and weighs 6 kg.", ("$40", "6")),
        ("An accuracy of 91 was reached, or 27.3 BLEU.", ("91", "27.3")),
        ("It saw 12,796 otters, 40 healthy subjects and 18 public datasets.",
         ("12,796", "40", "18")),
        ("Between 77 and 96 million tons were moved in 10-20 ms.", ("77 and 96", "10-20")),
        ("The effect was small (d = 0.2, p < 0.05).", ("0.2", "0.05")),
        ("It ran at 30+ fps with a bias of -0.02.", ("30+", "-0.02")),
        ("A model of 7B weights read 50k pages.", ("7B", "50k")),
    ],
)  # fmt: skip
def test_a_number_with_a_unit_a_measure_or_a_counted_thing_is_one(sentence, figures):
    assert measured_figures(sentence) == figures


@pytest.mark.parametrize(
    "sentence",
    [
        "In 2019 otters were filmed, and again from 2020 on.",
        "GPT-4, Llama 3.1 and 5G networks were used.",
        "See Section 4.2, Table 2 and Figure 3.",
        "### 1.2 Otters at sea",
        "The bound holds for n ≥ 3k²t and r(4,5).",
        "F1@1 is a score.",
        "Two otters ate 3 stones.",
        "",
    ],
)
def test_years_names_parts_of_a_text_and_formulas_are_none(sentence):
    assert measured_figures(sentence) == ()
