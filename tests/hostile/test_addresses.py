"""Where a paper says that its PDF lies: addresses and servers that mean ill, each of them beside
papers whose PDF is read."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from myscholar.domain.papers import Paper, Passage, PassageKind, TextSource
from myscholar.errors import UnreadableFile
from myscholar.gateways.pacing import Limiter
from myscholar.gateways.semantic_scholar.client import SemanticScholar
from myscholar.gateways.semantic_scholar.download import Downloader, resolve_host
from myscholar.library.imports import Imported
from myscholar.library.semantic_scholar import import_from_scholar

PUBLIC = "93.184.215.14"
PDF = b"%PDF-1.7\n" + b"x" * 1000
GOOD = "http://papers.example.org/good"
NAMES = {
    "papers.example.org": (PUBLIC,),
    "inside.example.org": ("10.0.0.5",),
    "inside.example.org.": ("10.0.0.5",),
    "both.example.org": (PUBLIC, "127.0.0.1"),
    "zone.example.org": ("fe80::1%eth0",),
    "mapped.example.org": ("::ffff:10.0.0.1",),
    "none.example.org": (),
    "odd.example.org": ("nowhere",),
}

PRIVATE = """
http://127.0.0.1/ http://127.1/ http://127.0.1/ http://2130706433/ http://017700000001/
http://0x7f000001/ http://0x7f.0.0.1/ http://0x7f.1/ http://0/ http://00000/ http://0.0.0.0/
http://4294967295/ http://10.0.0.1/ http://172.16.0.1/ http://192.168.1.1/ http://100.64.0.1/
http://198.18.0.1/ http://192.0.2.1/ http://240.0.0.1/ http://255.255.255.255/ http://224.0.0.1/
http://169.254.169.254/latest/meta-data/ http://2852039166/ http://0xa9fea9fe/
http://169.254.170.2/ http://168.63.129.16/ http://100.100.100.200/ http://192.0.0.192/
http://[::1]/ http://[::]/ http://[0:0:0:0:0:0:0:1]/ http://[::ffff:127.0.0.1]/
http://[::ffff:7f00:1]/ http://[::127.0.0.1]/ http://[2002:7f00:1::]/ http://[2002:a9fe:a9fe::]/
http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/ http://[64:ff9b::7f00:1]/ http://[64:ff9b:1::1]/
http://[fe80::1]/ http://[fc00::1]/ http://[fd00:ec2::254]/
http://[ff02::1]/ http://[fec0::1]/ http://[2001:db8::1]/ http://[100::1]/ http://[3fff::1]/
http://[5f00::1]/ http://[::ffff:0:127.0.0.1]/ http://127。0。0。1/ http://localhost/
http://inside.example.org/ http://inside.example.org./ http://both.example.org/
http://zone.example.org/ http://mapped.example.org/
http://papers.example.org@127.0.0.1/ http://papers.example.org:80@127.0.0.1/
http://papers.example.org\\@127.0.0.1/ hTTp://127.0.0.1/
""".split()
NOT_FOLLOWED = [
    *"""
file:///etc/passwd file://localhost/etc/passwd ftp://papers.example.org/good
gopher://127.0.0.1:6379/_INFO data:application/pdf;base64,JVBERi0= javascript:alert(1)
jar:http://papers.example.org!/ dict://127.0.0.1:11211/ ws://papers.example.org/good
view-source:http://127.0.0.1/ blob:http://127.0.0.1/ unix:///var/run/docker.sock
http+unix://%2Fvar%2Frun%2Fdocker.sock/info //papers.example.org/good papers.example.org/good
http: http:// http:///papers.example.org/good http:/papers.example.org/good http://? about:blank
""".split()
]
NO_ADDRESS = [
    *"""
