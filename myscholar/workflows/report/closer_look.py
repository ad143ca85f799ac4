"""More of the papers that matter than what the search found: what corpora and libraries hold of
them, what Semantic Scholar may show, and else their open-access PDFs."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from pydantic import TypeAdapter, ValidationError

from myscholar.domain.evidence import Hit, source_in_words
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, Passage, PassageKind
from myscholar.errors import MyScholarError
from myscholar.gateways.semantic_scholar.cache import ScholarCache, request_key
from myscholar.library.merge import with_id
from myscholar.library.reading import ReadLimits
from myscholar.library.worker import read_pdf
from myscholar.processes import temporary_folder
from myscholar.search.more_passages import HoldsText, ScholarText, with_more
from myscholar.workflows.library.sources import SCHOLAR, named_to_open, open_sources
from myscholar.workflows.services import Services

PATIENCE_S = 3.0
"""Seconds after which papers are read with what has come; others are read meanwhile. By hand."""
MOST_PDFS, LARGEST_PDF = 3, 10_000_000
"""PDFs that are fetched, side by side, and the bytes of one; by hand."""
_PDF_LIMITS = ReadLimits(max_pages=30, seconds=PATIENCE_S)
_KEPT = timedelta(days=7)
"""How long what a PDF says is kept on disk: a run that dies before this step is stored finds it
again, where fetching it once more may take too long."""
_TEXTS = TypeAdapter(tuple[Passage, ...])
ENOUGH = 3
"""Passages of its body from which a paper needs no PDF; by hand."""

_Found = tuple[str, Mapping[PaperId, tuple[Passage, ...]]]
"""A source's name, and what it gave."""


class Closer(Frozen):
    """The papers with what there is more of them; `n_requests` were sent to Semantic Scholar."""

    papers: tuple[Paper, ...] = ()
    notes: tuple[str, ...] = ()
    n_requests: int = 0


class CloserLook:
    """Begun at once; `of` waits for one paper's passages, and never longer than the patience."""

    def __init__(
        self, services: Services, question: str, hits: Sequence[Hit], n_requests: int
    ) -> None:
        self._services, self._question = services, question
        self._until = asyncio.get_running_loop().time() + PATIENCE_S
        names = dict.fromkeys(name for hit in hits for name in hit.sources)
        self._client = services.scholar(n_requests) if SCHOLAR in names else None
        if not n_requests:
            names.pop(SCHOLAR, None)
        self._sources = [
            asyncio.ensure_future(self._ask(name, [h.paper for h in hits if name in h.sources]))
            for name in names
        ]
        folder = services.settings.cache_folder / "pdfs"
        self._texts = ScholarCache(folder, _KEPT, services.clock)
        self._downloads = dict[PaperId, asyncio.Future[bytes]]()
        for paper in [hit.paper for hit in hits if self._needs_pdf(hit.paper)][:MOST_PDFS]:
            if self._kept_text(paper) is None:
                self._begin_download(paper)
        self._pdfs: list[asyncio.Future[_Found]] = []
        self.notes: list[str] = []

    @property
    def n_requests(self) -> int:
        """Sent to Semantic Scholar."""
        return self._client.budget.spent if self._client else 0

    async def of(self, paper: Paper) -> Paper:
        """With the passages that came in time."""
        known = await self._with_found(paper, self._sources)
        if not self._needs_pdf(known) or len(self._pdfs) == MOST_PDFS:
            return known
        pdf = asyncio.ensure_future(self._read_open(paper))
        self._pdfs.append(pdf)
        return await self._with_found(known, [pdf])

    def _needs_pdf(self, paper: Paper) -> bool:
        n_body = sum(p.kind is PassageKind.BODY for p in paper.passages)
        return bool(self._client and paper.pdf_url) and n_body < ENOUGH

    def _begin_download(self, paper: Paper) -> "asyncio.Future[bytes]":
        """Those that may be needed are fetched while it is asked what else there is."""
        assert self._client
        assert paper.pdf_url
        download = self._client.download_pdf(paper.pdf_url, max_bytes=LARGEST_PDF)
        self._downloads[paper.paper_id] = begun = asyncio.ensure_future(download)
        return begun

    async def _read_open(self, paper: Paper) -> _Found:
        """What its PDF says; nothing where it can't be had: the paper is read without."""
        passages = self._kept_text(paper)
        if passages is None:
            try:
                content = await (self._downloads.get(paper.paper_id) or self._begin_download(paper))
                with temporary_folder() as folder:
                    path = folder / "paper.pdf"
                    path.write_bytes(content)
                    read = await asyncio.to_thread(read_pdf, path, limits=_PDF_LIMITS)
            except MyScholarError:
                return "pdf", {}
            passages = with_id(read, paper.paper_id).passages
            self._texts.write(_key(paper), _TEXTS.dump_python(passages, mode="json"))
        return "pdf", {paper.paper_id: passages}

    def _kept_text(self, paper: Paper) -> tuple[Passage, ...] | None:
        try:
            return _TEXTS.validate_python(self._texts.read(_key(paper)))
        except ValidationError:  # none, or of an earlier version
            return None

    async def aclose(self) -> None:
        """What has not come by now is given up."""
        begun: list[asyncio.Future[Any]] = [*self._sources, *self._pdfs, *self._downloads.values()]
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        if self._client:
            await self._client.aclose()

    async def _with_found(self, paper: Paper, asked: Sequence[asyncio.Future[_Found]]) -> Paper:
        left = max(0.0, self._until - asyncio.get_running_loop().time())
        if asked:
            await asyncio.wait(asked, timeout=left)
        for task in asked:
            if task.done():
                name, found = task.result()
                paper = with_more(paper, found.get(paper.paper_id, ()), name)
        return paper

    async def _ask(self, name: str, papers: Sequence[Paper]) -> _Found:
        try:
            if name == SCHOLAR:
                assert self._client
                return name, await ScholarText(self._client, self._question).passages_of(papers)
            opened = await asyncio.to_thread(open_sources, self._services, (named_to_open(name),))
            (source,) = opened.sources
            return name, await source.passages_of(papers) if isinstance(source, HoldsText) else {}
        except MyScholarError as error:
            self.notes.append(
                "The papers that matter most were read only in the passages that the search in "
                f"{source_in_words(name)} found: {error}"
            )
            return name, {}


def _key(paper: Paper) -> str:
    return request_key("GET", paper.pdf_url or "", {"paper": paper.paper_id}, None)


async def look_closer(
    services: Services, question: str, hits: Sequence[Hit], n_requests: int
) -> Closer:
    """`n_requests` may be sent to Semantic Scholar."""
    look = CloserLook(services, question, hits, n_requests)
    try:
        papers = await asyncio.gather(*(look.of(hit.paper) for hit in hits))
    finally:
        await look.aclose()
    return Closer(papers=tuple(papers), notes=tuple(look.notes), n_requests=look.n_requests)
