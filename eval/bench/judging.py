"""How fast a model judges, and what a killed evaluation pays for twice.

`speed`: everything that a judge is asked of profiles, actions and reports (real ones of the
interviews, and others' reports beside them), 50 calls in flight in the reference condition, in a
process of its own with a new home folder. `killed`: `python -m eval myscholarqa` on others' reports
is killed (kill -9) at random moments and started again: are the figures those of a run that nobody
interrupted, and was any stored answer asked for again? The shared model server stands in for the
vendor; its verdicts mean nothing.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from eval.bench.client_order import ClientOrder, Work
from eval.bench.command import BenchSetup, table_of
from eval.bench.llm_kill import PATIENCE_S, Job, kill_at_random, run_to_its_end, summary
from eval.bench.processes import Json
from eval.bench.servers import MODEL, Conditions, Servers, servers
from eval.datasets.interview_files import read_interviews
from eval.datasets.interviews import JudgedInference, distinct
from eval.datasets.rubrics import read_rubrics
from eval.datasets.scholarqa import read_reports
from eval.domain.instance import Instance
from eval.domain.output import Output, OutputAction, OutputInference
from eval.domain.results import Measured
from eval.domain.rubric import Rubric
from eval.judges.names import open_judge
from eval.metrics.ask import judge_output
from myscholar.workflows.services import Services

JUDGE = f"anthropic:{MODEL}"
REPORTS = Path("data/reports/system_reports_dev.parquet")
SYSTEM = "perplexity"
"""Of the visible systems the one whose dev reports have both rubrics and snippets."""


def outputs_of(shared: Path) -> tuple[list[tuple[Instance, Output]], dict[str, tuple[Rubric, ...]]]:
    """One for each interview user, whose inferences are judged once: beside them a report of others
    and eight actions, all chosen, half personalized."""
    interviews = read_interviews(shared / "data/interviews")
    rubrics = read_rubrics(shared / "data/queries/rubrics.jsonl")
    reports = [
        r
        for r in read_reports(shared / REPORTS)
        if r.system == SYSTEM and r.query_id in rubrics and r.split == "dev"
    ]
    actions = [a.text for a in distinct(interviews.actions)]
    made = []
    for number, (report, user) in enumerate(zip(reports, interviews.users, strict=False)):
        inferences = (i for i in distinct(interviews.inferences) if i.user_id == user.user_id)
        instance = Instance(
            instance_id=f"i{number}",
            query_id=report.query_id,
            query=report.question,
            papers=user.papers,
        )
        # in place of a report without actions: another text of the same length
        question = {"query_id": report.query_id, "question": report.question}
        output = Output(
            instance_id=instance.instance_id,
            system=SYSTEM,
            inferences=tuple(map(_inference, inferences)),
            actions=tuple(
                OutputAction(text=text, personalized=k % 2 == 0, chosen=True)
                for k, text in enumerate(islice(cycle(actions), 8 * number, 8 * number + 8))
            ),
            report=report,
            plain_report=reports[number - 1].model_copy(update=question),
        )
        made.append((instance, output))
    return made, {query_id: rubrics[query_id] for query_id in {i.query_id for i, _ in made}}


def _inference(i: JudgedInference) -> OutputInference:
    return OutputInference(text=i.text, aspect=i.aspect, cited=tuple(p.paper_id for p in i.cited))


async def judge_all(services: Services, shared: Path) -> Json:
    """What `llm_client` did; wall time from the first question on."""
    outputs, rubrics = outputs_of(shared)
    async with open_judge(JUDGE, services) as opened:
        cpu_s, started = time.process_time(), time.monotonic()
        judged: list[tuple[Measured, ...]] = await asyncio.gather(
            *(judge_output(i, o, rubrics.get(i.query_id, ()), opened.judge) for i, o in outputs)
        )
        wall_s, cpu_s = time.monotonic() - started, time.process_time() - cpu_s
        calls = [c for c in opened.calls if not c.replayed]
    items = [item for measured in judged for m in measured for item in m.items]
    return {
        "instances": len(outputs),
        "items": len(items),
        "unscored": sum(m.n_unscored for measured in judged for m in measured),
        "wall_s": wall_s,
        "cpu_s": cpu_s,
        "calls": len(calls),
        "repairs": sum(c.attempt > 0 for c in calls),
        "input_tokens": sum(c.input_tokens for c in calls),
        "cached_tokens": sum(c.cached_tokens for c in calls),
        "output_tokens": sum(c.output_tokens for c in calls),
    }


def speed(running: Servers, setup: BenchSetup) -> Json:
    """What the client tells, with what the server saw."""
    running.set(Conditions(time_scale=setup.time_scale or 1.0))
    seen = running.client(ClientOrder(work=Work.JUDGE, shared=setup.shared.resolve(), loud=True))
    told, log = seen.told, seen.log
    waited_s = sum(e["finished"] - e["arrived"] for e in log)
    return told | {
        "in_flight": most_at_once([(e["arrived"], e["finished"]) for e in log]),
        "mean_in_flight": waited_s / told["wall_s"],
        "mean_call_s": waited_s / len(log),
    }


def most_at_once(spans: Sequence[tuple[float, float]]) -> int:
    """How many spans hold a moment in common, at most; one that ends as another begins does not."""
    at_once = most = 0
    for _, change in sorted(
        (moment, change) for begin, end in spans for moment, change in ((begin, 1), (end, -1))
    ):
        at_once += change
        most = max(most, at_once)
    return most


def job_of(shared: Path, n_reports: int) -> Job:
    """An evaluation that only the judge has to work for: the reports are there."""
    shared = shared.resolve()
    command = [
        *(sys.executable, "-m", "eval", "myscholarqa", "--system", str(shared / REPORTS)),
        *("--only", SYSTEM, "--split", "dev", "--limit", str(n_reports), "--judge", JUDGE),
        *("--parallel", "50", "--shared", str(shared), "--out"),
    ]

    def resume(environ: Mapping[str, str], folder: Path) -> tuple[Any, str]:
        again = subprocess.run(
            [*command, str(folder / "run")],
            env=environ,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        return (
            (None, again.stderr.strip()[-200:])
            if again.returncode
            else (figures(folder / "run"), "")
        )

    return Job(
        lambda folder: [*command, str(folder / "run")],
        lambda folder: figures(folder / "run"),
        resume,
    )


def figures(folder: Path) -> Json:
    """Of a run, without what depends on its day and pace."""
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return {name: results[name] for name in ("dataset", "seed", "rows", "failures")}


SPEED: Mapping[str, Callable[[Json], str]] = {
    "instances": lambda told: str(told["instances"]),
    "judged items": lambda told: f"{told['items']:,}",
    "calls": lambda told: f"{told['calls']:,} ({told['repairs']} repairs)",
    "wall s": lambda told: f"{told['wall_s']:.1f}",
    "items/s": lambda told: f"{told['items'] / told['wall_s']:.1f}",
    "calls/s": lambda told: f"{told['calls'] / told['wall_s']:.1f}",
    "in flight": lambda told: (
        f"{told['in_flight']} at most, {told['mean_in_flight']:.0f} in the mean"
    ),
    "CPU s": lambda told: f"{told['cpu_s']:.1f}",
    "peak MB": lambda told: f"{told['peak_mb']:.0f}",
    "unscored": lambda told: str(told["unscored"]),
}


def show_speed(told: Json, console: Console) -> None:
    console.print(table_of([told], SPEED))
    console.print(
        f"a call took {told['mean_call_s']:.2f} s in the mean; tokens {told['input_tokens']:,} in, "
        f"of which {told['cached_tokens']:,} from the vendor's cache, {told['output_tokens']:,} out"
    )


def main(
    context: typer.Context,
    cases: Annotated[str, typer.Option(help="speed, killed.")] = "speed,killed",
    reports: Annotated[int, typer.Option(help="Reports that are judged in `killed`.")] = 24,
    moments: int = 8,
    seed: int = 5,
    killed_time_scale: Annotated[float, typer.Option(help="Of `killed`.")] = 1.0,
) -> None:
    setup, console = context.obj, Console(width=170)
    with servers(setup, Conditions(), scholar=False) as running:
        if "speed" in cases:
            show_speed(speed(running, setup), console)
        if "killed" not in cases:
            return
        conditions, job = Conditions(time_scale=killed_time_scale), job_of(setup.shared, reports)
        expected, length_s, n_calls = run_to_its_end(running, conditions, job)
        console.print(
            f"uninterrupted: {length_s:.1f} s and {n_calls} calls from the first call to the end"
        )
        chance = random.Random(seed)
        times = iter(lambda: chance.uniform(0, length_s), None)
        runs = kill_at_random(running, conditions, job, times, moments, expected)
        console.print(summary(runs, "figures"))
