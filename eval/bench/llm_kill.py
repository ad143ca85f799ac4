"""Twenty reports killed (kill -9) at random moments and resumed: is the report the same, and was
any stored answer asked for again?

A moment lies anywhere between a run's first model call and its end. Each report is `myscholar
report ... --engine llm` in a new home folder, and is compared with one that nobody interrupted, but
for its id, its times and its cost. An answer counts as stored when it is in the home folder after
the kill.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from eval.bench.command import table_of
from eval.bench.llm_paid import paid, read_stored
from eval.bench.processes import Json, get
from eval.bench.servers import Conditions, Servers, questions, servers

PROGRAM = Path(sys.executable).with_name("myscholar")
NOT_THE_SAME = {"report_id", "created_at", "cost"}
JUST_BEFORE_S = 0.2
PATIENCE_S = 600.0
TIME_SCALE = 0.1


@dataclass(frozen=True)
class Killed:
    """One run, killed `at_s` after its first call. Counts of model calls; seconds before it."""

    at_s: float
    finished_before: int
    in_flight: int
    resumed: bool
    same: bool
    again_stored: int
    """Calls made again although their answer was stored: must be 0."""
    again_unstored_s: tuple[float, ...]
    """How long before the kill answers were whole that were not stored and asked for again."""
    calls_in_all: int
    message: str = ""


@dataclass(frozen=True)
class Job:
    """What is killed: its command, given a folder for what it writes; what it wrote there, of which
    two runs are compared; and how a killed one is resumed, which gives what it wrote, or None, and
    what was said."""

    command: Callable[[Path], Sequence[str]]
    written: Callable[[Path], Any]
    resume: Callable[[Mapping[str, str], Path], tuple[Any, str]]


def start(
    running: Servers, environ: Mapping[str, str], command: Sequence[str]
) -> subprocess.Popen[bytes]:
    """In a process group of its own, up to its first call. Raises RuntimeError if it ends."""
    out, errors = subprocess.DEVNULL, subprocess.PIPE
    process = subprocess.Popen(
        command, env=environ, stdout=out, stderr=errors, start_new_session=True
    )
    until = time.monotonic() + PATIENCE_S
    while not get(f"{running.model_url}/_control")["requests"]:
        if process.poll() is not None or time.monotonic() > until:
            said = process.stderr.read().decode()[-500:] if process.stderr else ""
            raise RuntimeError(f"it ended before its first call: {said}")
        time.sleep(0.01)
    return process


def run_to_its_end(running: Servers, conditions: Conditions, job: Job) -> tuple[Any, float, int]:
    """What is written, the seconds from the first call to the end, and the number of calls."""
    running.set(conditions)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process = start(running, running.environment(folder / "home"), job.command(folder))
        began = time.monotonic()
        _, errors = process.communicate(timeout=PATIENCE_S)
        if process.returncode:
            raise RuntimeError(f"it failed: {errors.decode()[-500:]}")
        return job.written(folder), time.monotonic() - began, len(running.wait_settled())


def run_and_kill(
    running: Servers, conditions: Conditions, job: Job, at_s: float, expected: Any
) -> Killed | None:
    """None when the run was over before its moment came."""
    running.set(conditions)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        home = folder / "home"
        environ = running.environment(home)
        process = start(running, environ, job.command(folder))
        try:
            process.wait(at_s)
            return None
        except subprocess.TimeoutExpired:
            moment = time.time()
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        kept, before = read_stored(home), running.wait_settled()
        made, message = job.resume(environ, folder)
        differing = differences(expected, made) if made is not None else []
        log, said = running.wait_settled(), running.said()
    whole = {a.prompt_hash: a for a in paid(before, said) if a.finished <= moment}
    later = Counter(entry["prompt_hash"] for entry in log[len(before) :])
    again = [answer for prompt_hash, answer in whole.items() if later[prompt_hash]]
    unstored = (moment - answer.finished for answer in again if answer.content not in kept)
    return Killed(
        at_s=at_s,
        finished_before=len(whole),
        in_flight=sum(e["arrived"] <= moment < e["finished"] for e in before),
        resumed=made is not None,
        same=made is not None and not differing,
        again_stored=sum(answer.content in kept for answer in again),
        again_unstored_s=tuple(round(s, 3) for s in unstored),
        calls_in_all=len(log),
        message=message or ", ".join(differing[:4]),
    )


def kill_at_random(
    running: Servers,
    conditions: Conditions,
    job: Job,
    moments: Iterator[float],
    n: int,
    expected: Any,
) -> list[Killed]:
    console, runs = Console(width=170), list[Killed]()
    while len(runs) < n and (at_s := next(moments, None)) is not None:
        if run := run_and_kill(running, conditions, job, at_s, expected):
            runs.append(run)
            console.print(f"{len(runs)}: {run}")
    return runs


def summary(runs: Sequence[Killed], what: str) -> str:
    late = [s for run in runs for s in run.again_unstored_s]
    return (
        f"{len(runs)} killed; resumed {sum(r.resumed for r in runs)}; same {what} "
        f"{sum(r.same for r in runs)}; stored answers asked for again "
        f"{sum(r.again_stored for r in runs)}; sent whole but not stored {len(late)}, of these "
        f"within {JUST_BEFORE_S} s of the kill {sum(s < JUST_BEFORE_S for s in late)}"
    )


def report_job(question: str) -> Job:
    options = ("--engine", "llm", "--source", "semantic-scholar", "--out")
    return Job(
        lambda folder: [str(PROGRAM), "report", question, *options, str(folder / "report.json")],
        lambda folder: comparable(folder / "report.json"),
        resume,
    )


def resume(environ: Mapping[str, str], folder: Path) -> tuple[Json | None, str]:
    """The report of the one run in the list, which is resumed if it was not finished yet; None, and
    what was said, where that could not be done."""
    out = folder / "report.json"

    def ask(*arguments: str) -> subprocess.CompletedProcess[str]:
        command, seconds = [str(PROGRAM), "runs", *arguments], PATIENCE_S
        return subprocess.run(
            command, env=environ, capture_output=True, text=True, timeout=seconds, check=False
        )

    listed = ask("list", "--json")
    runs = [run for run in json.loads(listed.stdout or "[]") if run["kind"] == "report"]
    if len(runs) != 1:
        return None, f"{len(runs)} runs are listed {listed.stderr.strip()}"
    was_finished = runs[0]["status"] == "finished"
    done = listed if was_finished else ask("resume", runs[0]["run_id"])
    done = done if done.returncode else ask("result", runs[0]["run_id"], "--out", str(out))
    if done.returncode:
        return None, done.stderr.strip()[-300:]
    return comparable(out), "was finished" if was_finished else ""


def comparable(file: Path) -> Json:
    made = json.loads(file.read_text(encoding="utf-8"))
    for search in made.setdefault("searches", []):
        search.pop("seconds", None)
    return {name: value for name, value in made.items() if name not in NOT_THE_SAME}


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Paths at which two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        names = sorted({*one, *other})
        pairs = [(one.get(name), other.get(name), f"{path}.{name}") for name in names]
        return [found for pair in pairs for found in differences(*pair)]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(a, b, f"{path}[{n}]") for n, (a, b) in enumerate(zip(one, other, strict=True))]
        return [found for pair in pairs for found in differences(*pair)]
    return [] if one == other else [f"{path}: {str(one)[:60]!r} / {str(other)[:60]!r}"]


YES = ("no", "yes")
COLUMNS: Mapping[str, Callable[[Killed], str]] = {
    "killed after s": lambda run: f"{run.at_s:.2f}",
    "calls done": lambda run: str(run.finished_before),
    "in flight": lambda run: str(run.in_flight),
    "resumed": lambda run: YES[run.resumed],
    "same report": lambda run: YES[run.same],
    "stored, asked again": lambda run: str(run.again_stored),
    "sent but not stored, asked again": lambda run: (
        ", ".join(f"{s:.2f} s before" for s in run.again_unstored_s) or "0"
    ),
    "": lambda run: run.message,
}


def main(
    context: typer.Context,
    moments: int = 20,
    seed: int = 3,
    at: Annotated[
        list[float] | None,
        typer.Option(help="Seconds after the first call, in place of random ones."),
    ] = None,
) -> None:
    setup, console = context.obj, Console(width=170)
    conditions = Conditions(time_scale=setup.time_scale or TIME_SCALE)
    job = report_job(next(iter(questions(setup.shared).values())))
    chance = random.Random(seed)
    with servers(setup, conditions) as running:
        expected, length_s, _ = run_to_its_end(running, conditions, job)
        again, *_ = run_to_its_end(running, conditions, job)
        said = f"{length_s:.1f} s from the first call; two uninterrupted reports are equal"
        console.print(f"uninterrupted: {said}: {expected == again}")
        times = iter(at or iter(lambda: chance.uniform(0, length_s), None))
        runs = kill_at_random(running, conditions, job, times, moments, expected)
    console.print(table_of(sorted(runs, key=lambda r: r.at_s), COLUMNS))
    console.print(summary(runs, "report"))
