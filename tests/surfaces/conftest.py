"""The command line as a user meets it: arguments in; exit status, standard output and standard
error out."""

import json
import logging
import shutil
import sys
from collections.abc import Callable, Iterator
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
def cli(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Cli]:
    """Runs `myscholar ARGUMENTS` in a home of its own; Semantic Scholar's address is a closed port
    of this machine. A log that a command begins ends with the test."""
    root, before = logging.getLogger(), [*logging.getLogger().handlers]
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

    yield run
    root.handlers[:] = before
    logging.getLogger("myscholar").setLevel(logging.NOTSET)
    logging.captureWarnings(False)


@pytest.fixture
def searched_before(sample_cache: Path, tmp_path: Path) -> None:
    """The command line's home has the index of the sample."""
    shutil.copytree(sample_cache, tmp_path / "home" / "cache")


@pytest.fixture
def three_papers(tmp_path: Path) -> Path:
    rows = [
        {
            "paper_id": f"p{i}",
            "title": f"{animal} songs at dawn",
            "authors": ["Ada Müller"],
            "year": 2018 + i,
            "venue": "Journal of Song",
            "abstract": f"We record the dawn songs of {animal.lower()} in city parks. Song rate "
            "rises with street noise. "
            f"We argue that noise maps should include birds. The {animal.lower()} sing earlier "
            "near street lamps.",
        }
        for i, animal in enumerate(("Robins", "Blackbirds", "Wrens"))
    ]
    path = tmp_path / "papers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
