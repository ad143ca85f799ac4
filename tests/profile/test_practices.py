"""What a sentence shows of how research is done."""

import pytest

from myscholar.profile.practices import PRACTICES


def shown(line: str) -> set[str]:
    return {p.name for p in PRACTICES if p.habit.pattern.search(line)}


@pytest.mark.parametrize(
    ("line", "practices"),
    [
        ("We survey 212 papers on relevance judgments.", {"literature survey"}),
        ("We surveyed 1,200 recent articles.", set()),
        ("We survey 40 practitioners about their tools.", {"questionnaires"}),
        ("A survey of 40 searchers asked for their tools.", {"questionnaires"}),
        ("Krippendorff's alpha on small samples overstates agreement.", {"annotation agreement"}),
        ("The method learns from small training samples.", {"data efficiency"}),
        ("Bootstrap intervals over topics were computed.", {"statistical testing"}),
        ("We bootstrap an agent from its own answers.", set()),
    ],
)
def test_a_phrase_shows_the_practice_that_it_means_and_no_other(line: str, practices: set[str]) -> None:
    assert shown(line) == practices
