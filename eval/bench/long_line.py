"""Ten thousand runs in line: how long it takes to order one, to begin the next, and to look.

On SQLite and on PostgreSQL, without and with a number of runs that a user may have at once. The
runs do nothing: what is measured is standing in line alone.
"""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from eval.bench.command import table_of
from eval.bench.deployment import postgres
from eval.bench.orders_of_users import users
from eval.bench.web import p95
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder
from myscholar.domain.runs import RunId, RunStatus, Ticket
from myscholar.settings import Settings
from myscholar.views.run_list import run_list
from myscholar.views.run_watch import watch
from myscholar.workflows.doctor.diagnosis import Machine
from myscholar.workflows.doctor.runs import check_runs
from myscholar.workflows.health import look
from myscholar.workflows.jobs import open_services, start
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services

AT = "2026-01-01T00:00:00Z"
ORDER = ActionsOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.EXTRACTIVE)
TIMES = 20
LOOKS: Mapping[str, Callable[[Services, RunId], object]] = {
    "place in line": lambda services, last: services.queue.line.n_before(last),
    "watching it": lambda services, last: watch(services, last),
    "list of runs": lambda services, _: run_list(services, limit=50),
    "health": lambda services, _: look(services),
    "doctor": lambda services, _: list(check_runs(Machine(services.settings.home, 1, services))),
}


@dataclass(frozen=True)
class LineTimes:
    """Milliseconds, but for what has other names."""

    database: str
    per_user: int | None
    n: int
    order_first: float
    order_last: float
    """Medians of the first and the last tenth."""
    orders_an_hour: float
    looks: Mapping[str, tuple[float, float]]
    """Median and 95th percentile."""
    begin: float
    """In the mean, of those that a worker began one after the other, eight side by side."""
    begins_an_hour: float


def stand(settings: Settings, n: int, n_users: int) -> tuple[RunId, list[float]]:
    """The last in line, and the seconds that each order took."""
    took, last = list[float](), RunId("")
    for user in users(n_users):
        services = open_services(settings, by_worker=True, ticket=Ticket(owner=user))
        services.queue  # noqa: B018
        for _ in range(n // n_users):
            began = time.perf_counter()
            last = start(services, ORDER)
            took.append(time.perf_counter() - began)
        services.close()
    return last, took


async def begin_some(services: Services, n: int, at_once: int = 8) -> float:
    """Seconds from the first of so many runs that a worker begins to the last."""
    stop, times = asyncio.Event(), list[float]()

    async def end(run_id: RunId, attempt: str) -> None:
        times.append(time.perf_counter())
        mine = services.runs.attempt(run_id, attempt)
        await asyncio.to_thread(mine.running, at=AT)
        await asyncio.to_thread(mine.end, RunStatus.FINISHED, at=AT)
        if len(times) >= n:
            stop.set()

    async with asyncio.timeout(600):
        await services.queue.serve(end, at_once, stop)
    return times[n - 1] - times[0]


def measure(settings: Settings, n: int, n_users: int, n_begun: int) -> LineTimes:
    last, took = stand(settings, n, n_users)
    services = open_services(settings, by_worker=True)
    looks = {}
    for name, one in LOOKS.items():
        times = list[float]()
        for _ in range(TIMES):
            began = time.perf_counter()
            one(services, last)
            times.append((time.perf_counter() - began) * 1000)
        looks[name] = (statistics.median(times), p95(times))
    seconds = asyncio.run(begin_some(services, n_begun))
    is_server = services.store.is_on_server
    services.close()
    tenth = len(took) // 10
    return LineTimes(
        database="PostgreSQL" if is_server else "SQLite",
        per_user=settings.runs_per_user,
        n=n,
        order_first=statistics.median(took[:tenth]) * 1000,
        order_last=statistics.median(took[-tenth:]) * 1000,
        orders_an_hour=len(took) / sum(took) * 3600,
        looks=looks,
        begin=seconds / n_begun * 1000,
        begins_an_hour=n_begun / seconds * 3600,
    )


def _spread(name: str, row: LineTimes) -> str:
    median, most = row.looks[name]
    return f"{median:.1f}, {most:.1f}"


COLUMNS: Mapping[str, Callable[[LineTimes], str]] = {
    "database": lambda row: row.database,
    "a user's at once": lambda row: str(row.per_user or "-"),
    "order: first, last": lambda row: f"{row.order_first:.1f}, {row.order_last:.1f}",
    "orders/h": lambda row: f"{row.orders_an_hour:,.0f}",
    "begin": lambda row: f"{row.begin:.1f}",
    "begun/h": lambda row: f"{row.begins_an_hour:,.0f}",
    **{name: partial(_spread, name) for name in LOOKS},
}


def main(
    n: Annotated[int, typer.Option(help="Runs in line.")] = 10_000,
    n_users: Annotated[int, typer.Option("--users")] = 100,
    begun: Annotated[int, typer.Option(help="How many of them are begun.")] = 400,
    limits: Annotated[str, typer.Option(help="Runs of a user at once; 0: any number.")] = "0,2",
    databases: Annotated[str, typer.Option(help="Of sqlite, postgresql.")] = "sqlite,postgresql",
    out: Annotated[Path | None, typer.Option(help="Also write the figures as JSON.")] = None,
) -> None:
    found, console = list[LineTimes](), Console(width=170)
    for database in databases.split(","):
        for limit in map(int, limits.split(",")):
            with ExitStack() as stack:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="myscholar-bench-"))
                url = None if database == "sqlite" else stack.enter_context(postgres()).url
                settings = Settings(
                    home=Path(folder), database_url=url, runs_per_user=limit or None
                )
                found.append(measure(settings, n, n_users, begun))
            console.print(table_of(found[-1:], COLUMNS))
    show(found, console)
    if out:
        out.write_text(json.dumps([asdict(one) for one in found], indent=1), encoding="utf-8")


def show(found: Sequence[LineTimes], console: Console) -> None:
    title = f"{found[0].n:,} runs in line; milliseconds: median, 95th percentile"
    console.print(table_of(found, COLUMNS, title=title))
