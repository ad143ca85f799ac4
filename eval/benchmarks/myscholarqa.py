"""A system answers instances, a judge judges what it made, and figures come out. Source: MySQA
§3."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from eval.benchmarks.at_once import at_once
from eval.benchmarks.cited import citing_notes
from eval.benchmarks.run_folder import THEN, JudgedOutput, RunFolder, fingerprint
from eval.benchmarks.unscored import end_if_dead, name_of, of_the_model, passes, reasons_of
from eval.benchmarks.versions import judging_version
from eval.domain.instance import Instance
from eval.domain.judgment import Unscored
from eval.domain.metric import Metric
from eval.domain.output import Output
from eval.domain.results import Measured, Results
from eval.domain.rubric import Rubric
from eval.judges.judge import Judge
from eval.judges.local.caveats import WHY_UNSCORED
from eval.metrics.ask import judge_output
from eval.metrics.rows import rows_of
from eval.metrics.two_judges import judges_agreement
from eval.systems.system import System
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.domain.text import counted
from myscholar.errors import LLMBudgetSpent

ANSWERING, JUDGING = "Answering", "Judging"
EVERY = frozenset(Metric)
CITATION_METRICS = frozenset({Metric.CITATION_PRECISION, Metric.CITATION_RECALL})


@dataclass(frozen=True)
class Task:
    """What is to be done in a folder."""

    instances: tuple[Instance, ...]
    rubrics: Mapping[str, Sequence[Rubric]] = field(default_factory=dict)
    """By query_id; coverage is measured where there is one."""
    wanted: frozenset[Metric] = EVERY
    parallel: int = 8
    """Instances under way at once."""
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
    """What is not there yet. False: the budget was spent before all was done. Raises what
    CONCERNS_ALL names; what is finished stays."""
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
        if (output := await self._answered(instance)) is None:
            return
        self.n_answered += 1
        self.tell()
        if wanted := self._still_wanted(instance):
            await self._judged(instance, output, wanted)
        self.n_judged += 1
        self.tell()

    def tell(self) -> None:
        total = len(self.task.instances)
        spent = (
            f"${self.folder.dollars:.2f}" if self.folder.dollars is not None else "price unknown"
        )
        n_failed = sum(bool(o.error) for o in self._outputs())
        failed = f", {counted(n_failed, 'failure')}" if n_failed else ""
        self.progress(
            Event(
                step=ANSWERING,
                message=f"{self.system.name}{failed}",
                done=self.n_answered,
                total=total,
            )
        )
        self.progress(
            Event(
                step=JUDGING, message=f"{self.judge.name}, {spent}", done=self.n_judged, total=total
            )
        )

    def _outputs(self) -> list[Output]:
        return [o for i in self.task.instances if (o := self.folder.outputs.get(i.instance_id))]

    async def _answered(self, instance: Instance) -> Output | None:
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
        self.is_out_of_money = self.is_out_of_money or (
            limit is not None and self.folder.known_dollars >= limit
        )
        return self.is_out_of_money

    def _still_wanted(self, instance: Instance) -> frozenset[Metric]:
        asked = self.folder.measured(instance.instance_id, self.judge.name, judging_version())
        again = {
            m for m, measured in asked.items() if measured and self._to_be_asked_again(measured)
        }
        return self.task.wanted - (asked.keys() - again)

    def _to_be_asked_again(self, measured: Measured) -> bool:
        return (
            measured.n_unscored > 0
            if self.task.retry_unscored
            else passes(i.judgment for i in measured.items)
        )

    async def _judged(self, instance: Instance, output: Output, wanted: frozenset[Metric]) -> None:
        started = self.timer()
        rubrics = self.task.rubrics.get(instance.query_id, ())
        measured = await judge_output(instance, output, rubrics, self.judge, wanted=wanted)
        reasons = reasons_of(item.judgment for m in measured for item in m.items)
        self.is_out_of_money = self.is_out_of_money or "LLMBudgetSpent" in reasons
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
    """Figures of every judge that judged in the folder. The same folder gives the same bytes,
    whatever was finished in which order."""
    outputs = [o for i in instances if (o := folder.outputs.get(i.instance_id))]
    by_judge = {judge: measured_by(folder, instances, judge, wanted) for judge in folder.judges}
    rows = tuple(
        row
        for judge, measured in by_judge.items()
        for row in rows_of(
            instances,
            measured,
            system=folder.facts.system,
            judge=judge,
            seed=folder.facts.seed,
            n_resamples=n_resamples,
        )
    )
    return Results(
        dataset=folder.facts.dataset,
        seed=folder.facts.seed,
        versions=folder.versions,
        rows=rows,
        agreements=tuple(
            found
            for a, b in combinations(by_judge, 2)
            for found in judges_agreement(
                instances,
                by_judge[a],
                by_judge[b],
                judges=(a, b),
                seed=folder.facts.seed,
                n_resamples=n_resamples,
            )
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
    """By instance, what the judge measured with the judging code that it last had in this
    folder."""
    judging = folder.judges[judge]
    asked = {i.instance_id: folder.measured(i.instance_id, judge, judging) for i in instances}
    return {
        instance_id: tuple(found for m in Metric if m in wanted and (found := by_metric.get(m)))
        for instance_id, by_metric in asked.items()
    }


def described(folder: RunFolder, name: str, outputs: Sequence[Output]) -> str:
    """The system in words, and how many actions its reports were to carry out: it may have found
    fewer than it was to choose."""
    chosen = [len(o.chosen) for o in outputs if o.actions]
    span = sorted({min(chosen, default=0), max(chosen, default=0)})
    counts = f"; {' to '.join(map(str, span))} actions chosen an instance" if chosen else ""
    mixed = (
        "; answered by several versions of the product"
        if THEN in folder.facts.versions.get("product", "")
        else ""
    )
    return f"{name}: {folder.facts.identity}{counts}{mixed}."


def _why(name: str, n: int) -> str:
    """Names that the judge without a model gives are put in words; errors of a model are told by
    theirs."""
    words = WHY_UNSCORED.get(name)
    return f"{n} {name}: {words}" if words else f"{n} {name}"


def _notes(
    folder: RunFolder,
    instances: Sequence[Instance],
    outputs: Sequence[Output],
    by_judge: Mapping[str, Mapping[str, Sequence[Measured]]],
) -> tuple[str, ...]:
    notes = [described(folder, folder.facts.system, outputs)]
    if CITATION_METRICS & {
        m.metric for measured in by_judge.values() for ms in measured.values() for m in ms
    }:
        notes += citing_notes(folder.facts.system, outputs)
    if len(outputs) < len(instances):
        notes.append(
            f"{len(outputs)} of {len(instances)} instances are answered; the same command goes on."
        )
    for judge, measured in by_judge.items():
        names = [
            name_of(item.judgment)
            for m in (m for ms in measured.values() for m in ms)
            for item in m.items
            if isinstance(item.judgment, Unscored)
        ]
        if names:
            by_name = "; ".join(_why(name, names.count(name)) for name in sorted(set(names)))
            again = "; --retry-unscored asks again" if any(of_the_model(n) for n in names) else ""
            notes.append(f"{judge} left {counted(len(names), 'item')} unscored ({by_name}){again}.")
    return tuple(notes)
