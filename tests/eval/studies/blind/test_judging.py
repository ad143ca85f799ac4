"""A model reads pairs in both orders."""

import pytest

from eval.domain.blind import Better, BlindResults
from eval.domain.judgment import Scored, Unscored
from eval.studies.blind.figures import coverages_of, n_faults_of, verdicts_of
from eval.studies.blind.judging import Read, ToRead, read_by_model
from myscholar.errors import LLMRefusal
from myscholar.gateways.llm.scripted import ScriptedLLM

OURS = "Stones open 80 % of shells [1]."


def prefers_ours(prompt):
    is_first = prompt.text.index(OURS) < prompt.text.index("loudly")
    return {"reason": "It has a figure.", "better": "A" if is_first else "B"}


def covers(prompt):
    met = "met" if OURS in prompt.text else "not_met"
    return {
        "verdicts": [
            {"criterion": 1, "reason": "So.", "verdict": met},
            {"criterion": 2, "reason": "So.", "verdict": "not_met"},
        ]
    }


async def read(task: ToRead, **answers: object) -> tuple[Read, ScriptedLLM]:
    scripted = {
        "report_preference": prefers_ours, "coverage": covers, "faults": {"faults": []},
    } | answers  # fmt: skip
    llm = ScriptedLLM({f"eval/{name}": a for name, a in scripted.items()}, judge=True)
    return await read_by_model(task, llm, "m", parallel=2), llm


def results(said: Read) -> BlindResults:
    return BlindResults(
        seed=0, versions={}, questions={}, of=("now",),
        opinions=said.opinions, coverage=said.coverage, faults=said.faults,
    )  # fmt: skip


async def test_each_pair_is_read_in_both_orders_and_each_report_twice(task):
    said, llm = await read(task)
    assert {o.first for o in said.opinions} == {"now", "stone-writer-9"}
    assert sorted(prompt.name for _, prompt in llm.asked) == [
        *["eval/coverage"] * 2, *["eval/faults"] * 2, *["eval/report_preference"] * 2,
    ]  # fmt: skip
    [verdict] = verdicts_of(results(said))
    assert (verdict.a, verdict.score, verdict.is_inconsistent) == ("now", 1.0, False)


async def test_no_prompt_holds_a_name(task):
    _, llm = await read(task)
    assert [p.name for _, p in llm.asked if "stone-writer" in p.text or "myscholar" in p.text] == []


async def test_a_model_that_prefers_what_it_sees_first_prefers_neither(task):
    said, _ = await read(task, report_preference={"reason": "First.", "better": "A"})
    [verdict] = verdicts_of(results(said))
    assert (verdict.score, verdict.is_inconsistent) == (0.5, True)


async def test_a_pair_of_which_one_order_failed_is_unscored(task):
    answers = [LLMRefusal("m", "p"), {"reason": "Second.", "better": "A"}]
    said, _ = await read(task, report_preference=answers)
    assert [v.score for v in verdicts_of(results(said))] == [None]
    assert {o.better for o in said.opinions} == {None, Better.FIRST}


async def test_coverage_is_weighed_by_the_rubric_and_by_nothing_else(task):
    said, _ = await read(task)
    # ours meets the criterion of 0.3, not that of 0.1: 0.3 / 0.4
    assert coverages_of(results(said), "now") == [pytest.approx(0.75)]
    assert coverages_of(results(said), "stone-writer-9") == [0]


async def test_without_a_rubric_the_reader_says_first_what_an_answer_must_hold(task):
    bare = ToRead(task.pairs, {}, task.profiles)
    facets = [
        {"text": f"The answer should say {n}.", "importance": "most_important"} for n in range(5)
    ]
    five = {"verdicts": [{"criterion": n, "reason": "So.", "verdict": "met"} for n in range(1, 6)]}
    said, llm = await read(bare, facets={"facets": facets}, coverage=five)
    assert llm.asked[0][1].name == "eval/facets"
    assert "A vet." in llm.asked[0][1].text
    assert [c.judgment for c in said.coverage[0].criteria] == [Scored(score=1, reason="So.")] * 5


async def test_a_reader_who_cannot_say_what_an_answer_must_hold_leaves_coverage_unscored(task):
    said, _ = await read(ToRead(task.pairs, {}, {}), facets=LLMRefusal("m", "p"))
    assert coverages_of(results(said), "now") == []


async def test_errors_that_could_not_be_sought_are_none_found_and_none_missing(task):
    said, _ = await read(task, faults=LLMRefusal("m", "p"))
    assert n_faults_of(results(said), "now") == []
    assert all(isinstance(f.faults, Unscored) for f in said.faults)
