"""Sentences that announce without saying are not quoted, and no term is explained twice."""

from collections.abc import Callable

import pytest

from myscholar.domain.papers import Paper
from myscholar.domain.report import Findings, Report
from myscholar.report.quality import defined_term, says_nothing


@pytest.mark.parametrize(
    "slice_",
    [
        "Sensor networks in orchards have two main limitations",
        "One is how to keep the sensors dry when irrigation runs through the night",
        "key challenges in the field and provide new points for future directions",
        "an overview of the topic, highlighting recent advances in the literature",
    ],
)
def test_what_only_announces_says_nothing(slice_: str) -> None:
    assert says_nothing(slice_)


@pytest.mark.parametrize(
    "slice_",
    [
        "Sensor networks in orchards have two main limitations: their batteries freeze and their "
        "radios fade under leaves",
        "the problem of mapping wet soil from a moving tractor",
        "challenges such as frozen batteries that keep farmers from using the sensors",
        "One tractor in three is equipped with a satellite receiver",
        "Traditional methods for drying soil focus on drainage",
    ],
)
def test_what_names_its_point_says_something(slice_: str) -> None:
    assert not says_nothing(slice_)


def test_the_term_that_a_sentence_explains_is_known_whatever_its_wording() -> None:
    told = (
        "Crop rotation (CR) is a method of growing crops in turn",
        "Crop rotation has emerged as a remedy for tired soil",
    )
    assert (
        {defined_term(text) for text in told}
        == {defined_term("Crop rotation refers to planting in sequence")}
        != {""}
    )
    assert defined_term("Farmers on dry soil choose crop rotation by price") == ""


def test_a_report_explains_a_term_once(
    report_of: Callable[..., Report], papers: tuple[Paper, ...], found: Callable[..., Findings]
) -> None:
    again = (
        "Crop rotation is an old practice of small farms that keeps the soil from losing its "
        "nitrogen to a single plant."
    )
    told = papers[1].model_copy(
        update={"passages": (papers[1].passages[0].model_copy(update={"text": again}),)}
    )
    report = report_of(findings=found((papers[0], told, *papers[2:])))
    assert sum(section.text.count("Crop rotation is a") for section in report.sections) == 1
