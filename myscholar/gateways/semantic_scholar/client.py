"""Semantic Scholar: one method an endpoint, domain values in and out."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from random import Random
from typing import Self
from urllib.parse import quote

import httpx
from pydantic import SecretStr

from myscholar.domain.evidence import Hit, SearchFilters
from myscholar.domain.papers import Paper, Passage
from myscholar.errors import ScholarBadAnswer, ScholarRefused, UnknownName, UnknownPaper
from myscholar.gateways.pacing import Clock, Limiter, Patience, Sleep
from myscholar.gateways.semantic_scholar.budget import RequestBudget
from myscholar.gateways.semantic_scholar.cache import ScholarCache, utc_now
from myscholar.gateways.semantic_scholar.download import Downloader, Resolve, resolve_host
from myscholar.gateways.semantic_scholar.identifiers import Names, parse_identifier
from myscholar.gateways.semantic_scholar.queries import paper_filters, query_text, snippet_filters
from myscholar.gateways.semantic_scholar.requester import (
    PATIENCE,
    NotAccepted,
    NotFound,
    Requester,
)
from myscholar.gateways.semantic_scholar.translate import (
    AUTHOR_FIELDS,
    PAPER_FIELDS,
    SNIPPET_FIELDS,
    ScholarAuthor,
    to_authors,
    to_body,
    to_hits,
    to_paper,
    to_papers,
)

PUBLIC_URL = "https://api.semanticscholar.org"

_LONGEST_BATCH, _LONGEST_SEARCH, _LONGEST_LIST = 500, 100, 1000
_MOST_SNIPPETS, _MOST_SNIPPET_PAPERS = 1000, 100


class SemanticScholar:
    """The Graph API. Use it in an `async with` block, or close it with `aclose`.

    Give all clients of one process that use one key the same `limiter`, and each run a `budget` of
    its own. Every method raises a ScholarError when the service gives no usable answer, after
    polite retries; the key is in no message.
    `transport` replaces the network; `clock` (monotonic seconds), `sleep`, `now` and `resolve`
    replace time and names in tests.
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
        clock: Clock = time.monotonic,
        sleep: Sleep = asyncio.sleep,
        now: Callable[[], datetime] = utc_now,
        resolve: Resolve = resolve_host,
    ) -> None:
        self._http = httpx.AsyncClient(transport=transport, headers={"User-Agent": "myscholar"})
        self._requester = Requester(
            http=self._http,
            base_url=f"{base_url.rstrip('/')}/graph/v1",
            limiter=limiter or Limiter(clock=clock, sleep=sleep),
            budget=budget or RequestBudget(limit=1000),
            api_key=_sendable(api_key),
            cache=ScholarCache(cache, cache_age, now) if cache else None,
            patience=patience,
            clock=clock,
            sleep=sleep,
            now=now,
            chance=Random(0),
        )
        self._downloader = Downloader(self._http, resolve, allow_loopback=_is_loopback(base_url))

    @property
    def budget(self) -> RequestBudget:
        return self._requester.budget

    def within(self, budget: RequestBudget) -> Self:
        """The same client, paying from another budget: the connection, the turns and the cache are
        shared."""
        sibling = copy(self)
        sibling._requester = replace(self._requester, budget=budget)
        return sibling

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    async def paper(self, identifier: str) -> Paper:
        """One paper by any id, DOI, arXiv id or URL. Raises UnknownPaper."""
        path = f"/paper/{_in_path(_paper_id(identifier))}"
        try:
            record = await self._requester.get(path, {"fields": PAPER_FIELDS})
        except (NotFound, NotAccepted) as error:
            raise UnknownPaper(identifier) from error
        if (paper := to_paper(record)) is None:
            raise ScholarBadAnswer("the paper has no id")
        return paper

    async def papers(self, identifiers: Sequence[str]) -> tuple[Paper | None, ...]:
        """In the order asked for, None for what the service does not know; one request for 500."""
        ids = [_paper_id(i) for i in identifiers]
        papers: list[Paper | None] = []
        for start in range(0, len(ids), _LONGEST_BATCH):
            papers += await self._batch(ids[start : start + _LONGEST_BATCH])
        return tuple(papers)

    async def search(
        self, text: str, *, filters: SearchFilters = SearchFilters(), limit: int = 50
    ) -> tuple[Paper, ...]:
        """Papers by words of title and abstract, best first, at most 100."""
        asked = {"query": query_text(text), "limit": str(min(limit, _LONGEST_SEARCH))}
        asked |= {"fields": PAPER_FIELDS, **paper_filters(filters)}
        return to_papers((await self._requester.get("/paper/search", asked)).get("data"))

    async def snippets(
        self,
        text: str,
        *,
        filters: SearchFilters = SearchFilters(),
        limit: int = 50,
        paper_ids: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        """Papers by their passages, best first: at most `limit` passages (<= 1000), of `paper_ids`
        only (the first 100) if there are any.

        A hit knows no more of its paper than id, title, authors and whether it is open; `score` is
        the service's.
        """
        only = ",".join(_paper_id(i) for i in paper_ids[:_MOST_SNIPPET_PAPERS])
        asked = {**snippet_filters(filters), **({"paperIds": only} if only else {})}
        return to_hits(await self._snippets(text, limit, asked))

    async def body_of(self, paper: Paper, *, limit: int = 60) -> tuple[Passage, ...]:
        """The passages of the paper's body that the service may show, in reading order: at most
        `limit`, those nearest to its own topic."""
        topic = f"{paper.title} {paper.abstract or ''}"
        found = await self._snippets(topic, limit, {"paperIds": paper.paper_id})
        return to_body(found, paper.paper_id)

    async def match(self, title: str) -> Paper:
        """The paper whose title is closest. Raises UnknownPaper where none is close."""
        asked = {"query": query_text(title), "fields": PAPER_FIELDS}
        try:
            answer = await self._requester.get("/paper/search/match", asked)
        except NotFound as error:
            raise UnknownPaper(title) from error
        papers = to_papers(answer.get("data"))
        if not papers:
            raise UnknownPaper(title)
        return papers[0]

    async def authors(self, name: str, *, limit: int = 10) -> tuple[ScholarAuthor, ...]:
        """Authors with this name, the most published first. A name with hyphens is looked up
        without them first, then as it stands."""
        found = await self._authors(query_text(name), limit)
        if not found and "-" in name:
            found = await self._authors(name, limit)
        return found

    async def author_papers(self, author_id: str) -> tuple[Paper, ...]:
        """Up to 1000 papers of one author, most cited first. Raises UnknownName."""
        asked = {"fields": PAPER_FIELDS, "limit": str(_LONGEST_LIST)}
        try:
            answer = await self._requester.get(f"/author/{_in_path(author_id)}/papers", asked)
        except (NotFound, NotAccepted) as error:
            raise UnknownName("author", author_id) from error
        return tuple(sorted(to_papers(answer.get("data")), key=lambda p: -(p.citation_count or 0)))

    async def download_pdf(self, url: str, *, max_bytes: int) -> bytes:
        """The PDF at `url`. Raises UnreadableFile or OversizedFile. Neither the key nor the budget
        has to do with it."""
        await self._requester.limiter.turn()  # the file may lie with the service itself
        return await self._downloader.pdf(url, max_bytes=max_bytes)

    async def _authors(self, query: str, limit: int) -> tuple[ScholarAuthor, ...]:
        asked = {"query": query, "limit": str(min(limit, _LONGEST_LIST)), "fields": AUTHOR_FIELDS}
        found = to_authors((await self._requester.get("/author/search", asked)).get("data"))
        return tuple(sorted(found, key=lambda a: (-a.n_papers, -a.n_citations)))

    async def _snippets(self, text: str, limit: int, parameters: Mapping[str, str]) -> object:
        asked = {"query": query_text(text), "limit": str(min(limit, _MOST_SNIPPETS))}
        try:
            answer = await self._requester.get(
                "/snippet/search", asked | {"fields": SNIPPET_FIELDS, **parameters}
            )
        except NotFound:
            return ()  # the service's word for a restriction to papers of which it has no text
        return answer.get("data")

    async def _batch(self, ids: Sequence[str]) -> tuple[Paper | None, ...]:
        try:
            answer = await self._requester.post(
                "/paper/batch", {"fields": PAPER_FIELDS}, {"ids": list(ids)}
            )
        except NotAccepted:
            return (None,) * len(ids)  # how the service says that it knows none of them
        if len(answer) != len(ids):
            raise ScholarBadAnswer(f"{len(answer)} papers for {len(ids)} ids")
        return tuple(to_paper(record) for record in answer)


def _paper_id(identifier: str) -> str:
    parsed = parse_identifier(identifier)
    return parsed.value if parsed.names is Names.PAPER else identifier.strip()


def _in_path(identifier: str) -> str:
    return quote(identifier, safe=":/")


def _sendable(api_key: SecretStr | None) -> SecretStr | None:
    """The key as a header can carry it. Raises ScholarRefused for one that no header can, as the
    service would."""
    key = api_key.get_secret_value().strip() if api_key else ""
    if not key:
        return None
    if not (key.isascii() and key.isprintable()):
        raise ScholarRefused(401)
    return SecretStr(key)


def _is_loopback(base_url: str) -> bool:
    host = httpx.URL(base_url).host
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
