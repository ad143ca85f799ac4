"""Simulated judges: the better one ranks better, and what is not reached is said."""

from itertools import pairwise

import pytest

from eval.commands.arena_elo import _accuracies
from eval.show.arena_elo import elo_document
from eval.studies.arena.elo import (
    ROUNDS,
    EloOrder,
    EloStudy,
    Sureness,
    run_elo,
    simulate,
    tokens_of_a_comparison,
)
from myscholar.errors import InputError


@pytest.fixture(scope="module")
def study() -> EloStudy:
    return run_elo(EloOrder(n_tasks=20, n_seeds=6, accuracies=(0.6, 1.0)))


def test_a_judge_that_is_always_right_ranks_rightly_in_the_end():
    [*_, last] = simulate(12, 1.0, Sureness.CERTAIN, "seed")
    assert last.by_elo > 0.98
    assert last.by_wins > 0.98
    assert last.top == 1


def test_a_judge_at_chance_ranks_at_chance():
    ends = [list(simulate(30, 0.5, Sureness.CERTAIN, f"{n}"))[-1].by_wins for n in range(8)]
    assert abs(sum(ends) / len(ends)) < 0.25


def test_draws_are_seeded():
    first, again = (list(simulate(10, 0.75, Sureness.DRAWN, "7")) for _ in range(2))
    assert first == again
    assert first != list(simulate(10, 0.75, Sureness.DRAWN, "8"))
    assert len(first) == len(ROUNDS)


def test_a_better_judge_needs_fewer_rounds_and_what_is_not_reached_is_none(study: EloStudy):
    by_right = study.reliable_from(1.0, Sureness.CERTAIN)
    assert by_right
    assert by_right.n_comparisons == by_right.rounds * 10
    assert study.reliable_from(0.6, Sureness.DRAWN) is None
    document = elo_document(study)
    shown = [cell for table in document.parts[2].tables for row in table.rows for cell in row]
    assert f"not by {ROUNDS[-1]} rounds" in shown
    assert any("never becomes reliable" in said for said in document.conclusion)


def test_reliable_means_that_no_larger_number_of_rounds_is_not(study: EloStudy):
    rows = [r for r in study.rows if (r.accuracy, r.sureness) == (1.0, Sureness.CERTAIN)]
    assert all(a.rounds < b.rounds for a, b in pairwise(rows))
    fallen = rows[-1].model_copy(
        update={"by_elo": rows[-1].by_elo.model_copy(update={"reliable": 0.5})}
    )
    worse = study.model_copy(update={"rows": (*rows[:-1], fallen)})
    assert worse.reliable_from(1.0, Sureness.CERTAIN) is None


def test_a_comparison_costs_what_its_prompt_is_long():
    assert 500 < tokens_of_a_comparison() < 1_500


def test_accuracies_are_read_and_refused():
    assert _accuracies("0.9, 0.6,0.9") == (0.6, 0.9)
    for wrong in ("", "0.4", "1.2", "good"):
        with pytest.raises(InputError):
            _accuracies(wrong)
