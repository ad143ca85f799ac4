"""Searchable corpora under the home folder."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_fixed

from myscholar.domain.evidence import Hit, SearchFilters, SearchQuery
from myscholar.domain.runs import Progress, ignore
from myscholar.domain.text import file_name
from myscholar.errors import CorpusCorrupt, CorpusLocked, InputError, UnknownName
from myscholar.gateways.embedding.lsa import LsaEmbedder
from myscholar.library.worker import FileWorker, read_pdf
from myscholar.search.corpus.build import build_corpus as build
from myscholar.search.corpus.index import CorpusIndex
from myscholar.search.corpus.info import CorpusInfo
from myscholar.text.question import check_question
from myscholar.workflows.files import Query, local_path
from myscholar.workflows.library.corpus_list import check_corpus
from myscholar.workflows.names import check_name
from myscholar.workflows.sample import SAMPLE_CORPUS
from myscholar.workflows.services import Services

SAMPLE_WAIT_S = 60.0


def build_corpus(
    services: Services,
    sources: Sequence[str],
    *,
    name: str,
    rebuild: bool = False,
    progress: Progress = ignore,
) -> CorpusInfo:
    """Adds the sources to the corpus; `rebuild` starts it anew. Raises UnknownFormat,
    UnreadableFile, NoPapers, CorpusLocked; InputError for a name that can't be a folder."""
    if file_name(check_name("corpus", name)) != name:
        raise InputError(f"Not every system can have a folder {name!r}. Choose another name.")
    with FileWorker() as worker:
        return build(
            [local_path(s) for s in sources],
            name=name,
            folder=services.settings.corpora_folder / name,
            embedder=services.embedder(),
            read_pdf=lambda path: worker.read(path).paper,
            progress=progress,
            rebuild=rebuild,
        )


def open_corpus(services: Services, name: str) -> CorpusIndex:
    """Raises UnknownName, CorpusCorrupt."""
    return CorpusIndex.open(check_corpus(services, name), key=services.embedder_key)


def open_sample_corpus(services: Services, *, progress: Progress = ignore) -> CorpusIndex:
    """The bundled corpus, indexed in the cache folder when first used, and again when the sample or
    the index format has changed.

    Where another run is indexing it at this moment, that one is waited for. Raises CorpusLocked
    when it takes too long.
    """
    version = hashlib.sha256(SAMPLE_CORPUS.read_bytes()).hexdigest()[:12]
    return _sample_in(services.settings.cache_folder / "sample" / version, progress)


@retry(
    retry=retry_if_exception_type(CorpusLocked),
    wait=wait_fixed(0.1),
    stop=stop_after_delay(SAMPLE_WAIT_S),
    reraise=True,
)
def _sample_in(folder: Path, progress: Progress) -> CorpusIndex:

    try:
        return CorpusIndex.open(folder)
    except (UnknownName, CorpusCorrupt):  # a cache: made anew, nothing of the user's is in it
        build(
            [SAMPLE_CORPUS],
            name="sample",
            folder=folder,
            embedder=LsaEmbedder(),
            read_pdf=read_pdf,
            progress=progress,
            rebuild=True,
        )
        return CorpusIndex.open(folder)


class QueryHits(NamedTuple):
    query_id: str
    hits: tuple[Hit, ...]


def search_corpus_many(
    services: Services,
    name: str,
    queries: Sequence[Query],
    *,
    filters: SearchFilters = SearchFilters(),
    limit: int = 10,
) -> Iterator[QueryHits]:
    """The same for many queries, in their order."""
    index = open_corpus(services, name)
    for query in queries:
        text = " ".join(query.text.split())
        hits = index.search_now(SearchQuery(text=text, filters=filters), limit) if text else ()
        yield QueryHits(query.query_id, hits)


def search_corpus(
    services: Services,
    name: str,
    query: str,
    *,
    filters: SearchFilters = SearchFilters(),
    limit: int = 10,
) -> tuple[Hit, ...]:
    """The papers that fit the words best, best first. Raises EmptyQuestion, UnknownName,
    CorpusCorrupt."""
    return open_corpus(services, name).search_now(
        SearchQuery(text=check_question(query), filters=filters), limit
    )
