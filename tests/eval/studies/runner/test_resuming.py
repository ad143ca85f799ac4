import asyncio

import pytest

from eval.domain.metric import Metric
from eval.studies.myscholarqa import results_of
from eval.studies.run_folder import RunFolder, read_folder
from myscholar.errors import EngineUnavailable, LLMBudgetSpent, LLMKeyRefused, LLMUnavailable
from myscholar.gateways.llm.scripted import ScriptedLLM
from tests.eval.studies.runner.conftest import ANSWERS, TinySystem, facts, refusing


def judge() -> ScriptedLLM:
    return ScriptedLLM(ANSWERS, judge=True)


async def test_what_is_there_is_not_done_again(run):
    system, llm = TinySystem(), judge()
    await run(system, llm)
    assert len(system.asked) == 6
    assert len(llm.asked) == 24  # 6 instances, 2 inferences each, 2 questions an inference

    await run(system, llm)
    assert (len(system.asked), len(llm.asked)) == (6, 24)


async def test_a_run_that_was_cut_off_goes_on_with_the_rest(run, instances):
    third = instances[2].instance_id
    with pytest.raises(LLMKeyRefused):
        await run(TinySystem(ends={third: LLMKeyRefused("m")}), judge(), parallel=1)

    system, llm = TinySystem(), judge()
    folder = await run(system, llm, parallel=1)
    assert not {i.instance_id for i in instances[:2]} & set(system.asked)
    assert third in system.asked
    assert len(llm.asked) == 4 * 4  # the four instances that were left, four questions each
    assert len(folder.outputs) == 6


async def test_cancelling_keeps_what_is_finished(run, instances):
    waiting = TinySystem(waits=[instances[4].instance_id])
    running = asyncio.create_task(run(waiting, judge(), parallel=1))
    while len(waiting.asked) < 5:
        await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    system = TinySystem()
    await run(system, judge(), parallel=1)
    assert system.asked == [i.instance_id for i in instances[4:]]


async def test_a_line_that_a_kill_tore_is_done_again_and_harms_no_other(run, tmp_path):
    folder = await run(TinySystem(), judge())
    outputs = folder.path / "outputs.jsonl"
    outputs.write_bytes(outputs.read_bytes()[:-20])

    system, llm = TinySystem(), judge()
    again = await run(system, llm)
    assert len(system.asked) == 1
    assert len(llm.asked) == 0  # the same output came of it, and that was judged before
    assert len(RunFolder(again.path, facts()).outputs) == 6


async def test_another_judge_does_not_run_the_system_again(run, instances):
    system = TinySystem()
    await run(system, judge(), judge="first:judge")
    folder = await run(system, judge(), judge="second:judge")
    assert len(system.asked) == 6
    results = results_of(folder, instances, n_resamples=50)
    assert {row.judge for row in results.rows} == {"first:judge", "second:judge"}
    # 6 instances with 2 inferences each; both judges always answer the same; of grades the share of
    # same ones is not given
    assert [(g.a, g.b, g.n_items, g.same) for g in results.agreements] == [
        ("first:judge", "second:judge", 12, 1.0),
        ("first:judge", "second:judge", 12, None),
    ]


async def test_only_metrics_that_were_not_asked_for_before_are_judged(run):
    llm = judge()
    await run(TinySystem(), llm, wanted=frozenset({Metric.SPECIFICITY}))
    await run(TinySystem(), llm)
    assert [prompt.name for _, prompt in llm.asked].count("eval/specificity") == 12
    assert len(llm.asked) == 24


async def test_an_output_that_replaced_a_failed_one_is_judged_anew(run, instances):
    failing = instances[0].instance_id
    first = TinySystem(fails=[failing])
    await run(first, judge())

    kept, again, llm = TinySystem(), TinySystem(), judge()
    await run(kept, llm)
    assert (kept.asked, llm.asked) == ([], [])
    folder = await run(again, llm, retry_failed=True)
    assert again.asked == [failing]
    assert len(llm.asked) == 4
    assert results_of(folder, instances, n_resamples=50).failures == ()


