from collections import Counter

import pytest

from eval.domain.instance import Expertise
from eval.studies.selection import select
from tests.eval.studies.runner.conftest import tiny_instance

MANY = tuple(tiny_instance(f"q{n:02}", e) for n in range(20) for e in Expertise)


@pytest.mark.parametrize("limit", [3, 9, 30])
def test_a_limit_takes_as_many_of_each_expertise(limit):
    assert set(Counter(i.expertise for i in select(MANY, limit, seed=0)).values()) == {limit // 3}


def test_where_one_expertise_is_rare_the_others_fill_up():
    few = tuple(i for i in MANY if i.expertise is not Expertise.HIGH or i.query_id == "q03")
    # 1 of the rare group, and (9 - 1) / 2 = 4 of each other
    assert Counter(i.expertise for i in select(few, 9, seed=0)) == {
        Expertise.LOW: 4,
        Expertise.MEDIUM: 4,
        Expertise.HIGH: 1,
    }


def test_the_seed_draws_and_the_order_of_the_dataset_stays():
    taken = select(MANY, 12, seed=0)
    assert taken == select(MANY, 12, seed=0)
    assert taken != select(MANY, 12, seed=1)
    assert list(taken) == [i for i in MANY if i in taken]


def test_the_draw_does_not_depend_on_the_order_of_the_dataset():
    assert set(select(MANY, 12, seed=0)) == set(select(MANY[::-1], 12, seed=0))


def test_a_larger_limit_keeps_what_a_smaller_one_took():
    assert set(select(MANY, 7, seed=3)) < set(select(MANY, 20, seed=3))


def test_no_limit_or_one_beyond_the_end_takes_all():
    assert select(MANY, None, seed=0) == select(MANY, 1000, seed=0) == MANY


def test_questions_without_users_are_drawn_too():
    bare = tuple(tiny_instance(f"q{n}", None) for n in range(9))
    assert len(select(bare, 4, seed=0)) == 4
