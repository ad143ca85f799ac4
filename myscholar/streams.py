"""Standard output and standard error of a command whose reader may go before it is done, as in
`myscholar runs list | head -1`, or whose disk may be full."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

GONE = 141
"""Exit status where a reader went: as of a program that SIGPIPE ended, 128 + 13."""


class _Pipe(io.FileIO):
    """Goes nowhere from when nobody reads it any more, or nothing more can be written."""

    fault: OSError | None = None

    @property
    def is_unread(self) -> bool:
        # Windows says EINVAL of a pipe whose reader went
        return self.fault is not None and self.fault.errno in (errno.EPIPE, errno.EINVAL)

    def write(self, content: Any) -> int:
        try:
            return super().write(content)
        except OSError as fault:
            self.fault = fault
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            return len(content)


@contextmanager
def outlast_readers() -> Iterator[None]:
    """Ends the process. What is said is lost when nobody reads it any more, or it can't be written;
    what is done, as a file that is written behind it, is not."""
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
    for pipe in pipes:
        if pipe.fault and not pipe.is_unread:
            said = f"not all that was to be said could be written ({pipe.fault.strerror})."
            print(f"error: {said}", file=sys.stderr)  # noqa: T201
            status = status or 1
    sys.exit(status if not any(pipe.is_unread for pipe in pipes) else status or GONE)


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
        pipe if stream.write_through else io.BufferedWriter(pipe),  # unbuffered, by `python -u`
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    setattr(sys, name, made)
    return pipe
