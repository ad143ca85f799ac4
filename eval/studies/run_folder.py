"""What a run has finished, in a folder: kill it at any point, and the same command goes on where it
was.

    run.json        what the folder is about: dataset, system, seed, versions
    instances.jsonl the Instances that were asked about, without their papers
    outputs.jsonl   an Output a line, as finished; of several lines of one instance the last counts
    judged.jsonl    a JudgedOutput a line, by judge and instance
    calls.jsonl     a PaidCall a line: what each judge asked of a model

A last line that a kill tore is left out, and cut off before anything is appended.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from eval.domain.instance import Instance
from eval.domain.metric import Metric
from eval.domain.output import Output
from eval.domain.results import Measured
from eval.domain.rubric import Rubric
from eval.studies.lines import Lines, make_folder, parse, write_text
from myscholar.domain.model import Frozen
from myscholar.domain.runs import ModelCall
from myscholar.errors import InputError

_FACTS = "run.json"
THEN = " then "
"""Between the versions that worked in a folder one after the other."""


class RunFacts(Frozen):
    dataset: str
    system: str
    identity: str
    seed: int
    begun_at: str
    """ISO 8601; the day that the system takes for today."""
    versions: Mapping[str, str]
    """Of what made the outputs; where it changed between two commands, one THEN the other."""
    rubrics: str | None = None
    """Fingerprint of what good answers must contain. None: not told."""


class JudgedOutput(Frozen):
    judge: str
    judging: str
    """Version of the judging code."""
    instance_id: str
    output: str
    """Fingerprint of the output that was judged."""
    asked: tuple[Metric, ...]
    """What was to be measured; those of which the inputs are missing have nothing in `measured`."""
    measured: tuple[Measured, ...]
    seconds: float = 0


class PaidCall(Frozen):
    """`dollars` None: the price is unknown."""

    judge: str
    dollars: float | None


class RunFolder:
    def __init__(self, folder: Path, facts: RunFacts) -> None:
        self.path, self.facts, self._versions = folder, facts, facts.versions
        self.instances: dict[str, Instance] = {}
        self.outputs: dict[str, Output] = {}
        self.judged: list[JudgedOutput] = []
        self.calls: list[PaidCall] = []
        self._instances = Lines(folder / "instances.jsonl", Instance)
        self._outputs = Lines(folder / "outputs.jsonl", Output)
        self._judged = Lines(folder / "judged.jsonl", JudgedOutput)
        self._calls = Lines(folder / "calls.jsonl", PaidCall)
        self._prints: dict[str, str] = {}
        self._judged_of: defaultdict[str, list[JudgedOutput]] = defaultdict(list)
        self._begin()

    def add_instances(self, instances: Sequence[Instance]) -> None:
        for instance in instances:
            if instance.instance_id not in self.instances:
                self.instances[instance.instance_id] = instance.model_copy(update={"papers": ()})
                self._instances.append(self.instances[instance.instance_id])

    def add_output(self, output: Output) -> None:
        self._add_versions()
        self._outputs.append(output)
        self._know_output(output)

    def add_judged(self, judged: JudgedOutput) -> None:
        self._judged.append(judged)
        self._know_judged(judged)

    def add_call(self, judge: str, call: ModelCall) -> None:
        """What was answered from this machine's own store was paid for before."""
        if not call.replayed:
            self.calls.append(PaidCall(judge=judge, dollars=call.dollars))
            self._calls.append(self.calls[-1])

    def measured(self, instance_id: str, judge: str, judging: str) -> dict[Metric, Measured | None]:
        """Of the instance's present output; None: the inputs were missing."""
        found: dict[Metric, Measured | None] = {}
        of = judge, judging, self._prints.get(instance_id)
        for line in self._judged_of[instance_id]:
            if (line.judge, line.judging, line.output) == of:
                by_metric = {m.metric: m for m in line.measured}
                found |= {metric: by_metric.get(metric) for metric in line.asked}
        return found

    @property
    def judges(self) -> dict[str, str]:
        """Each with the version of its last judgment, in order of their names."""
        lines = sorted(self.judged, key=lambda line: line.judge)
        return {line.judge: line.judging for line in lines}

    @property
    def versions(self) -> Mapping[str, str]:
        judging = dict.fromkeys(self.judges.values())
        return {**self.facts.versions, **({"judging": THEN.join(judging)} if judging else {})}

    def left_of(self, budget_usd: float | None) -> float | None:
        """What may still be spent; None without a budget."""
        return None if budget_usd is None else max(0.0, budget_usd - self.known_dollars)

    @property
    def known_dollars(self) -> float:
        """Paid for what has a known price: the least that was paid."""
        return round(sum(d for d in self._paid() if d is not None), 6)

    @property
    def dollars(self) -> float | None:
        """Paid for outputs and judgments; None: a price is unknown."""
        return None if None in self._paid() else self.known_dollars

    def _paid(self) -> list[float | None]:
        return [*(o.dollars for o in self.outputs.values()), *(c.dollars for c in self.calls)]

    @property
    def seconds(self) -> float:
        """Of work on what counts, whatever went on beside each other."""
        last = self.judges
        present = (j for j in self.judged if j.output == self._prints.get(j.instance_id))
        judged = sum(j.seconds for j in present if j.judging == last[j.judge])
        return round(sum(o.seconds for o in self.outputs.values()) + judged, 3)

    @property
    def model_calls(self) -> int:
        return sum(o.model_calls for o in self.outputs.values()) + len(self.calls)

    def _begin(self) -> None:
        make_folder(self.path)
        if (kept := _read_facts(self.path)) is None:
            self._write_facts()
        else:
            self.facts = _agreeing(self.path, kept, self.facts)
        self.instances = {i.instance_id: i for i in self._instances.read()}
        for output in self._outputs.read():
            self._know_output(output)
        for judged in self._judged.read():
            self._know_judged(judged)
        self.calls = list(self._calls.read())

    def _add_versions(self) -> None:
        """Before this process's first output is kept: by what it is made."""
        kept = self.facts.versions
        merged = {
            name: _one_after_the_other(kept.get(name), version)
            for name, version in self._versions.items()
        }
        if merged != kept:
            self.facts = self.facts.model_copy(update={"versions": {**kept, **merged}})
            self._write_facts()

    def _write_facts(self) -> None:
        write_text(self.path / _FACTS, self.facts.model_dump_json(indent=1) + "\n")

    def _know_output(self, output: Output) -> None:
        self.outputs[output.instance_id] = output
        self._prints[output.instance_id] = fingerprint(output)

    def _know_judged(self, judged: JudgedOutput) -> None:
        self.judged.append(judged)
        self._judged_of[judged.instance_id].append(judged)


