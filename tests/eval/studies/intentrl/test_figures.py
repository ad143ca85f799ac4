"""Intents found by turn, by hand, and as they are shown."""

import os
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from eval.__main__ import app
from eval.domain.instance import UserPaper
from eval.domain.metric import Metric
from eval.domain.results import Estimate
from eval.show.html import to_html
from eval.show.intentrl import intentrl_document
from eval.show.terminal import show
from eval.studies.intentrl.askers import AskerName
from eval.studies.intentrl.dialogues import Dialogued
from eval.studies.intentrl.figures import by_question, compared, of_asker, recall_at, rows_of
from eval.studies.intentrl.offline import OfTurn, quality_rows
from eval.studies.intentrl.run import (
    IntentOrder,
    IntentResults,
    IntentUnit,
    OfCase,
    is_of,
    line_of,
    results_of,
)
from myscholar.errors import InputError
from tests.eval.studies.intentrl.test_dialogues import case_of


def dialogued(
    query_id: str,
    *told: int | None,
    asker: str = AskerName.OURS,
    draw: int = 0,
    with_profile: bool = False,
) -> Dialogued:
    """Of four intents; only the first question's is named, and it would stop after one."""
    return Dialogued(
        query_id=query_id,
        asker=asker,
        with_profile=with_profile,
        draw=draw,
        n_intents=4,
        n_known=1,
        told=told,
        named=tuple(n == 0 and each is not None for n, each in enumerate(told)),
        stopped=min(1, len(told)),
    )


def mean(estimate: Estimate | None) -> float:
    assert estimate
    return estimate.mean


def test_shares_are_means_over_queries() -> None:
    """Recall after two turns: 2/4 and 0/4, mean 1/4; after one, where it stops, 1/4 and 0: 1/8.
    Precision of two turns: 2/2 and 0/2. F1 of 1/2 and 1/4: 1/3. Named: 1/4 and 0."""
    held = [dialogued("a", 0, 3), dialogued("b", None, None)]
    found = of_asker(held, seed=0)
    assert found.recall[1].mean == pytest.approx(1 / 4)
    assert found.when_stopped.mean == pytest.approx(1 / 8)
    assert mean(found.precision[1]) == pytest.approx(1 / 2)
    assert mean(found.f1[1]) == pytest.approx(1 / 3)
    assert found.named.mean == pytest.approx(1 / 8)
    assert (found.n_questions, found.asked, found.stopped, found.known) == (2, 2, 1, 0.25)


def test_who_asks_nothing_finds_nothing_and_has_no_precision() -> None:
    """Recall 0 counts; of the precisions there is one, 1/1; F1 of 1 and 1/8."""
    held = [dialogued("a", 2), dialogued("b")]
    rows = {row.metric: row for row in rows_of(held, seed=0) if row.group == "3 turns"}
    recall, precision = rows[Metric.INTENT_RECALL], rows[Metric.INTENT_PRECISION]
    assert mean(recall.estimate) == pytest.approx(1 / 8)
    assert mean(precision.estimate) == 1
    assert (recall.n_unscored, precision.n_scored, precision.n_unscored) == (0, 1, 1)
    f1 = rows[Metric.INTENT_F1]
    assert mean(f1.estimate) == pytest.approx(2 / 9)
    assert (f1.n_scored, f1.n_unscored) == (2, 0), "the recall of the second is in it"
    silent = [row for row in rows_of([dialogued("b")], seed=0) if row.group == "3 turns"]
    assert [row.estimate is None for row in silent] == [True, False, True]
    assert [(row.n_scored, row.n_unscored) for row in silent] == [(0, 1), (1, 0), (0, 1)]


def test_draws_of_one_query_count_as_their_mean() -> None:
    """(1/4 + 3/4) / 2."""
    drawn = [dialogued("a", *range(n), asker=AskerName.RANDOM, draw=n) for n in (1, 3)]
    assert by_question(drawn, recall_at(12)) == {"a": [pytest.approx(1 / 2)]}
    at_end = [row for row in rows_of(drawn, seed=0) if row.group == "12 turns"]
    assert [row.estimate and row.estimate.n_instances for row in at_end] == [1, 1, 1]
    assert [row.n_scored for row in at_end] == [2, 2, 2]


