"""Every style of marker that real systems write is found where it stands."""

import pytest

from eval.domain.report import ScholarCitation
from eval.judges.local.markers import find_markers


def found(text: str, *ids: str) -> list[tuple[str, ...]]:
    return [m.ids for m in find_markers(text, [ScholarCitation(id=i) for i in ids]).markers]


@pytest.mark.parametrize(
    ("text", "ids", "expected"),
    [
        ("Otters use stones [1].", ["[1]", "[2]"], [("[1]",)]),
        ("Otters use stones [1][2].", ["1", "2"], [("1",), ("2",)]),
        ("Otters use stones [1, 3].", ["1", "2", "3"], [("1", "3")]),
        ("Otters use stones [1-3].", ["1", "2", "3"], [("1", "2", "3")]),
        ("Otters use stones [^2].", ["^2"], [("^2",)]),
        ("Otters use stones^2^.", ["^2^"], [("^2^",)]),
        ("Otters use stones¹².", ["¹", "²", "¹²"], [("¹²",)]),
        ("Otters use stones [[1]](https://a.org/x#:~:text=a%20(b)).", ["1"], [("1",)]),
        ("Otters use stones (2).", ["2"], [("2",)]),
        (
            "Otters use stones (Reed et al., 2020) (Moss, 2019).",
            ["(Reed et al., 2020)", "(Moss, 2019)"],
            [("(Reed et al., 2020)",), ("(Moss, 2019)",)],
        ),
        (
            "Otters use stones (Moss, 2019; Reed et al., 2020).",
            ["(Reed et al., 2020)", "(Moss, 2019)"],
            [("(Moss, 2019)",), ("(Reed et al., 2020)",)],
        ),
        ("Reed et al. (2020) saw stones.", ["Reed et al., 2020"], [("Reed et al., 2020",)]),
        (
            "Otters use stones ([Reed et al., 2020](#r1)).",
            ["Reed et al., 2020"],
            [("Reed et al., 2020",)],
        ),
        (
            "Otters use stones  (2, Reed et al., 2020).",
            ["(2, Reed et al., 2020)"],
            [("(2, Reed et al., 2020)",)],
        ),
        (
            "Otters use stones  [261 | Reed et al. | 2020 | Citations: 3].",
            ["[261 | Reed et al. | 2020 | Citations: 3]"],
            [("[261 | Reed et al. | 2020 | Citations: 3]",)],
        ),
        (
            "Otters use stones (reed2020stonesof pages 3-4, moss2019sea pages 1-2).",
            ["reed2020stonesof pages 3-4", "moss2019sea pages 1-2"],
            [("reed2020stonesof pages 3-4",), ("moss2019sea pages 1-2",)],
        ),
        (
            "Otters use stones (Stones and Their Otters).",
            ["Stones and Their Otters"],
            [("Stones and Their Otters",)],
        ),
        (
            'Otters use stones <Paper corpusId="2" paperTitle="(1, O\\\'Hara et al., 2022)" '
            "isShortName></Paper>.",
            ["(1, O'Hara et al., 2022)"],
            [("(1, O'Hara et al., 2022)",)],
        ),
    ],
)
def test_a_marker_is_found_in_every_style(
    text: str, ids: list[str], expected: list[tuple[str, ...]]
):
    assert found(text, *ids) == expected


def test_numbers_that_are_no_markers_are_left_alone():
    assert found("In 2020, 12 of 40 otters (see Table 2) weighed 3 kg [1].", "1", "2", "3") == [
        ("1",)
    ]


def test_round_brackets_count_only_where_no_other_marker_is_used():
    assert found("One of the tasks (2) is harder [1].", "1", "2") == [("1",)]


def test_a_short_name_is_not_found_within_a_longer_one():
    assert found("Stones (Li et al., 2020a).", "(Li et al., 2020)", "(Li et al., 2020a)") == [
        ("(Li et al., 2020a)",)
    ]


def test_plain_text_keeps_its_length_and_names_in_the_sentence():
    text = "Reed et al. (2020) saw stones [1]; see https://a.org/b."
    marked = find_markers(text, [ScholarCitation(id="Reed et al., 2020"), ScholarCitation(id="1")])
    assert len(marked.plain) == len(text)
    assert marked.plain.split() == ["Reed", "et", "al.", "(2020)", "saw", "stones", ";", "see"]


def test_no_citations_no_markers():
    assert found("Otters use stones [1].") == []
