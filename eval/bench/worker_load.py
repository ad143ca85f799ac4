"""Runs an hour and waits, by the number of workers."""

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from eval.bench.deployment import Cpu, Deployment
from eval.bench.orders_of_users import (
    Visitors,
    Waits,
    dealt,
    new_order,
    order_all,
    wait_for_all,
    waits_of_users,
)
from myscholar.domain.engine import Engine
from myscholar.domain.orders import Order
from myscholar.domain.runs import RunStatus

PATIENCE_S = 3600.0
MOST_WAIT = 3
"""Times the median: no user should wait longer."""
NAMES = {Engine.EXTRACTIVE: "without a model", Engine.LLM: "with a model"}
COLOURS = {Engine.EXTRACTIVE.value: "#8aa4c8", Engine.LLM.value: "#d9480f"}


@dataclass(frozen=True)
class Load:
    n_users: int
    n_runs: int
    n_reports: int
    """Of the runs with a model; the others propose actions."""
    at_once: int

    def is_report(self, engine: Engine, n: int) -> bool:
        """Dealt evenly."""
        share = self.n_reports / self.n_runs
        return engine is not Engine.LLM or int((n + 1) * share) > int(n * share)


@dataclass(frozen=True)
class Served:
    """`busy` and the shares of our processes are of all cores; the machine may do other work."""

    workers: int
    engine: str
    n_reports: int
    n_finished: int
    n_others: int
    seconds: float
    runs_an_hour: float
    wait: Waits
    """Of each run, from order to end."""
    user_wait: Waits
    """Of each user, the mean of their runs."""
    user_waits: tuple[float, ...]
    visit: Waits
    n_visits_failed: int
    busy: float
    by_workers: float
    by_webs: float
    by_database: float

    @property
    def runs_an_hour_and_core(self) -> float:
        """Of what the workers got of the cores: what else goes on does not count."""
        return self.runs_an_hour / (self.by_workers * (os.cpu_count() or 1))

    @property
    def in_words(self) -> str:
        return (
            f"{self.workers} workers, {self.engine}: {self.n_finished} finished in "
            f"{self.seconds:.0f} s, {self.runs_an_hour:.0f} an hour"
        )


def measure(deployed: Deployment, load: Load, workers: int, engine: Engine) -> Served:
    """After each worker has carried out as many runs as it can at once, so that all is loaded."""
    warm = dealt(1, workers * load.at_once, lambda _: new_order(engine, report=False))
    first = dealt(1, workers * load.at_once, lambda _: new_order(Engine.EXTRACTIVE))
    wait_for_all(deployed.database, order_all(deployed, [*first, *warm]), patience_s=PATIENCE_S)
    make = partial(_order, load, engine)
    roots = (
        [pid for worker in deployed.workers for pid in worker.pids],
        [pid for web in deployed.webs for pid in web.pids],
        [deployed.postgres.pid],
    )
    before = Cpu.now(*roots)
    with Visitors(deployed.addresses) as visitors:
        ordered = order_all(deployed, dealt(load.n_users, load.n_runs, make))
        ended = wait_for_all(deployed.database, ordered, patience_s=PATIENCE_S)
    busy, (by_workers, by_webs, by_database) = Cpu.now(*roots).shares_since(before)
    seconds = max(one.ended for one in ended) - ordered[0].at
    counted = Counter(one.status for one in ended)
    by_user = tuple(waits_of_users(ended).values())
    return Served(
        workers=workers,
        engine=engine.value,
        n_reports=sum(load.is_report(engine, n) for n in range(load.n_runs)),
        n_finished=counted[RunStatus.FINISHED],
        n_others=len(ended) - counted[RunStatus.FINISHED],
        seconds=seconds,
        runs_an_hour=len(ended) / seconds * 3600,
        wait=Waits.of([one.wait_s for one in ended]),
        user_wait=Waits.of(by_user),
        user_waits=by_user,
        visit=Waits.of(visitors.seconds or [0.0]),
        n_visits_failed=len(visitors.failed),
        busy=busy,
        by_workers=by_workers,
        by_webs=by_webs,
        by_database=by_database,
    )


