"""Runs in a home of their own, in this process and in others."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from myscholar.domain.runs import RunId, RunKind, Ticket
from myscholar.gateways.storage.store import open_store
from myscholar.runs.control import order_run
from myscholar.runs.runner import Runner

AT = "2026-01-01T00:00:00Z"
STORIES = Path(__file__).with_name("stories.py")


@pytest.fixture(scope="session")
def stories() -> ModuleType:
    spec = importlib.util.spec_from_file_location("stories", STORIES)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["stories"] = module
    spec.loader.exec_module(module)
    return module


class Home:
    """A folder, its database, and what processes and Runners do there."""

    def __init__(self, folder: Path, url: str, stories: ModuleType) -> None:
        self.folder, self.url, self._stories = folder, url, stories
        self.store = open_store(url)
        self.records = self.store.runs(folder / "runs")
        self.queue = self.queue_with(None)
        self._closing: list[Callable[[], None]] = []

    def runner(self, story, **options) -> Runner:
        """A Runner for runs of the kind REPORT, closed after the test."""
        runner = Runner(self.records, {RunKind.REPORT: story}, enter=self.queue.enter, **options)
        self._closing.append(runner.close)
        return runner

    def queue_with(self, per_owner: int | None):
        return self._stories.queue_in(self.store, self.records, self.url, per_owner)

    def order(self, run_id: str, *, owner: str = "", **options) -> RunId:
        """A run of the kind REPORT stands in line."""
        return order_run(
            self.records,
            RunKind.REPORT,
            "A title",
            {"one": 1, **options},
            RunId(run_id),
            at=AT,
            ticket=Ticket(owner=owner),
            enter=self.queue.enter,
        )

    def process(self, *arguments: str) -> "subprocess.Popen[str]":
        """`stories.py` in a process of its own: RUN_ID ACTION [KILL_AT]."""
        command = [sys.executable, str(STORIES), str(self.folder), self.url, *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    @property
    def done(self) -> list[str]:
        """Names of the pieces of work that were begun, in order."""
        path = self.folder / "done.txt"
        return path.read_text().split("\n")[:-1] if path.exists() else []

    def close(self) -> None:
        for close in reversed(self._closing):
            close()
        self.store.close()


@pytest.fixture
def home(tmp_path: Path, url: str, stories: ModuleType) -> Iterator[Home]:
    home = Home(tmp_path, url, stories)
    yield home
    home.close()


@pytest.fixture
def sqlite_home(tmp_path: Path, stories: ModuleType) -> Iterator[Home]:
    home = Home(tmp_path, f"sqlite:///{tmp_path / 'library.sqlite'}", stories)
    yield home
    home.close()
