"""Runs are ordered all the time while what carries them out is killed: is all of it done, each step
once, and how soon does somebody go on?

Who carried out what when is read in the workers' logs, what is stored in the database, what was
asked of the model in its server's log. A step counts as done again when it was begun after it had
been stored.
"""

import random
import signal
import statistics
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from uuid import uuid4

from rich.console import Console
from rich.table import Table
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from eval.bench.deployment import Deployed, Deployment
from eval.bench.llm_paid import Paid, paid
from eval.bench.orders_of_users import Ended, Ordered, Visitors, new_order, users, wait_for_all
from eval.bench.processes import Json
from eval.bench.servers import Servers
from myscholar.domain.engine import Engine
from myscholar.domain.runs import RunId, RunStatus, Ticket
from myscholar.errors import MyScholarError
from myscholar.workflows.jobs import start
from myscholar.workflows.services import Services

PATIENCE_S = 1200.0
TARGET_S = 30.0
STARTS_AGAIN_S = 1.0
"""So soon a supervisor starts again what has died."""
OUTAGE_S = 2.0
AROUND_S = 30.0
"""After an outage of the database all workers look dead for a while."""
JUST_BEFORE_S = 1.0
CLOSES_S = 0.5
"""A server writes for a moment to whom nobody reads for any more."""
USERS = 12
_APART_S = 0.1
"""What lies closer together is the same, told by the log and by the database."""
_STEPS = text("SELECT run_id, name, started_at + seconds AS ended FROM run_steps")


@dataclass(frozen=True)
class Faults:
    seconds: float
    kill_every_s: float
    workers: int
    at_once: int
    seed: int


@dataclass(frozen=True)
class Happened:
    """Seconds since 1970."""

    at: float
    what: str
    pid: int = 0


@dataclass(frozen=True)
class Left:
    """A run that a killed worker carried out, and after how many seconds another went on."""

    run_id: str
    after_s: float
    in_outage: bool


@dataclass
class Outcome:
    happened: list[Happened] = field(default_factory=list)
    n_ordered: int = 0
    n_refused: int = 0
    """Orders that were told an error: the database was away."""
    n_refused_and_there: int = 0
    """Of these, runs that stand in the database all the same."""
    statuses: dict[str, int] = field(default_factory=dict)
    errors: dict[str, int] = field(default_factory=dict)
    left: list[Left] = field(default_factory=list)
    journal: "Journal | None" = None
    n_answers: int = 0
    answers_again: list[str] = field(default_factory=list)
    n_answers_lost: int = 0
    """Whole as its process was killed, and asked for again."""
    duplicates: int = 0
    """What PostgreSQL refused as there already."""
    pages_back: list[tuple[str, float]] = field(default_factory=list)
    """What was killed, and after how many seconds the last page failed of it."""
    visits_failed: int = 0
    n_visits: int = 0
    seconds: float = 0.0


class Chaos:
    """What is done to a deployment, one after the other."""

    def __init__(self, deployed: Deployment, wanted: Faults) -> None:
        self._deployed, self._wanted = deployed, wanted
        self._chance = random.Random(wanted.seed)
        self.happened = list[Happened]()

    def carry_out(self) -> None:
        webs = iter(self._deployed.webs)
        marks = {0.3: "web", 0.5: "database", 0.7: "web"}
        planned = [(self._wanted.seconds * share, what) for share, what in marks.items()]
        planned += [(at, "worker") for at in self._kills()]
        began = time.monotonic()
        for at, what in sorted(planned):
            time.sleep(max(0.0, began + at - time.monotonic()))
            if what == "database":
                self._restart_database()
            else:
                self._kill(
                    what, next(webs) if what == "web" else self._chance.choice(self._living())
                )
        time.sleep(max(0.0, began + self._wanted.seconds - time.monotonic()))

    def _kills(self) -> Iterator[float]:
        at = 0.0
        while True:
            at += self._wanted.kill_every_s * self._chance.uniform(0.5, 1.5)
            if at > self._wanted.seconds:
                return
            yield at

    def _living(self) -> Sequence[Deployed]:
        return [worker for worker in self._deployed.workers if worker.is_alive]

    def _kill(self, what: str, one: Deployed) -> None:
        self.happened.append(Happened(time.time(), what, one.pids[-1]))
        one.end(signal.SIGKILL)
        time.sleep(STARTS_AGAIN_S)
        one.start()

    def _restart_database(self) -> None:
        self.happened.append(Happened(time.time(), "database"))
        self._deployed.postgres.stop()
        time.sleep(OUTAGE_S)
        self._deployed.postgres.start()


