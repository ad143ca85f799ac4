"""What reading papers for their quotes takes, by how many are read and how many a request holds,
beside an earlier checkout that reads each alone.

Papers are those that a search for each reference question finds; the first of them are read in
depth, each alone, the others `size` a request. Everything in the reference condition.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from eval.bench.command import ROOT, table_of
from eval.bench.servers import QUESTIONS, Conditions, Servers, questions, servers
from myscholar.domain.evidence import SearchQuery
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.search.choice import MOST_IN_DEPTH
from myscholar.search.semantic_scholar import SemanticScholarSource

PAPERS, SIZES = (22, 44, 88), (1, 4, 6)
USD_A_MILLION = {"input": 3.0, "output": 15.0}
"""Claude Sonnet 4's list price."""
Row = dict[str, Any]


def main(
    context: typer.Context,
    before: Annotated[Path, typer.Option(help="Checkout that reads each paper alone.")],
    n_questions: Annotated[int, typer.Option(help="Of the reference condition's three.")] = 3,
    out: Annotated[Path | None, typer.Option(help="Keeps every figure as JSON.")] = None,
    in_depth: Annotated[int, typer.Option(help="Papers read in depth.")] = (MOST_IN_DEPTH),
) -> None:
    setup = context.obj
    conditions = Conditions(time_scale=setup.time_scale or 1.0)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, servers(setup, conditions) as running:
        for query_id, question in questions(setup.shared, QUESTIONS[:n_questions]).items():
            hits = Path(folder) / f"{query_id}.json"
            hits.write_text(json.dumps(asyncio.run(found(running, question))), encoding="utf-8")
            for papers in PAPERS:
                for size in (0, *SIZES):
                    order = {"question": question, "hits": str(hits), "papers": papers}
                    order |= {"size": size, "in_depth": in_depth}
                    rows.append(order | one(running, order, ROOT if size else before.resolve()))
    if out:
        out.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    Console().print(table_of(medians(rows), COLUMNS))


async def found(running: Servers, question: str) -> list[Any]:
    async with SemanticScholar(base_url=running.scholar_url) as client:
        hits = await SemanticScholarSource(client).search(SearchQuery(text=question), PAPERS[-1])
    return [hit.model_dump(mode="json") for hit in hits]


def one(running: Servers, order: Row, checkout: Path) -> Row:
    """One reading, in a new home folder so that no answer is at hand."""
    with tempfile.TemporaryDirectory() as home:
        out = Path(home) / "out.json"
        environ = running.environment(Path(home)) | {"PYTHONPATH": os.fspath(checkout)}
        client = [sys.executable, "-P", str(Path(__file__).with_name("reading_client.py"))]
        given = json.dumps(order | {"out": str(out)})
        subprocess.run([*client, given], env=environ, cwd=checkout, check=True)
        told: Row = json.loads(out.read_text(encoding="utf-8"))
    return told | {"dollars": sum(told[kind] * usd for kind, usd in USD_A_MILLION.items()) / 1e6}


def medians(rows: list[Row]) -> list[Row]:
    """Over the questions; what is before and reads 44 has the ratio 1."""
    made: list[Row] = []
    for papers in PAPERS:
        for size in (0, *SIZES):
            of_this = [row for row in rows if (row["papers"], row["size"]) == (papers, size)]
            keys = ("calls", "input", "cached", "output", "dollars", "seconds", "quotes", "words")
            middle = {key: statistics.median(row[key] for row in of_this) for key in keys}
            made.append({"papers": papers, "size": size, **middle})
    base = next(row for row in made if (row["papers"], row["size"]) == (44, 0))
    ratios = {key: base[key] for key in ("input", "dollars", "seconds")}
    return [row | {f"x_{key}": row[key] / whole for key, whole in ratios.items()} for row in made]


COLUMNS = {
    "papers": lambda row: str(row["papers"]),
    "a request": lambda row: str(row["size"] or "before"),
    "calls": lambda row: f"{row['calls']:.0f}",
    "tokens in": lambda row: f"{row['input']:,.0f} ({row['x_input']:.2f})",
    "out": lambda row: f"{row['output']:,.0f}",
    "$": lambda row: f"{row['dollars']:.3f} ({row['x_dollars']:.2f})",
    "s": lambda row: f"{row['seconds']:.1f} ({row['x_seconds']:.2f})",
    "quotes": lambda row: f"{row['quotes']:.0f}",
    "words": lambda row: f"{row['words']:,.0f}",
}
"""In brackets: in terms of the 44 papers before."""
