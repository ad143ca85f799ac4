"""Twenty reports killed (kill -9) at random moments and resumed: is the report the same, and was
any stored answer asked for again?

    python -m eval.bench.llm_kill --server-python SERVERS/bin/python [--moments 20] [--time-scale
    0.1]

A moment lies anywhere between a run's first model call and its end. Each report is `myscholar
report ... --engine llm` in a new home folder, and is
compared with one that nobody interrupted, but for its id, its times and its cost. An answer counts
as stored when it is in the home folder after the kill.
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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from eval.bench.llm_paid import paid, stored
from eval.bench.llm_servers import (
    QUESTIONS,
    Conditions,
    Json,
    Servers,
    get,
    parser,
    questions,
    servers,
)

PROGRAM = Path(sys.executable).with_name("myscholar")
NOT_THE_SAME = {"report_id", "created_at", "cost"}
JUST_BEFORE_S = 0.2
PATIENCE_S = 300.0


@dataclass(frozen=True)
class Killed:
    """One run that was killed `at_s` after its first call. Counts of model calls; times before the
    kill in seconds."""

    at_s: float
    finished_before: int
    in_flight: int
    resumed: bool
    same: bool
    again_stored: int
    """Calls made again although their answer was stored: must be 0."""
    again_unstored_s: tuple[float, ...]
    """Of calls made again whose answer had been sent whole but was not stored yet: how long before
    the kill it was finished."""
    calls_in_all: int
    message: str = ""


def start(environ: Mapping[str, str], question: str, out: Path) -> subprocess.Popen[bytes]:
    """A report in a process group of its own."""
    command = [
        str(PROGRAM),
        "report",
        question,
        "--engine",
        "llm",
        "--source",
        "semantic-scholar",
        "--out",
        str(out),
    ]
    return subprocess.Popen(
        command,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def first_call(servers: Servers, process: subprocess.Popen[bytes]) -> None:
    """Waits for it. Raises RuntimeError when the process ends before."""
    until = time.monotonic() + PATIENCE_S
    while not get(f"{servers.model_url}/_control")["requests"]:
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"the report ended before its first call: {_errors(process)}")
        time.sleep(0.01)


def uninterrupted(servers: Servers, conditions: Conditions, question: str) -> tuple[Json, float]:
    """The report, and the seconds from its first call to its end."""
    servers.set(conditions)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        process = start(servers.environment(Path(folder) / "home"), question, out)
        first_call(servers, process)
        began = time.monotonic()
        if process.wait(PATIENCE_S):
            raise RuntimeError(f"the report failed: {_errors(process)}")
        length_s = time.monotonic() - began
        return comparable(json.loads(out.read_text(encoding="utf-8"))), length_s


def killed(
    servers: Servers, conditions: Conditions, question: str, at_s: float, expected: Json
) -> Killed | None:
    """None when the run was over before its moment came."""
    servers.set(conditions)
    with tempfile.TemporaryDirectory() as folder:
        home, out = Path(folder) / "home", Path(folder) / "report.json"
        environ = servers.environment(home)
        process = start(environ, question, out)
        first_call(servers, process)
        try:
            process.wait(at_s)
            return None
        except subprocess.TimeoutExpired:
            moment = time.time()
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        kept = stored(home)
        before = servers.settled()
        made, message = resume(environ, out)
        differing = differences(expected, comparable(made)) if made is not None else []
        same = made is not None and not differing
        message = message or ", ".join(differing[:4])
        return verdict(
            servers,
            at_s,
            moment,
            before,
            kept,
            resumed=made is not None,
            same=same,
            message=message,
        )


def resume(environ: Mapping[str, str], out: Path) -> tuple[Json | None, str]:
    """The report of the one run in the list, which is resumed if it was not finished yet; None, and
    what was said, where that could not be done."""

    def said(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(PROGRAM), "runs", *arguments]
        return subprocess.run(
            command, env=environ, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )

    listed = said("list", "--json")
    runs = [run for run in json.loads(listed.stdout or "[]") if run["kind"] == "report"]
    if len(runs) != 1:
        return None, f"{len(runs)} runs are listed {listed.stderr.strip()}"
    done = listed if runs[0]["status"] == "finished" else said("resume", runs[0]["run_id"])
    done = done if done.returncode else said("result", runs[0]["run_id"], "--out", str(out))
    if done.returncode:
        return None, done.stderr.strip()[-300:]
    return json.loads(out.read_text(encoding="utf-8")), "was finished" if runs[0][
        "status"
    ] == "finished" else ""


def verdict(
    servers: Servers,
    at_s: float,
    moment: float,
    before: Sequence[Json],
    kept: set[str],
    *,
    resumed: bool,
    same: bool,
    message: str,
) -> Killed:
    log = servers.settled()
    said = servers.said()
    whole = {
        answer.prompt_hash: answer for answer in paid(before, said) if answer.finished <= moment
    }
    later = Counter(entry["prompt_hash"] for entry in log[len(before) :])
    again = [answer for prompt_hash, answer in whole.items() if later[prompt_hash]]
    return Killed(
        at_s=at_s,
        finished_before=len(whole),
        in_flight=sum(
            entry["arrived"] <= moment and entry["finished"] > moment for entry in before
        ),
        resumed=resumed,
        same=same,
        again_stored=sum(answer.content in kept for answer in again),
        again_unstored_s=tuple(
            round(moment - answer.finished, 3) for answer in again if answer.content not in kept
        ),
        calls_in_all=len(log),
        message=message,
    )


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Paths at which two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [
            p
            for name in sorted({*one, *other})
            for p in differences(one.get(name), other.get(name), f"{path}.{name}")
        ]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [
            p
            for n, (a, b) in enumerate(zip(one, other, strict=True))
            for p in differences(a, b, f"{path}[{n}]")
        ]
    return [] if one == other else [f"{path}: {str(one)[:60]!r} / {str(other)[:60]!r}"]


def comparable(made: Json) -> Json:
    searches = [
        {name: value for name, value in search.items() if name != "seconds"}
        for search in made.get("searches", ())
    ]
    return {name: value for name, value in made.items() if name not in NOT_THE_SAME} | {
        "searches": searches
    }


def _errors(process: subprocess.Popen[bytes]) -> str:
    return process.stderr.read().decode()[-500:] if process.stderr else ""


def table(runs: Sequence[Killed]) -> Table:
    shown = Table(
        "killed after s",
        "calls done",
        "in flight",
        "resumed",
        "same report",
        "stored, asked again",
        "sent but not stored, asked again",
        "",
    )
    for run in sorted(runs, key=lambda r: r.at_s):
        unstored = ", ".join(f"{s:.2f} s before" for s in run.again_unstored_s)
        yes = ("no", "yes")
        shown.add_row(
            f"{run.at_s:.2f}",
            str(run.finished_before),
            str(run.in_flight),
            yes[run.resumed],
            yes[run.same],
            str(run.again_stored),
            unstored or "0",
            run.message,
        )
    return shown


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--moments", type=int, default=20)
    options.add_argument("--seed", type=int, default=3)
    options.add_argument(
        "--at", type=float, nargs="*", help="seconds after the first call, in place of random ones"
    )
    options.set_defaults(time_scale=0.1)
    chosen = options.parse_args()
    conditions = Conditions(time_scale=chosen.time_scale)
    question = next(iter(questions(chosen.shared, QUESTIONS).values()))
    chance, runs, console = random.Random(chosen.seed), list[Killed](), Console(width=170)
    with servers(chosen, conditions) as running:
        expected, length_s = uninterrupted(running, conditions, question)
        again, _ = uninterrupted(running, conditions, question)
        console.print(
            f"uninterrupted: {length_s:.1f} s from the first call; two uninterrupted reports are "
            f"equal: {expected == again}"
        )
        moments = iter(chosen.at or iter(lambda: chance.uniform(0, length_s), None))
        for at_s in moments:
            if len(runs) == chosen.moments:
                break
            if run := killed(running, conditions, question, at_s, expected):
                runs.append(run)
                console.print(f"{len(runs)}: {run}")
    console.print(table(runs))
    late = [s for run in runs for s in run.again_unstored_s]
    console.print(
        f"{len(runs)} killed; resumed {sum(r.resumed for r in runs)}; same report "
        f"{sum(r.same for r in runs)}; stored answers asked for again "
        f"{sum(r.again_stored for r in runs)}; sent whole but not stored {len(late)}, of these "
        f"within {JUST_BEFORE_S} s of the kill {sum(s < JUST_BEFORE_S for s in late)}"
    )


if __name__ == "__main__":
    main()
