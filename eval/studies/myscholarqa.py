"""A system answers, a judge judges, and figures come out. Source: MySQA §3."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from eval.domain.instance import Instance
from eval.domain.judgment import Unscored
from eval.domain.metric import MYSQA_METRICS, Metric
from eval.domain.output import Output
from eval.domain.results import Measured, Results
from eval.domain.rubric import Rubric
from eval.judges.judge import Judge
from eval.judges.local.caveats import WHY_UNSCORED
from eval.metrics.ask import judge_output
from eval.metrics.rows import Sample, rows_of
from eval.metrics.two_judges import judges_agreement
from eval.studies.at_once import at_once
from eval.studies.cited import citing_notes
from eval.studies.run_folder import THEN, JudgedOutput, RunFolder, fingerprint
from eval.studies.unscored import end_if_dead, name_of, of_the_model, passes, reasons_of
from eval.studies.versions import judging_version
from eval.systems.system import System
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.errors import LLMBudgetSpent

ANSWERING, JUDGING = "Answering", "Judging"
EVERY = frozenset(MYSQA_METRICS)
CITATION_METRICS = frozenset({Metric.CITATION_PRECISION, Metric.CITATION_RECALL})


@dataclass(frozen=True)
class Task:
    instances: tuple[Instance, ...]
    rubrics: Mapping[str, Sequence[Rubric]] = field(default_factory=dict)
    """By query_id; coverage is measured where there is one."""
    wanted: frozenset[Metric] = EVERY
    parallel: int = 8
    budget_usd: float | None = None
    """Nothing more is begun once so much is spent, in this folder, resumed or not; what is under
    way is finished. What has no known price can't be counted."""
    retry_failed: bool = False
    retry_unscored: bool = False

    def __post_init__(self) -> None:
        if self.parallel < 1:
            raise ValueError("parallel must be at least 1")


async def answer_and_judge(
    folder: RunFolder,
    task: Task,
    system: System,
    judge: Judge,
    *,
    timer: Callable[[], float],
    progress: Progress = ignore,
) -> bool:
    """What is not there yet. False: the budget was spent. Raises what CONCERNS_ALL names."""
    work = _Work(folder, task, system, judge, timer, progress)
    folder.add_instances(task.instances)
    work.tell()
    await at_once([work.one(instance) for instance in task.instances], task.parallel)
    work.tell()
    return not work.is_out_of_money


@dataclass
class _Work:
    folder: RunFolder
    task: Task
    system: System
    judge: Judge
    timer: Callable[[], float]
    progress: Progress
    is_out_of_money: bool = False
    n_answered: int = 0
    n_judged: int = 0

    async def one(self, instance: Instance) -> None:
        if (output := await self._answer(instance)) is None:
            return
        self.n_answered += 1
        self.tell()
        if wanted := self._still_wanted(instance):
            await self._judge(instance, output, wanted)
        self.n_judged += 1
        self.tell()

    def tell(self) -> None:
        total, dollars = len(self.task.instances), self.folder.dollars
        spent = "price unknown" if dollars is None else f"${dollars:.2f}"
        outputs = (self.folder.outputs.get(i.instance_id) for i in self.task.instances)
        n_failed = sum(bool(o and o.error) for o in outputs)
        failed = f", {counted(n_failed, 'failure')}" if n_failed else ""
        for step, message, done in (
            (ANSWERING, f"{self.system.name}{failed}", self.n_answered),
            (JUDGING, f"{self.judge.name}, {spent}", self.n_judged),
        ):
            self.progress(Event(step=step, message=message, done=done, total=total))

    async def _answer(self, instance: Instance) -> Output | None:
        kept = self.folder.outputs.get(instance.instance_id)
        if kept and not (kept.error and self.task.retry_failed):
            return kept
        if self._is_spent():
            return None
        try:
            output = await self.system.answer(instance)
        except LLMBudgetSpent:
            self.is_out_of_money = True
            return None
        self.folder.add_output(output)
        return output

    def _is_spent(self) -> bool:
        limit = self.task.budget_usd
        self.is_out_of_money |= limit is not None and self.folder.known_dollars >= limit
        return self.is_out_of_money

    def _still_wanted(self, instance: Instance) -> frozenset[Metric]:
        asked = self.folder.measured(instance.instance_id, self.judge.name, judging_version())
        again = {
            m
            for m, found in asked.items()
            if found
            and (
                found.n_unscored > 0
                if self.task.retry_unscored
                else passes(i.judgment for i in found.items)
            )
        }
        return self.task.wanted - (asked.keys() - again)

    async def _judge(self, instance: Instance, output: Output, wanted: frozenset[Metric]) -> None:
        started = self.timer()
        rubrics = self.task.rubrics.get(instance.query_id, ())
        measured = await judge_output(instance, output, rubrics, self.judge, wanted=wanted)
        reasons = reasons_of(item.judgment for m in measured for item in m.items)
        self.is_out_of_money |= "LLMBudgetSpent" in reasons
        end_if_dead(reasons)
        self.folder.add_judged(
            JudgedOutput(
                judge=self.judge.name,
                judging=judging_version(),
                instance_id=instance.instance_id,
                output=fingerprint(output),
                asked=tuple(m for m in Metric if m in wanted),
                measured=measured,
                seconds=round(self.timer() - started, 3),
            )
        )


