"""Source names as users write them, opened: `corpus:NAME`, `library:NAME`, `semantic-scholar`,
`sample`."""

import socket
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from myscholar.domain.evidence import Source, source_in_words
from myscholar.domain.runs import Progress, ignore
from myscholar.domain.text import listed
from myscholar.errors import CorpusError, InputError, UnknownName
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.search.semantic_scholar import MAX_REQUESTS, SemanticScholarSource
from myscholar.workflows.library.corpus_list import corpus_names
from myscholar.workflows.services import Services

SCHOLAR = "semantic-scholar"
SAMPLE = "sample"
REPORT_REQUESTS = 9
"""Requests to Semantic Scholar that one report may send."""
RESEARCH_REQUESTS = 40
"""What a report's searches may send where it is researched in several steps. Measured: "Requests of
a research" in `eval/bench/README.md`."""
REACH_TIMEOUT_S = 1.5


@dataclass(frozen=True)
class OpenSources:
    sources: tuple[Source, ...]
    notes: tuple[str, ...] = ()
    scholar: SemanticScholar | None = None

    async def aclose(self) -> None:
        if self.scholar:
            await self.scholar.aclose()

    @property
    def n_requests(self) -> int:
        """Requests sent to Semantic Scholar so far."""
        return self.scholar.budget.spent if self.scholar else 0


def open_sources(
    services: Services,
    names: Sequence[str] = (),
    *,
    progress: Progress = ignore,
    n_requests: int = MAX_REQUESTS,
) -> OpenSources:
    """The sources of these names. Without names: every local corpus and library, and Semantic
    Scholar if it can be reached; if it can't and there is no corpus, the sample too, since a
    reader's own few papers rarely answer a question.

    Semantic Scholar may be sent `n_requests`. Notes say what was not had, and what was searched
    then. Raises UnknownName, CorpusCorrupt for what was named.
    """
    if names:
        return _open_named(services, names, progress, n_requests)
    opened = open_local_sources(services, progress=progress)
    if is_reachable(services.settings.scholar_url):
        live = _open_named(services, (SCHOLAR,), progress, n_requests)
        return OpenSources((*opened.sources, *live.sources), opened.notes, live.scholar)
    sources = opened.sources
    if not any(source.name.startswith("corpus:") for source in sources):
        sources = (*sources, *_open_named(services, (SAMPLE,), progress).sources)
    return OpenSources(sources, (*opened.notes, _without_scholar(sources)))


def named_to_open(name: str) -> str:
    """What `open_sources` takes for the source that goes by this name in hits and records."""
    return SAMPLE if name == f"corpus:{SAMPLE}" else name


def _without_scholar(sources: Sequence[Source]) -> str:
    searched = listed([source_in_words(source.name) for source in sources])
    return (
        f"Semantic Scholar can't be reached: {searched} {'was' if len(sources) == 1 else 'were'} "
        "searched."
    )


def open_local_sources(services: Services, *, progress: Progress = ignore) -> OpenSources:
    """Every corpus and library that can be opened; a note for each that can't."""
    sources: list[Source] = []
    notes: list[str] = []
    for name in local_source_names(services):
        try:
            sources.append(_local(services, name, progress))
        except CorpusError as error:
            notes.append(str(error))
    return OpenSources(tuple(sources), tuple(notes))


def local_source_names(services: Services) -> tuple[str, ...]:
    """Every corpus and every library on this machine."""
    corpora = (f"corpus:{name}" for name in corpus_names(services))
    return (*corpora, *(f"library:{info.name}" for info in services.store.libraries()))


def _open_named(
    services: Services, names: Sequence[str], progress: Progress, n_requests: int = MAX_REQUESTS
) -> OpenSources:
    wanted = tuple(dict.fromkeys(names))
    opened = {name: _local(services, name, progress) for name in wanted if name != SCHOLAR}
    client = None
    if SCHOLAR in wanted:  # after the others, so that none of them leaves it open by failing
        client = services.scholar(n_requests)
        opened[SCHOLAR] = SemanticScholarSource(client, max_requests=n_requests)
    return OpenSources(tuple(opened[name] for name in wanted), scholar=client)


def _local(services: Services, name: str, progress: Progress) -> Source:
    from myscholar.search.library import LibrarySource
    from myscholar.workflows.library.corpora import open_corpus, open_sample_corpus

    kind, _, rest = name.partition(":")
    if name == SAMPLE:
        return open_sample_corpus(services, progress=progress)
    if kind == "corpus":
        return open_corpus(services, rest)
    if kind == "library":
        known = tuple(info.name for info in services.store.libraries())
        if rest not in known:
            raise UnknownName("library", rest, known)
        return LibrarySource(services.store.papers(rest), name=name)
    raise InputError(
        f"{name!r} is no source. Sources are corpus:NAME, library:NAME, {SCHOLAR} and {SAMPLE}."
    )


def is_reachable(url: str, timeout_s: float = REACH_TIMEOUT_S) -> bool:
    """Whether the host of the address takes a connection. Sends nothing."""
    parts = urlsplit(url)
    try:
        with socket.create_connection(
            (parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)),
            timeout_s,
        ):
            return True
    except (OSError, UnicodeError):  # the latter for a name that no resolver takes
        return False
