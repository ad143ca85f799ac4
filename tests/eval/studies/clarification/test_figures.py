"""Intents found by turn, by hand, and as they are shown."""

from io import StringIO

import pytest
from rich.console import Console

from eval.show.clarification import clarification_document
from eval.show.html import to_html
from eval.show.terminal import show
from eval.studies.clarification.cases import VagueCase
from eval.studies.clarification.dialogues import TURNS, AskerName, Dialogued
from eval.studies.clarification.figures import beyond, by_question, found_at, of_asker
from eval.studies.clarification.run import ClarificationOrder, results_of


def dialogued(
    query_id: str, found: int, *, asker: AskerName = AskerName.OURS, draw: int = 0
) -> Dialogued:
    """Of four intents one is found at the first turn, the others at the second."""
    at = (min(1, found), *(found,) * (TURNS - 1))
    return Dialogued(
        version="v",
        query_id=query_id,
        asker=asker,
        with_profile=False,
        draw=draw,
        seed=0,
        n_intents=4,
        n_known=0,
        found=at,
        named=(0,) * TURNS,
        n_asked=4,
        n_fitting=found,
        stopped=1,
    )


def test_shares_are_means_over_questions_and_precision_over_all_that_was_asked() -> None:
    """Found after two turns: 2/4 and 0/4, mean 1/4; after one, where it stops, 1/4 and 0: 1/8. Of 8
    questions 2 concerned an intent."""
    found = of_asker([dialogued("a", 2), dialogued("b", 0)], chosen_on=False, seed=0)
    assert found.found[1].mean == pytest.approx(1 / 4)
    assert found.when_stopped.mean == pytest.approx(1 / 8)
    assert found.precision == pytest.approx(2 / 8)
    assert (found.n_questions, found.asked, found.stopped) == (2, 4, 1)


def test_draws_of_one_question_count_as_their_mean() -> None:
    """(1/4 + 3/4) / 2."""
    drawn = [dialogued("a", n, asker=AskerName.RANDOM, draw=n) for n in (1, 3)]
    assert by_question(drawn, found_at(3)) == {"a": [0.5]}
    less = beyond([dialogued("a", 4)], drawn, 3, chosen_on=False, seed=0)
    assert less.difference.mean == pytest.approx(0.5)


def test_all_of_it_is_shown_on_a_terminal_and_as_a_page(tmp_path) -> None:
    cases = [
        VagueCase(query_id=q, question=q, intents=("x",) * 4, papers=(), chosen_on=q > "f")
        for q in "abcdefghijkl"
    ]
    known = {
        c.query_id: tuple(dialogued(c.query_id, n, asker=a) for n, a in enumerate(AskerName))
        for c in cases
    }
    order = ClarificationOrder(
        questions=tmp_path / "questions.jsonl",
        rubrics=tmp_path,
        corpus=tmp_path,
        source="corpus:x",
        seed=0,
        processes=1,
    )
    document = clarification_document(results_of(order, cases, known))
    screen = Console(file=StringIO(), width=200)
    show(document, screen)
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "Ours less random, in points: −25.0" in shown
    assert "<svg" in to_html(document)
