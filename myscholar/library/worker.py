"""Files are read in a process of their own, so that none can take this one down.

That process (`serve`) holds the limit on memory, this side holds the clock. One worker reads any
number of files, so that its start-up is paid once: a fifth of a second for lists, half of one for
PDFs (measured).
"""

import contextlib
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO

from myscholar.domain.papers import Paper, Relation
from myscholar.errors import (
    EncryptedPdf,
    ImageOnlyPdf,
    OversizedFile,
    ReaderNotStarted,
    UnreadableFile,
)
from myscholar.library.problems import Problem
from myscholar.library.reading import PdfReading, ReadLimits
from myscholar.processes import OWN_GROUP

_START_S = 30.0
"""Seconds in which a reading process must start; by hand."""
_FROM_OUTSIDE = {"SIGHUP", "SIGINT", "SIGQUIT", "SIGKILL", "SIGTERM"}
"""Signals to which no contents give rise."""
_ERRORS: dict[str, Callable[[Path, str], UnreadableFile]] = {
    "EncryptedPdf": lambda path, _: EncryptedPdf(path),
    "ImageOnlyPdf": lambda path, _: ImageOnlyPdf(path),
    "OversizedFile": OversizedFile,
    "UnreadableFile": UnreadableFile,
}


def read_pdf(path: Path, *, limits: ReadLimits = ReadLimits()) -> Paper:
    """One PDF as a paper. Raises EncryptedPdf, ImageOnlyPdf, OversizedFile, ReaderNotStarted,
    UnreadableFile."""
    with FileWorker(limits=limits) as worker:
        return worker.read(path).paper


class FileWorker(contextlib.AbstractContextManager["FileWorker"]):
    """Reads files one after the other in a second process; usable from several threads."""

    def __init__(self, *, limits: ReadLimits = ReadLimits()) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._lines = SimpleQueue[bytes]()
        self._lock = threading.Lock()
        self._is_over = False
        self._hangs = False
        """Tried once: not every file of an import waits for it."""

    def __exit__(self, *error: object) -> None:
        """Also what another thread is reading ends."""
        self._is_over = True
        self._stop()

    def read(self, path: Path) -> PdfReading:
        """One PDF. Raises EncryptedPdf, ImageOnlyPdf, OversizedFile (also in time),
        ReaderNotStarted, UnreadableFile."""
        ((_, told),) = self._ask(path, None)
        return PdfReading.model_validate_json(told)

    def entries(self, path: Path, relation: Relation) -> Iterator[Paper | Problem]:
        """What a BibTeX or JSON lines file holds, as it is read. Raises OversizedFile (also in
        time) and UnreadableFile, maybe behind entries that count."""
        for word, told in self._ask(path, relation):
            yield (Paper if word == b"paper" else Problem).model_validate_json(told)

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError), process:  # which closes its pipes, and waits for it
                process.kill()

    def _ask(self, path: Path, relation: Relation | None) -> Iterator[tuple[bytes, bytes]]:
        """The answers but the last, which says how it ended."""
        with self._lock:
            word = told = b""
            try:
                for line in self._lines_of(path, relation):
                    word, _, told = line.partition(b" ")
                    if word in (b"done", b"failed"):
                        break
                    yield word, told
            finally:
                if word not in (b"done", b"failed"):  # nobody wants the answers that are to come
                    self._stop()
        if word == b"failed":
            kind, reason = json.loads(told)
            raise _ERRORS[kind](path, reason)

    def _lines_of(self, path: Path, relation: Relation | None) -> Iterator[bytes]:
        process = self._start(path)
        assert process.stdin is not None
        end = monotonic() + self._limits.seconds
        try:
            process.stdin.write(json.dumps([str(path.absolute()), relation]).encode() + b"\n")
            process.stdin.flush()
            while line := self._lines.get(timeout=max(0.0, end - monotonic())):
                yield line
        except Empty:
            raise OversizedFile(path, self._too_slow) from None
        except OSError:
            pass  # its end of the pipe is gone, as it is when nothing more comes
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        raise self._why_ended(path, process.returncode)

    @property
    def _too_slow(self) -> str:
        return f"reading it took more than {self._limits.seconds:g} seconds, the limit."

    def _why_ended(self, path: Path, code: int | None) -> UnreadableFile:
        """As far as the system tells: where memory is refused, libraries end as they crash."""
        by_signal = _signal_of(code)
        if by_signal == "SIGALRM":  # it also ends itself
            return OversizedFile(path, self._too_slow)
        if by_signal in _FROM_OUTSIDE:
            by = f"({by_signal}), by somebody or by the system where it lacks memory"
            said = f"the process that read it was ended from outside {by}. Try again."
            return UnreadableFile(path, said)
        limit = f"{self._limits.memory_bytes / 1e9:.1f} GB, the limit"
        said = f"it unpacks to more than {limit}, or its contents make what reads it crash."
        return OversizedFile(path, f"reading it failed: {said}")

    def _start(self, path: Path) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._stop()
        hangs = f"it takes more than {_START_S:g} seconds"
        if self._hangs:
            raise _not_started(path, hangs)
        command = [sys.executable, "-P", "-m", "myscholar.library.serve"]
        try:
            self._process = process = subprocess.Popen(
                [*command, json.dumps(self._limits._asdict())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                **OWN_GROUP,
            )
        except OSError as error:
            raise _not_started(path, error.strerror or type(error).__name__) from None
        self._lines = SimpleQueue()
        assert process.stdout is not None
        threading.Thread(
            target=_listen, args=(process.stdout, self._lines), name="reading", daemon=True
        ).start()
        try:
            if self._lines.get(timeout=_START_S) and not self._is_over:
                return process
        except Empty:
            self._hangs = True
        self._stop()
        if self._is_over:
            raise RuntimeError("nobody waits for what is read")
        raise _not_started(path, hangs if self._hangs else "it ends at once")


def _signal_of(code: int | None) -> str:
    """What ended a process with this exit status; empty where none did, as always on Windows."""
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name if code and code < 0 else ""
    return ""


def _not_started(path: Path, why: str) -> ReaderNotStarted:
    reason = f"the process that reads files does not start ({why}). Try again a little later."
    return ReaderNotStarted(path, reason)


def _listen(output: IO[bytes], lines: "SimpleQueue[bytes]") -> None:
    """Hands on each line, and b"" at the end: not every system can wait for a pipe."""
    with contextlib.suppress(ValueError):  # closed between two lines
        while line := output.readline():
            lines.put(line)
    lines.put(b"")
