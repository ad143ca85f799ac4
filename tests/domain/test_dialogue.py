"""What a person says to a question, as it is meant."""

from typing import Any

import pytest

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.errors import UnfitAnswer

SEVERAL = Question(text="Which?", choices=("Law", "2", "Medicine"), takes_several=True)
ONE = Question(text="Which?", choices=("Law", "Art"), takes_text=False, can_skip=False)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("law", ("Law",)),
        (" 3 ", ("Medicine",)),
        ("2", ("2",)),  # its words come before its number
        ("medicine, 1", ("Law", "Medicine")),
    ],
)
def test_a_choice_is_named_by_its_words_or_its_number(said: str, meant: tuple[str, ...]) -> None:
    assert SEVERAL.read(said).choices == meant


def test_what_names_no_choice_is_words_of_ones_own() -> None:
    assert SEVERAL.read("Law, perhaps", by="Ada") == Answer(
        kind=AnswerKind.TEXT, text="Law, perhaps", by="Ada"
    )


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"said": " "},
        {"said": "Law", "decide": True},
        {"skip": True},
        {"said": "Physics"},
        {"said": "Law, Art"},
        {"choices": ("Law", "Art")},
        {"choices": ("Law", "Physics")},
    ],
)
def test_what_the_question_does_not_take_is_refused_with_what_it_takes(
    said: dict[str, Any],
) -> None:
    with pytest.raises(UnfitAnswer, match="It takes: “Law” or “Art”; leave it to the tool"):
        ONE.read(**said)
