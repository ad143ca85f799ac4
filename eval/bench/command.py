"""What the benchmarks share: options, a table, a server of ours in a process of its own."""

import argparse
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from rich.table import Table

from myscholar.domain.papers import Paper
from myscholar.errors import UnknownFormat

if TYPE_CHECKING:
    from playwright.sync_api import Browser

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "http://127.0.0.1:9"


def parser(description: str | None, *, needs_shared: bool = True) -> argparse.ArgumentParser:
    """With `--shared`, which `python -m eval bench` gives to each benchmark."""
    form = argparse.RawDescriptionHelpFormatter
    made = argparse.ArgumentParser(description=description, formatter_class=form)
    text = "folder of the shared research data and tools" if needs_shared else "not needed"
    made.add_argument("--shared", type=Path, default=Path("../shared"), help=text)
    return made


def table_of(rows: Iterable[T], columns: Mapping[str, Callable[[T], str]], **look: Any) -> Table:
    table = Table(*columns, **look)
    for row in rows:
        table.add_row(*(cell(row) for cell in columns.values()))
    return table


def no_pdf(path: Path) -> Paper:
    """For a corpus of rows."""
    raise UnknownFormat(path)


@contextmanager
def chromium(options: argparse.ArgumentParser) -> Iterator["Browser"]:
    """Debian's, headless; ends the program with a message where it is missing."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if program is None:
        options.error("needs the program chromium (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def app_server(
    start: Iterable[str], environ: Mapping[str, str], log: IO[str] | int, patience_s: float
) -> Iterator[str]:
    """The app's address once it answers; `start` ends before the port. Raises TimeoutError."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", *start, str(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address, time.monotonic() + patience_s)
        yield address
    finally:
        process.kill()
        process.wait()


def _wait_for(address: str, give_up: float) -> None:
    while time.monotonic() < give_up:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=60).close()
            return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError("the app did not start")
