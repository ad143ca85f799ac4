"""Faults one at a time: what a person sees, what becomes of the runs, what is done twice.

PostgreSQL away for twenty seconds, a disk that is full (a small file system in memory, which needs
root), a worker whose clock is wrong (libfaketime), runs of another version, an answer that comes
too late, workers that reach for the same runs.
"""

import asyncio
import os
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from sqlalchemy import text

from eval.bench.command import table_of
from eval.bench.deployment import Deployment, deployment, postgres, status_of, wait_until
from eval.bench.orders_of_users import Ended, Ordered, dealt, new_order, order_all, wait_for_all
from eval.bench.worker_faults import first_begun_after, journal_of
from myscholar.domain.dialogue import Question
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ReportOrder
from myscholar.domain.runs import RunId, RunStatus, Ticket
from myscholar.errors import MyScholarError
from myscholar.workflows.jobs import answer, cancel, open_services, start
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

PATIENCE_S = 300.0
AWAY_S = 20.0
AT = "2026-01-01T00:00:00Z"
FULL_KB = 160
"""What is left of a disk that is full: enough to order, not to store a report."""
AHEAD_S = 3600
N_TAKEN, N_QUEUES = 200, 3


class Saw(NamedTuple):
    what: str
    said: str


@dataclass
class Case:
    fault: str
    saw: list[Saw]
    became: str = ""
    steps: str = ""
    other: str = ""


def settle(case: Case, deployed: Deployment, ordered: Sequence[Ordered]) -> tuple[Ended, ...]:
    """Waits for the end of all, and notes what became of them."""
    ended = wait_for_all(deployed.database, ordered, patience_s=PATIENCE_S)
    counted = Counter(one.status.value for one in ended)
    case.became = ", ".join(f"{n} {status}" for status, n in counted.items())
    journal = journal_of(deployed, deployed.told())
    case.steps = f"{journal.n_steps}; {len(journal.again)} again, {len(journal.beside)} by two"
    return ended


def refused(deployed: Deployment) -> str:
    """What whoever orders now is told."""
    try:
        with deployed.services(ticket=Ticket(owner="late")) as services:
            start(services, new_order(Engine.EXTRACTIVE))
    except MyScholarError as error:
        return f"{type(error).__name__}: {error}"
    return "(ordered)"


def database_away() -> Case:
    with postgres() as server, deployment(server, os.environ) as deployed:
        case = Case("PostgreSQL away for 20 s", [])
        deployed.start_webs(1)
        deployed.start_workers(2, 2)
        orders = dealt(4, 60, lambda _: new_order(Engine.EXTRACTIVE))
        ordered = order_all(deployed, orders)
        wait_until(lambda: "ended" in deployed.workers[0].log.read_text(), "a run has ended")
        server.stop()
        time.sleep(1.0)
        case.saw.append(Saw("ordering", refused(deployed)))
        case.saw.append(Saw("/health", str(status_of(f"{deployed.addresses[0]}/health"))))
        case.saw.append(Saw("runs list", deployed.said("runs", "list")))
        time.sleep(AWAY_S)
        server.start()
        back = time.time()
        settle(case, deployed, ordered)
        went_on = first_begun_after(deployed.told(), back)
        case.other = f"the first run begins {went_on:.1f} s after it is back"
        return case


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="myscholar-bench-") as name:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", name]
        subprocess.run(mount, check=True)
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=True)


def disk_full() -> Case:
    with small_disk(64) as disk, deployment(None, os.environ, disk / "home") as deployed:
        case = Case("disk full (SQLite)", [])
        deployed.start_workers(1, 2)
        warm = order_all(deployed, dealt(1, 1, lambda _: new_order(Engine.EXTRACTIVE)))
        wait_for_all(deployed.database, warm, patience_s=PATIENCE_S)
        ordered = order_all(deployed, dealt(2, 6, lambda _: new_order(Engine.EXTRACTIVE)))
        filler = disk / "filler"
        fill(filler, disk)
        time.sleep(12.0)
        case.saw.append(Saw("ordering", refused(deployed)))
        case.saw.append(Saw("runs list", deployed.said("runs", "list")))
        case.saw.append(Saw("doctor", worst_of(deployed.said("doctor"))))
        case.saw.append(Saw("worker's log", last_warning(deployed)))
        filler.unlink()
        ended = settle(case, deployed, ordered)
        case.saw += errors_of(deployed, ended)
        return case


