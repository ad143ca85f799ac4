"""A home folder that can't be used, or a part of it: each command says in one line what is in the
way and what to do."""

import ctypes
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from myscholar.surfaces.cli.remedies import refused_by_system
from tests.surfaces.conftest import Cli

ROW = '{"title": "Tides of the Moon", "abstract": "We measure tides. They follow the moon."}\n'
QUESTION = "How do tides follow the moon?"
WRITING = [
    ("library", "add", "papers.jsonl"),
    ("library", "list"),
    ("profile", "infer", "--library", "default", "--engine", "extractive"),
    ("actions", QUESTION, "--engine", "extractive"),
    ("report", QUESTION, "--engine", "extractive", "--source", "sample"),
    ("research", QUESTION, "--engine", "extractive", "--source", "sample"),
    ("table", "How many?", "--library", "default"),
    ("runs", "list"),
    ("worker",),
]
ALL = [*WRITING, ("corpus", "build", "papers.jsonl", "--name", "c"), ("models", "list")]


def file_as_home(home: Path) -> None:
    home.write_text("x")


def home_within_a_file(home: Path) -> None:
    home.parent.rmdir()
    home.parent.write_text("x")


def folder_as_database(home: Path) -> None:
    (home / "library.sqlite").mkdir(parents=True)


def noise_as_database(home: Path) -> None:
    home.mkdir()
    (home / "library.sqlite").write_bytes(bytes(range(256)) * 99)


def database_of_the_future(home: Path) -> None:
    home.mkdir()
    with sqlite3.connect(home / "library.sqlite") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()


def folder_as_settings(home: Path) -> None:
    (home / "settings.toml").mkdir(parents=True)


def noise_as_settings(home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_bytes(bytes(range(256)))


BAD: list[tuple[Callable[[Path], None], list[tuple[str, ...]], str]] = [
    (file_as_home, WRITING, "MYSCHOLAR_HOME"),
    (home_within_a_file, WRITING, "MYSCHOLAR_HOME"),
    (folder_as_database, WRITING, "MYSCHOLAR_HOME"),
    (noise_as_database, WRITING, "It is damaged: move it away"),
    (database_of_the_future, WRITING, "Upgrade: pip install -U myscholar"),
    (folder_as_settings, ALL, "settings.toml can't be read (Is a directory). See whose it is"),
    (noise_as_settings, ALL, "settings.toml is not valid TOML"),
]


@pytest.mark.parametrize(
    ("spoil", "commands", "told"), BAD, ids=lambda part: getattr(part, "__name__", "")
)
def test_each_command_says_in_one_line_what_is_in_the_way(
    cli: Cli,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[[Path], None],
    commands: list[tuple[str, ...]],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "state" / "home"
    home.parent.mkdir()
    spoil(home)
    monkeypatch.setenv("MYSCHOLAR_HOME", str(home))
    (tmp_path / "papers.jsonl").write_text(ROW)
    for command in commands:
        done = cli(*command)
        errors = [line for line in done.err.splitlines() if line.startswith("error: ")]
        assert (done.status in (1, 2), len(errors), "Traceback" in done.err) == (True, 1, False)
        assert told in errors[0], command


def test_a_corpus_is_not_built_where_no_folder_can_be(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "papers.jsonl").write_text(ROW)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "corpora").write_text("x")
    done = cli("corpus", "build", "papers.jsonl", "--name", "c")
    assert done.status == 1
    assert "error: The corpus can't be written in" in done.err
    assert "Not a directory" in done.err
    assert "MYSCHOLAR_HOME" in done.err


def test_a_sample_that_can_not_be_indexed_is_told(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "cache").write_text("x")
    done = cli(
        "report", "How are citations verified?", "--engine", "extractive", "--source", "sample"
    )
    assert (done.status, "Traceback" in done.err) == (1, False)
    assert "error: The corpus can't be written in" in done.err


def run_with(limit: Callable[[], object], *command: str) -> "subprocess.CompletedProcess[str]":
    whole = [sys.executable, "-m", "myscholar.surfaces.cli", *command]
    return subprocess.run(
        whole, preexec_fn=limit, capture_output=True, text=True, check=False, timeout=60
    )


def give_up_rights() -> None:
    """Of root, to write what may only be read: PR_CAPBSET_DROP, CAP_DAC_OVERRIDE of Linux."""
    ctypes.CDLL(None).prctl(24, 1)


may_give_up_rights = pytest.mark.skipif(
    os.geteuid() == 0 and sys.platform != "linux", reason="who may do everything is refused nothing"
)


@may_give_up_rights
def test_a_home_that_may_only_be_read_is_told(cli: Cli, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert run_with(give_up_rights, "library", "list").returncode == 0
    for path in (*home.rglob("*"), home):
        path.chmod(0o555 if path.is_dir() else 0o444)
    done = run_with(give_up_rights, "library", "list")
    assert (done.returncode, "MYSCHOLAR_HOME" in done.stderr) == (1, True)


@may_give_up_rights
@pytest.mark.parametrize("command", ["worker", "doctor"])
def test_a_database_that_may_only_be_read_is_told_by_who_needs_to_write(
    cli: Cli, tmp_path: Path, command: str
) -> None:
    assert run_with(give_up_rights, "library", "list").returncode == 0
    (tmp_path / "home" / "library.sqlite").chmod(0o444)
    assert run_with(give_up_rights, "library", "list").returncode == 0
    done = run_with(give_up_rights, command)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "can't be used (attempt to write a readonly database)" in done.stderr + done.stdout
    assert "MYSCHOLAR_HOME" in done.stderr + done.stdout


def run_short_of_room(*command: str, n_bytes: int) -> "subprocess.CompletedProcess[str]":
    """No file may grow longer."""
    limit = (n_bytes, n_bytes)
    return run_with(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit), *command)


def test_a_corpus_for_which_there_is_no_room_is_not_called_another_process(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "papers.jsonl").write_text(ROW)
    assert cli("corpus", "list").status == 0  # the home is set
    command = ("corpus", "build", str(tmp_path / "papers.jsonl"), "--name", "c")
    done = run_short_of_room(*command, n_bytes=0)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "error: The corpus can't be written in" in done.stderr


def test_a_full_disk_is_told_and_what_was_stored_is_there(cli: Cli, tmp_path: Path) -> None:
    papers = tmp_path / "papers.jsonl"
    papers.write_text(ROW)
    assert cli("library", "add", papers).status == 0
    listed = cli("library", "list").out
    many = tmp_path / "many.jsonl"
    many.write_text("".join(ROW.replace("Moon", f"Moon {n} {'x' * 1500}") for n in range(1800)))
    largest = (tmp_path / "home" / "library.sqlite").stat().st_size + 400_000

    done = run_short_of_room("library", "add", str(many), n_bytes=largest)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "Its disk is full, or fails: make room and begin again." in done.stderr
    assert cli("library", "list").out == listed


def test_what_a_person_can_not_mend_stays_an_error_of_the_program() -> None:
    assert refused_by_system(FileNotFoundError(2, "No such file", "x")) is None
    assert refused_by_system(OSError("of nobody's")) is None
    assert "x can't be used (No space left)" in str(
        refused_by_system(OSError(28, "No space left", "x"))
    )
