import random

import pytest

from eval.domain.instance import Expertise, Instance
from eval.domain.judgment import Scored, Unscored
from eval.domain.metric import Metric
from eval.domain.results import Item, Measured
from eval.metrics.rows import Sample, comparisons_of, rows_of

LOST = Unscored(reason="LLMRefusal: no")


def instance(query: str, expertise: Expertise | None) -> Instance:
    return Instance(
        instance_id=f"{query}-{expertise or 'none'}",
        query_id=query,
        query="Why tides?",
        expertise=expertise,
    )


def measure(*scores: float | None, metric: Metric = Metric.INFERENCE_ACCURACY) -> Measured:
    return Measured(
        metric=metric,
        items=tuple(
            Item(name=str(n), judgment=LOST if s is None else Scored(score=s))
            for n, s in enumerate(scores)
        ),
    )


LOW1, HIGH1, LOW2 = (
    instance("q1", Expertise.LOW),
    instance("q1", Expertise.HIGH),
    instance("q2", Expertise.LOW),
)
ALL = [LOW1, HIGH1, LOW2]


def rows(instances, measured):
    return rows_of(Sample(instances, "local", seed=0, n_resamples=200), measured, "s")


def test_a_figure_is_the_mean_over_instances_not_over_their_items():
    # instances 1/2, 1 and 0: mean 1/2, where their seven items have a mean of 3/7
    found = rows(
        ALL,
        {
            LOW1.instance_id: [measure(1, 0)],
            HIGH1.instance_id: [measure(1, 1)],
            LOW2.instance_id: [measure(0, 0, 0)],
        },
    )
    by_group = {r.group: r for r in found}
    assert by_group["all"].estimate.mean == pytest.approx(0.5)
    assert (by_group["all"].estimate.n_questions, by_group["all"].estimate.n_instances) == (2, 3)
    assert by_group["all"].n_scored == 7


def test_a_row_says_what_the_mean_would_be_if_all_unscored_were_lowest_or_highest():
    # instances (1, ?) and (?): 0.5 and 0 with zeros, 1 and 1 with ones; of grades 1 and 5
    found = rows(
        [LOW1, LOW2],
        {LOW1.instance_id: [measure(1, None)], LOW2.instance_id: [measure(None)]},
    )[0]
    assert (found.if_unscored_low, found.estimate.mean, found.if_unscored_high) == (0.25, 1, 1)
    grades = rows([LOW1], {LOW1.instance_id: [measure(3, None, metric=Metric.SPECIFICITY)]})[0]
    assert (grades.if_unscored_low, grades.if_unscored_high) == (2, 4)
    counts = rows([LOW1], {LOW1.instance_id: [measure(3, None, metric=Metric.N_WORDS)]})[0]
    assert (counts.if_unscored_low, counts.if_unscored_high) == (1.5, None)
    whole = rows([LOW1], {LOW1.instance_id: [measure(1)]})[0]
    assert (whole.if_unscored_low, whole.if_unscored_high) == (None, None)


def test_groups_are_all_and_those_of_expertise_that_occur():
    found = rows(ALL, {i.instance_id: [measure(1)] for i in ALL})
    assert [(r.group, r.estimate.n_instances) for r in found] == [
        ("all", 3),
        ("low", 2),
        ("high", 1),
    ]
    without = instance("q3", None)
    assert [r.group for r in rows([without], {without.instance_id: [measure(1)]})] == ["all"]


def test_rows_stand_in_the_order_of_the_metrics_with_system_and_judge():
    found = rows(
        [LOW1],
        {
            LOW1.instance_id: [
                measure(3, metric=Metric.SPECIFICITY),
                measure(1, metric=Metric.CATEGORY_ACCURACY),
            ]
        },
    )
    assert [(r.metric, r.group) for r in found] == [
        (Metric.CATEGORY_ACCURACY, "all"),
        (Metric.CATEGORY_ACCURACY, "low"),
        (Metric.SPECIFICITY, "all"),
        (Metric.SPECIFICITY, "low"),
    ]
    assert {(r.system, r.judge) for r in found} == {("s", "local")}


def test_unscored_items_are_counted_and_an_instance_without_a_score_does_not_count():
    found = rows(
        ALL,
        {
            LOW1.instance_id: [measure(1, None)],
            HIGH1.instance_id: [measure(None, None)],
            LOW2.instance_id: [measure(0)],
        },
    )
    whole, low, high = found
    assert (whole.estimate.mean, whole.estimate.n_instances, whole.n_scored, whole.n_unscored) == (
        0.5,
        2,
        2,
        3,
    )
    assert low.n_unscored == 1
    assert (high.estimate, high.n_scored, high.n_unscored) == (None, 0, 2)


def test_what_was_not_measured_has_no_row():
    assert rows(ALL, {}) == ()
    assert rows([], {LOW1.instance_id: [measure(1)]}) == ()
    assert rows([LOW1], {LOW1.instance_id: [Measured(metric=Metric.WIN_RATE)]}) == ()


def test_the_order_of_instances_changes_nothing_and_the_seed_repeats():
    rng = random.Random(0)
    many = [instance(f"q{n}", e) for n in range(15) for e in Expertise]
    measured = {
        i.instance_id: [measure(*(rng.randint(0, 1) for _ in range(rng.randint(1, 6))))]
        for i in many
    }
    found = rows(many, measured)
    assert rows(rng.sample(many, len(many)), dict(reversed(measured.items()))) == found
    for row in found:
        assert 0 <= row.estimate.low <= row.estimate.mean <= row.estimate.high <= 1


def compare(a, b, instances=ALL):
    sample = Sample(instances, "local", seed=0, n_resamples=200)
    return comparisons_of(sample, a, b, ("first", "second"))


def test_two_systems_are_compared_on_what_both_have():
    # low of q1: 1 - 0.5, low of q2: 1 - 1; high of q1 is unscored for the first system: (0.5 + 0) /
    # 2
    a = {
        LOW1.instance_id: [measure(1, 0)],
        HIGH1.instance_id: [measure(None)],
        LOW2.instance_id: [measure(1)],
    }
    b = {i.instance_id: [measure(1)] for i in ALL}
    whole, low = compare(a, b)
    assert (whole.group, low.group, whole.a, whole.b, whole.judge) == (
        "all",
        "low",
        "first",
        "second",
        "local",
    )
    assert whole.difference.mean == low.difference.mean == pytest.approx(0.25)
    assert (whole.difference.n_questions, whole.difference.n_instances) == (2, 2)
    # differences of questions 0.5 and 0: flipping signs leaves the sum at 0.5 or -0.5
    assert whole.p_value == 1


def test_several_users_of_a_question_are_paired_user_by_user():
    # low 0 -> 1, high 1 -> 0 on one question: no difference
    a = {LOW1.instance_id: [measure(0)], HIGH1.instance_id: [measure(1)]}
    b = {LOW1.instance_id: [measure(1)], HIGH1.instance_id: [measure(0)]}
    by_group = {c.group: c.difference.mean for c in compare(a, b)}
    assert by_group == {"all": 0, "low": 1, "high": -1}


def test_systems_with_nothing_in_common_are_not_compared():
    assert compare({LOW1.instance_id: [measure(1)]}, {LOW2.instance_id: [measure(1)]}) == ()
    other = {LOW1.instance_id: [measure(1, metric=Metric.SPECIFICITY)]}
    assert compare({LOW1.instance_id: [measure(1)]}, other) == ()


def test_a_score_is_a_number():
    for nothing in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite number"):
            Scored(score=nothing)