class Feeder(threading.Thread):
    """Users who go on ordering: three in four runs without a model, one report and one proposal
    with one in eight."""

    def __init__(self, deployed: Deployment, at_most: int) -> None:
        super().__init__(daemon=True)
        self._deployed, self._at_most = deployed, at_most
        self.over = threading.Event()
        self.ordered, self.refused = list[Ordered](), list[Ordered]()

    def run(self) -> None:
        names = list(users(USERS))
        for n in iter(range(10**6)):
            if self.over.wait(0.05):
                return
            with self._deployed.services(ticket=Ticket(owner=names[n % USERS])) as services:
                self._order(services, n)
                while not self.over.wait(0.2) and self._n_open() >= self._at_most:
                    pass

    def _order(self, services: Services, n: int) -> None:
        engine = Engine.LLM if n % 8 in (0, 4) else Engine.EXTRACTIVE
        one = Ordered(RunId(uuid4().hex[:12]), services.ticket.owner, time.time())
        try:
            start(services, new_order(engine, report=n % 8 != 4), run_id=one.run_id)
            self.ordered.append(one)
        except MyScholarError:
            self.refused.append(one)

    def _n_open(self) -> int:
        query = text("SELECT count(*) FROM runs WHERE status IN ('waiting', 'running')")
        try:
            with self._deployed.database.connect() as connection:
                return int(connection.execute(query).scalar_one())
        except SQLAlchemyError:  # while the database is away nothing is known
            return self._at_most


def carry_out_faults(deployed: Deployment, running: Servers, wanted: Faults) -> Outcome:
    deployed.start_webs(2)
    deployed.start_workers(wanted.workers, wanted.at_once)
    began = time.monotonic()
    feeder = Feeder(deployed, 3 * wanted.workers * wanted.at_once)
    chaos = Chaos(deployed, wanted)
    with Visitors(deployed.addresses) as visitors:
        feeder.start()
        chaos.carry_out()
        feeder.over.set()
        feeder.join()
        ended = wait_for_all(deployed.database, feeder.ordered, patience_s=PATIENCE_S)
    found = Outcome(chaos.happened, len(feeder.ordered), len(feeder.refused))
    found.seconds = time.monotonic() - began
    found.pages_back = list(_pages_back(found.happened, visitors.failed))
    found.visits_failed, found.n_visits = len(visitors.failed), len(visitors.seconds)
    deployed.stop_workers()
    _judge_runs(deployed, found, ended, feeder.refused)
    told = deployed.told()
    found.journal = journal_of(deployed, told)
    found.left = list(_left(told, found.happened))
    _judge_answers(running, found)
    found.duplicates = deployed.postgres.log.count("duplicate key value")
    return found


def _pages_back(
    happened: Sequence[Happened], failed: Sequence[float]
) -> Iterator[tuple[str, float]]:
    """Until the next of these happened."""
    seen = [one for one in happened if one.what != "worker"]
    for one, until in zip(seen, [*(other.at for other in seen[1:]), float("inf")], strict=True):
        after = [at - one.at for at in failed if one.at <= at < until]
        yield one.what, max(after, default=0.0)


def _judge_runs(
    deployed: Deployment, found: Outcome, ended: Sequence[Ended], refused: Sequence[Ordered]
) -> None:
    found.statuses = dict(Counter(one.status.value for one in ended))
    with deployed.services() as services:
        for one in ended:
            if one.status is not RunStatus.FINISHED:
                error = services.runs.info(one.ordered.run_id).error or ""
                found.errors[error] = found.errors.get(error, 0) + 1
    with deployed.database.connect() as connection:
        there: set[str] = set(connection.execute(text("SELECT run_id FROM runs")).scalars())
    found.n_refused_and_there = sum(one.run_id in there for one in refused)


def _time(line: Json) -> float:
    return datetime.fromisoformat(line["time"]).timestamp()


class Journal(NamedTuple):
    """Steps that are stored, those begun again afterwards, and those that two did at the same time,
    of whom one has stored it."""

    n_steps: int
    again: tuple[str, ...]
    beside: tuple[str, ...]


def journal_of(deployed: Deployment, told: Sequence[Json]) -> Journal:
    """By what the workers told of their steps."""
    with deployed.database.connect() as connection:
        rows = connection.execute(_STEPS).mappings()
        stored = {(row["run_id"], row["name"]): row["ended"] for row in rows}
    again, beside = list[str](), list[str]()
    for line in told:
        step = line.get("run"), line.get("step")
        if not line["message"].startswith("step ended") or step not in stored:
            continue
        ended_first, ended = stored[step], _time(line)
        if ended - ended_first > _APART_S:
            was_after = ended - line["seconds"] > ended_first + _APART_S
            (again if was_after else beside).append(" ".join(map(str, step)))
    return Journal(len(stored), tuple(again), tuple(beside))


