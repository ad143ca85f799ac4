"""A command whose reader goes, as `head` does, ends quietly; what it writes to files is whole."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

UNBUFFERED = """
import sys
from myscholar.streams import outlast_readers

with outlast_readers():
    print("begun")
    sys.stdin.read()
"""
SEMINARS = Path(__file__).resolve().parents[1] / "eval" / "arena" / "seminars"


def run_unread(tmp_path: Path, *command: str, both: bool = False) -> "subprocess.CompletedProcess":
    """With a standard output that nobody reads from the beginning; `both`: nor what stands on
    standard error."""
    unread, out = os.pipe()
    os.close(unread)
    try:
        return subprocess.run(
            [sys.executable, "-m", *command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out if both else subprocess.PIPE,
            env={**os.environ, "MYSCHOLAR_HOME": str(tmp_path / "home")},
            text=True,
            check=False,
        )
    finally:
        os.close(out)


@pytest.mark.parametrize("command", [("models", "list"), ("doctor", "--help"), ("--version",)])
def test_what_nobody_reads_any_more_is_no_fault(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run_unread(tmp_path, "myscholar.surfaces.cli", *command)
    assert (done.returncode, done.stderr) == (141, "")
    assert run_unread(tmp_path, "myscholar.surfaces.cli", *command, both=True).returncode == 141


def test_a_fault_stays_one_though_nobody_reads_of_it(tmp_path: Path) -> None:
    done = run_unread(tmp_path, "myscholar.surfaces.cli", "library", "show", "none", both=True)
    assert done.returncode == 2


def test_files_are_written_though_nobody_reads_what_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    command = ("arena", "tasks", "--transcripts", str(SEMINARS), "--out", str(folder))
    done = run_unread(tmp_path, "eval", *command)
    assert (done.returncode, "Traceback" in done.stderr) == (141, False)
    assert "Kept in" in done.stderr
    assert (folder / "page.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert (folder / "results.json").is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is full")
@pytest.mark.parametrize("command", [("models", "list"), ("--version",)])
def test_what_a_full_disk_does_not_take_is_told_in_a_line(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "myscholar.surfaces.cli", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "MYSCHOLAR_HOME": str(tmp_path / "home")},
            text=True,
            check=False,
        )
    said = "error: not all that was to be said could be written (No space left on device).\n"
    assert (done.returncode, done.stderr) == (1, said)


def test_what_is_said_unbuffered_comes_at_once() -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", UNBUFFERED], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout is not None
        end = threading.Timer(20, process.kill)
        end.start()
        assert process.stdout.readline().strip() == b"begun"
        end.cancel()
