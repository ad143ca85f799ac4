"""What a deployment consists of, each a real process: PostgreSQL, workers, web apps; killed, stopped
and started again by whoever measures.

PostgreSQL's data lie in a folder of its own and it listens on a socket there. All processes use one
home folder and one database.
"""

import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from eval.bench.command import ROOT
from eval.bench.processes import Json, free_port
from myscholar.errors import InputError
from myscholar.gateways.storage.connecting import open_engine
from myscholar.settings import Settings, load_settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.services import Services

PATIENCE_S = 120.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Postgres:
    """A server of its own. Root can't run one, so the system's user `postgres` does then."""

    def __init__(self, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
        on_path = shutil.which("initdb")
        if not found and not on_path:
            raise InputError("The server programs of PostgreSQL are not installed.")
        self._programs = found[0].parent if found else Path(str(on_path)).parent
        self._user = pwd.getpwnam("postgres").pw_name if os.getuid() == 0 else None
        self._folder, self._data = folder, folder / "data"
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", self._data, "-U", "bench", "-A", "trust", "-E", "UTF8")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://bench@/postgres?host={self._folder}"

    @property
    def pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().split("\n", 1)[0])

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses="
        log = ("-l", self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-w", "-o", options, *log, "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def _run(self, program: str, *arguments: object) -> None:
        command = [self._programs / program, *map(str, arguments)]
        told = subprocess.run(
            command, check=False, capture_output=True, text=True, user=self._user, cwd="/",
            env={"LC_ALL": "C"},
        )  # fmt: skip
        if told.returncode:
            raise RuntimeError(f"{program}: {told.stderr.strip()[-400:]}")


@contextmanager
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="myscholar-bench-pg-", dir="/tmp"))
    server = None
    try:
        server = Postgres(folder)
        yield server
    finally:
        if server:
            with suppress(RuntimeError):
                server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass
class Deployed:
    """One process of ours, started again under the same name."""

    command: Sequence[str]
    environ: Mapping[str, str]
    log: Path
    process: "subprocess.Popen[bytes] | None" = None
    pids: list[int] = field(default_factory=list)

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "myscholar.surfaces.cli", *self.command],
                env=self.environ, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        self.pids.append(self.process.pid)

    def end(self, number: int = signal.SIGTERM, *, patience_s: float = 30.0) -> None:
        """A process that does not end in time is killed."""
        if self.process is None:
            return
        self.process.send_signal(number)
        try:
            self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass
class Deployment:
    folder: Path
    environ: Mapping[str, str]
    """Of every process of ours, with home and database."""
    server: Postgres | None = None
    """None: SQLite in the home folder."""
    workers: list[Deployed] = field(default_factory=list)
    webs: list[Deployed] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    _made: list[Deployed] = field(default_factory=list)

    @property
    def settings(self) -> Settings:
        return load_settings(self.environ)

    @property
    def postgres(self) -> Postgres:
        assert self.server
        return self.server

    @cached_property
    def database(self) -> Engine:
        """To be looked into."""
        return open_engine(self.settings.library_url)

    @contextmanager
    def services(self, **options: Any) -> Iterator[Services]:
        """As a web process opens them."""
        opened = open_services(self.settings, by_worker=True, **options)
        try:
            yield opened
        finally:
            opened.close()

    def start_workers(self, n: int, at_once: int, **environ: str) -> None:
        """Until as many live as were started."""
        for _ in range(n):
            command = ("worker", "--concurrency", str(at_once))
            self.workers.append(self._start(f"worker-{len(self._made)}", command, environ))
        n_all = sum(worker.is_alive for worker in self.workers)
        with self.services() as services:
            wait_until(lambda: services.queue.n_workers() >= n_all, "the workers live")

    def stop_workers(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers.clear()

    def start_webs(self, n: int) -> None:
        """Until all answer."""
        for _ in range(n):
            port = free_port()
            command = ("app", "--no-worker", "--no-browser", "--port", str(port))
            self.webs.append(self._start(f"web-{len(self._made)}", command))
            self.addresses.append(f"http://127.0.0.1:{port}")
        for address in self.addresses:
            wait_until(
                lambda url=address: status_of(f"{url}/_stcore/health") == 200, "the app is up"
            )

    def said(self, *command: str) -> str:
        """What a command tells whoever types it."""
        typed = [sys.executable, "-m", "myscholar.surfaces.cli", *command]
        done = subprocess.run(
            typed, env=self.environ, cwd=ROOT, capture_output=True, text=True, timeout=120,
            check=False,
        )  # fmt: skip
        return f"{done.stdout.strip()} {done.stderr.strip()}".strip()

    def _start(
        self, name: str, command: Sequence[str], environ: Mapping[str, str] | None = None
    ) -> Deployed:
        own = {**self.environ, **(environ or {})}
        made = Deployed(command, own, self.folder / f"{name}.log")
        made.start()
        self._made.append(made)
        return made

    def told(self) -> list[Json]:
        """What all processes have said in their logs, in order of time."""
        lines = list[Json]()
        for made in self._made:
            for line in made.log.read_text(encoding="utf-8", errors="replace").splitlines():
                with suppress(ValueError):
                    if isinstance(said := json.loads(line), dict):
                        lines.append(said)
        return sorted(lines, key=lambda line: str(line.get("time")))

    def close(self) -> None:
        for made in self._made:
            made.end(patience_s=5.0)


@contextmanager
def deployment(
    server: Postgres | None, environ: Mapping[str, str], home: Path | None = None
) -> Iterator[Deployment]:
    """Nothing is started yet. `environ`: what its processes need besides home and database."""
    with tempfile.TemporaryDirectory(prefix="myscholar-bench-") as name:
        folder = Path(name)
        home = home or folder / "home"
        home.mkdir(exist_ok=True)
        own = {
            "MYSCHOLAR_HOME": str(home),
            "MYSCHOLAR_LOG": "json",
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
            "PYTHONPATH": str(ROOT),
        } | ({"MYSCHOLAR_DATABASE_URL": server.url} if server else {})
        made = Deployment(folder, {**environ, **own}, server)
        try:
            yield made
        finally:
            made.close()


def wait_until(is_so: Callable[[], object], what: str, *, patience_s: float = PATIENCE_S) -> None:
    """Raises TimeoutError."""
    until = time.monotonic() + patience_s
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError(f"{what}: not within {patience_s:g} s")
        time.sleep(0.1)


def status_of(url: str) -> int:
    """HTTP's; 0 where nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


@dataclass(frozen=True)
class Cpu:
    """Seconds of processor so far: of trees of processes, of the whole machine, and that it had."""

    trees: tuple[float, ...]
    busy: float
    had: float

    @classmethod
    def now(cls, *roots: Sequence[int]) -> "Cpu":
        row = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        ticks = [int(value) for value in row]
        idle = ticks[3] + ticks[4]
        known = _processes()
        trees = tuple(sum(_tree(pid, known) for pid in pids) / _TICKS for pids in roots)
        return cls(trees, (sum(ticks) - idle) / _TICKS, sum(ticks) / _TICKS)

    def shares_since(self, before: "Cpu") -> tuple[float, tuple[float, ...]]:
        """Of all cores: how busy the machine was, and with each tree."""
        had = self.had - before.had or 1.0
        shares = (now - then for now, then in zip(self.trees, before.trees, strict=True))
        return (self.busy - before.busy) / had, tuple(share / had for share in shares)


def _processes() -> dict[int, tuple[int, int]]:
    """Parent and ticks, those of children that have ended included, by process."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            found[int(path.parent.name)] = (int(fields[1]), sum(map(int, fields[11:15])))
    return found


def _tree(root: int, known: Mapping[int, tuple[int, int]]) -> int:
    children = [pid for pid, (parent, _) in known.items() if parent == root]
    own = known[root][1] if root in known else 0
    return own + sum(_tree(pid, known) for pid in children)