def first_begun_after(told: Sequence[Json], at: float) -> float:
    """Seconds until the next run begins."""
    return (
        min(_time(line) for line in told if line["message"] == "run begins" and _time(line) > at)
        - at
    )


def _left(told: Sequence[Json], happened: Sequence[Happened]) -> Iterator[Left]:
    """By what each killed worker had begun and not ended by its own log."""
    begun = defaultdict[str, list[float]](list)
    for line in told:
        if line["message"] == "run begins":
            begun[line["run"]].append(_time(line))
    away = [one.at for one in happened if one.what == "database"]
    for kill in happened:
        if kill.what != "worker":
            continue
        for run_id in _open_at(told, kill):
            later = [at for at in begun[run_id] if at > kill.at]
            near = any(at - kill.at < AROUND_S and kill.at - at < AROUND_S for at in away)
            if later:
                yield Left(run_id, min(later) - kill.at, near)


def _open_at(told: Sequence[Json], kill: Happened) -> Collection[str]:
    going = dict[str, str]()
    for line in told:
        if line.get("process") != kill.pid or "run" not in line:
            continue
        if line["message"] == "run begins":
            going[line["attempt"]] = line["run"]
        elif line["message"].startswith("run "):
            going.pop(line["attempt"], None)
    return set(going.values())


def _judge_answers(running: Servers, found: Outcome) -> None:
    log = running.wait_settled()
    by_prompt = defaultdict[str, list[Paid]](list)
    for answer in paid(log, running.said()):
        by_prompt[answer.prompt_hash].append(answer)
    found.n_answers = sum(map(len, by_prompt.values()))
    ends, began = [h.at for h in found.happened if h.what == "worker"], found.happened[0].at
    for answers in by_prompt.values():
        first, *others = sorted(answers, key=lambda each: each.finished)
        is_cut_off = any(-CLOSES_S < at - first.finished < JUST_BEFORE_S for at in ends)
        for other in others:
            if is_cut_off:
                found.n_answers_lost += 1
            else:
                later, since = other.arrived - first.finished, first.finished - began
                found.answers_again.append(
                    f"whole at {since:.1f} s, asked again {later:.1f} s later"
                )


ROWS: Mapping[str, Callable[[Outcome], object]] = {
    "ordered": lambda o: o.n_ordered,
    "refused while the database was away (of these there)": lambda o: (
        f"{o.n_refused} ({o.n_refused_and_there})"
    ),
    "became": lambda o: ", ".join(f"{n} {status}" for status, n in o.statuses.items()),
    "errors": lambda o: "; ".join(f"{n} x {said}" for said, n in o.errors.items()) or "none",
    "killed": lambda o: ", ".join(
        f"{n} {what}" for what, n in Counter(h.what for h in o.happened).items()
    ),
    "runs that a killed worker left": lambda o: len(o.left),
    "gone on with after s: median, worst": lambda o: _spread(o, in_outage=False),
    "the same around the outage": lambda o: _spread(o, in_outage=True),
    "steps stored": lambda o: o.journal and o.journal.n_steps,
    "steps begun again after they were stored": lambda o: o.journal and len(o.journal.again),
    "steps done by two at once": lambda o: o.journal and len(o.journal.beside),
    "rows refused as there already": lambda o: o.duplicates,
    "answers of the model": lambda o: o.n_answers,
    "answers asked again": lambda o: len(o.answers_again),
    "answers whole at the second of a kill, asked again": lambda o: o.n_answers_lost,
    "pages fail after a kill for s": lambda o: ", ".join(f"{w} {s:.0f}" for w, s in o.pages_back),
    "pages that failed": lambda o: f"{o.visits_failed} of {o.visits_failed + o.n_visits}",
}


def _spread(found: Outcome, *, in_outage: bool) -> str:
    times = [one.after_s for one in found.left if one.in_outage is in_outage]
    return f"{statistics.median(times):.1f}, {max(times):.1f} ({len(times)})" if times else "-"


def show_faults(found: Outcome, console: Console) -> None:
    table = Table("", f"{found.seconds:.0f} s of faults", title="Faults during load")
    for name, value in ROWS.items():
        table.add_row(name, str(value(found)))
    console.print(table)
    assert found.journal
    for named in (*found.journal.again, *found.journal.beside, *found.answers_again)[:20]:
        console.print(named)
