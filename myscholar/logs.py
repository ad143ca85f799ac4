"""What a process tells of its work on standard error: lines to read, or JSON to collect.

Only what our own code says gets there, and of other libraries their warnings: never a key, a prompt
or the text of a paper. So of an error its name and where it came from, and its words only where
they are ours.
"""

import asyncio
import json
import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Literal, TextIO

from myscholar.errors import MyScholarError, RunCancelled, RunTaken

LogLevel = Literal["warning", "info", "debug", "json"]
"""How much is told; `json` is as much as `info`, a JSON object a line."""
Spans = Callable[[str, Mapping[str, str]], AbstractContextManager[object]]
_ABOUT: ContextVar[Mapping[str, str]] = ContextVar("about", default=MappingProxyType({}))
_OWN = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"}
_SHOWN = ("run", "step")
"""What a reader is told of a line; JSON holds all."""
_log = logging.getLogger(__name__)
_spans: Spans = lambda *_: nullcontext()  # noqa: E731


def set_up(level: LogLevel) -> None:
    """Once a process. Without it warnings alone are told, as Python does."""
    handler = _Stderr()
    handler.setFormatter(JsonLines() if level == "json" else Lines())
    logging.getLogger().addHandler(handler)
    ours = logging.INFO if level == "json" else level.upper()
    logging.getLogger("myscholar").setLevel(ours)
    logging.captureWarnings(True)


def open_spans_with(spans: Spans) -> None:
    """Each piece of work is from now on also done within what this opens."""
    global _spans
    _spans = spans


def run(run_id: str, *, attempt: str) -> AbstractContextManager["Ending"]:
    """All that is told while a run is carried out names the run and the attempt at it."""
    return _working("run", {"run": run_id, "attempt": attempt}, begins=logging.INFO)


def step(name: str) -> AbstractContextManager["Ending"]:
    """As `run`, of one of its steps."""
    return _working("step", {"step": name}, begins=logging.DEBUG)


@dataclass
class Ending:
    """What is told of work that has not failed; whoever does it may know better."""

    said: str = "ended"


@contextmanager
def _working(what: str, about: Mapping[str, str], *, begins: int) -> Iterator[Ending]:
    ending = Ending()
    within = _ABOUT.set({**_ABOUT.get(), **about})
    started = time.perf_counter()

    def end(level: int, how: str, bug: Exception | None = None) -> None:
        seconds = time.perf_counter() - started
        said, facts = (what, how, seconds), {"seconds": seconds}
        _log.log(level, "%s %s after %.1f s", *said, extra=facts, exc_info=bug)

    _log.log(begins, "%s begins", what)
    try:
        with _spans(what, about):
            yield ending
    except (asyncio.CancelledError, RunCancelled):
        end(logging.INFO, "stopped")
        raise
    except RunTaken:
        end(logging.WARNING, "was taken over")
        raise
    except Exception as error:
        bug = None if isinstance(error, MyScholarError) else error
        end(logging.WARNING, f"failed ({error_in_words(error)})", bug)
        raise
    else:
        end(logging.INFO, ending.said)
    finally:
        _ABOUT.reset(within)


def error_in_words(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {error.message}" if isinstance(error, MyScholarError) else name


class _Stderr(logging.StreamHandler[TextIO]):
    """Standard error as it is when a line is told: while bars are drawn, rich stands there."""

    @property
    def stream(self) -> TextIO:
        return sys.stderr

    @stream.setter
    def stream(self, _: TextIO) -> None: ...


class JsonLines(logging.Formatter):
    """`time`, `level`, `logger`, `process` (which worker), `message`, what the work is about, and
    the facts of the line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **_ABOUT.get(),
            **{name: said for name, said in vars(record).items() if name not in _OWN},
        }
        if error := _error_of(record):
            line |= {"error": error_in_words(error), "where": _where(error)}
        return json.dumps(line, ensure_ascii=False, default=str)


class Lines(logging.Formatter):
    """One line for the reader, and where an error came from below it."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone().isoformat(" ", "seconds")
        known = _ABOUT.get()
        about = "".join(f"{name} {known[name]}: " for name in _SHOWN if name in known)
        said = " ".join(record.getMessage().split())
        line = f"{at} {record.levelname.lower()}: {about}{said}"
        if error := _error_of(record):
            line += f" ({error_in_words(error)})\n" + "\n".join(_where(error))
        return line


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _where(error: BaseException) -> list[str]:
    """The calls that led to it, the innermost last."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
