"""The index, and what a user would pick instead: each is built of papers, then searched."""

import io
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from eval.bench.command import no_pdf
from myscholar.domain.evidence import SearchFilters, SearchQuery
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.search.corpus.build import build_corpus
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.ranking import DEFAULT_RANKING, LEXICAL_ONLY, Ranking

os.environ.setdefault("LANCEDB_LOG", "error")  # otherwise a warning a query

LIMIT = 20
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


def _rows(parquet: Path) -> list[dict[str, str]]:
    import pyarrow.parquet as pq

    columns = ["paper_id", "title", "abstract", "year"]
    rows: list[dict[str, str]] = pq.read_table(parquet, columns=columns).to_pylist()
    return rows


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text).split()
