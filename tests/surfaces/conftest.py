"""The command line as a user meets it: arguments in; exit status, standard output and standard
error out."""

import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.main import main


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Cli = Callable[..., Outcome]
# made here, before a test sets a width: a console keeps the width that it was made with
assert screen.out


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs `myscholar ARGUMENTS` in a home of its own; Semantic Scholar's address is a closed port
    of this machine."""
    monkeypatch.setenv("MYSCHOLAR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MYSCHOLAR_S2_URL", "http://127.0.0.1:9")
    monkeypatch.delenv("S2_API_KEY", raising=False)
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: str | Path) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["myscholar", *map(str, arguments)])
        capsys.readouterr()
        try:
            main()
            status = 0
        except SystemExit as stop:
            status = int(stop.code or 0)
        return Outcome(status, *capsys.readouterr())

    return run


def heed_interrupts() -> None:
    """For a process that is begun: it hears Ctrl-C also where the one that begins it was told not
    to, as shells do in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