def fill(filler: Path, disk: Path) -> None:
    with filler.open("wb") as file, suppress(OSError):
        while os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize > FULL_KB * 1024:
            file.write(b"x" * 16384)
            file.flush()


def worst_of(said: str) -> str:
    wanted = ("full", "free", "disk", "space", "Database")
    return " / ".join(line.strip() for line in said.splitlines() if any(w in line for w in wanted))


def last_warning(deployed: Deployment) -> str:
    told = [line for line in deployed.told() if line.get("level") in ("warning", "error")]
    return str(told[-1]["message"]) if told else "(nothing)"


def errors_of(deployed: Deployment, ended: Sequence[Ended]) -> list[Saw]:
    with deployed.services() as services:
        errors = {services.runs.info(one.ordered.run_id).error for one in ended}
    return [Saw("a failed run", error) for error in errors if error]


def wrong_clock(faketime: Path) -> Case:
    """A worker an hour ahead is killed; another one, whose clock is right, goes on."""
    slow = {**os.environ, "MYSCHOLAR_RECORDED_WORDS_PER_S": "8"}
    with postgres() as server, deployment(server, slow) as deployed:
        case = Case("a worker's clock an hour ahead, then set back, then killed", [])
        clock = deployed.folder / "clock"
        clock.write_text(f"+{AHEAD_S}")
        ahead = {"LD_PRELOAD": str(faketime), "FAKETIME_TIMESTAMP_FILE": str(clock)}
        ahead |= {"FAKETIME_NO_CACHE": "1", "DONT_FAKE_MONOTONIC": "1"}
        deployed.start_workers(1, 4, **ahead)
        ordered = slow_orders(deployed, 3)
        wait_until(lambda: n_running(deployed) >= 3, "the runs go on")
        clock.write_text("+0")
        time.sleep(3.0)
        clock.write_text(f"+{AHEAD_S}")
        time.sleep(3.0)
        deployed.start_workers(1, 4)
        killed = time.time()
        deployed.workers[0].end(signal.SIGKILL)
        case.saw += errors_of(deployed, settle(case, deployed, ordered))
        second = deployed.workers[1].pids[0]
        told = [line for line in deployed.told() if line.get("process") == second]
        case.other = f"gone on with after {first_begun_after(told, killed):.1f} s"
        return case


def slow_orders(deployed: Deployment, n: int) -> tuple[Ordered, ...]:
    """Head starts by a recording, which comes word by word."""
    order = ReportOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.RECORDED)
    return order_all(deployed, [("ada", order.ahead)] * n)


def n_running(deployed: Deployment) -> int:
    query = text("SELECT count(*) FROM runs WHERE status = 'running'")
    with deployed.database.connect() as connection:
        return int(connection.execute(query).scalar_one())


CHANGES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "a kind that is not known": ("UPDATE runs SET kind = 'sonnet' WHERE run_id = :run_id", {}),
    "a field that is not known": (
        "UPDATE runs SET inputs = :inputs WHERE run_id = :run_id",
        {"inputs": '{"question": "Why?", "engine": "extractive", "metre": "iambic"}'},
    ),
    "an order without its question": (
        "UPDATE runs SET inputs = :inputs WHERE run_id = :run_id",
        {"inputs": '{"engine": "extractive"}'},
    ),
}


