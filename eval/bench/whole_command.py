"""A command as a person types it: a process of its own on a terminal, from Enter to the prompt."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

COLUMNS, LINES = 100, 40
FIRST_WORDS = 10
WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_MOVES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[@-_]|\r")
_MARKS = re.compile(r"\[[^\[\]]*\]|</?\w+[^<>]*>")


@dataclass(frozen=True)
class Typed:
    """What a command did. Seconds are wall, but for `cpu_s`, which is the process's own."""

    status: int
    started_at: float
    """Seconds since 1970."""
    wall_s: float
    cpu_s: float
    peak_mb: float
    drawn: tuple[tuple[float, str], ...]
    """What it wrote to its terminal, escapes and all, each piece with the seconds since Enter."""

    @property
    def text(self) -> str:
        return readable("".join(piece for _, piece in self.drawn))

    def first_words_s(self, finals: Iterable[str]) -> float | None:
        """When the first ten words of a section's final text, or of its heading's text, stood on
        the terminal."""
        openings = [beginning for final in finals if (beginning := _opening(final))]
        so_far = ""
        for at, piece in self.drawn:
            so_far += piece
            shown = f" {' '.join(words(readable(so_far)))} "
            if any(f" {opening} " in shown for opening in openings):
                return at
        return None


def words(text: str) -> list[str]:
    """Without markers, marks and punctuation."""
    return WORD.findall(_MARKS.sub(" ", text))


def readable(drawn: str) -> str:
    """Without colours; where the cursor is moved, a space."""
    return _MOVES.sub(" ", _COLOURS.sub("", drawn))


def _opening(final: str) -> str:
    return " ".join(words(final)[:FIRST_WORDS])


def run_typed(arguments: Sequence[object], environ: Mapping[str, str]) -> Typed:
    """`myscholar` with these arguments; nothing is typed while it runs."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    command = [sys.executable, "-m", "myscholar.surfaces.cli", *map(str, arguments)]
    colours = {"TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": str(LINES)}
    started_at, start = time.time(), time.perf_counter()
    process = subprocess.Popen(
        command, env={**environ, **colours}, stdin=its, stdout=its, stderr=its, close_fds=True
    )
    os.close(its)
    drawn = tuple(_read(ours, start))
    _, status, used = os.wait4(process.pid, 0)
    wall_s = time.perf_counter() - start
    os.close(ours)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Typed(
        status=process.returncode,
        started_at=started_at,
        wall_s=wall_s,
        cpu_s=used.ru_utime + used.ru_stime,
        peak_mb=used.ru_maxrss / 1024,
        drawn=drawn,
    )


def _read(terminal: int, start: float) -> Iterable[tuple[float, str]]:
    """Until the process has let go of its terminal."""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that nobody holds the other end
            return
        if not piece:
            return
        yield time.perf_counter() - start, piece.decode("utf-8", "replace")
