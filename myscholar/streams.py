"""Standard output and standard error of a command whose reader may go before it is done, as in
`myscholar runs list | head -1`."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

GONE = 141
"""Exit status where a reader went: as of a program that SIGPIPE ended, 128 + 13."""


class _Pipe(io.FileIO):
    """Goes nowhere from when nobody reads it any more."""

    is_read = True

    def write(self, content: Any) -> int:
        try:
            return super().write(content)
        except BrokenPipeError:
            self.is_read = False
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return len(content)


@contextmanager
def outlast_readers() -> Iterator[None]:
    """Ends the process. What is said is lost when nobody reads it any more; what is done, as a file
    that is written behind it, is not."""
    before = sys.stdout, sys.stderr
    pipes = [pipe for name in ("stdout", "stderr") if (pipe := _replace(name))]
    status: Any = 0
    try:
        yield
    except SystemExit as ended:
        status = ended.code
    finally:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        sys.stdout, sys.stderr = before
    sys.exit(status if all(pipe.is_read for pipe in pipes) else status or GONE)


def _replace(name: str) -> _Pipe | None:
    """None for a terminal, or for what only looks like a file of the system."""
    stream = getattr(sys, name)
    if not isinstance(stream, io.TextIOWrapper) or stream.isatty():
        return None
    try:
        pipe = _Pipe(stream.fileno(), "w", closefd=False)
    except io.UnsupportedOperation:
        return None
    stream.flush()
    made = io.TextIOWrapper(
        io.BufferedWriter(pipe),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    setattr(sys, name, made)
    return pipe