http://[::1 http://::1]/ http://[::g]/ http://[1:2:3]/ http://[v1.x]/
http://[127.0.0.1]/ http://[::1]:80:80/ http://papers.example.org:abc/
http://papers.example.org:65536/good http://papers.example.org:99999/good
http://papers.example.org:0/good http://papers.example.org:-1/good http://xn--/ http://xn--a/
http://0177.0.0.1/ http://127.000.000.001/ http://１２７.０.０.１/ http://①②⑦.⓪.⓪.①/
http://ｌｏｃａｌｈｏｓｔ/ http://a..example.org/
""".split(),
    f"http://papers.example.org:{'9' * 19}/good",
    f"http://papers.example.org:{'9' * 5000}/good",
    f"http://{'a' * 64}.example.org/",
    f"http://{'a' * 1_000_000}/",
    f"http://{'ä' * 5000}/",
    f"http://papers.example.org/{'a' * 200_000}",
    "http://papers.example.org/good\r\nX-Evil: 1",
    "http://papers.example.org/good\nHost: 127.0.0.1",
    "http://papers.example.org/\x00",
    "http://papers.example.org\x00.example.com/",
    "http://a\u00adb.example.org/",
    "http://\u202eexample.org/",
    "http://papers.example.org/\ud800",
]
TOLD = {
    "leads to a private address": PRIVATE,
    "only http and https links": NOT_FOLLOWED,
    "the link is no address": NO_ADDRESS,
    "no host has this name": ["http://none.example.org/", "http://odd.example.org/"],
}


async def resolve(host: str, port: int) -> Sequence[str]:
    """What looks like a number is left to the system, as a real name would be."""
    return NAMES[host] if host in NAMES else await resolve_host(host, port)


def read_pdf(path: Path) -> Paper:
    assert path.read_bytes() == PDF
    body = Passage(
        passage_id="f#1", paper_id="f", kind=PassageKind.BODY, text="Read.", paragraph=1, page=1
    )
    return Paper(paper_id="f", title="f", passages=(body,), text_source=TextSource.FULL_TEXT)


class Literature:
    """Semantic Scholar, whose papers lie at the given addresses; and the one public server, which
    has a PDF under `/good`."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.papers = [
            {
                "paperId": f"{n:040x}",
                "externalIds": {"CorpusId": n},
                "title": f"Paper number {n}",
                "abstract": "We study it.",
                "openAccessPdf": {"url": address},
            }
            for n, address in enumerate(addresses, start=1)
        ]
        self.visited: list[httpx.URL] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.host == "api.semanticscholar.org":
            is_batch = request.url.path.endswith("/batch")
            return httpx.Response(200, json=self.papers if is_batch else {"data": []})
        self.visited.append(request.url)
        return httpx.Response(200, content=PDF)

    async def imported(self) -> Imported:
        client = SemanticScholar(
            transport=httpx.MockTransport(self), resolve=resolve, limiter=Limiter(interval_s=1e-6)
        )
        ids = [f"CorpusId:{n}" for n in range(1, len(self.papers) + 1)]
        async with client:
            return await import_from_scholar(ids, client=client, read_pdf=read_pdf)


@pytest.mark.parametrize("told", TOLD)
async def test_papers_beside_one_whose_address_means_ill_are_read(told: str) -> None:
    hostile = TOLD[told]
    if told == "the link is no address":  # as JSON can hold it
        hostile = [address for address in hostile if "\ud800" not in address]
    literature = Literature([GOOD, *hostile, f" {GOOD} "])
    read = await literature.imported()
    sources = [paper.text_source for paper in read.papers]
    abstract, text = TextSource.ABSTRACT, TextSource.FULL_TEXT
    assert sources == [text, *[abstract] * len(hostile), text]
    assert [str(url) for url in literature.visited] == [f"http://{PUBLIC}/good"] * 2
    unlike = [p.message for p in read.problems if told not in p.message]
    assert (unlike, len(read.problems)) == ([], len(hostile))


async def test_half_a_character_in_an_address_is_told() -> None:
    async with httpx.AsyncClient(transport=httpx.MockTransport(Literature([]))) as http:
        with pytest.raises(UnreadableFile, match="is no address"):
            await Downloader(http, resolve).pdf(NO_ADDRESS[-1], max_bytes=1000)


def head(status: str = "200 OK", **named: Any) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in named.items()]
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode()


def moved(to: str, status: str = "302 Found") -> bytes:
    return head(status, Location=to, Content_Length=0)


