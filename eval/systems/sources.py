"""The corpora that our reports are written from."""

import asyncio
import json
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import Field

from eval.datasets.rows import FileRow, Words, read_rows
from myscholar.domain.runs import Progress, ignore
from myscholar.workflows.library.corpora import build_corpus, open_corpus
from myscholar.workflows.library.corpus_list import check_corpus, corpus_names
from myscholar.workflows.library.sources import SAMPLE
from myscholar.workflows.services import Services

SHARED_CORPUS = "shared-papers"
"""What the corpus made of the shared research data is called, with a print of these."""
SHARED_PASSAGES = "shared-passages"
"""The same of the passages that reports on the shared questions cite."""
PAPERS = Path("data") / "corpus" / "papers.parquet"
PASSAGES = Path("data") / "retrieval" / "corpus.jsonl"
_WORDS = 12
"""Of a passage that stand for its unknown title."""


class _PassageRow(FileRow):
    id_: str = Field(alias="_id")
    title: Words = ""
    text: str
    metadata: dict[str, Any] = Field(default_factory=dict)


async def corpus_source(
    services: Services, corpus: str | None, shared: Path, *, progress: Progress = ignore
) -> str:
    """Name of the source: that of a corpus by name, of the one made of the shared papers, or
    `sample` where there are none.

    Raises UnknownName, CorpusCorrupt, CorpusLocked.
    """
    if corpus is None and not (shared / PAPERS).is_file():
        return SAMPLE
    if corpus == SAMPLE:
        return SAMPLE
    if corpus is not None:
        check_corpus(services, corpus)
        return f"corpus:{corpus}"
    name = f"{SHARED_CORPUS}-{print_of(shared / PAPERS)}"
    if name not in corpus_names(services):
        await asyncio.to_thread(
            build_corpus, services, [str(shared / PAPERS)], name=name, progress=progress
        )
    return f"corpus:{name}"


async def passages_source(
    services: Services, shared: Path, *, progress: Progress = ignore
) -> tuple[str, ...]:
    """Name of the corpus of cited passages; none where there are none. Raises UnreadableFile,
    CorpusLocked."""
    if not (shared / PASSAGES).is_file():
        return ()
    name = f"{SHARED_PASSAGES}-{print_of(shared / PASSAGES)}"
    if name not in corpus_names(services):
        with TemporaryDirectory() as folder:
            file = Path(folder) / "passages.jsonl"
            records = map(_record, read_rows(shared / PASSAGES, _PassageRow))
            file.write_text("".join(f"{json.dumps(r)}\n" for r in records), encoding="utf-8")
            await asyncio.to_thread(
                build_corpus, services, [str(file)], name=name, progress=progress
            )
    return (f"corpus:{name}",)


def print_of(file: Path) -> str:
    """Other contents have another one."""
    with file.open("rb") as opened:
        return file_digest(opened, "sha256").hexdigest()[:8]


def _record(row: _PassageRow) -> dict[str, Any]:
    title = row.title or f"{' '.join(row.text.split()[:_WORDS])} …"
    return {**row.metadata, "paper_id": row.id_, "title": title, "abstract": row.text}


def describe(services: Services, source: str) -> str:
    """The source with its size, for what identifies a system. Raises UnknownName, CorpusCorrupt."""
    kind, _, name = source.partition(":")
    if kind != "corpus":
        return source
    info = open_corpus(services, name).info
    return f"{source} ({info.n_papers} papers, {info.embedder or 'words only'})"
