import pytest

from eval.domain.instance import Instance
from eval.domain.judgment import Unscored
from eval.domain.metric import Metric
from eval.domain.output import Output, OutputAction
from eval.domain.report import ScholarReport, ScholarSection
from eval.domain.results import Item, Measured
from eval.domain.rubric import Criterion, Importance, Rubric
from eval.judges.model import ModelJudge
from eval.studies.comparing import OTHER_RUBRICS, compare_runs, shared_instances
from eval.studies.myscholarqa import Task, answer_and_judge, describe, results_of
from eval.studies.run_folder import JudgedOutput, RunFolder, fingerprint, read_folder
from myscholar.domain.runs import Event
from myscholar.errors import InputError
from myscholar.gateways.llm.scripted import ScriptedLLM
from tests.eval.studies.runner.conftest import ANSWERS, TinySystem, facts, refusing


def judge(score: int = 2) -> ScriptedLLM:
    return ScriptedLLM(
        {**ANSWERS, "eval/specificity": {"reason": "So it is.", "score": score}}, judge=True
    )


async def test_figures_say_on_how_many_instances_questions_and_items_they_rest(run, instances):
    results = results_of(await run(TinySystem(), judge()), instances, n_resamples=50)
    row = next(r for r in results.rows if r.metric is Metric.SPECIFICITY and r.group == "all")
    # 6 instances of 2 questions with 2 inferences each, every one scored 2
    assert (
        row.estimate.mean,
        row.estimate.n_questions,
        row.estimate.n_instances,
        row.n_scored,
    ) == (2.0, 2, 6, 12)
    # 6 x $0.50, 6 x 3 calls; a scripted judge is free
    assert (results.dollars, results.model_calls) == (
        3.0,
        18,
    )


async def test_a_failure_is_shown_with_its_cost_and_the_rest_goes_on(run, instances):
    failing = instances[1].instance_id
    results = results_of(await run(TinySystem(fails=[failing]), judge()), instances, n_resamples=50)
    assert results.failures == (f"{failing}: NoEvidenceFound: nothing",)
    assert results.dollars == 2.75  # 5 x $0.50 and $0.25 for the failed one
    assert next(r for r in results.rows if r.group == "all").estimate.n_instances == 5


async def test_what_is_unscored_is_counted_and_named_and_no_score(run, instances):
    results = results_of(await run(TinySystem(), refusing(12)), instances, n_resamples=50)
    row = next(r for r in results.rows if r.metric is Metric.SPECIFICITY)
    assert (row.estimate, row.n_scored, row.n_unscored) == (None, 0, 12)
    assert (
        "scripted:model left 12 items unscored (12 LLMRefusal); --retry-unscored asks again."
        in results.notes
    )


async def test_to_ask_again_is_advised_only_where_a_model_could_answer_otherwise(
    tmp_path, instances
):
    class Blind(ModelJudge):
        async def specificity(self, inference):
            return Unscored(reason="NotVisible: words can't tell.")

    folder = RunFolder(tmp_path, facts())
    task = Task(instances, wanted=frozenset({Metric.SPECIFICITY}), parallel=2)
    await answer_and_judge(folder, task, TinySystem(), Blind(judge(), "local"), timer=lambda: 0.0)
    notes = results_of(folder, instances, n_resamples=50).notes
    assert [n for n in notes if "unscored" in n] == [
        "local left 12 items unscored (12 NotVisible: a report's text does not show whether it "
        "was done)."
    ]


def test_actions_are_counted_once_where_all_instances_have_as_many(tmp_path):
    def said(*n_chosen):
        outputs = [
            Output(
                instance_id=f"i{k}",
                system="tiny",
                actions=tuple(
                    OutputAction(text=f"a{a}", personalized=False, chosen=True) for a in range(n)
                ),
            )
            for k, n in enumerate(n_chosen)
        ]
        return describe(RunFolder(tmp_path, facts()), "tiny", outputs)

    assert said(8, 8) == "tiny: tiny, first version; 8 actions chosen an instance."
    assert said(6, 8, 7) == "tiny: tiny, first version; 6 to 8 actions chosen an instance."


