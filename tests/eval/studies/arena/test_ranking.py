"""Tasks are ranked once, go on after a kill, and say how stable their order is."""

import asyncio
from pathlib import Path

import pytest

from eval.arena.comparing import TaskPreference
from eval.arena.llm.comparing import ModelComparer
from eval.arena.ranking import Played, TaskComparison
from eval.domain.arena import ResearchTask, TaskDifficulty, TaskFamily, TranscriptSpan
from eval.domain.judgment import Unscored
from eval.show.arena_ranking import ranking_document
from eval.studies.arena.ranking import (
    COMPARISONS,
    RANKED,
    TOP,
    RankOrder,
    TaskRanking,
    compare_all,
    families_of,
    read_tasks,
    run_ranking,
)
from eval.studies.arena.stability import split_half, top_that_stays
from eval.studies.lines import Lines
from myscholar.domain.runs import ignore
from myscholar.errors import (
    EngineUnavailable,
    InputError,
    LLMKeyRefused,
    LLMRateLimited,
    LLMRefusal,
)
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.workflows.jobs import open_services

WORDS = "robins wrens owls finches larks crows gulls terns swifts kites storks cranes coots".split()


def task(n: int) -> ResearchTask:
    return ResearchTask(
        task_id=f"s/t{n}",
        text=f"Deliver a table of {n + 3} studies on {WORDS[n]} and their {WORDS[-n]}.",
        family=TaskFamily.LITERATURE_SURVEY,
        difficulty=TaskDifficulty.BASIC,
        seminar_id="s",
        inspiration_ids=("s/i1",),
        spans=(TranscriptSpan(start=0, end=1, text="x"),),
    )


TASKS = tuple(task(n) for n in range(9))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "made.jsonl"
    path.write_text("".join(f"{t.model_dump_json()}\n" for t in TASKS), encoding="utf-8")
    return path


def order(file: Path, **told: object) -> RankOrder:
    fields = {"tasks": file, "rounds": 4, "top": 3, "model": "local", "seed": 1, "parallel": 3}
    return RankOrder(**(fields | told))


async def ranked_in(folder: Path, of: RankOrder) -> TaskRanking:
    folder.mkdir(exist_ok=True)
    return await run_ranking(of, folder, open_services(), ignore)


async def test_tasks_are_ranked_and_kept(file: Path, tmp_path: Path):
    found = await ranked_in(tmp_path / "out", order(file))
    kept = read_tasks(tmp_path / "out" / RANKED)
    assert kept == found.best
    assert read_tasks(tmp_path / "out" / TOP) == kept[:3]
    assert {t.task_id for t in kept} == {t.task_id for t in TASKS}
    assert [t.rank for t in kept] == sorted(t.rank or 0 for t in kept)
    assert [t.rating for t in kept] == sorted((t.rating or 0 for t in kept), reverse=True)
    # 4 pairs of 9 tasks in each of 4 rounds
    assert found.n_comparisons == 16
    assert "16 comparisons" in ranking_document(found).lead[0]


async def test_a_killed_ranking_goes_on_and_ends_the_same(file: Path, tmp_path: Path):
    whole = await ranked_in(tmp_path / "a", order(file))
    lines = (tmp_path / "a" / COMPARISONS).read_bytes().splitlines(keepends=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / COMPARISONS).write_bytes(b"".join(lines[:5]) + lines[5][:40])
    again = await ranked_in(tmp_path / "b", order(file))
    assert again.best == whole.best
    assert sorted((tmp_path / "b" / COMPARISONS).read_bytes().splitlines(keepends=True)) == sorted(
        lines
    )


async def test_more_rounds_keep_the_comparisons_of_fewer(file: Path, tmp_path: Path):
    await ranked_in(tmp_path / "out", order(file, rounds=1))
    before = (tmp_path / "out" / COMPARISONS).read_bytes()
    await ranked_in(tmp_path / "out", order(file, rounds=3))
    assert (tmp_path / "out" / COMPARISONS).read_bytes().startswith(before)


async def test_comparisons_of_another_text_count_no_more(file: Path, tmp_path: Path):
    await ranked_in(tmp_path / "out", order(file))
    file.write_text(file.read_text(encoding="utf-8").replace("Deliver", "Hand in"), "utf-8")
    await ranked_in(tmp_path / "out", order(file))
    assert len(list(Lines(tmp_path / "out" / COMPARISONS, TaskComparison).read())) == 32


async def test_without_a_model_all_depends_on_every_task(file: Path, tmp_path: Path):
    await ranked_in(tmp_path / "out", order(file))
    file.write_text(file.read_text(encoding="utf-8").replace(WORDS[8], "bees"), "utf-8")
    await ranked_in(tmp_path / "out", order(file))
    assert len(list(Lines(tmp_path / "out" / COMPARISONS, TaskComparison).read())) == 32