def other_version(server_url: str | None) -> Case:
    """Runs that another version has ordered, among those of this one."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres()) if server_url else None
        deployed = stack.enter_context(deployment(server, os.environ))
        case = Case(f"runs of another version ({'PostgreSQL' if server else 'SQLite'})", [])
        orders = dealt(1, len(CHANGES) + 2, lambda _: new_order(Engine.EXTRACTIVE))
        ordered = order_all(deployed, orders)
        with deployed.database.begin() as connection:
            for one, (statement, values) in zip(ordered, CHANGES.values(), strict=False):
                connection.execute(text(statement), {**values, "run_id": one.run_id})
        deployed.start_workers(1, 2)
        mine = ordered[len(CHANGES) :]
        wait_for_all(deployed.database, mine, patience_s=PATIENCE_S)
        time.sleep(10.0)
        case.saw.append(Saw("runs list", deployed.said("runs", "list")))
        for one, what in zip(ordered, CHANGES, strict=False):
            case.saw.append(Saw(what, outcome(deployed, one.run_id)))
        case.saw.append(Saw("worker's log", last_warning(deployed)))
        settle(case, deployed, mine)
        return case


def outcome(deployed: Deployment, run_id: RunId) -> str:
    query = text("SELECT status, error FROM runs WHERE run_id = :run_id")
    with deployed.database.connect() as connection:
        row = connection.execute(query, {"run_id": run_id}).mappings().one()
    return f"{row['status']}: {row['error']}"


def answered_late(_: object = None) -> Case:
    with tempfile.TemporaryDirectory(prefix="myscholar-bench-") as home:
        case = Case("an answer to a question that is over", [])
        environ = {**os.environ, "MYSCHOLAR_HOME": home}
        with deployment(None, environ, Path(home)) as deployed, deployed.services() as services:
            for name, end in (("answered before", _answer), ("its run cancelled", cancel)):
                run_id = start(services, new_order(Engine.EXTRACTIVE))
                order = services.runs.order(run_id)
                asked = services.runs.attempt(run_id, order.attempt)
                asked.ask("who", Question(text="Who?", choices=("Ada", "Grace")))
                end(services, run_id)
                try:
                    _answer(services, run_id)
                except MyScholarError as error:
                    case.saw.append(Saw(name, f"{type(error).__name__}: {error}"))
                case.became += f"{services.runs.info(run_id).status.value} "
        return case


def _answer(services: Services, run_id: RunId) -> object:
    return answer(services, run_id, "who", "Ada")


def reached_for(on_server: bool) -> Case:
    """By the queues of several processes' worth, in this one."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres()) if on_server else None
        deployed = stack.enter_context(deployment(server, os.environ))
        name = "PostgreSQL" if on_server else "SQLite"
        case = Case(f"{N_QUEUES} workers reach for {N_TAKEN} runs ({name})", [])
        order_all(deployed, dealt(20, N_TAKEN, lambda _: new_order(Engine.EXTRACTIVE)))
        begun = asyncio.run(_serve_all(deployed))
        case.became = f"{len(begun)} begun"
        case.steps = f"{sum(n > 1 for n in begun.values())} begun twice"
        return case


async def _serve_all(deployed: Deployment) -> Counter[RunId]:
    begun, stop = Counter[RunId](), asyncio.Event()
    opened = [open_services(deployed.settings, by_worker=True) for _ in range(N_QUEUES)]

    async def end(services: Services, run_id: RunId, attempt: str) -> None:
        begun[run_id] += 1
        mine = services.runs.attempt(run_id, attempt)
        await asyncio.to_thread(mine.running, at=AT)
        await asyncio.to_thread(mine.end, RunStatus.FINISHED, at=AT)
        if len(begun) >= N_TAKEN:
            asyncio.get_running_loop().call_later(2.0, stop.set)

    async def serve(services: Services) -> None:
        await services.queue.serve(lambda *taken: end(services, *taken), 4, stop)

    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*map(serve, opened))
    for services in opened:
        services.close()
    return begun


CASES: Mapping[str, Callable[[], Case]] = {
    "database": database_away,
    "disk": disk_full,
    "version": lambda: other_version("postgresql"),
    "version_sqlite": lambda: other_version(None),
    "answer": answered_late,
    "taken": lambda: reached_for(on_server=True),
    "taken_sqlite": lambda: reached_for(on_server=False),
}
COLUMNS: Mapping[str, Callable[[Case], str]] = {
    "fault": lambda case: case.fault,
    "a person sees": lambda case: "\n".join(f"{saw.what}: {saw.said}" for saw in case.saw),
    "runs": lambda case: case.became,
    "steps": lambda case: case.steps,
    "": lambda case: case.other,
}


def main(
    cases: Annotated[str, typer.Option(help=f"Of {', '.join((*CASES, 'clock'))}.")] = ",".join(
        CASES
    ),
    faketime: Annotated[
        Path | None, typer.Option(help="libfaketimeMT.so.1, for the case `clock`.")
    ] = None,
) -> None:
    found, console = list[Case](), Console(width=190)
    for name in cases.split(","):
        case = wrong_clock(faketime) if name == "clock" and faketime else CASES[name]()
        found.append(case)
        console.print(table_of([case], COLUMNS, show_lines=True))
