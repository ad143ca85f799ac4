"""What the benchmarks share: how `python -m eval bench` sets them up, a table, a browser."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rich.table import Table

from myscholar.domain.papers import Paper
from myscholar.errors import InputError, UnknownFormat

if TYPE_CHECKING:
    from playwright.sync_api import Browser

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "http://127.0.0.1:9"
QUERIES = Path("data/queries/scholarqa_cs2_dev.jsonl")


@dataclass(frozen=True)
class BenchSetup:
    """What is typed before a benchmark's name."""

    folder: Path
    """Of the shared data and tools."""
    server_python: Path
    """Runs both servers; it has what their `requirements.txt` name, and need not be ours."""
    scholar_cache: Path | None = None
    """Folder of the scholar server's indexes; None: a temporary one."""
    time_scale: float | None = None
    """Of every simulated wait of both servers; None: the benchmark's own."""

    @property
    def shared(self) -> Path:
        """Raises InputError where there is no such folder."""
        if not self.folder.is_dir():
            raise InputError(
                f"It measures on real data, and {self.folder} is no folder; name it with --shared "
                "DIR before the benchmark's name."
            )
        return self.folder


def table_of(rows: Iterable[T], columns: Mapping[str, Callable[[T], str]], **look: Any) -> Table:
    table = Table(*columns, **look)
    for row in rows:
        table.add_row(*(cell(row) for cell in columns.values()))
    return table


def no_pdf(path: Path) -> Paper:
    """For a corpus of rows."""
    raise UnknownFormat(path)


@contextmanager
def chromium() -> Iterator["Browser"]:
    """Debian's, headless. Raises InputError where it is missing."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if program is None:
        raise InputError("There is no program chromium (Debian: apt-get install chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
