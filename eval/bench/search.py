"""Speed of the index beside what a user would pick instead. Run: python -m eval.bench.search
[--shared ../shared]

All 87,232 papers; queries are the 112 questions of the retrieval data, 20 papers each. Every engine
builds in a process of its own (peak memory is its own) and the query rounds of all engines take
turns, so that a busy moment of the machine meets all alike. LanceDB and bm25s come from
requirements-bench.txt; what is not installed is left out. LanceDB gets the vectors that our index
learned.
"""

import io
import json
import multiprocessing
import os
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from eval.bench.command import no_pdf, parser
from myscholar.domain.evidence import SearchFilters, SearchQuery
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.search.corpus.build import build_corpus
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.ranking import DEFAULT_RANKING, LEXICAL_ONLY, Ranking

os.environ.setdefault("LANCEDB_LOG", "error")  # otherwise a warning a query

LIMIT = 20
ROUNDS = 3
WORDS_AND_FEEDBACK = replace(DEFAULT_RANKING, vector_weight=0.0, neighbour_weight=0.0)
SINCE = 2022
"""The filtered queries ask for papers from this year on."""

Search = Callable[[str], Sequence[str]]
"""Question -> paper ids."""


@dataclass(frozen=True)
class Engine:
    name: str
    build: Callable[[Path, Path], None]
    """(papers.parquet, folder)"""
    open: Callable[[Path], Search]
    folder: str
    """Engines that name the same folder share one build."""


@dataclass(frozen=True)
class Built:
    seconds: float
    peak_mb: float
    disk_mb: float


def build_ours(parquet: Path, folder: Path) -> None:
    embedder = embedder_by_name("lsa")
    build_corpus([parquet], name="papers", folder=folder, embedder=embedder, read_pdf=no_pdf)


def ours(ranking: Ranking, filters: SearchFilters = SearchFilters()) -> Callable[[Path], Search]:
    def opened(folder: Path) -> Search:
        index = CorpusIndex.open(folder, ranking=ranking)

        def search(text: str) -> list[str]:
            hits = index.search_now(SearchQuery(text=text, filters=filters), LIMIT)
            return [h.paper.paper_id for h in hits]

        return search

    return opened


def build_fts5(parquet: Path, folder: Path) -> None:
    db = sqlite3.connect(folder / "papers.sqlite")
    db.execute(
        "CREATE VIRTUAL TABLE papers USING fts5(paper_id UNINDEXED, year UNINDEXED, title, "
        "abstract, tokenize='porter unicode61')"
    )
    db.executemany(
        "INSERT INTO papers VALUES (?, ?, ?, ?)",
        ((r["paper_id"], r["year"], r["title"], r["abstract"]) for r in _rows(parquet)),
    )
    db.commit()
    db.close()


def open_fts5(folder: Path) -> Search:
    db = sqlite3.connect(folder / "papers.sqlite")
    query = (
        "SELECT paper_id, title, abstract FROM papers WHERE papers MATCH ? ORDER BY rank LIMIT ?"
    )

    def search(text: str) -> list[str]:
        words = " OR ".join(f'"{w}"' for w in dict.fromkeys(_words(text)))
        return [row[0] for row in db.execute(query, (words, LIMIT))]

    return search


def build_bm25s(parquet: Path, folder: Path) -> None:
    import bm25s
    import Stemmer

    rows = list(_rows(parquet))
    texts, stemmer = [f"{r['title']} {r['abstract']}" for r in rows], Stemmer.Stemmer("english")
    tokens = bm25s.tokenize(texts, stemmer=stemmer, show_progress=False)
    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index(tokens, show_progress=False)
    names = ("paper_id", "title", "abstract")
    index.save(str(folder), corpus=[{name: row[name] for name in names} for row in rows])


