"""The corpus that our reports are written from."""

import asyncio
from pathlib import Path

from myscholar.domain.runs import Progress, ignore
from myscholar.workflows.library.corpora import build_corpus, open_corpus
from myscholar.workflows.library.corpus_list import corpus_names
from myscholar.workflows.library.sources import SAMPLE
from myscholar.workflows.services import Services

SHARED_CORPUS = "shared-papers"
"""The corpus made of the shared research data, once."""
PAPERS = Path("data") / "corpus" / "papers.parquet"


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
    name = corpus or SHARED_CORPUS
    if corpus is None and name not in corpus_names(services):
        await asyncio.to_thread(
            build_corpus, services, [str(shared / PAPERS)], name=name, progress=progress
        )
    return f"corpus:{name}"


def describe(services: Services, source: str) -> str:
    """The source with its size, for what identifies a system. Raises UnknownName, CorpusCorrupt."""
    kind, _, name = source.partition(":")
    if kind != "corpus":
        return source
    info = open_corpus(services, name).info
    return f"{source} ({info.n_papers} papers, {info.embedder or 'words only'})"
