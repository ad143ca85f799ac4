"""How well the default search finds what scholars cite, beside plain BM25.

Two collections: the 7,004 documents of the retrieval data, and these hidden among the 87,232 papers
of the corpus. Parameters are chosen on the `dev` queries alone (`--tune`); `expert` and `multi`
show whether the choice holds elsewhere.
"""

import json
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from eval.bench.command import no_pdf
from myscholar.domain.evidence import SearchQuery
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.search.corpus.build import build_corpus
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.ranking import DEFAULT_RANKING, LEXICAL_ONLY, Ranking

SETS = ("dev", "expert", "multi")
PLAIN = replace(LEXICAL_ONLY, trade_word_weight=1.0, pair_weight=0.0)
SYSTEMS: Mapping[str, Ranking] = {
    "BM25": PLAIN,
    "+ trade words at half": replace(LEXICAL_ONLY, pair_weight=0.0),
    "+ pairs of words": LEXICAL_ONLY,
    "+ feedback": replace(DEFAULT_RANKING, vector_weight=0.0, neighbour_weight=0.0),
    "+ vectors": replace(DEFAULT_RANKING, neighbour_weight=0.0),
    "+ neighbours (default)": DEFAULT_RANKING,
}
GRID = {
    "feedback_papers": (3, 5, 8, 10),
    "feedback_terms": (15, 30, 50),
    "feedback_weight": (0.3, 0.5, 0.6),
    "vector_weight": (0.0, 0.2, 0.3, 0.4, 0.5),
    "vector_feedback_weight": (0.3, 0.5, 0.7, 0.85),
    "pair_weight": (0.0, 0.1, 0.2, 0.3, 0.4, 0.5),
    "trade_word_weight": (0.3, 0.5, 0.7, 1.0),
    "neighbour_weight": (0.0, 0.2, 0.3, 0.4, 0.5, 0.6),
    "neighbours": (5, 10, 15, 20, 30),
    "depth": (200, 300, 600),
}


@dataclass(frozen=True)
class Query:
    query_id: str
    text: str
    query_set: str
    grades: Mapping[str, int]
    """Document id -> 1 or 2."""


@dataclass(frozen=True)
class RetrievalScores:
    """One value a query, in [0, 1]."""

    ndcg_10: tuple[float, ...]
    recall_50: tuple[float, ...]


def ndcg(ranked: Sequence[str], grades: Mapping[str, int], k: int = 10) -> float:
    """In [0, 1]; gain = grade, discount = log2(rank + 1). Järvelin and Kekäläinen (2002)."""
    ideal = sorted(grades.values(), reverse=True)[:k]
    return _discounted([grades.get(d, 0) for d in ranked[:k]]) / _discounted(ideal)


def recall(ranked: Sequence[str], grades: Mapping[str, int], k: int = 50) -> float:
    """Share of the relevant documents among the first k, in [0, 1]."""
    return len(set(ranked[:k]) & set(grades)) / len(grades)


def paired_bootstrap(
    first: Sequence[float], second: Sequence[float], *, n: int = 10_000, seed: int = 0
) -> tuple[float, float, float]:
    """Mean of second - first over the same queries, and its 95 % interval by resampling queries."""
    differences = np.asarray(second) - np.asarray(first)
    draws = np.random.default_rng(seed).integers(0, len(differences), (n, len(differences)))
    low, high = np.quantile(differences[draws].mean(axis=1), [0.025, 0.975])
    return float(differences.mean()), float(low), float(high)