def open_bm25s(folder: Path) -> Search:
    import bm25s
    import Stemmer

    with redirect_stderr(io.StringIO()):  # its progress bar
        index = bm25s.BM25.load(str(folder), load_corpus=True, mmap=True)
    stemmer = Stemmer.Stemmer("english")

    def search(text: str) -> list[str]:
        tokens = bm25s.tokenize([text], stemmer=stemmer, show_progress=False)
        found, _ = index.retrieve(tokens, k=LIMIT, show_progress=False, n_threads=1)
        return [row["paper_id"] for row in found[0]]

    return search


def build_lancedb(parquet: Path, folder: Path) -> None:
    """Words and vectors, with the approximate index that its documentation recommends."""
    import lancedb
    import pyarrow as pa
    from lancedb.index import FTS, HnswSq

    rows = list(_rows(parquet))
    texts = [f"{r['title']}\n{r['abstract']}" for r in rows]
    embedder = embedder_by_name("lsa").fit(texts[::3])
    vectors = np.vstack([embedder.embed(texts[i : i + 2000]) for i in range(0, len(texts), 2000)])
    (folder / "embedder.bin").write_bytes(embedder.state())
    column = pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1])
    table = pa.table(
        {
            "paper_id": [r["paper_id"] for r in rows],
            "year": [r["year"] for r in rows],
            "text": texts,
            "vector": column,
        }
    )
    stored = lancedb.connect(str(folder / "db")).create_table("papers", table)
    stored.create_index("text", config=FTS())
    stored.create_index("vector", config=HnswSq(distance_type="cosine"))


def open_lancedb(folder: Path) -> Search:
    import lancedb
    from lancedb.rerankers import RRFReranker

    table = lancedb.connect(str(folder / "db")).open_table("papers")
    embedder = embedder_by_name("lsa", state=(folder / "embedder.bin").read_bytes())

    def search(text: str) -> list[str]:
        query = table.search(query_type="hybrid").vector(embedder.embed_query(text))
        query = query.text(" ".join(_words(text))).distance_type("cosine").rerank(RRFReranker())
        return [row["paper_id"] for row in query.limit(LIMIT).select(["paper_id"]).to_list()]

    return search


def engines() -> tuple[Engine, ...]:
    since = SearchFilters(year_min=SINCE)
    known = [
        Engine("ours, words only", build_ours, ours(LEXICAL_ONLY), "ours"),
        Engine("ours, words + feedback", build_ours, ours(WORDS_AND_FEEDBACK), "ours"),
        Engine("ours, default", build_ours, ours(DEFAULT_RANKING), "ours"),
        Engine(f"ours, default, from {SINCE}", build_ours, ours(DEFAULT_RANKING, since), "ours"),
        Engine("SQLite FTS5", build_fts5, open_fts5, "fts5"),
    ]
    if find_spec("bm25s"):
        known.append(Engine("bm25s", build_bm25s, open_bm25s, "bm25s"))
    if find_spec("lancedb"):
        known.append(Engine("LanceDB, words + vectors", build_lancedb, open_lancedb, "lancedb"))
    return tuple(known)


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
    context = multiprocessing.get_context("spawn")
    answers = context.SimpleQueue()
    process = context.Process(target=_build_here, args=(folder_name, parquet, folder, answers))
    process.start()
    seconds, peak_mb = answers.get()
    process.join()
    disk = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
    return Built(seconds, peak_mb, disk / 1e6)


def _build_here(
    folder_name: str,
    parquet: Path,
    folder: Path,
    answers: "multiprocessing.SimpleQueue[tuple[float, float]]",
) -> None:
    engine = next(e for e in engines() if e.folder == folder_name)
    start = time.perf_counter()
    engine.build(parquet, folder)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answers.put((time.perf_counter() - start, peak_mb))


def _rows(parquet: Path) -> list[dict[str, str]]:
    import pyarrow.parquet as pq

    columns = ["paper_id", "title", "abstract", "year"]
    rows: list[dict[str, str]] = pq.read_table(parquet, columns=columns).to_pylist()
    return rows


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text).split()


def main() -> None:
    given = parser(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        measure(given.shared, Path(temporary))


if __name__ == "__main__":
    main()
