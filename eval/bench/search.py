"""Speed of the index beside what a user would pick instead.

All 87,232 papers; queries are the 112 questions of the retrieval data, 20 papers each. Every engine
builds in a process of its own (peak memory is its own) and the query rounds of all engines take
turns, so that a busy moment of the machine meets all alike. LanceDB and bm25s come from
requirements-bench.txt; what is not installed is left out. LanceDB gets the vectors that our index
learned.
"""

import json
import multiprocessing
import resource
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import typer
from rich.console import Console

from eval.bench.command import table_of
from eval.bench.search_engines import Engine, Search, engines

ROUNDS = 3


@dataclass(frozen=True)
class Built:
    seconds: float
    peak_mb: float
    disk_mb: float


def measure(shared: Path, folder: Path) -> None:
    parquet = shared / "data/corpus/papers.parquet"
    lines = (shared / "data/retrieval/queries.jsonl").read_text(encoding="utf-8").splitlines()
    queries = [json.loads(line)["text"] for line in lines]
    known = engines()
    built = {
        name: _build(name, parquet, folder / name)
        for name in dict.fromkeys(e.folder for e in known)
    }
    opened, open_s = {}, {}
    for engine in known:
        start = time.perf_counter()
        opened[engine.name] = engine.open(folder / engine.folder)
        open_s[engine.name] = time.perf_counter() - start
    times = _query_times(opened, queries)
    ours_p50 = float(np.median(times["ours, default"]))
    columns: Mapping[str, Callable[[Engine], str]] = {
        "": lambda engine: engine.name,
        "build s": lambda engine: f"{built[engine.folder].seconds:.1f}",
        "peak MB": lambda engine: f"{built[engine.folder].peak_mb:.1f}",
        "disk MB": lambda engine: f"{built[engine.folder].disk_mb:.1f}",
        "open ms": lambda engine: f"{1000 * open_s[engine.name]:.1f}",
        "p50 ms": lambda engine: f"{1000 * np.median(times[engine.name]):.1f}",
        "p95 ms": lambda engine: f"{1000 * np.quantile(times[engine.name], 0.95):.1f}",
        "p50 ratio": lambda engine: f"{np.median(times[engine.name]) / ours_p50:.2f}",
    }
    Console(width=120).print(table_of(known, columns, box=None))


def _query_times(opened: Mapping[str, Search], queries: Sequence[str]) -> dict[str, list[float]]:
    """Seconds a query, warm: the first round does not count, engines take turns query by query."""
    times: dict[str, list[float]] = {name: [] for name in opened}
    for a_round in range(ROUNDS + 1):
        for query in queries:
            for name, search in opened.items():
                start = time.perf_counter()
                search(query)
                if a_round:
                    times[name].append(time.perf_counter() - start)
    return times


def _build(folder_name: str, parquet: Path, folder: Path) -> Built:
    """In a fresh process, whose peak memory is told when it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as fresh:
        seconds, peak_mb = fresh.submit(_build_here, folder_name, parquet, folder).result()
    disk = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
    return Built(seconds, peak_mb, disk / 1e6)


def _build_here(folder_name: str, parquet: Path, folder: Path) -> tuple[float, float]:
    engine = next(e for e in engines() if e.folder == folder_name)
    start = time.perf_counter()
    engine.build(parquet, folder)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return time.perf_counter() - start, peak_mb


def main(context: typer.Context) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        measure(context.obj.shared, Path(temporary))