def results_of(
    folder: RunFolder,
    instances: Sequence[Instance],
    *,
    wanted: frozenset[Metric] = EVERY,
    notes: Sequence[str] = (),
    n_resamples: int = 10_000,
) -> Results:
    """By every judge of the folder; the same folder gives the same bytes."""
    facts = folder.facts
    outputs = [o for i in instances if (o := folder.outputs.get(i.instance_id))]
    by_judge = {judge: measured_by(folder, instances, judge, wanted) for judge in folder.judges}
    how = {"seed": facts.seed, "n_resamples": n_resamples}
    return Results(
        dataset=facts.dataset,
        seed=facts.seed,
        versions=folder.versions,
        rows=tuple(
            row
            for judge, measured in by_judge.items()
            for row in rows_of(Sample(instances, judge, **how), measured, facts.system)
        ),
        agreements=tuple(
            found
            for a, b in combinations(by_judge, 2)
            for found in judges_agreement(instances, by_judge[a], by_judge[b], judges=(a, b), **how)
        ),
        failures=tuple(f"{o.instance_id}: {o.error}" for o in outputs if o.error),
        seconds=folder.seconds,
        dollars=folder.dollars,
        model_calls=folder.model_calls,
        notes=(*notes, *_notes(folder, instances, outputs, by_judge)),
    )


def measured_by(
    folder: RunFolder, instances: Sequence[Instance], judge: str, wanted: frozenset[Metric] = EVERY
) -> Mapping[str, tuple[Measured, ...]]:
    """By instance, with the judging code that the judge last had in this folder."""
    judging = folder.judges[judge]
    asked = {i.instance_id: folder.measured(i.instance_id, judge, judging) for i in instances}
    return {
        instance_id: tuple(found for m in Metric if m in wanted and (found := by_metric.get(m)))
        for instance_id, by_metric in asked.items()
    }


def describe(folder: RunFolder, name: str, outputs: Sequence[Output]) -> str:
    """The system in words, and how many actions its reports were really to carry out."""
    chosen = [len(o.chosen) for o in outputs if o.actions]
    span = sorted({min(chosen, default=0), max(chosen, default=0)})
    counts = f"; {' to '.join(map(str, span))} actions chosen an instance" if chosen else ""
    is_mixed = THEN in folder.facts.versions.get("product", "")
    mixed = "; answered by several versions of the product" if is_mixed else ""
    return f"{name}: {folder.facts.identity}{counts}{mixed}."


def _notes(
    folder: RunFolder,
    instances: Sequence[Instance],
    outputs: Sequence[Output],
    by_judge: Mapping[str, Mapping[str, Sequence[Measured]]],
) -> tuple[str, ...]:
    notes, system = [describe(folder, folder.facts.system, outputs)], folder.facts.system
    flat = {
        judge: [m for found in measured.values() for m in found]
        for judge, measured in by_judge.items()
    }
    if any(m.metric in CITATION_METRICS for found in flat.values() for m in found):
        notes += citing_notes(system, outputs)
    if len(outputs) < len(instances):
        notes.append(
            f"{len(outputs)} of {len(instances)} instances are answered; the same command goes on."
        )
    for judge, found in flat.items():
        judgments = (item.judgment for m in found for item in m.items)
        names = Counter(name_of(j) for j in judgments if isinstance(j, Unscored))
        if names:
            # names that the judge without a model gives are put in words
            by_name = "; ".join(
                f"{n} {name}" + (f": {WHY_UNSCORED[name]}" if name in WHY_UNSCORED else "")
                for name, n in sorted(names.items())
            )
            again = "; --retry-unscored asks again" if any(map(of_the_model, names)) else ""
            notes.append(
                f"{judge} left {counted(names.total(), 'item')} unscored ({by_name}){again}."
            )
    return tuple(notes)