def read_queries(shared: Path) -> tuple[Query, ...]:
    grades: dict[str, dict[str, int]] = {}
    lines = (shared / "data/retrieval/qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for query_id, document, grade in (line.split("\t") for line in lines):
        grades.setdefault(query_id, {})[document] = int(grade)
    rows = (shared / "data/retrieval/queries.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(
        Query(r["_id"], r["text"], r["metadata"]["query_set"], grades[r["_id"]])
        for r in map(json.loads, rows)
    )


def evaluate(folder: Path, queries: Sequence[Query], ranking: Ranking) -> RetrievalScores:
    index = CorpusIndex.open(folder, ranking=ranking)
    ranked = [
        [h.paper.paper_id for h in index.search_now(SearchQuery(text=q.text), 50)] for q in queries
    ]
    pairs = list(zip(ranked, queries, strict=True))
    return RetrievalScores(
        tuple(ndcg(r, q.grades) for r, q in pairs), tuple(recall(r, q.grades) for r, q in pairs)
    )


def collections(shared: Path, folder: Path, embedder: str) -> Iterator[tuple[str, Path]]:
    """Name and index of the plain and of the hard collection; built once."""
    documents = shared / "data/retrieval/corpus.jsonl"
    for name, sources in (
        ("retrieval", [documents]),
        ("hard", [documents, shared / "data/corpus/papers.parquet"]),
    ):
        place = folder / name
        if not (place / "CURRENT").exists():
            model = embedder_by_name(embedder)
            build_corpus(sources, name=name, folder=place, embedder=model, read_pdf=no_pdf)
        yield name, place


def compare(shared: Path, folder: Path, embedder: str) -> None:
    queries = read_queries(shared)
    for name, place in collections(shared, folder, embedder):
        print(f"\n{name}: nDCG@10 / Recall@50")
        print(f"{'':24s}" + "".join(f"{s:>16s}" for s in ("all", *SETS)))
        results = {label: evaluate(place, queries, ranking) for label, ranking in SYSTEMS.items()}
        for label, scores in results.items():
            cells = (_cell(scores, queries, s) for s in ("all", *SETS))
            print(f"{label:24s}" + "".join(f"{cell:>16s}" for cell in cells))
        first, last = (results[label] for label in ("BM25", "+ neighbours (default)"))
        for s in ("all", *SETS):
            chosen = _of_set(queries, s)
            for measure in ("ndcg_10", "recall_50"):
                a, b = ([getattr(x, measure)[i] for i in chosen] for x in (first, last))
                mean, low, high = paired_bootstrap(a, b)
                span = f"95 % [{low:+.3f}, {high:+.3f}]"
                print(f"  {s:7s} {measure:10s} default - BM25: {mean:+.3f}  {span}")


def tune_parameters(shared: Path, folder: Path, embedder: str) -> None:
    """One parameter at a time around the default, on the dev queries of both collections."""
    queries = tuple(q for q in read_queries(shared) if q.query_set == "dev")
    places = tuple(collections(shared, folder, embedder))
    for parameter, values in GRID.items():
        for value in values:
            found = [evaluate(place, queries, _with(parameter, value)) for _, place in places]
            cells = "   ".join(
                f"{np.mean(s.ndcg_10):.3f} / {np.mean(s.recall_50):.3f}" for s in found
            )
            print(f"{parameter:24s}{value:<8} dev: {cells}", flush=True)


def main(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Option(help="Keep the indexes here instead of a temporary folder.")
    ] = None,
    embedder: str = "lsa",
    tune: Annotated[
        bool, typer.Option("--tune", help="Try parameters on the dev queries.")
    ] = False,
) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        work = tune_parameters if tune else compare
        work(context.obj.shared, folder or Path(temporary), embedder)


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def _of_set(queries: Sequence[Query], query_set: str) -> list[int]:
    return [i for i, q in enumerate(queries) if query_set in ("all", q.query_set)]


def _cell(scores: RetrievalScores, queries: Sequence[Query], query_set: str) -> str:
    chosen = _of_set(queries, query_set)
    return (
        f"{np.mean([scores.ndcg_10[i] for i in chosen]):.3f} / "
        f"{np.mean([scores.recall_50[i] for i in chosen]):.3f}"
    )


def _with(parameter: str, value: float) -> Ranking:
    changed: Mapping[str, Any] = {parameter: value}
    return replace(DEFAULT_RANKING, **changed)
