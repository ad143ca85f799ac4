import pytest

from eval.domain.instance import Instance
from eval.domain.judgment import Scored, Unscored
from eval.domain.metric import Metric
from eval.domain.results import Item, Measured
from eval.metrics.two_judges import judges_agreement

LOST = Unscored(reason="LLMRefusal: no")
ONE, TWO = (
    Instance(instance_id=i, query_id=q, query="Why tides?") for i, q in (("i1", "q1"), ("i2", "q2"))
)


def measured(
    *scores: float | None, metric: Metric = Metric.CATEGORY_ACCURACY, first: int = 1
) -> list[Measured]:
    items = tuple(
        Item(name=f"inference {n}", judgment=LOST if s is None else Scored(score=s))
        for n, s in enumerate(scores, first)
    )
    return [Measured(metric=metric, items=items)]


def agree(a, b, instances=(ONE, TWO)):
    return judges_agreement(instances, a, b, judges=("local", "model"), seed=0, n_resamples=100)


def test_items_are_paired_by_name_and_counted():
    # pairs 11 10 00 and one unscored: 2 of 3 alike; expected (2*1 + 1*2)/9: kappa (2/3 - 4/9) /
    # (5/9) = 2/5
    (found,) = agree({"i1": measured(1, 1, 0, None)}, {"i1": measured(1, 0, 0, 1)})
    assert (found.a, found.b, found.metric) == ("local", "model", Metric.CATEGORY_ACCURACY)
    assert (found.n_items, found.n_unscored) == (3, 1)
    assert found.same == pytest.approx(2 / 3)
    assert found.kappa == pytest.approx(2 / 5)
    # instance scores 2/3 and 2/4
    assert found.difference.mean == pytest.approx(2 / 4 - 2 / 3)
    assert found.n_instances == 1


def test_items_that_one_judge_alone_has_are_left_out():
    (found,) = agree({"i1": measured(1, 0)}, {"i1": measured(0, 1, first=2)})
    assert (found.n_items, found.same) == (1, 1)


def test_grades_are_correlated_and_instances_ranked():
    a = {
        "i1": measured(1, 2, metric=Metric.SPECIFICITY),
        "i2": measured(4, metric=Metric.SPECIFICITY),
    }
    b = {
        "i1": measured(2, 3, metric=Metric.SPECIFICITY),
        "i2": measured(5, metric=Metric.SPECIFICITY),
    }
    (found,) = agree(a, b)
    assert found.pearson == pytest.approx(1)  # b is a and 1 more
    assert found.spearman == pytest.approx(1)
    assert found.difference.mean == pytest.approx(1)
    assert (found.n_items, found.same, found.kappa) == (3, None, None)


def test_citations_are_compared_by_report_since_judges_split_claims_differently():
    metric = Metric.CITATION_RECALL
    (found,) = agree({"i1": measured(1, 0, metric=metric)}, {"i1": measured(1, metric=metric)})
    assert (found.n_items, found.same) == (0, None)
    assert found.difference.mean == 0.5


def test_a_metric_of_one_judge_alone_or_of_none_has_no_agreement():
    assert agree({"i1": measured(1)}, {}) == ()
    assert agree({"i1": measured(1)}, {"i2": measured(1)}) == ()
    assert (
        agree(
            {"i1": measured(9, metric=Metric.N_WORDS)}, {"i1": measured(9, metric=Metric.N_WORDS)}
        )
        == ()
    )


def test_two_judges_who_can_not_say_anything_agree_on_nothing():
    (found,) = agree({"i1": measured(None)}, {"i1": measured(None)})
    assert (found.n_items, found.n_unscored, found.n_instances) == (0, 1, 0)
    assert (found.same, found.pearson, found.spearman, found.difference) == (None, None, None, None)


def test_agreement_is_the_same_from_either_side_and_in_any_order():
    a, b = (
        {"i1": measured(1, 1, 0), "i2": measured(0, 1)},
        {"i1": measured(1, 0, 0), "i2": measured(0, 0)},
    )
    (there,), (back,) = agree(a, b), agree(b, a, instances=(TWO, ONE))
    assert (back.n_items, back.same, back.kappa) == (there.n_items, there.same, there.kappa)
    assert back.difference.mean == -there.difference.mean
