"""Whoever ends an import, the process that ordered it or the one that reads loses no paper and
leaves no process."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.runs import Event
from myscholar.errors import ReaderNotStarted, UnreadableFile
from myscholar.library.imports import import_beside, import_sources
from myscholar.library.worker import FileWorker, read_pdf

AS_AT_A_TERMINAL = """
import os, signal, sys
from myscholar.errors import ReaderNotStarted, UnreadableFile
from myscholar.library.imports import import_sources

signal.signal(signal.SIGINT, lambda *_: None)  # as a worker that lets its step come to an end
found = import_sources([sys.argv[1]], progress=lambda _: os.killpg(0, signal.SIGINT))
print(len(found.papers), *found.problems)
"""
SERVES = """
from myscholar.library import serve
from myscholar.library.reading import ReadLimits

serve._MORE_S = 0
serve.serve(ReadLimits(seconds=0.5))
"""
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="process groups and timers")


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A BibTeX file that takes many seconds; a paper comes at once."""
    path, accents = tmp_path / "slow.bib", r"\'{e}"
    entries = (f"@misc{{k{n}, title={{{n} {accents * 300}{n}}}}}\n" for n in range(20_000))
    path.write_text("".join(entries), encoding="utf-8")
    return path


@on_posix
def test_ctrl_c_that_lets_an_import_come_to_its_end_takes_no_paper_from_it(tmp_path: Path) -> None:
    path = tmp_path / "many.bib"
    path.write_text("".join(f"@misc{{k{n}, title={{Paper {n}}}}}\n" for n in range(5_000)))
    done = subprocess.run(
        [sys.executable, "-c", AS_AT_A_TERMINAL, str(path)],
        capture_output=True,
        text=True,
        start_new_session=True,
        check=True,
    )
    assert done.stdout == "5000\n"


async def test_an_import_that_nobody_waits_for_any_more_ends_at_once(slow: Path) -> None:
    events: list[Event] = []
    began, loop = asyncio.Event(), asyncio.get_running_loop()

    def tell(event: Event) -> None:
        events.append(event)
        loop.call_soon_threadsafe(began.set)

    files = [slow, slow.with_name("next.bib")]
    files[1].write_text(slow.read_text(encoding="utf-8"), encoding="utf-8")
    waiting = asyncio.create_task(import_beside(files, relation=Relation.MINE, progress=tell))
    await began.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.wait_for(loop.shutdown_default_executor(), 10)
    assert all("paper" not in event.message for event in events)  # it did not come to its end


@on_posix
def test_a_process_that_reads_outlives_the_one_that_was_to_end_it_by_no_file(slow: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVES], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps([str(slow), "mine"]).encode() + b"\n")
    process.stdin.flush()
    try:
        assert process.wait(timeout=20) == -signal.SIGALRM
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("SIGKILL", "the process that read it was ended from outside (SIGKILL), by somebody or by "
         "the system where it lacks memory. Try again."),
        ("SIGTERM", "the process that read it was ended from outside (SIGTERM), by somebody or by "
         "the system where it lacks memory. Try again."),
        ("SIGSEGV", "reading it failed: it unpacks to more than 1.5 GB, the limit, or its contents "
         "make what reads it crash."),
        ("SIGALRM", "reading it took more than 60 seconds, the limit."),
    ],
)  # fmt: skip
@on_posix
def test_how_the_process_that_reads_ended_is_told_as_far_as_it_is_known(
    slow: Path, end: str, reason: str
) -> None:
    slow.with_name("next.bib").write_text("@misc{k, title={The next file}}")
    with FileWorker() as worker:
        entries = worker.entries(slow, Relation.MINE)
        assert isinstance(next(entries), Paper)
        assert worker._process
        worker._process.send_signal(signal.Signals[end])
        with pytest.raises(UnreadableFile) as told:
            list(entries)
        assert told.value.reason == reason
        assert len([*worker.entries(slow.with_name("next.bib"), Relation.MINE)]) == 1


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("/nowhere/python", "No such file or directory"),
        ("false", "it ends at once"),
    ],
)
@on_posix
def test_a_process_that_does_not_start_is_named_so_for_each_file_and_costs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    def tell(event: Event) -> None:
        worker._stop()  # as where the system ended it
        monkeypatch.setattr(sys, "executable", program if event.message == "b.bib" else python)

    worker, python = FileWorker(), sys.executable
    for name in "abc":
        (tmp_path / f"{name}.bib").write_text(f"@misc{{k, title={{Paper {name}}}}}\n")
    found = import_sources([tmp_path], progress=tell, worker=worker)
    assert [paper.title for paper in found.papers] == ["Paper a", "Paper c"]
    (problem,) = found.problems
    assert problem.message == (
        f"the process that reads files does not start ({why}). Try again a little later."
    )


@on_posix
def test_a_process_that_hangs_at_its_start_is_waited_for_once_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = tmp_path / "hangs"
    hangs.write_text("#!/bin/sh\nexec sleep 600\n")
    hangs.chmod(0o700)
    start = Mock(wraps=subprocess.Popen)
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(sys, "executable", str(hangs))
    monkeypatch.setattr("myscholar.library.worker._START_S", 0.2)
    for name in "abc":
        (tmp_path / f"{name}.bib").write_text(f"@misc{{k, title={{Paper {name}}}}}\n")
    with FileWorker() as worker:
        found = import_sources([tmp_path / f"{name}.bib" for name in "abc"], worker=worker)
    assert ["more than 0.2 seconds" in problem.message for problem in found.problems] == [True] * 3
    assert start.call_count == 1


@on_posix
def test_a_pdf_that_no_process_starts_for_is_told_by_its_own_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "false")
    with pytest.raises(ReaderNotStarted, match=r"^a\.pdf: the process that reads files"):
        read_pdf(tmp_path / "a.pdf")