UNREADABLE = "can't be read, or breaks off"
CHUNKED = head(Transfer_Encoding="chunked")
ANSWERS: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", UNREADABLE),
    "noise": (bytes(range(256)) * 20, UNREADABLE),
    "no head": (PDF, UNREADABLE),
    "of another protocol": (b"HTTP/2 200\r\n\r\n" + PDF, UNREADABLE),
    "a word as status": (b"HTTP/1.1 abc Odd\r\n\r\n", UNREADABLE),
    "shorter than said": (head(Content_Length=len(PDF) + 9) + PDF, UNREADABLE),
    "a length below zero": (head(Content_Length=-5) + PDF, UNREADABLE),
    "a length of 4,400 digits": (head(Content_Length="9" * 4400) + PDF, UNREADABLE),
    "two lengths": (
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n" + PDF,
        UNREADABLE,
    ),
    "chunks of no length": (CHUNKED + b"zzzz\r\nhello\r\n", UNREADABLE),
    "a chunk below zero": (CHUNKED + b"-1\r\nhello\r\n", UNREADABLE),
    "a chunk beyond all measure": (CHUNKED + b"f" * 5000 + b"\r\nhello\r\n", UNREADABLE),
    "an endless name of a chunk": (CHUNKED + b"1;" + b"a" * 2_000_000, UNREADABLE),
    "endless lines behind the chunks": (
        CHUNKED + b"1\r\nx\r\n0\r\n" + b"A: b\r\n" * 400_000,
        UNREADABLE,
    ),
    "a head of megabytes": (head(X_A="a" * 5_000_000) + PDF, UNREADABLE),
    "a thousand heads": (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 400_000, UNREADABLE),
    "another protocol offered": (
        head("101 Switching Protocols", Upgrade="websocket", Connection="Upgrade"),
        UNREADABLE,
    ),
    "packed twice": (
        head(Content_Encoding="gzip, gzip", Content_Length=60) + gzip.compress(b"x")[:60],
        "sends it packed (gzip, gzip)",
    ),
    "a page": (head(Content_Type="application/pdf", Content_Length=4) + b"<htm", "is not a PDF"),
    "an empty file": (head(Content_Length=0), "is not a PDF"),
    "no content": (head("204 No Content"), "status 204"),
    "a part": (head("206 Partial Content", Content_Length=50) + PDF[:50], "status 206"),
    "a question for a password": (
        head("401 Unauthorized", WWW_Authenticate='Basic realm="x"', Content_Length=0),
        "status 401",
    ),
    "a status of nobody's": (b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n", "status 999"),
    "moved without saying where": (head("302 Found", Content_Length=0), "status 302"),
    "moved nowhere": (moved(""), "without end"),
    "moved to itself": (moved("/"), "without end"),
    "moved to this machine": (moved("http://127.0.0.1:22/"), "private address"),
    "moved to this machine as a number": (moved("http://2130706433/"), "private address"),
    "moved to the cloud's own": (moved("http://169.254.169.254/latest/"), "private address"),
    "moved to a name within": (moved("//inside.example.org/admin"), "private address"),
    "moved to a file": (moved("file:///etc/passwd"), "only http and https"),
    "moved to a script": (moved("javascript:alert(1)"), "is no address"),
    "moved to its own words": (moved("data:application/pdf,%25PDF-1.7"), "is no address"),
    "moved to no port": (moved("http://papers.example.org:99999/"), "is no address"),
    "moved to too long a name": (moved(f"http://{'a' * 70}.example.org/"), "is no address"),
    "moved to half a bracket": (moved("http://[::1"), UNREADABLE),
    "moved far": (moved(f"/{'a' * 150_000}"), UNREADABLE),
}  # fmt: skip


@asynccontextmanager
async def served(
    answer: Callable[[asyncio.StreamWriter], Awaitable[None]],
) -> AsyncIterator[httpx.AsyncBaseTransport]:
    """A way to a server of this machine, in place of the public one; to nowhere else."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            await answer(writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass  # whoever asked has gone
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    class ToThisMachine(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            assert request.url.host == PUBLIC
            request.url = request.url.copy_with(host="127.0.0.1", port=port, scheme="http")
            return await super().handle_async_request(request)

    async with server, ToThisMachine(verify=False) as transport:
        yield transport


@pytest.mark.parametrize("what", ANSWERS)
async def test_a_server_that_answers_amiss_is_told_in_words(what: str) -> None:
    answer, told = ANSWERS[what]

    async def send(writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        await writer.drain()

    async with served(send) as transport, httpx.AsyncClient(transport=transport) as http:
        with pytest.raises(UnreadableFile) as raised:
            await Downloader(http, resolve, timeout_s=20).pdf(GOOD, max_bytes=1_000_000)
    assert told in raised.value.reason


@pytest.mark.parametrize(
    "repeated",
    [b"", b"X-A: b\r\n", b"\r\n%PDF-1.7\n", b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"],
)
async def test_an_answer_without_end_ends_in_time(repeated: bytes) -> None:
    async def send(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n")
        writer.write(repeated)
        await writer.drain()
        await asyncio.Event().wait()

    async with served(send) as transport, httpx.AsyncClient(transport=transport) as http:
        with pytest.raises(UnreadableFile, match="came in time"):
            await Downloader(http, resolve, timeout_s=0.2).pdf(GOOD, max_bytes=1_000_000)


async def test_provisional_answers_without_end_end_in_time() -> None:
    async def send(writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 200)
            await writer.drain()

    async with served(send) as transport, httpx.AsyncClient(transport=transport) as http:
        with pytest.raises(UnreadableFile, match="came in time"):
            await Downloader(http, resolve, timeout_s=0.2).pdf(GOOD, max_bytes=1_000_000)


async def test_what_unpacks_to_much_leaves_the_others_their_turns() -> None:
    packed = gzip.compress(PDF + bytes(40_000_000))  # some 40 kB, in one piece
    n_turns, is_unpacking = 0, False

    async def count() -> None:
        nonlocal n_turns
        while True:
            await asyncio.sleep(0)
            n_turns += is_unpacking

    class OnePiece(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            nonlocal is_unpacking
            is_unpacking = True
            yield packed
            is_unpacking = False

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=OnePiece(), headers={"content-encoding": "gzip"})

    counting = asyncio.create_task(count())
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as http:
        read = await Downloader(http, resolve).pdf(GOOD, max_bytes=50_000_000)
    counting.cancel()
    assert len(read) == len(PDF) + 40_000_000
    assert n_turns > 5  # it is unpacked in ten bites of 4,096 bytes
