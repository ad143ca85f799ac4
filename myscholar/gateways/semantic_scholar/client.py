"""Semantic Scholar: one method an endpoint, domain values in and out."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from copy import copy
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Self
from urllib.parse import quote, urlsplit

import httpx
from pydantic import SecretStr

from myscholar.domain.evidence import Hit, SearchFilters
from myscholar.domain.papers import Paper, Passage
from myscholar.errors import ScholarBadAnswer, UnknownName, UnknownPaper
from myscholar.gateways.pacing import Limiter, Patience, Sleep
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.cache import ScholarCache
from myscholar.gateways.semantic_scholar.download import Downloader, Resolve, resolve_host
from myscholar.gateways.semantic_scholar.identifiers import paper_id
from myscholar.gateways.semantic_scholar.package import open_package, quote_id, unseal
from myscholar.gateways.semantic_scholar.queries import filter_options, query_text
from myscholar.gateways.semantic_scholar.requester import (
    PATIENCE,
    NotAccepted,
    NotFound,
    Requester,
    check_key,
    translate_unknown,
)
from myscholar.gateways.semantic_scholar.translate import (
    AUTHOR_FIELDS,
    LINKED_FIELDS,
    PAPER_FIELDS,
    SNIPPET_FIELDS,
    ScholarAuthor,
    to_authors,
    to_body,
    to_hits,
    to_linked,
    to_paper,
    to_papers,
)

PUBLIC_URL = "https://api.semanticscholar.org"

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
LONGEST_BATCH, _LONGEST_SEARCH = 500, 100
_MOST = 1000
"""Authors, papers of one, links of a paper, snippets."""


class SemanticScholar:
    """The service by the package `semanticscholar`, over a requester of ours. Use it in an `async
    with` block, or close it with `aclose`.

    Give all clients of one process that use one key the same `limiter`, and each run a `budget` of
    its own. Every method raises a ScholarError when the service gives no usable answer, after
    polite retries; the key is in no message.
    `transport` replaces the network; `sleep`, `now` and `resolve` replace time and names in tests.
    """

    def __init__(
        self,
        *,
        base_url: str = PUBLIC_URL,
        api_key: SecretStr | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        cache: Path | None = None,
        cache_age: timedelta = timedelta(days=7),
        budget: RequestBudget | None = None,
        limiter: Limiter | None = None,
        patience: Patience = PATIENCE,
        sleep: Sleep = asyncio.sleep,
        now: Callable[[], datetime] = partial(datetime.now, UTC),
        resolve: Resolve = resolve_host,
    ) -> None:
        self._http = httpx.AsyncClient(transport=transport, headers={"User-Agent": "myscholar"})
        self._url = base_url.rstrip("/")
        self._requester = Requester(
            http=self._http,
            limiter=limiter or Limiter(sleep=sleep),
            budget=budget or RequestBudget(limit=1000),
            api_key=check_key(api_key),
            cache=ScholarCache(cache, cache_age, now) if cache else None,
            patience=patience,
            sleep=sleep,
            now=now,
            chance=Random(0),
        )
        self._downloader = Downloader(
            self._http, resolve, allow_loopback=urlsplit(base_url).hostname in _LOOPBACK
        )

    @property
    def budget(self) -> RequestBudget:
        return self._requester.budget

    def within(self, budget: RequestBudget) -> Self:
        """The same client, paying from another budget: all else is shared."""
        sibling = copy(self)
        sibling._requester = replace(self._requester, budget=budget)
        return sibling

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    @property
    def _api(self) -> Any:
        return open_package(self._url, self._requester)

    async def paper(self, identifier: str) -> Paper:
        """One paper by any id, DOI, arXiv id or URL. Raises UnknownPaper."""
        with translate_unknown(UnknownPaper(identifier)):
            found = await self._api.get_paper(quote_id(paper_id(identifier)), PAPER_FIELDS)
        if (paper := to_paper(*unseal([found]))) is None:
            raise ScholarBadAnswer("the paper has no id")
        return paper

    async def papers(self, identifiers: Sequence[str]) -> tuple[Paper | None, ...]:
        """In the order asked for, None for what the service does not know; one request for 500."""
        ids = [paper_id(i) for i in identifiers]
        papers: list[Paper | None] = []
        for start in range(0, len(ids), LONGEST_BATCH):
            papers += await self._batch(ids[start : start + LONGEST_BATCH])
        return tuple(papers)

    async def search(
        self, text: str, *, filters: SearchFilters = SearchFilters(), limit: int = 50
    ) -> tuple[Paper, ...]:
        """Papers by words of title and abstract, best first, at most 100."""
        found = await self._api.search_paper(
            quote(query_text(text)),
            fields=PAPER_FIELDS,
            limit=min(limit, _LONGEST_SEARCH),
            open_access_pdf=filters.open_access,
            **filter_options(filters),
        )
        return to_papers(unseal(found))

    async def snippets(
        self,
        text: str,
        *,
        filters: SearchFilters = SearchFilters(),
        limit: int = 50,
        papers: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """Papers by their passages, best first: at most `limit` passages (<= 1000), of the `papers`
        where any are named. A hit knows only id, title, authors and whether the paper is open;
        `score` is the service's."""
        only = {"paper_ids": list(map(quote, papers))} if papers else filter_options(filters)
        return to_hits(await self._snippets(text, limit, **only))

    async def body_of(self, paper: Paper, *, limit: int = 60) -> tuple[Passage, ...]:
        """The passages of the paper's body that the service may show, in reading order: at most
        `limit`, those nearest to its own topic."""
        topic = f"{paper.title} {paper.abstract or ''}"
        found = await self._snippets(topic, limit, paper_ids=[quote(paper.paper_id)])
        return to_body(found, paper.paper_id)

    async def match(self, title: str) -> Paper:
        """The paper whose title is closest. Raises UnknownPaper where none is close."""
        try:
            found = await self._api.search_paper(
                quote(query_text(title)), fields=PAPER_FIELDS, match_title=True
            )
        except (NotFound, IndexError) as error:  # the latter is the package's for an empty answer
            raise UnknownPaper(title) from error
        if (paper := to_paper(*unseal([found]))) is None:
            raise UnknownPaper(title)
        return paper

    async def authors(self, name: str, *, limit: int = 10) -> tuple[ScholarAuthor, ...]:
        """Authors with this name, the most published first; hyphens are left out first."""
        for spelling in (query_text(name), name) if "-" in name else (query_text(name),):
            limit = min(limit, _MOST)
            found = await self._api.search_author(quote(spelling), AUTHOR_FIELDS, limit)
            if authors := to_authors(unseal(found)):
                return tuple(sorted(authors, key=lambda a: (-a.n_papers, -a.n_citations)))
        return ()

    async def author_papers(self, author_id: str) -> tuple[Paper, ...]:
        """Up to 1000 papers of one author, most cited first. Raises UnknownName."""
        with translate_unknown(UnknownName("author", author_id)):
            found = await self._api.get_author_papers(quote_id(author_id), PAPER_FIELDS, _MOST)
        papers = to_papers(unseal(found))
        return tuple(sorted(papers, key=lambda p: -(p.citation_count or 0)))

    async def citations(self, identifier: str, *, limit: int = 100) -> tuple[Paper, ...]:
        """Papers that cite this one, 1 to 1000. Raises UnknownPaper."""
        return await self._linked(self._api.get_paper_citations, identifier, limit)

    async def references(self, identifier: str, *, limit: int = 100) -> tuple[Paper, ...]:
        """Papers that this one cites, 1 to 1000. Raises UnknownPaper."""
        return await self._linked(self._api.get_paper_references, identifier, limit)

    async def recommendations(
        self, like: Sequence[str], *, unlike: Sequence[str] = (), limit: int = 100
    ) -> tuple[Paper, ...]:
        """Papers like some and unlike others, best first, 1 to 500. Raises UnknownPaper."""
        ids = [paper_id(i) for i in like], [paper_id(i) for i in unlike]
        with translate_unknown(UnknownPaper(", ".join((*like, *unlike)))):
            found = await self._api.get_recommended_papers_from_lists(
                *ids, LINKED_FIELDS, min(limit, LONGEST_BATCH)
            )
        return to_papers(unseal(found))

    async def download_pdf(self, url: str, *, max_bytes: int) -> bytes:
        """The PDF at `url`, without key and budget. Raises UnreadableFile or OversizedFile."""
        if urlsplit(self._url).netloc in url:  # the file lies with the service itself
            await self._requester.limiter.turn()
        return await self._downloader.pdf(url, max_bytes=max_bytes)

    async def _linked(
        self, ask: Callable[..., Awaitable[Any]], identifier: str, limit: int
    ) -> tuple[Paper, ...]:
        with translate_unknown(UnknownPaper(identifier)):
            found = await ask(quote_id(paper_id(identifier)), LINKED_FIELDS, min(limit, _MOST))
        return to_linked(unseal(found))

    async def _snippets(self, text: str, limit: int, **only: object) -> list[object]:
        query = quote(query_text(text))
        try:
            found = await self._api.search_snippet(
                query, fields=SNIPPET_FIELDS, limit=min(limit, _MOST), **only
            )
        except NotFound:
            return []  # the service's word for a restriction to papers of which it has no text
        return unseal(found)

    async def _batch(self, ids: Sequence[str]) -> tuple[Paper | None, ...]:
        try:
            found = await self._api.get_papers(ids, PAPER_FIELDS)
        except NotAccepted:
            return (None,) * len(ids)  # how the service says that it knows none of them
        if len(found) != len(ids):
            raise ScholarBadAnswer(f"{len(found)} papers for {len(ids)} ids")
        return tuple(to_paper(record) for record in unseal(found))