async def test_what_was_left_unscored_is_asked_again_only_on_request(run, instances):
    folder = await run(TinySystem(), refusing(3))
    specificity = next(
        r
        for r in results_of(folder, instances, n_resamples=50).rows
        if r.metric is Metric.SPECIFICITY
    )
    assert (specificity.n_scored, specificity.n_unscored) == (9, 3)

    llm = judge()
    await run(TinySystem(), llm)
    assert llm.asked == []
    folder = await run(TinySystem(), llm, retry_unscored=True)
    assert {prompt.name for _, prompt in llm.asked} == {"eval/specificity"}
    rows = results_of(folder, instances, n_resamples=50).rows
    assert sum(r.n_unscored for r in rows) == 0


async def test_a_judgment_by_other_judging_code_does_not_count_and_is_made_anew(
    run, monkeypatch, instances
):
    await run(TinySystem(), judge())
    monkeypatch.setattr("eval.studies.myscholarqa.judging_version", lambda: "another")
    llm = judge()
    folder = await run(TinySystem(), llm)
    assert len(llm.asked) == 24
    assert folder.judges == {"scripted:model": "another"}


async def test_nothing_more_is_begun_once_the_budget_is_spent(run, instances):
    system = TinySystem()  # half a dollar an instance
    folder = await run(system, judge(), parallel=1, budget_usd=1.0)
    assert len(system.asked) == 2
    results = results_of(folder, instances, n_resamples=50)
    assert results.dollars == 1.0
    assert "2 of 6 instances are answered; the same command goes on." in results.notes

    await run(system, judge(), parallel=1, budget_usd=10.0)
    assert len(system.asked) == 6


async def test_a_budget_that_the_system_meets_is_no_failure_of_the_instance(run, instances):
    ends = {instances[1].instance_id: LLMBudgetSpent("m", 1.0)}
    folder = await run(TinySystem(ends=ends), judge(), parallel=1)
    assert list(folder.outputs) == [instances[0].instance_id]
    assert results_of(folder, instances, n_resamples=50).failures == ()


def failing_judge(*errors: Exception) -> ScriptedLLM:
    return ScriptedLLM(
        {**ANSWERS, "eval/specificity": [*errors, ANSWERS["eval/specificity"]]}, judge=True
    )


async def test_what_a_judge_could_not_say_just_then_is_asked_again_by_the_same_command(
    run, instances
):
    folder = await run(TinySystem(), failing_judge(LLMUnavailable("m", "down")))
    assert (
        sum(
            r.n_unscored
            for r in results_of(folder, instances, n_resamples=50).rows
            if r.group == "all"
        )
        == 1
    )
    llm = judge()
    folder = await run(TinySystem(), llm)
    assert [p.name for _, p in llm.asked] == [
        "eval/specificity"
    ] * 2  # both inferences of the one instance
    assert sum(r.n_unscored for r in results_of(folder, instances, n_resamples=50).rows) == 0


async def test_a_judge_whose_key_is_refused_ends_the_run_and_leaves_nothing_unscored(run):
    with pytest.raises(
        EngineUnavailable, match="judge engine is not available: The key for m is missing"
    ):
        await run(TinySystem(), failing_judge(LLMKeyRefused("m")), parallel=1)
    llm = judge()
    folder = await run(TinySystem(), llm)
    assert len(llm.asked) == 24
    assert len(folder.judged) == 6


async def test_a_judge_that_has_no_money_left_begins_nothing_more(run):
    system = TinySystem()
    await run(system, failing_judge(LLMBudgetSpent("m", 1.0)), parallel=1)
    assert len(system.asked) == 1


async def test_whoever_only_looks_changes_nothing(run):
    folder = await run(TinySystem(), judge())
    torn = folder.path / "judged.jsonl"
    torn.write_bytes(torn.read_bytes()[:-9])
    before = torn.read_bytes()
    assert len(read_folder(folder.path).judged) == 5
    assert torn.read_bytes() == before