async def test_the_same_seed_gives_the_same_bytes_in_whatever_order_it_was_done(
    run, instances, tmp_path
):
    folder = await run(TinySystem(), judge(), parallel=1)
    first = results_of(folder, instances, n_resamples=50).model_dump_json()
    for name in ("outputs.jsonl", "judged.jsonl"):
        path = folder.path / name
        path.write_text("".join(reversed(path.read_text().splitlines(keepends=True))))
    again = RunFolder(folder.path, facts())
    assert results_of(again, instances[::-1], n_resamples=50).model_dump_json() == first


async def test_progress_names_the_steps_with_counts_and_the_cost_so_far(run, instances, tmp_path):
    told: list[Event] = []
    folder = RunFolder(tmp_path / "told", facts())
    system = TinySystem(fails=[instances[0].instance_id])
    await answer_and_judge(
        folder,
        Task(instances, wanted=frozenset({Metric.SPECIFICITY})),
        system,
        ModelJudge(judge(), "a:judge"),
        timer=lambda: 0.0,
        progress=told.append,
    )
    by_step = {event.step: event for event in told}
    assert by_step["Answering"] == Event(
        step="Answering", message="tiny, 1 failure", done=6, total=6
    )
    assert by_step["Judging"] == Event(step="Judging", message="a:judge, $2.75", done=6, total=6)


async def folders(tmp_path, instances, **scores: int) -> list[RunFolder]:
    made = []
    for name, score in scores.items():
        folder = RunFolder(tmp_path / name, facts(system=name, identity=name))
        task = Task(instances, wanted=frozenset({Metric.SPECIFICITY}))
        await answer_and_judge(
            folder, task, TinySystem(), ModelJudge(judge(score), "a:judge"), timer=lambda: 0.0
        )
        made.append(folder)
    return made


async def test_systems_are_compared_with_the_first_on_what_all_were_asked(tmp_path, instances):
    results = compare_runs(
        await folders(tmp_path, instances, one=2, other=5), seed=0, n_resamples=50
    )
    assert [(r.system, r.estimate.mean) for r in results.rows if r.group == "all"] == [
        ("one", 2.0),
        ("other", 5.0),
    ]
    comparison = next(c for c in results.comparisons if c.group == "all")
    assert (comparison.a, comparison.b, comparison.difference.mean) == ("one", "other", 3.0)
    assert comparison.difference.n_instances == 6


async def test_runs_that_share_no_instance_or_no_judge_are_not_compared(tmp_path, instances):
    [one] = await folders(tmp_path, instances[:3], one=2)
    [other] = await folders(tmp_path, instances[3:], other=2)
    with pytest.raises(InputError, match="no instance in common"):
        compare_runs([one, other], seed=0)
    [unjudged] = [RunFolder(tmp_path / "unjudged", facts())]
    unjudged.add_instances(instances[:3])
    with pytest.raises(InputError, match=r"No judge judged in all .* unjudged: none"):
        compare_runs([one, unjudged], seed=0)
    with pytest.raises(InputError, match="two folders"):
        compare_runs([one], seed=0)


async def test_runs_of_one_system_in_folders_of_one_name_are_still_two(tmp_path, instances):
    made = []
    for place, score in (("monday", 2), ("tuesday", 5)):
        folder = RunFolder(tmp_path / place / "run", facts())
        task = Task(instances, wanted=frozenset({Metric.SPECIFICITY}))
        await answer_and_judge(
            folder, task, TinySystem(), ModelJudge(judge(score), "a:judge"), timer=lambda: 0.0
        )
        made.append(folder)
    results = compare_runs(made, seed=0, n_resamples=50)
    assert [(r.system, r.estimate.mean) for r in results.rows if r.group == "all"] == [
        ("tiny (run), 1", 2),
        ("tiny (run), 2", 5),
    ]
    assert {c.difference.mean for c in results.comparisons} == {3.0}