def read_folder(folder: Path) -> RunFolder:
    """A folder as it is. Raises InputError where it is none of a run."""
    if facts := _read_facts(folder):
        return RunFolder(folder, facts)
    raise InputError(
        f"{folder} is no folder of a run: it has no {_FACTS}. Make one with: python -m eval "
        f"myscholarqa --out {folder}"
    )


def begun_at(folder: Path) -> str | None:
    """None where no run was begun."""
    facts = _read_facts(folder)
    return facts.begun_at if facts else None


def _read_facts(folder: Path) -> RunFacts | None:
    file = folder / _FACTS
    return parse(file, file.read_text(encoding="utf-8"), RunFacts) if file.is_file() else None


def fingerprint(output: Output) -> str:
    return hashlib.sha256(output.model_dump_json().encode()).hexdigest()[:12]


def _agreeing(folder: Path, kept: RunFacts, given: RunFacts) -> RunFacts:
    """What is kept. Raises InputError where the folder is about something else."""
    for what, here, now in (
        ("dataset", kept.dataset, given.dataset),
        ("system", f"{kept.system}: {kept.identity}", f"{given.system}: {given.identity}"),
        ("seed", str(kept.seed), str(given.seed)),
        ("set of rubrics", kept.rubrics, given.rubrics),
    ):
        if here != now and None not in (here, now):
            raise InputError(
                f"{folder} holds a run with another {what} ({here}), not {now}. Figures must not "
                "mix: give another folder with --out."
            )
    return kept


def rubrics_print(rubrics: Iterable[Rubric]) -> str:
    """Fingerprint of rubrics, whatever their order; `none` for none."""
    lines = sorted(r.model_dump_json() for r in rubrics)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12] if lines else "none"


def _one_after_the_other(kept: str | None, now: str) -> str:
    return now if kept is None else kept if now in kept.split(THEN) else f"{kept}{THEN}{now}"
