"""PDFs are read in a process of their own, so that no file can take this one down.

That process (`serve`) holds the limit on memory, this side holds the clock. One worker reads any
number of files, so that its start-up of about half a second is paid once.
"""

import contextlib
import json
import os
import selectors
import subprocess
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from myscholar.domain.papers import Paper
from myscholar.errors import EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile
from myscholar.library.pdf.limits import PdfLimits, PdfReading

_START_S = 30.0
_ERRORS: dict[str, type[UnreadableFile]] = {
    c.__name__: c for c in (EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile)
}


def read_pdf(path: Path, *, limits: PdfLimits = PdfLimits()) -> Paper:
    """One PDF as a paper. Raises EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile."""
    with PdfWorker(limits=limits) as worker:
        return worker.read(path).paper


class PdfWorker:
    """Reads PDFs one after the other in a second process, which is started when it is first needed.
    Usable from several threads."""

    def __init__(self, *, limits: PdfLimits = PdfLimits()) -> None:
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def read(self, path: Path) -> PdfReading:
        """Raises EncryptedPdf, ImageOnlyPdf, OversizedFile (too large, too slow, too much memory),
        UnreadableFile."""
        with self._lock:
            answer = self._ask(path)
        if "error" in answer:
            kind = _ERRORS[answer["error"]]
            raise (
                kind(path) if kind in (EncryptedPdf, ImageOnlyPdf) else kind(path, answer["reason"])
            )
        return PdfReading(
            Paper.model_validate(answer["paper"]), tuple(answer["notes"]), tuple(answer["headings"])
        )

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream:
                    stream.close()
        process.kill()
        process.wait()

    def _ask(self, path: Path) -> dict[str, Any]:
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps({"path": str(path.absolute())}).encode() + b"\n")
            process.stdin.flush()
            line = _line(process, self._limits.seconds)
        except TimeoutError as error:
            self.close()
            raise OversizedFile(
                path, f"reading it took more than {self._limits.seconds:g} seconds, the limit."
            ) from error
        except OSError:
            line = b""
        if not line:
            self.close()
            limit = f"{self._limits.memory_bytes / 1e9:.1f} GB"
            raise OversizedFile(
                path,
                f"reading it failed: it unpacks to more than {limit}, the limit, or its contents "
                "are hostile.",
            )
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    "-m",
                    "myscholar.library.pdf.serve",
                    json.dumps(asdict(self._limits)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            try:
                ready = _line(self._process, _START_S)
            except TimeoutError:
                ready = b""
            if not ready:
                self.close()
                raise RuntimeError("the process that reads PDFs does not start")
        return self._process


def _line(process: "subprocess.Popen[bytes]", seconds: float) -> bytes:
    """The next line of its output; b"" when it has ended. Raises TimeoutError."""
    assert process.stdout
    deadline = time.monotonic() + seconds
    received = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while not received.endswith(b"\n"):
            if not selector.select(max(0.0, deadline - time.monotonic())):
                raise TimeoutError
            chunk = os.read(process.stdout.fileno(), 1 << 20)
            if not chunk:
                return b""
            received += chunk
    return bytes(received)
