"""What the flags' figures come to, in words, on screen and page."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from eval.commands.detectors import detectors
from eval.domain.results import Estimate
from eval.show.detectors import detectors_document
from eval.show.html import to_html
from eval.show.terminal import show
from eval.statistics.classification import classification, wilson
from eval.studies.detectors.conclusion import conclude
from eval.studies.detectors.figures import Figures, Items
from eval.studies.detectors.kept import FalseAlarms
from eval.studies.detectors.run import DetectorResults
from myscholar.domain.flags import ErrorType
from myscholar.errors import UnwritableFile

DESERVED = [True] * 10 + [False] * 30
GOOD = [True] * 8 + [False] * 32
"""8 of 8 right, 8 of 10 found."""
POOR = [True] * 2 + [False] * 8 + [True] * 6 + [False] * 24
"""2 of 8 right, as often as at random: 10 of 40 deserve it."""


def of(kind: ErrorType, flagged: list[bool], low: float, left_out: list[bool]) -> Figures:
    return Figures(
        error_type=kind,
        items=Items.ALL,
        n=40,
        base_rate=0.25,
        flags=classification(flagged, DESERVED),
        auc=Estimate(mean=0.8, low=low, high=0.9, n_questions=5, n_instances=40),
        auc_in_triplets=None,
        left_out=classification(left_out, DESERVED),
    )


@pytest.fixture(scope="module")
def results() -> DetectorResults:
    figures = (
        of(ErrorType.DOMAIN, [False] * 40, 0.4, [True] * 40),
        of(ErrorType.CONTRAST, GOOD, 0.6, GOOD),
        of(ErrorType.NARROW, POOR, 0.3, POOR),
    )
    alarms = (FalseAlarms(error_type=ErrorType.CONTRAST, flagged=wilson(3, 30)),)
    return DetectorResults(
        dataset="bees", seed=0, versions={}, figures=figures, false_alarms=alarms, cases=()
    )


def test_the_conclusion_says_which_flags_to_trust_and_which_not(results: DetectorResults) -> None:
    # Found are 0 + 8 + 2 of 3 x 10 complaints, a third of them.
    assert conclude(results) == (
        "Trust these when they are raised (an upper end: their rules were written in sight of "
        "these judgments): CONTRAST (8 of 8 right, at random 25 %).",
        "Not told from flags at random, which are right as often as the base rate: NARROW (2 of 8 "
        "right, at random 25 %).",
        "Never raised on these judgments: DOMAIN.",
        "Of 30 complaints the flags find 10 (33 %); less than half are found of DOMAIN and "
        "NARROW. That nothing is flagged says little.",
        "Their scores put complaints above acceptances (interval of the AUC above 0.50): CONTRAST.",
        "Scores that can't be told from none: DOMAIN and NARROW.",
        "DOMAIN, left out, flags all of 40 items (all): no threshold on the others' items is "
        "better than flagging everything, so that its left-out "
        "recall of 100 % says nothing.",
        "Of 30 statements that users kept, no type flags more than 10 % (CONTRAST, 3).",
    )


def test_flags_that_are_seldom_raised_or_mostly_wrong_are_not_called_ones_to_trust(
    results: DetectorResults,
) -> None:
    seldom = of(ErrorType.IGNORE, [True] * 4 + [False] * 36, 0.6, GOOD)
    wrong = of(ErrorType.OVERCLAIM, [True] * 20 + [False] * 20, 0.6, GOOD)
    said = conclude(results.model_copy(update={"figures": (seldom, wrong), "false_alarms": ()}))
    # 4 of 4: Wilson's interval begins at 4 / (4 + 1.96^2) = 0.51. 10 of 20: at 0.30. Both are above
    # the base rate of 0.25.
    assert said[0].startswith(
        "Right more often than at random, yet wrong as often as right or more: OVERCLAIM (10 of "
        "20 right"
    )
    assert said[1].startswith(
        "Right more often than at random, but raised fewer than 5 times: IGNORE (4 of 4 right"
    )


def test_of_nothing_nothing_is_concluded(results: DetectorResults) -> None:
    assert conclude(results.model_copy(update={"figures": (), "false_alarms": ()})) == ()


def test_a_page_begins_and_a_screen_ends_with_the_conclusion_and_both_explain_their_words(
    results: DetectorResults,
) -> None:
    written, first = StringIO(), conclude(results)[0]
    document = detectors_document(results)
    show(document, Console(file=written, width=240, color_system=None))
    text, page = written.getvalue(), to_html(document)
    assert text.count(first) == 1
    assert text.index("Base rate") < text.index("What the words mean") < text.index(first)
    assert "- NARROW: Too narrow: it would leave too much out." in text
    assert "100 % [68, 100], 8/8" in text
    assert page.index(first) < page.index("Area under the curve")
    assert page == to_html(detectors_document(results))


def test_the_place_of_the_figures_is_tried_first_and_a_folder_gets_figures_and_page(
    results: DetectorResults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eval.commands.detectors.load_background", lambda: None)
    monkeypatch.setattr("eval.commands.detectors.run", lambda *_, **__: results)
    detectors(shared=tmp_path, out=tmp_path / "a" / "b")
    assert {file.name for file in (tmp_path / "a" / "b").iterdir()} == {
        "detectors.json",
        "detectors.html",
    }
    detectors(shared=tmp_path, out=tmp_path / "c" / "figures.json")
    assert {file.name for file in (tmp_path / "c").iterdir()} == {"figures.json", "figures.html"}
    monkeypatch.setattr("eval.commands.detectors.run", lambda *_, **__: 1 / 0)
    with pytest.raises(UnwritableFile):
        detectors(shared=tmp_path, out=tmp_path / "c" / "figures.json" / "d" / "e.json")
