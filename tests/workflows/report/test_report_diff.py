"""What became of a report that was changed: its sections paired, its words compared."""

import re

import pytest

from myscholar.domain.report import Section
from myscholar.workflows.report.diff import DiffPiece, _pieces
from myscholar.workflows.report.section_changes import changes_of

_NUMBER = re.compile(r"\[\d+\]")
TIDES = "The moon pulls the sea [1]. The sun pulls it too [2]."
WINDS = "Winds blow from high to low pressure [3]. They turn with the earth [4]."
RAIN = "Rain falls where air rises and cools [5]. Mountains make it rise [6]."


def section(title, text, **more):
    return Section(title=title, text=text, **more)


def became(before, after):
    return [
        (c.operation.value if c.operation else "kept", c.title) for c in changes_of(before, after)
    ]


def test_a_section_whose_references_are_only_numbered_anew_is_kept() -> None:
    assert became([section("Tides", TIDES)], [section("Tides", TIDES.replace("[2]", "[7]"))]) == [
        ("kept", "Tides")
    ]


def test_a_paragraph_more_is_an_expansion_and_another_sentence_a_rewriting() -> None:
    more = TIDES + "\n\nSprings are the highest tides [9]."
    assert became([section("Tides", TIDES)], [section("Tides", more)]) == [("expand", "Tides")]
    assert became([section("Tides", more)], [section("Tides", TIDES)]) == [("replace", "Tides")]


def test_a_section_under_another_title_is_the_same_one_while_it_says_the_same() -> None:
    assert became([section("Tides", TIDES)], [section("The Pull of the Moon", TIDES)]) == [
        ("replace", "The Pull of the Moon")
    ]


def test_what_is_gone_stands_where_it_stood_and_what_is_new_is_added() -> None:
    before = [section("Tides", TIDES), section("Winds", WINDS)]
    after = [section("Rain", RAIN), section("Winds", WINDS)]
    assert became(before, after) == [("delete", "Tides"), ("add", "Rain"), ("kept", "Winds")]
    assert became(before, [section("Tides", TIDES), section("Rain", RAIN)]) == [
        ("kept", "Tides"),
        ("delete", "Winds"),
        ("add", "Rain"),
    ]


def test_sections_that_changed_places_are_kept() -> None:
    before = [section("Tides", TIDES), section("Winds", WINDS)]
    assert became(before, before[::-1]) == [("kept", "Winds"), ("kept", "Tides")]


def test_words_that_came_and_went_are_told_apart_from_those_that_stayed() -> None:
    before = "The moon pulls the whole wide sea towards itself [1]."
    after = "The sun pulls the whole wide sea towards itself [4]."
    assert _pieces(before, after) == (
        DiffPiece("same", "The "),
        DiffPiece("removed", "moon "),
        DiffPiece("added", "sun "),
        DiffPiece("same", "pulls the whole wide sea towards itself [4]."),
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", TIDES),
        (TIDES, ""),
        (TIDES, WINDS),
        (TIDES, TIDES + "\n\n" + WINDS),
        ("a  b\n- c", "a b\n\n- d"),
        ("x < y & <b>", "ü 😀 [3]"),
    ],
)
def test_pieces_make_up_the_new_text_and_but_for_numbers_and_spaces_the_old_one(
    before, after
) -> None:
    pieces = _pieces(before, after)
    assert "".join(p.text for p in pieces if p.kind != "removed") == after
    kept = "".join(p.text for p in pieces if p.kind != "added")
    assert _NUMBER.sub("[]", kept).split() == _NUMBER.sub("[]", before).split()


def test_phrases_are_shown_as_replaced_not_word_by_word() -> None:
    pieces = _pieces(
        "At sea cats chase the mice by night and sleep",
        "At sea dogs guard the house by noon and sleep",
    )
    assert [p.text for p in pieces] == [
        "At sea ",
        "cats chase the mice by night ",
        "dogs guard the house by noon ",
        "and sleep",
    ]


def test_two_long_texts_that_differ_everywhere_are_compared_in_a_blink(n_calls) -> None:
    before = " ".join(f"word{n % 97} and the thing" for n in range(400))
    after = " ".join(f"word{n % 89} or a thing" for n in range(400))
    assert n_calls(lambda: _pieces(before, after)) < 1_000_000
