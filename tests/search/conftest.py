"""Small corpora built for a test, and sources that play a given list."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.papers import Paper
from myscholar.errors import ImageOnlyPdf
from myscholar.gateways.embedding.lsa import LsaEmbedder
from myscholar.search.corpus.build import build_corpus
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.corpus.info import CorpusInfo

Row = Mapping[str, Any]

ROWS: tuple[Row, ...] = (
    {
        "paper_id": "p1",
        "title": "Dense passage retrieval",
        "abstract": "Encoders rank passages for open questions.",
        "authors": ["Ada Smith"],
        "year": 2020,
        "venue": "ACL",
        "citation_count": 900,
        "fields": ["Computer Science"],
        "open_access": True,
    },
    {
        "paper_id": "p2",
        "title": "Sparse retrieval with expansion",
        "abstract": "Documents are expanded by questions before retrieval.",
        "year": 2022,
        "venue": "Findings of ACL",
        "citation_count": 40,
        "fields": ["Linguistics"],
    },
    {
        "paper_id": "p3",
        "title": "Grasping fruit with soft grippers",
        "abstract": "A robot arm grasps fruit with a soft gripper.",
        "year": 2023,
        "venue": "ICRA",
        "citation_count": 12,
        "fields": ["Engineering"],
        "open_access": False,
    },
    {
        "paper_id": "p4",
        "title": "A retrieval paper of unknown date",
        "abstract": "Nothing is known of where retrieval was published.",
    },
)


def no_pdf(path: Path) -> Paper:
    raise ImageOnlyPdf(path)


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., Path]:
    """Writes rows to a JSONL file; a string is written as it is."""

    def write(*rows: Row | str, name: str = "papers.jsonl") -> Path:
        path = tmp_path / name
        path.write_text(
            "\n".join(r if isinstance(r, str) else json.dumps(r) for r in rows) + "\n",
            encoding="utf-8",
        )
        return path

    return write


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., CorpusInfo]:
    """Builds the corpus "small" in tmp_path / "small"; keywords go to `build_corpus`."""

    def run(*sources: Path, **options: Any) -> CorpusInfo:
        given = {
            "name": "small",
            "folder": tmp_path / "small",
            "embedder": LsaEmbedder(dimension=4),
            "read_pdf": no_pdf,
        }
        return build_corpus(sources, **{**given, **options})

    return run


@pytest.fixture
def index(
    jsonl: Callable[..., Path], build: Callable[..., CorpusInfo], tmp_path: Path
) -> CorpusIndex:
    """The four papers of ROWS, indexed."""
    build(jsonl(*ROWS))
    return CorpusIndex.open(tmp_path / "small")
