"""What users order at once, and what became of it."""

import itertools
import statistics
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine as Database
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from eval.bench.deployment import Deployment, status_of, wait_until
from eval.bench.web import p95
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder, Order, ReportOrder
from myscholar.domain.runs import RunId, RunStatus, Ticket
from myscholar.gateways.storage.run_queries import ENDED
from myscholar.workflows.jobs import start
from myscholar.workflows.sample import SAMPLE_QUESTION

_number = itertools.count(1)
_ENDS = text("""
SELECT r.run_id, r.status, min(s.began) AS began, max(s.last) AS ended
FROM runs r LEFT JOIN run_spans s ON s.run_id = r.run_id GROUP BY r.run_id, r.status
""")


@dataclass(frozen=True)
class Ordered:
    run_id: RunId
    user: str
    at: float


@dataclass(frozen=True)
class Ended:
    """Times are seconds since 1970; a run's last sign of life is taken for its end."""

    ordered: Ordered
    status: RunStatus
    began: float
    ended: float

    @property
    def wait_s(self) -> float:
        return self.ended - self.ordered.at


def new_order(engine: Engine, *, report: bool = True) -> Order[Any]:
    """About another question each time, so that no answer is kept already."""
    question = f"{SAMPLE_QUESTION} (in case {next(_number)})"
    if report:
        return ReportOrder(question=question, sources=("sample",), engine=engine)
    return ActionsOrder(question=question, sources=("sample",), engine=engine)


def order_all(
    deployed: Deployment, orders: Sequence[tuple[str, Order[Any]]]
) -> tuple[Ordered, ...]:
    """Each by its user, through the door that the pages use."""
    made = []
    for user, theirs in itertools.groupby(orders, key=lambda one: one[0]):
        with deployed.services(ticket=Ticket(owner=user)) as services:
            for _, order in theirs:
                at = time.time()
                made.append(Ordered(start(services, order), user, at))
    return tuple(made)


def wait_for_all(
    database: Database, ordered: Collection[Ordered], *, patience_s: float
) -> tuple[Ended, ...]:
    """In the order in which they were ordered. Raises TimeoutError."""
    wanted = {one.run_id for one in ordered}
    over: dict[RunId, Ended] = {}

    def look() -> bool:
        with suppress(OperationalError), database.connect() as connection:
            took_in({r["run_id"]: r for r in connection.execute(_ENDS).mappings()})
        return over.keys() >= wanted

    def took_in(rows: Mapping[str, Mapping[Any, Any]]) -> None:
        for one in ordered:
            row = rows[one.run_id]
            if RunStatus(row["status"]) in ENDED:
                began, ended = row["began"] or one.at, row["ended"] or one.at
                over[one.run_id] = Ended(one, RunStatus(row["status"]), began, ended)

    wait_until(look, "all runs are over", patience_s=patience_s)
    return tuple(over[one.run_id] for one in ordered)


def waits_of_users(ended: Collection[Ended]) -> dict[str, float]:
    """The mean seconds from order to end, by user."""
    waits = defaultdict[str, list[float]](list)
    for one in ended:
        waits[one.ordered.user].append(one.wait_s)
    return {user: statistics.mean(each) for user, each in waits.items()}


@dataclass(frozen=True)
class Waits:
    median_s: float
    p95_s: float
    worst_s: float

    @classmethod
    def of(cls, seconds: Collection[float]) -> "Waits":
        return cls(statistics.median(seconds), p95(list(seconds)), max(seconds))

    @property
    def ratio(self) -> float:
        return self.worst_s / self.median_s


@dataclass
class Visitors:
    """Who loads pages meanwhile: `/health`, which asks the database, and the page itself, by
    turns."""

    addresses: Sequence[str]
    pause_s: float = 0.5
    seconds: list[float] = field(default_factory=list)
    failed: list[float] = field(default_factory=list)
    """When, in seconds since 1970."""
    _over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Visitors":
        for address in self.addresses:
            threading.Thread(target=self._visit, args=(address,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _visit(self, address: str) -> None:
        for path in itertools.cycle(("/health", "/")):
            if self._over.wait(self.pause_s):
                return
            began = time.perf_counter()
            if status_of(address + path) == 200:
                self.seconds.append(time.perf_counter() - began)
            else:
                self.failed.append(time.time())


def users(n: int) -> Iterator[str]:
    return (f"user-{number:02}" for number in range(1, n + 1))


Make = Callable[[int], Order[Any]]
"""The order of a number, counted from 0."""


def dealt(n_users: int, n_runs: int, make: Make) -> list[tuple[str, Order[Any]]]:
    """As many to each, those of one user after those of another."""
    names = list(users(n_users))
    return [(names[n * n_users // n_runs], make(n)) for n in range(n_runs)]
