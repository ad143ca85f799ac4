"""PDFs are read in a process of their own, so that no file can take this one down.

That process (`serve`) holds the limit on memory, this side holds the clock. One worker reads any
number of files, so that its start-up of about half a second is paid once.
"""

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO

from myscholar.domain.papers import Paper
from myscholar.errors import EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile
from myscholar.library.pdf.limits import PdfLimits, PdfReading

_START_S = 30.0
"""Seconds in which a reading process must start; by hand."""
_ERRORS: dict[str, Callable[[Path, str], UnreadableFile]] = {
    "EncryptedPdf": lambda path, _: EncryptedPdf(path),
    "ImageOnlyPdf": lambda path, _: ImageOnlyPdf(path),
    "OversizedFile": OversizedFile,
    "UnreadableFile": UnreadableFile,
}


def read_pdf(path: Path, *, limits: PdfLimits = PdfLimits()) -> Paper:
    """One PDF as a paper. Raises EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile."""
    with PdfWorker(limits=limits) as worker:
        return worker.read(path).paper


class PdfWorker(contextlib.AbstractContextManager["PdfWorker"]):
    """Reads PDFs one after the other in a second process; usable from several threads."""

    def __init__(self, *, limits: PdfLimits = PdfLimits()) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._lines = SimpleQueue[bytes]()
        self._lock = threading.Lock()

    def __exit__(self, *error: object) -> None:
        self.close()

    def read(self, path: Path) -> PdfReading:
        """Raises EncryptedPdf, ImageOnlyPdf, OversizedFile (also in time), UnreadableFile."""
        with self._lock:
            answer = json.loads(self._ask(path))
        if "error" in answer:
            raise _ERRORS[answer["error"]](path, answer["reason"])
        return PdfReading.model_validate(answer)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError), process:  # which closes its pipes, and waits for it
                process.kill()

    def _ask(self, path: Path) -> bytes:
        process = self._start()
        assert process.stdin is not None
        limit = f"{self._limits.memory_bytes / 1e9:.1f} GB"
        reason = (
            f"reading it failed: it unpacks to more than {limit}, the limit, or its contents are "
            "hostile."
        )
        try:
            process.stdin.write(json.dumps(str(path.absolute())).encode() + b"\n")
            process.stdin.flush()
            if line := self._lines.get(timeout=self._limits.seconds):
                return line
        except Empty:
            reason = f"reading it took more than {self._limits.seconds:g} seconds, the limit."
        except OSError:
            pass  # its end of the pipe is gone, as it is when nothing more comes
        self.close()
        raise OversizedFile(path, reason)

    def _start(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        command = [sys.executable, "-P", "-m", "myscholar.library.pdf.serve"]
        self._process = subprocess.Popen(
            [*command, json.dumps(self._limits._asdict())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._lines = SimpleQueue()
        assert self._process.stdout is not None
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._lines), name="pdf", daemon=True
        ).start()
        with contextlib.suppress(Empty):
            if self._lines.get(timeout=_START_S):
                return self._process
        self.close()
        raise RuntimeError("the process that reads PDFs does not start")


def _listen(output: IO[bytes], lines: "SimpleQueue[bytes]") -> None:
    """Hands on each line, and b"" at the end: not every system can wait for a pipe."""
    with contextlib.suppress(ValueError):  # closed between two lines
        while line := output.readline():
            lines.put(line)
    lines.put(b"")
