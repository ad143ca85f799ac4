"""Figures on a terminal of 80 columns: nothing is cut, and nothing is shown without what it takes
to read it."""

import io

import pytest
from rich.console import Console

from eval.domain.metric import FACTS, MYSQA_METRICS, Metric
from eval.domain.results import Comparison, Estimate, JudgesAgreement, Results, Row
from eval.show.document import Document, Part, Table
from eval.show.results import results_document
from eval.show.terminal import show

WIDTH = 80


def estimate(mean: float = 0.875, n_questions: int = 6, **changes: float) -> Estimate:
    return Estimate(
        mean=mean,
        low=0.801,
        high=1.0,
        n_questions=n_questions,
        n_instances=3 * n_questions,
        **changes,
    )


def rows(*systems: str, judge: str = "local", n_questions: int = 6) -> tuple[Row, ...]:
    return tuple(
        Row(
            system=s,
            judge=judge,
            metric=m,
            group=g,
            estimate=estimate(n_questions=n_questions),
            n_scored=12345,
            n_unscored=1234,
        )
        for s in systems
        for m in MYSQA_METRICS
        for g in ("all", "low", "medium", "high")
    )


def results(**parts: object) -> Results:
    return Results.model_validate(
        {"dataset": "tides 12ab", "seed": 0, "versions": {}, "rows": (), **parts}
    )


def shown(found: Results, width: int = WIDTH) -> str:
    out = Console(file=io.StringIO(), width=width, highlight=False)
    show(results_document((found,)), out)
    return out.file.getvalue()


def test_no_figure_is_cut_on_80_columns():
    agreements = tuple(
        JudgesAgreement(
            metric=m,
            a="local",
            b="b",
            n_items=999,
            kappa=0.5,
            same=0.5,
            n_instances=9,
            difference=estimate(-0.1),
        )
        for m in MYSQA_METRICS
    )
    text = shown(results(rows=rows("theirs"), agreements=agreements))
    assert "…" not in text
    # by expertise: five of actions; the agreements' are differences
    n_shares = sum(FACTS[m].high == 1 for m in MYSQA_METRICS)
    assert text.count("  87.5 % [80.1, 100.0]") == n_shares + 3 * 5
    assert all(FACTS[m].label in text for m in MYSQA_METRICS)
    assert "medium     87.5 % [80.1, 100.0]" in text
    assert "18 (6)" in text


@pytest.mark.parametrize("width", [WIDTH, 160])
def test_systems_stand_under_one_another_and_the_metric_once(width):
    names = ("one", "other", "a third one", "the last of the systems")
    text = shown(results(rows=rows(*names)), width)
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    reports = text.partition("\nReports\n")[2].splitlines()
    first = next(n for n, line in enumerate(reports) if line.startswith("Answer precision "))
    assert "one" in reports[first]
    for name, line in zip(names[1:], reports[first + 1 :], strict=False):
        assert line.split("  87.5 %")[0].strip() == name


def test_what_does_not_fit_side_by_side_goes_on_beneath_with_its_names_again():
    table = Table(caption="Bees", columns=("Bee", *"abcd"), rows=(("one", *["1" * 20] * 4),))
    out = Console(file=io.StringIO(), width=60)
    show(Document(title="Hedges", parts=(Part(heading="All", tables=(table,)),)), out)
    lines = out.file.getvalue().splitlines()
    assert [line for line in lines if line.startswith("one")] == [
        f"one  {'1' * 20}  {'1' * 20}"
    ] * 2


def test_differences_come_in_percentage_points_with_their_p():
    c = Comparison(
        metric=Metric.CITATION_RECALL,
        judge="local",
        a="one",
        b="other",
        difference=estimate(-0.03),
        p_value=0.0001,
    )
    text = shown(results(rows=rows("one", "other"), comparisons=(c,)))
    assert "−3.0 pp [+80.1, +100.0]" in text
    assert "< 0.001" in text


def test_few_questions_give_no_interval_and_no_p():
    c = Comparison(
        metric=Metric.WIN_RATE,
        judge="local",
        a="one",
        b="other",
        difference=estimate(n_questions=4),
        p_value=0.125,
    )
    text = shown(results(rows=rows("theirs", n_questions=4)))
    text += shown(results(rows=rows("one", "other", n_questions=4), comparisons=(c,)))
    assert "[80.1" not in text
    assert "0.125" not in text
    assert text.count("figures rest on fewer than 5 questions: too few for an interval") == 2
    assert "no interval:" not in text.replace("too few for an interval", "")
    assert "too few" not in shown(results(rows=rows("theirs", n_questions=5)))


def test_what_the_judge_without_a_model_can_not_see_stands_above_its_figures_and_no_others():
    text = shown(results(rows=rows("theirs")))
    assert (
        text.count("Answer coverage and Answer precision, by the local judge: Sees the topic only")
        == 1
    )
    assert "by the local judge" in shown(results(rows=rows("one", "other")))
    assert "by the local judge" not in shown(results(rows=rows("theirs", judge="a:judge")))


def test_warnings_come_first_and_once():
    text = shown(
        results(
            rows=rows("theirs"),
            warnings=("From the sample.",),
            notes=("From the sample.", "Drawn: 3."),
        ),
    )
    assert text.index("From the sample.\n") < text.index("\nProfiles\n")
    assert text.count("From the sample.") == 1
    assert "Drawn: 3." in text


def test_where_all_failed_it_is_said_that_nothing_was_scored():
    text = shown(results(failures=("q1: EmptyReport: the file has a report without sections",)))
    assert "Nothing was scored" in text
    assert "q1: EmptyReport" in text


def test_what_was_found_stands_once_and_last_and_what_is_aside_is_only_named():
    parts = (
        Part(heading="Words", definitions=(("Nest", "where bees live."),)),
        Part(heading="How it was made", points=("Seed 0",), aside=True),
    )
    out = Console(file=io.StringIO(), width=60)
    show(Document(title="Bees", conclusion=("They nest.",), parts=parts), out)
    lines = [line.rstrip() for line in out.file.getvalue().splitlines()]
    assert lines.count("- They nest.") == 1
    assert lines.index("- Nest: where bees live.") < lines.index("- They nest.")
    assert "- Nest: where bees live." in lines
    assert "- Seed 0" not in lines
    assert lines[-1] == "The page also has: How it was made."
