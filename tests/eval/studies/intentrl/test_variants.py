"""What trained askers find, and the folder that a training stands in."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from eval.studies.intentrl.data import IntentData, Split
from eval.studies.intentrl.training import TrainOrder, check_order, read_order, verdict
from eval.studies.intentrl.variant_figures import OfVariant, compared, curve_of, figures
from eval.studies.intentrl.variants import HELD, ToldDialogue, hold_all
from myscholar.domain.dialogue import Question
from myscholar.errors import InputError, UnreadableFile
from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.clarify.training.examples import QueryIntents
from myscholar.interactive.clarify.training.train.settings import Preset, preset, read_settings
from myscholar.interactive.clarify.training.train.stages import CurvePoint


def held(asker: str, query: str, told: Sequence[int | None], seed: int = 0) -> ToldDialogue:
    return ToldDialogue(asker=asker, seed=seed, query_id=query, n_intents=4, told=tuple(told))


def test_figures_are_means_over_queries_and_trainings() -> None:
    first, second = figures(
        [
            held("a", "q1", (0, None, 1, 1)),  # precision 3/4, recall 2/4
            held("a", "q1", (None, None), seed=1),  # 0 and 0
            held("a", "q2", (3,)),  # 1 and 1/4
            held("b", "q1", ()),  # none asked, and 0
        ]
    )
    assert (first.asker, first.n_seeds) == ("a", 2)
    assert first.precision
    assert first.precision.mean == pytest.approx((0.75 + 0 + 1) / 3)
    assert first.recall.mean == pytest.approx((0.5 + 0 + 0.25) / 3)
    assert first.f1
    # the harmonic mean of 7/12 and 1/4
    assert first.f1.mean == pytest.approx(0.35)
    assert first.asked == pytest.approx(7 / 3)
    assert second.precision is None
    assert second.f1 is None


def test_the_whole_training_is_set_beside_each_other_asker_query_by_query() -> None:
    found = list(
        compared(
            [
                held("stage-2", "q1", (0, 1)),  # recall 2/4
                held("stage-2", "q1", (0, 1, 2, 3), seed=1),  # 1: the query's mean is 3/4
                held("stage-2", "q2", (None,)),  # 0
                held("sft", "q1", (0,)),  # 1/4
                held("sft", "q2", (2,)),  # 1/4
                held("rules", "q3", (2,)),  # on a query that the other has not
            ]
        )
    )
    [beside] = found
    assert (beside.a, beside.b) == ("sft", "stage-2")
    # 1/2 and -1/4
    assert beside.difference.mean == pytest.approx(0.125)
    assert beside.p_value == 1  # of four flips all are as far from 0 or farther


def test_a_curve_is_shown_as_means_of_neighbouring_steps() -> None:
    points = [CurvePoint(stage="sft", step=n, values={"loss": float(n)}) for n in range(1, 17)]
    points.append(CurvePoint(stage="sft", step=17, values={"train_runtime": 3.0}))
    shown = list(curve_of(points, seed=0))
    assert [p.step for p in shown] == [2, 4, 6, 8, 10, 12, 14, 16]
    assert shown[0].values == {"loss": 1.5}


def test_a_folder_is_about_one_training(tmp_path: Path) -> None:
    order = TrainOrder(data="d", settings=preset(Preset.TINY), corpus="", seed=0)
    check_order(tmp_path, order)
    check_order(tmp_path, order)
    assert read_order(tmp_path) == order
    with pytest.raises(InputError, match="other settings, data or seed"):
        check_order(tmp_path, order.model_copy(update={"seed": 1}))
    with pytest.raises(InputError, match="no folder of intentrl train"):
        read_order(tmp_path / "other")


def test_entries_of_a_file_stand_in_the_place_of_the_presets(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "a/model"\n[grpo]\nbatch = 3\n')
    read = read_settings(Preset.FULL, path)
    assert (read.base, read.grpo.batch, read.grpo.repeats) == ("a/model", 3, 8)
    path.write_text("[grpo]\nbatch = 0\n")
    with pytest.raises(UnreadableFile, match=r"grpo\.batch"):
        read_settings(Preset.FULL, path)
    for text in ("grpo = [", "grpo = " + "[" * 5000, "a." * 3000 + "a = 1"):
        path.write_text(text)
        with pytest.raises(UnreadableFile, match="TOML"):
            read_settings(Preset.FULL, path)


def test_a_verdict_has_three_steps() -> None:
    target = "songs of male wrens nesting in gardens"
    assert verdict("songs of wrens, nesting or male", ["moult", target]) == 1
    assert verdict("songs and ships", [target]) == 1  # half of the shorter's words
    assert verdict("songs, wrens, ships, masts and keels", [target]) == 0.5
    assert verdict("songs, ships, sails, masts and keels", [target]) == 0.5  # a fifth
    assert verdict("ships and sails", [target]) == 0


async def boxes_or_noise(dialogue: Dialogue) -> Question | None:
    """One question, then none."""
    if dialogue.turns:
        return None
    return Question(text="Which?", choices=("nest boxes", "street noise"))


def a_set(folder: Path, *deep: str) -> IntentData:
    folder.mkdir()
    data = IntentData(folder)
    for n, intent in enumerate(deep):
        query = QueryIntents(
            query_id=f"q{n}", original="Songs of wrens", query="Songs", shallow=(), deep=(intent,)
        )
        data.queries.append(Split.TEST, query)
    return data


def test_dialogues_that_a_kill_left_out_are_held_and_more_are_held_of_a_larger_limit(
    tmp_path: Path,
) -> None:
    data = a_set(tmp_path / "data", *("I care about nest boxes",) * 4)
    out = tmp_path / "out"
    out.mkdir()

    def rows(limit: int | None) -> tuple[OfVariant, ...]:
        return figures(
            *asyncio.run(hold_all(out, (), data, {"rules": boxes_or_noise}, limit=limit))
        )

    [whole] = rows(3)
    lines = (out / HELD).read_bytes().splitlines(keepends=True)
    (out / HELD).write_bytes(lines[0] + lines[1][:20])
    assert rows(3) == (whole,)
    assert [of.recall.n_questions for of in (*rows(None), *rows(2))] == [4, 2]


def test_dialogues_on_other_queries_of_the_same_names_are_held_anew(tmp_path: Path) -> None:
    out, found = tmp_path / "out", list[float]()
    out.mkdir()
    for name, intent in (("one", "I care about nest boxes"), ("other", "I want ships")):
        data = a_set(tmp_path / name, intent)
        [row] = figures(*asyncio.run(hold_all(out, (), data, {"rules": boxes_or_noise})))
        found.append(row.recall.mean)
    assert found == [1, 0]
