"""Planted leaks are found, honest completions are not, and nothing is asked twice."""

import json
from pathlib import Path

import pytest

from eval.show.arena_leakage import leakage_document
from eval.studies.arena.leakage import (
    MOST_CHARACTERS,
    SplitTask,
    TaskCompletion,
    complete_all,
    leakage_of,
    models_of,
    read_split,
)
from eval.studies.arena.planted import (
    AND_MORE,
    KNOWING,
    PARAPHRASE,
    TENTH_CHANGED,
    read_planted,
    run_planted,
)
from eval.studies.lines import Lines
from myscholar.errors import EngineUnavailable, InputError, LLMKeyRefused, LLMRefusal, LLMTruncated
from myscholar.gateways.llm.prompts import Prompt
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.workflows.background import load_background

TASKS = (
    SplitTask("t1", "Count the robins", ", the owls and the gulls that nest in northern gardens."),
    SplitTask("t2", "Deliver a table", ", sorted by year and by the method that was used in it."),
    SplitTask("t3", "", ""),
)


def lines_in(folder: Path) -> Lines[TaskCompletion]:
    return Lines(folder / "completions.jsonl", TaskCompletion)


async def completed(folder: Path, said: object, model: str = "scripted:model") -> ScriptedLLM:
    llm = ScriptedLLM({"arena/continue": said}, judge=True)
    await complete_all(TASKS, llm, model, lines_in(folder), 2)
    return llm


def found_in(folder: Path) -> tuple:
    return leakage_of(lines_in(folder).read(), TASKS, load_background())


async def test_planted_leaks_are_found_and_completions_without_one_are_not():
    found = await run_planted(load_background(), seed=0)
    by_model = {model.model: model for model in found.models}
    for name, model in by_model.items():
        assert model.leaked_at_length.n == 12
        at_length = model.leaked_at_length.k
        if name not in KNOWING:
            assert model.leaked.k == at_length == 0
        elif name != TENTH_CHANGED:
            assert at_length == 12
    assert by_model[TENTH_CHANGED].leaked.k == 12
    # the paper's measure can't see a leak that a model goes on from
    assert by_model[AND_MORE].leaked.k == 0
    assert by_model[AND_MORE].characters > 1_500
    assert leakage_document(found).conclusion[0].startswith("By the whole completion, 36 of 48")


def test_a_paraphrase_of_each_written_task_is_no_leak_and_begins_where_the_prefix_ends():
    assert len(read_planted()) == 12
    assert {task.language for task in read_planted()} == {"en", "de", "zh"}
    assert all(not task.paraphrase[0].isalnum() for task in read_planted())
    assert PARAPHRASE not in KNOWING


async def test_a_model_that_knows_one_task_by_heart_is_found_by_that_task(tmp_path: Path):
    def said(prompt: Prompt) -> str:
        return TASKS[0].suffix if "robins" in prompt.task else " and say why it is hard to do."

    llm = await completed(tmp_path, said)
    assert [prompt.task for _, prompt in llm.asked] == ["Count the robins", "Deliver a table"]
    found = found_in(tmp_path)
    assert [each.whole.is_leaked for each in found if each.whole] == [True, False]
    assert found[2].unscored.reason.startswith("OneWord")
    [model] = models_of(found, seed=0)
    assert (model.leaked.k, model.leaked.n, model.n_unscored) == (1, 2, 1)


async def test_nothing_is_asked_twice_and_other_models_stand_beside(tmp_path: Path):
    await completed(tmp_path, "they sing")
    assert (await completed(tmp_path, "they sing")).asked == []
    assert len((await completed(tmp_path, "gardens", "other:model")).asked) == 2
    assert [m.model for m in models_of(found_in(tmp_path), 0)] == ["scripted:model", "other:model"]


async def test_an_empty_completion_and_a_refusal_are_unscored(tmp_path: Path):
    await completed(tmp_path, ["...", LLMRefusal("scripted:model", "arena/continue@1")])
    first, second, _ = found_in(tmp_path)
    assert first.unscored.reason.startswith("NothingWritten")
    assert second.unscored.reason.startswith("LLMRefusal")
    [model] = models_of((first, second), seed=0)
    assert (model.composite, model.leaked.share, model.n_unscored) == (None, None, 2)


class CutOff(ScriptedLLM):
    """Writes as long as it may, and then is cut off."""

    async def write(self, role, prompt, *, problems=None, on_text=None, variant=0):
        text = f"{TASKS[0].suffix} {'and so it goes on ' * 300}"
        for end in (10, len(text), 5):
            on_text(text[:end])
        raise LLMTruncated("scripted:model", prompt.label, 500)


async def test_what_comes_before_the_limit_counts(tmp_path: Path):
    await complete_all(TASKS[:1], CutOff({}), "scripted:model", lines_in(tmp_path), 1)
    [found] = leakage_of(lines_in(tmp_path).read(), TASKS[:1], load_background())
    assert len(found.completion) == MOST_CHARACTERS
    assert not found.whole.is_leaked
    assert found.at_length.is_leaked


async def test_a_model_that_can_answer_nothing_ends_it(tmp_path: Path):
    with pytest.raises(EngineUnavailable):
        await completed(tmp_path, LLMKeyRefused("scripted:model", "the settings"))
    assert list(lines_in(tmp_path).read()) == []


def test_tasks_are_drawn_by_seed_and_a_larger_limit_keeps_them(tmp_path: Path):
    file = tmp_path / "tasks.jsonl"
    rows = [{"task_id": f"t{n}", "text": f"Count {n} robins, then {n} owls."} for n in range(20)]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    few, more = read_split(file, 5, seed=0), read_split(file, 8, seed=0)
    assert set(few) < set(more)
    assert few != read_split(file, 5, seed=1)
    assert len(read_split(file, None, seed=0)) == 20
    assert few[0].suffix.startswith(", then")
    file.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="no task"):
        read_split(file, None, seed=0)


def test_two_tasks_of_one_name_are_refused_since_one_would_count_as_unscored(tmp_path: Path):
    rows = [{"task_id": "a", "text": text} for text in ("Ask this, then that.", "Ask, then tell.")]
    file = tmp_path / "tasks.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    with pytest.raises(InputError, match="a more than once"):
        read_split(file, None, seed=0)