async def test_answer_coverage_by_different_rubrics_is_not_compared(tmp_path, instances):
    criterion = Criterion(
        name="moon", importance=Importance.MOST_IMPORTANT, text="It names the moon.", weight=1
    )
    said = {"verdicts": [{"criterion": 1, "reason": "It does.", "verdict": "met"}]}
    made = []
    for print_, name in (("1", "one"), ("1", "two"), ("2", "three")):
        folder = RunFolder(tmp_path / name, facts(system=name, rubrics=print_))
        rubrics = {q: [Rubric(query_id=q, criteria=(criterion,))] for q in ("q1", "q2")}
        task = Task(instances, wanted=frozenset({Metric.ANSWER_COVERAGE}), rubrics=rubrics)
        llm = ScriptedLLM({"eval/coverage": said}, judge=True)
        await answer_and_judge(
            folder, task, Writer(), ModelJudge(llm, "a:judge"), timer=lambda: 0.0
        )
        made.append(folder)
    alike, apart = (
        compare_runs(made[:2], seed=0, n_resamples=50),
        compare_runs(made[1:], seed=0, n_resamples=50),
    )
    assert {r.metric for r in alike.rows} == {Metric.ANSWER_COVERAGE}
    assert (apart.rows, OTHER_RUBRICS in apart.notes, OTHER_RUBRICS in alike.notes) == (
        (),
        True,
        False,
    )


class Writer(TinySystem):
    async def answer(self, instance: Instance) -> Output:
        section = ScholarSection(text="The moon pulls the water.")
        report = ScholarReport(
            query_id=instance.query_id, question=instance.query, system="tiny", sections=(section,)
        )
        return Output(instance_id=instance.instance_id, system="tiny", report=report)


async def test_a_run_is_not_compared_with_itself(tmp_path, instances):
    [one] = await folders(tmp_path, instances, one=2)
    with pytest.raises(InputError, match="one is given twice"):
        compare_runs([one, read_folder(tmp_path / "." / "one")], seed=0)


async def test_few_shared_questions_are_warned_of(tmp_path, instances):
    results = compare_runs(
        await folders(tmp_path, instances, one=2, other=5), seed=0, n_resamples=50
    )
    assert results.notes[0] == results.warnings[0]
    assert results.warnings[0].startswith(
        "Only 2 questions shared: too few questions for intervals and p-values."
    )
    assert results.notes[1] == "They share 6 instances of 2 questions; they were asked 6 and 6."
    assert not results.comparisons[0].difference.has_interval


async def test_another_spelling_of_a_question_is_the_same_question(tmp_path, instances):
    [one] = await folders(tmp_path, instances, one=2)
    spelt = tuple(
        i.model_copy(update={"query": i.query.upper() + " ", "similarity": 0.1}) for i in instances
    )
    [other] = await folders(tmp_path, spelt, other=2)
    assert len(shared_instances([one, other])) == 6


def test_what_the_judge_without_a_model_leaves_unscored_is_put_in_words(tmp_path, instances):
    folder = RunFolder(tmp_path / "run", facts())
    folder.add_instances(instances[:1])
    output = Output(instance_id=instances[0].instance_id, system="tiny")
    folder.add_output(output)
    item = Item(
        name="inference 1", judgment=Unscored(reason="NoCue: its wording speaks for no aspect.")
    )
    measured = (Measured(metric=Metric.CATEGORY_ACCURACY, items=(item,)),)
    folder.add_judged(
        JudgedOutput(
            judge="local",
            judging="v",
            instance_id=output.instance_id,
            output=fingerprint(output),
            asked=(Metric.CATEGORY_ACCURACY,),
            measured=measured,
        )
    )
    assert (
        "local left 1 item unscored (1 NoCue: no word tells the category)."
        in results_of(folder, instances[:1]).notes
    )
