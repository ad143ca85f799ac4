"""How fast a model judges, and what a killed evaluation pays for twice.

    python -m eval.bench.judging --server-python SERVERS/bin/python [--cases speed,killed]
    [--moments 8]

`speed`: everything that a judge is asked of profiles, actions and reports (real ones of the
interviews, and others' reports beside them), 50 calls in flight in the reference condition, in a
process of its own with a new home folder. `killed`: `python -m eval myscholarqa` on others' reports
is killed (kill -9) at random moments and started again: are the figures those of a run that nobody
interrupted, and was any stored answer asked for again? The shared model server stands in for the
vendor; its verdicts mean nothing.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from eval.bench.llm_kill import Killed, first_call, verdict
from eval.bench.llm_paid import stored
from eval.bench.llm_servers import MODEL, Conditions, Json, Servers, parser, servers
from eval.domain.instance import Instance
from eval.domain.output import Output, OutputAction, OutputInference
from eval.domain.report import ScholarReport
from eval.domain.results import Measured
from eval.domain.rubric import Rubric

JUDGE = f"anthropic:{MODEL}"
REPORTS = Path("data/reports/system_reports_dev.parquet")
SYSTEM = "perplexity"
"""Of the visible systems the one whose dev reports have both rubrics and snippets."""
PATIENCE_S = 600.0


def outputs_of(shared: Path) -> tuple[list[tuple[Instance, Output]], dict[str, tuple[Rubric, ...]]]:
    """One for each interview user, whose inferences are judged once: beside them a report of others
    and eight actions, all chosen, half personalized."""
    from eval.datasets.interview_files import read_interviews
    from eval.datasets.interviews import distinct
    from eval.datasets.rubrics import read_rubrics
    from eval.datasets.scholarqa import read_reports

    interviews, rubrics = (
        read_interviews(shared / "data/interviews"),
        read_rubrics(shared / "data/queries/rubrics.jsonl"),
    )
    reports = [
        r
        for r in read_reports(shared / REPORTS)
        if r.system == SYSTEM and r.query_id in rubrics and r.split == "dev"
    ]
    actions = [a.text for a in distinct(interviews.actions)]
    made = []
    for number, (report, user) in enumerate(zip(reports, interviews.users, strict=False)):
        own = [i for i in distinct(interviews.inferences) if i.user_id == user.user_id]
        instance = Instance(
            instance_id=f"i{number}",
            query_id=report.query_id,
            query=report.question,
            papers=user.papers,
        )
        output = Output(
            instance_id=instance.instance_id,
            system=SYSTEM,
            inferences=tuple(
                OutputInference(
                    text=i.text, aspect=i.aspect, cited=tuple(p.paper_id for p in i.cited)
                )
                for i in own
            ),
            actions=tuple(
                OutputAction(text=text, personalized=k % 2 == 0, chosen=True)
                for k, text in enumerate(islice(cycle(actions), 8 * number, 8 * number + 8))
            ),
            report=report,
            plain_report=_other(reports, report),
        )
        made.append((instance, output))
    return made, {query_id: rubrics[query_id] for query_id in {i.query_id for i, _ in made}}


def _other(reports: Sequence[ScholarReport], report: ScholarReport) -> ScholarReport:
    """What stands in for a report without actions: another text of the same length."""
    return reports[reports.index(report) - 1].model_copy(
        update={"query_id": report.query_id, "question": report.question}
    )


async def judge_all(shared: Path) -> Json:
    """What a process of its own did; wall time from the first question on."""
    from eval.judges.names import open_judge
    from eval.metrics.ask import judge_output
    from myscholar.workflows.jobs import open_services

    outputs, rubrics = outputs_of(shared)
    async with open_judge(JUDGE, services=open_services()) as opened:
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


def speed(running: Servers, options: argparse.Namespace) -> Json:
    """What the client tells, with its peak memory and what the server saw."""
    running.set(Conditions(time_scale=options.time_scale))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "told.json"
        command = [
            sys.executable,
            "-m",
            "eval.bench.judging",
            "--client",
            str(out),
            "--shared",
            str(options.shared.resolve()),
        ]
        process = subprocess.Popen(command, env=running.environment(Path(folder) / "home"))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError("the client failed; see above")
        told: Json = json.loads(out.read_text(encoding="utf-8"))
    log = running.settled()
    waited_s = sum(e["finished"] - e["arrived"] for e in log)
    return told | {
        "peak_mb": usage.ru_maxrss / 1024,
        "in_flight": most_at_once([(e["arrived"], e["finished"]) for e in log]),
        "mean_in_flight": waited_s / told["wall_s"],
        "mean_call_s": waited_s / len(log),
    }


def most_at_once(spans: Sequence[tuple[float, float]]) -> int:
    """How many spans hold a moment in common, at most; one that ends when another begins does not
    meet it."""
    at_once = most = 0
    for _, change in sorted(
        (moment, change) for begin, end in spans for moment, change in ((begin, 1), (end, -1))
    ):
        at_once += change
        most = max(most, at_once)
    return most


def command_of(options: argparse.Namespace, folder: Path) -> list[str]:
    """An evaluation that only the judge has to work for: the reports are there."""
    shared = options.shared.resolve()
    return [
        *(
            sys.executable,
            "-m",
            "eval",
            "myscholarqa",
            "--system",
            str(shared / REPORTS),
            "--only",
            SYSTEM,
            "--split",
            "dev",
        ),
        *(
            "--limit",
            str(options.reports),
            "--judge",
            JUDGE,
            "--parallel",
            "50",
            "--shared",
            str(shared),
            "--out",
            str(folder),
        ),
    ]


def start(environ: Mapping[str, str], command: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def figures(folder: Path) -> Any:
    """Of a run, without what depends on its day and pace."""
    results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return {name: results[name] for name in ("dataset", "seed", "rows", "failures")}


def uninterrupted(running: Servers, options: argparse.Namespace) -> tuple[Any, float, int]:
    """The figures, the seconds from the first call to the end, and the number of calls."""
    running.set(Conditions(time_scale=options.killed_time_scale))
    with tempfile.TemporaryDirectory() as folder:
        process = start(
            running.environment(Path(folder) / "home"), command_of(options, Path(folder) / "run")
        )
        first_call(running, process)
        began = time.monotonic()
        _, errors = process.communicate(timeout=PATIENCE_S)
        if process.returncode:
            raise RuntimeError(f"the evaluation failed: {errors.decode()[-500:]}")
        return figures(Path(folder) / "run"), time.monotonic() - began, len(running.settled())


def killed(
    running: Servers, options: argparse.Namespace, at_s: float, expected: Any
) -> Killed | None:
    """None when the run was over before its moment came."""
    running.set(Conditions(time_scale=options.killed_time_scale))
    with tempfile.TemporaryDirectory() as folder:
        home, run = Path(folder) / "home", Path(folder) / "run"
        environ, command = running.environment(home), command_of(options, run)
        process = start(environ, command)
        first_call(running, process)
        try:
            process.wait(at_s)
            return None
        except subprocess.TimeoutExpired:
            moment = time.time()
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        kept, before = stored(home), running.settled()
        again = subprocess.run(
            command, env=environ, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
        resumed = not again.returncode
        same = resumed and figures(run) == expected
        message = "" if same else again.stderr.strip()[-200:] or "other figures"
        return verdict(
            running, at_s, moment, before, kept, resumed=resumed, same=same, message=message
        )


def show_speed(told: Json, console: Console) -> None:
    table = Table(
        "instances",
        "judged items",
        "calls",
        "wall s",
        "items/s",
        "calls/s",
        "in flight",
        "CPU s",
        "peak MB",
        "unscored",
    )
    table.add_row(
        str(told["instances"]),
        f"{told['items']:,}",
        f"{told['calls']:,} ({told['repairs']} repairs)",
        f"{told['wall_s']:.1f}",
        f"{told['items'] / told['wall_s']:.1f}",
        f"{told['calls'] / told['wall_s']:.1f}",
        f"{told['in_flight']} at most, {told['mean_in_flight']:.0f} in the mean",
        f"{told['cpu_s']:.1f}",
        f"{told['peak_mb']:.0f}",
        str(told["unscored"]),
    )
    console.print(table)
    console.print(
        f"a call took {told['mean_call_s']:.2f} s in the mean; tokens {told['input_tokens']:,} in, "
        f"of which {told['cached_tokens']:,} from the vendor's cache, {told['output_tokens']:,} out"
    )


def show_killed(running: Servers, options: argparse.Namespace, console: Console) -> None:
    expected, length_s, n_calls = uninterrupted(running, options)
    console.print(
        f"uninterrupted: {length_s:.1f} s and {n_calls} calls from the first call to the end"
    )
    chance, runs = random.Random(options.seed), list[Killed]()
    while len(runs) < options.moments:
        if run := killed(running, options, chance.uniform(0, length_s), expected):
            runs.append(run)
            console.print(f"{len(runs)}: {run}")
    late = [s for run in runs for s in run.again_unstored_s]
    console.print(
        f"{len(runs)} killed; resumed {sum(r.resumed for r in runs)}; same figures "
        f"{sum(r.same for r in runs)}; stored answers asked for again "
        f"{sum(r.again_stored for r in runs)}; sent whole but not stored {len(late)} "
        f"({', '.join(f'{s:g} s' for s in late) or 'none'} before the kill)"
    )


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--cases", default="speed,killed")
    options.add_argument(
        "--reports", type=int, default=24, help="reports that are judged in `killed`"
    )
    options.add_argument("--moments", type=int, default=8)
    options.add_argument("--seed", type=int, default=5)
    options.add_argument("--killed-time-scale", type=float, default=1.0, help="of `killed`")
    options.add_argument("--client", type=Path, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.client:
        chosen.client.write_text(
            json.dumps(asyncio.run(judge_all(chosen.shared))), encoding="utf-8"
        )
        return
    console, cases = Console(width=170), chosen.cases.split(",")
    with servers(chosen, Conditions(), scholar=False) as running:
        if "speed" in cases:
            show_speed(speed(running, chosen), console)
        if "killed" in cases:
            show_killed(running, chosen, console)


if __name__ == "__main__":
    main()
