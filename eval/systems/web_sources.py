"""The words of a page or PDF that a report cites, fetched from its public address. Source: Arena
§4, equation 4, whose pages come by a paid service."""

import asyncio
import re
import tempfile
from html.parser import HTMLParser
from pathlib import Path

import httpx

from eval.domain.judgment import Unscored
from myscholar.domain.model import Frozen
from myscholar.domain.text import one_line, that_fit
from myscholar.errors import MyScholarError
from myscholar.gateways.semantic_scholar.download import Downloaded, Downloader
from myscholar.library.worker import read_pdf

MAX_BYTES = 10_000_000
MOST_CHARS = 200_000
"""Of a source's words; what follows is left out."""
SHORTEST = 40
"""Characters of a passage: shorter ones are menus and buttons."""
_ACCEPT = "text/html, application/pdf, text/plain;q=0.8"
_NO_ENTITY = " " * 40
"""Behind a text: what the parser would else hold back, since an entity might go on."""
_CHARSET = re.compile(r"charset=[\"']?([\w-]+)", re.I)
_BLOCKS = frozenset(
    "p li dd blockquote td th h1 h2 h3 h4 h5 h6 div section article main br tr pre".split()
)
_UNREAD = frozenset("script style noscript template nav header footer aside svg".split())


class FetchedSource(Frozen):
    url: str
    passages: tuple[str, ...] = ()
    failed: Unscored | None = None


async def fetch_source(downloader: Downloader, url: str) -> FetchedSource:
    """What can't be had says why; nothing is raised for it."""
    try:
        found = await downloader.file(url, max_bytes=MAX_BYTES, accept=_ACCEPT)
        passages = await asyncio.to_thread(passages_of, found)
    except MyScholarError as error:
        return FetchedSource(
            url=url, failed=Unscored(reason=f"NotFetched: {' '.join(str(error).split())}")
        )
    failed = None if passages else Unscored(reason=f"NothingToRead: {url} has no text.")
    return FetchedSource(url=url, passages=passages, failed=failed)


def open_downloader(http: httpx.AsyncClient) -> Downloader:
    return Downloader(http, timeout_s=30, https_only=True)


def passages_of(found: Downloaded) -> tuple[str, ...]:
    """Paragraphs of a page, a PDF or plain text, in order. Raises what reading a PDF does."""
    if b"%PDF-" in found.content[:1024]:
        texts = _of_pdf(found.content)
    else:
        named = _CHARSET.search(found.media_type)
        try:
            text = found.content.decode(named[1] if named else "utf-8", errors="replace")
        except (LookupError, UnicodeError):  # a charset of nobody's, or none of pages
            text = found.content.decode("utf-8", errors="replace")
        texts = re.split(r"\n\s*\n", text) if "text/plain" in found.media_type else _of_page(text)
    passages = dict.fromkeys(one_line(text) for text in texts)
    return that_fit([p for p in passages if len(p) >= SHORTEST], len, MOST_CHARS)


def _of_pdf(content: bytes) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "source.pdf"
        path.write_bytes(content)
        return [passage.text for passage in read_pdf(path).readable]


def _of_page(text: str) -> list[str]:
    reader = _PageReader()
    # not closed: what is open at the end would be looked through once for each of its tags
    reader.feed(text + _NO_ENTITY)
    return "".join(reader.pieces).split("\n")


class _PageReader(HTMLParser):
    """Text by blocks, without what is not read aloud."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._unread = 0

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """As browsers do: a comment up to the next ">", whatever it begins with."""
        return self.parse_bogus_comment(i, report)

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in _UNREAD
        if tag in _BLOCKS:
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._unread = max(0, self._unread - (tag in _UNREAD))
        if tag in _BLOCKS:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.pieces.append(re.sub(r"\s+", " ", data))