def _order(load: Load, engine: Engine, n: int) -> Order[Any]:
    return new_order(engine, report=load.is_report(engine, n))


def _waits(waits: Waits) -> str:
    return f"{waits.median_s:.0f} / {waits.p95_s:.0f} / {waits.worst_s:.0f}"


LOAD_COLUMNS: Mapping[str, Callable[[Served], str]] = {
    "workers": lambda row: str(row.workers),
    "engine": lambda row: row.engine,
    "finished": lambda row: f"{row.n_finished} of {row.n_finished + row.n_others}",
    "s": lambda row: f"{row.seconds:.0f}",
    "runs/h": lambda row: f"{row.runs_an_hour:,.0f}",
    "a core": lambda row: f"{row.runs_an_hour_and_core:,.0f}",
    "a run's wait s: median / p95 / worst": lambda row: _waits(row.wait),
    "a user's": lambda row: _waits(row.user_wait),
    "worst / median": lambda row: f"{row.user_wait.ratio:.2f}",
    "a page ms": lambda row: f"{row.visit.median_s * 1000:.0f} / {row.visit.p95_s * 1000:.0f}",
    "busy": lambda row: f"{row.busy:.0%}",
    "workers, web, database": lambda row: (
        f"{row.by_workers:.0%} {row.by_webs:.0%} {row.by_database:.0%}"
    ),
}


def read_served(path: Path) -> list[Served]:
    """What an earlier measurement wrote."""
    rows = json.loads(path.read_text(encoding="utf-8"))["load"]
    waits = ("wait", "user_wait", "visit")
    return [Served(**(row | {name: Waits(**row[name]) for name in waits})) for row in rows]


def chart(served: Sequence[Served]) -> Figure:
    """Runs an hour as a multiple of one worker's, and each user's wait as one of the median."""
    figure = Figure(figsize=(12, 4.2), dpi=72, layout="constrained")
    left, right = figure.subplots(1, 2)
    engines = list(dict.fromkeys(one.engine for one in served))
    numbers = sorted({one.workers for one in served})
    left.plot(numbers, numbers, ":", color="#8c959f", label="as many times as workers")
    for place, engine in enumerate(engines):
        mine = sorted((s for s in served if s.engine == engine), key=lambda s: s.workers)
        colour, name = COLOURS[engine], NAMES[Engine(engine)]
        first = mine[0].runs_an_hour / mine[0].workers
        times = [s.runs_an_hour / first for s in mine]
        left.plot([s.workers for s in mine], times, "o-", color=colour, label=name)
        for one, high in zip(mine, times, strict=True):
            away = (0, 8 if place else -16)
            at = {"xytext": away, "textcoords": "offset points", "ha": "center"}
            left.annotate(f"{one.runs_an_hour:,.0f}", (one.workers, high), color=colour, **at)
            middle = one.workers + (place - (len(engines) - 1) / 2) * 0.3
            spread = [middle + (n % 7 - 3) * 0.012 for n in range(len(one.user_waits))]
            waits = [wait / one.user_wait.median_s for wait in one.user_waits]
            right.plot(spread, waits, "o", color=colour, alpha=0.5, ms=4)
    right.axhline(MOST_WAIT, ls=":", color="#8c959f")
    left.set(title="Runs an hour, times one worker's", xlabel="workers", ylim=(0, None))
    right.set(title=f"Each user's wait, times the median (target: below {MOST_WAIT})")
    right.set(xlabel="workers", ylim=(0, MOST_WAIT + 0.3))
    for axes in (left, right):
        axes.set_xticks(numbers)
        axes.set_xlim(numbers[0] - 0.4, numbers[-1] + 0.4)
        axes.grid(axis="y", color="#d8dee4")
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    named = left.get_legend_handles_labels()
    figure.legend(*named, loc="outside lower right", ncols=3, frameon=False)
    return figure
