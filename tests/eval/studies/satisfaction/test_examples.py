import pytest

from eval.datasets.interviews import Interviews
from eval.studies.satisfaction.examples import draw_examples
from myscholar.domain.flags import ErrorType


def test_examples_are_of_other_users_of_other_triplets_and_balanced(study: Interviews) -> None:
    for item in study.inferences:
        found = draw_examples(item, study.inferences, 6, seed=1)
        assert item.user_id not in {e.user_id for e in found}
        assert len({e.triplet_id for e in found}) == 6
        assert len({(e.user_id, e.text) for e in found}) == 6
        assert sum(e.satisfied for e in found) == 3


def test_an_odd_number_has_one_more_of_either_verdict(study: Interviews) -> None:
    satisfied = [
        sum(e.satisfied for e in draw_examples(i, study.inferences, 3, seed=1))
        for i in study.inferences
    ]
    assert set(satisfied) == {1, 2}


def test_the_same_seed_draws_the_same_in_any_order_and_another_seed_others(
    study: Interviews,
) -> None:
    item = study.inferences[0]
    once = draw_examples(item, study.inferences, 3, seed=1)
    assert draw_examples(item, study.inferences[::-1], 3, seed=1) == once
    assert any(
        draw_examples(i, study.inferences, 3, seed=2)
        != draw_examples(i, study.inferences, 3, seed=1)
        for i in study.inferences
    )


def test_the_draw_does_not_know_the_items_own_verdict(study: Interviews) -> None:
    item = study.inferences[0]
    turned = item.model_copy(update={"label": study.inferences[1].label})
    assert draw_examples(item, study.inferences, 3, seed=1) == draw_examples(
        turned, study.inferences, 3, seed=1
    )


def test_a_small_pool_gives_fewer_and_none_gives_none(study: Interviews) -> None:
    item, others = study.inferences[0], study.inferences[6:9]  # one triplet of another user
    # both verdicts would have to come from one triplet
    assert len(draw_examples(item, others, 6, seed=1)) == 1
    assert draw_examples(item, (), 6, seed=1) == ()
    assert draw_examples(item, study.inferences, 0, seed=1) == ()


@pytest.mark.parametrize("error_type", [ErrorType.OVERCLAIM, ErrorType.CONTRAST])
def test_examples_are_of_the_same_complaint(study: Interviews, error_type: ErrorType) -> None:
    other = study.inferences[0].model_copy(update={"error_type": error_type})
    assert draw_examples(other, study.inferences, 3, seed=1) == ()


def test_a_pool_of_one_verdict_gives_one_example(study: Interviews) -> None:
    accepted = [i for i in study.inferences if i.satisfied]
    assert len(draw_examples(study.inferences[0], accepted, 4, seed=1)) == 1