def test_ours_is_set_against_another_on_the_same_queries() -> None:
    """2/4 - 1/4 and 1/4 - 0 at the third turn."""
    ours = [dialogued("a", 0, 3), dialogued("b", 1)]
    other = [dialogued(q, *told, asker=AskerName.RANDOM) for q, told in (("a", (0,)), ("b", ()))]
    by_turns = {c.group: c for c in compared(ours, other, seed=0)}
    assert by_turns["3 turns"].difference.mean == pytest.approx(1 / 4)
    assert by_turns["1 turn"].difference.mean == pytest.approx(1 / 8)
    assert (by_turns["3 turns"].a, by_turns["3 turns"].b) == ("random", "ours")


def test_a_turn_with_nothing_to_ask_is_unscored() -> None:
    turns = [
        OfTurn(query_id=q, asker="ours", score=s) for q, s in (("a", 2), ("a", None), ("b", 1))
    ]
    (row,) = quality_rows(turns, seed=0)
    assert (row.n_scored, row.n_unscored) == (2, 1)
    assert mean(row.estimate) == pytest.approx(1.5)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> IntentResults:
    """Twelve queries; ours finds one intent of four, depth first two, random three, fixed order
    and the expert four."""
    cases = [
        case_of("a", "b", "c", "d").model_copy(update={"query_id": f"q{n}"}) for n in range(12)
    ]
    known = {
        case.query_id: OfCase(
            version="v",
            query_id=case.query_id,
            intents="i",
            source="s",
            seed=0,
            held=tuple(
                dialogued(case.query_id, *range(min(4, n)), asker=asker, with_profile=told)
                for told in (False, True)
                for n, asker in enumerate(AskerName, 1)
            ),
            turns=(OfTurn(query_id=case.query_id, asker="ours", score=1.5),),
        )
        for case in cases
    }
    nowhere = tmp_path_factory.mktemp("data")
    order = IntentOrder(
        data=nowhere, corpus=nowhere, source="corpus:x", limit=None, seed=0, processes=1
    )
    return results_of(order, cases, known)


def test_all_of_it_is_shown_on_a_terminal_and_as_a_page(results: IntentResults) -> None:
    document = intentrl_document(results)
    screen = Console(file=StringIO(), width=200)
    show(document, screen)
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "Ours minus random, in points: 0.0" in shown
    assert "−50.0 [−50.0, −50.0] after 3 turns" in shown
    assert "corrected for their number (Bonferroni) the bar is p below" in " ".join(shown.split())
    assert "<svg" in to_html(document)


def test_kept_results_are_read_again(results: IntentResults) -> None:
    assert IntentResults.model_validate_json(results.model_dump_json()) == results


def test_dialogues_of_another_researcher_or_an_asker_trained_anew_count_no_more(
    tmp_path: Path,
) -> None:
    stage = tmp_path / "tiny" / "stage-2"
    stage.mkdir(parents=True)
    facts = stage / "asker.json"
    facts.write_text("{}", encoding="utf-8")
    case = case_of("a", "b")
    unit = IntentUnit(case=case, source="corpus:x", version="v", seed=0, policies=(stage,))
    line = line_of(unit)
    assert is_of(line, {"q": unit})
    papers = (UserPaper(paper_id="p", title="Songs"),)
    other = case.model_copy(update={"papers": papers})
    assert not is_of(line, {"q": unit.model_copy(update={"case": other})})
    os.utime(facts, ns=(1, 1))
    assert not is_of(line, {"q": unit})


def test_two_askers_of_one_name_are_refused(tmp_path: Path) -> None:
    """Else the dialogues of one would stand for both."""
    named = [option for run in "ab" for option in ("--policy", str(tmp_path / run / "t" / "sft"))]
    made = CliRunner().invoke(app, ["intentrl", "--out", str(tmp_path / "out"), *named])
    assert isinstance(made.exception, InputError)
    assert "same name" in str(made.exception)