def reply(winner: str = "A") -> dict:
    five = dict.fromkeys(("clarity", "actionability", "novelty", "depth_fit", "consistency"), 3)
    return {"reason": "so", "a": five, "b": five, "winner": winner, "confidence": 0.9}


async def by_model(file: Path, tmp_path: Path, *replies: object) -> tuple[TaskComparison, ...]:
    llm = ScriptedLLM({"arena/compare": list(replies)}, judge=True)
    of = order(file, model="scripted:model", rounds=1, parallel=1)
    return await compare_all(TASKS, of, ModelComparer(llm), tmp_path, ignore)


async def test_what_could_not_be_judged_stays_and_what_passes_is_asked_again(
    file: Path, tmp_path: Path
):
    refusal = LLMRefusal("scripted:model", "arena/compare@1")
    busy = LLMRateLimited("scripted:model", 1.0)
    first = await by_model(file, tmp_path, refusal, busy, reply())
    kinds = [type(each.judgment) for each in first]
    assert kinds == [Unscored, Unscored, TaskPreference, TaskPreference]
    again = await by_model(file, tmp_path, reply("B"))
    assert again[0] == first[0]
    assert again[2:] == first[2:]
    assert isinstance(again[1].judgment, TaskPreference)


async def test_a_model_that_can_answer_nothing_ends_it_and_leaves_nothing(
    file: Path, tmp_path: Path
):
    refused = LLMKeyRefused("scripted:model", "the settings")
    with pytest.raises(EngineUnavailable):
        await by_model(file, tmp_path, refused)
    assert not (tmp_path / COMPARISONS).exists()


def test_a_file_without_tasks_or_with_one_twice_is_refused(file: Path, tmp_path: Path):
    with pytest.raises(InputError, match="is not there"):
        read_tasks(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="is a folder"):
        read_tasks(tmp_path)
    file.write_text(file.read_text(encoding="utf-8") * 2, encoding="utf-8")
    with pytest.raises(InputError, match="more than once"):
        read_tasks(file)


def test_the_last_task_of_a_file_is_read_though_its_line_does_not_end(file: Path):
    whole = file.read_text(encoding="utf-8")
    file.write_text("\ufeff" + whole.rstrip("\n"), encoding="utf-8")
    assert read_tasks(file) == TASKS


def test_families_have_the_mean_rating_of_their_tasks():
    rated = [
        TASKS[n].model_copy(update={"rating": rating, "family": family})
        for n, (rating, family) in enumerate(
            [
                (1210.0, TaskFamily.BIAS_REVIEW),
                (1190.0, TaskFamily.TREND_SCAN),
                (1220.0, TaskFamily.BIAS_REVIEW),
            ]
        )
    ]
    assert [(f.family, f.n, f.rating) for f in families_of(rated)] == [
        (TaskFamily.BIAS_REVIEW, 2, 1215),
        (TaskFamily.TREND_SCAN, 1, 1190),
    ]


def made(*rounds: str) -> list[Played]:
    """Each round in words, "ab cd": a beats b, c beats d."""
    return [Played(n, pair[0], pair[1], 1) for n, of in enumerate(rounds, 1) for pair in of.split()]


def test_an_order_that_every_comparison_bears_out_is_stable():
    best_first = made(*["ab cd", "ac bd", "ad bc"] * 20)
    halves = split_half("abcd", best_first, seed=0)
    assert halves
    assert halves.low > 0.9
    assert top_that_stays("abcd", best_first, 1, seed=0) == 1
    # a wins always, and whom it beats is told apart by nothing
    assert top_that_stays("abcd", made(*["ab", "ac", "ad"] * 6), 1, seed=0) == 1


def test_an_order_that_is_chance_is_not():
    either = made(*["ab cd", "ba dc"] * 20)
    halves = split_half("abcd", either, seed=0)
    assert halves
    assert halves.mean < 0.2
    stays = top_that_stays("abcd", either, 2, seed=0)
    assert stays is not None
    assert stays < 0.8


def test_of_too_little_nothing_is_said():
    assert split_half("abcd", made("ab cd"), seed=0) is None
    assert split_half("abcd", [], seed=0) is None
    assert top_that_stays("abcd", [], 2, seed=0) is None
    assert top_that_stays("abcd", made("ab cd"), 4, seed=0) is None


def test_one_task_is_the_first_of_one(tmp_path: Path):
    path = tmp_path / "one.jsonl"
    path.write_text(f"{TASKS[0].model_dump_json()}\n", encoding="utf-8")
    found = asyncio.run(ranked_in(tmp_path / "out", order(path)))
    assert [(t.rank, t.rating) for t in found.best] == [(1, 1200)]
    assert "Too little" in ranking_document(found).conclusion[0]
