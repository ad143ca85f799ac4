"""Speed of the index beside what a user would pick instead. Run: python -m eval.bench.search
[--shared ../shared]

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
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from eval.bench.command import parser
from eval.bench.search_engines import Search, engines

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
    names = ("build s", "peak MB", "disk MB", "open ms", "p50 ms", "p95 ms")
    print(f"{'':28s}" + "".join(f"{name:>9s}" for name in names) + f"{'p50 ratio':>11s}")
    ours_p50 = float(np.median(times["ours, default"]))
    for engine in known:
        b, t = built[engine.folder], np.array(times[engine.name])
        ms = [1000 * x for x in (open_s[engine.name], np.median(t), np.quantile(t, 0.95))]
        cells = "".join(f"{c:9.1f}" for c in (b.seconds, b.peak_mb, b.disk_mb, *ms))
        print(f"{engine.name:28s}{cells}{np.median(t) / ours_p50:11.2f}")


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


def main() -> None:
    given = parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        measure(given.shared, Path(temporary))


if __name__ == "__main__":
    main()
