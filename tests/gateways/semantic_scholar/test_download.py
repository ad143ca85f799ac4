import gzip
import tracemalloc
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest

from myscholar.errors import OversizedFile, UnreadableFile
from myscholar.gateways.semantic_scholar.download import resolve_host

PDF = b"%PDF-1.7\n" + b"x" * 100
LINK = "https://papers.example.org/a.pdf"


async def iter_of(content: bytes) -> AsyncIterator[bytes]:
    """As it comes from a server: nobody has unpacked it."""
    yield content


async def test_a_pdf_is_fetched_from_the_address_that_was_checked(client, service):
    service.always(httpx.Response(200, content=PDF))
    assert await client(api_key="sesame").download_pdf(LINK, max_bytes=1000) == PDF
    (request,) = service.requests
    assert (request.url.host, request.headers["host"]) == ("93.184.215.14", "papers.example.org")
    assert request.extensions["sni_hostname"] == "papers.example.org"


async def test_no_key_goes_to_where_a_pdf_lies(client, service):
    service.always(httpx.Response(200, content=PDF))
    await client(api_key="sesame").download_pdf(LINK, max_bytes=1000)
    assert "sesame" not in str(service.requests[0].headers.raw)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "169.254.169.254",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::10.1.2.3",
        "64:ff9b:1::1",
        "::7f00:1",
        "fec0::1",
        "3fff::1",
        "5f00::1",
        "168.63.129.16",
        "192.0.0.192",
    ],
)
async def test_private_addresses_are_not_visited(client, service, address):
    async def resolve(host, port):
        return ["93.184.215.14", address]

    with pytest.raises(UnreadableFile, match="private address"):
        await client(resolve=resolve).download_pdf(LINK, max_bytes=1000)
    assert service.requests == []


@pytest.mark.parametrize("answer", [[], [""], ["nowhere"], ["93.184.215.14", "300.1.1.1"]])
async def test_a_resolver_that_gives_no_address_is_told(client, service, answer):
    async def resolve(host, port):
        return answer

    with pytest.raises(UnreadableFile, match=r"the download failed \(no host has this name\)"):
        await client(resolve=resolve).download_pdf(LINK, max_bytes=1000)
    assert service.requests == []


@pytest.mark.parametrize(
    "link",
    ["file:///etc/passwd", "ftp://example.org/a.pdf", "data:application/pdf,x", "a.pdf", "http://"],
)
async def test_only_http_links_are_followed(client, service, link):
    with pytest.raises(UnreadableFile):
        await client().download_pdf(link, max_bytes=1000)
    assert service.requests == []


@pytest.mark.parametrize("status", [300, 301, 304])
async def test_an_answer_that_leads_nowhere_is_no_file(client, service, status):
    service.always(httpx.Response(status))
    with pytest.raises(UnreadableFile, match=f"status {status}"):
        await client().download_pdf(LINK, max_bytes=1000)


@pytest.mark.parametrize("host", ["a..example.org", f"{'a' * 70}.example.org", "xn--"])
async def test_a_name_that_no_resolver_takes_is_no_file(client, service, host):
    with pytest.raises(UnreadableFile, match="download failed"):
        await client(resolve=resolve_host).download_pdf(f"http://{host}/a.pdf", max_bytes=1000)
    assert service.requests == []


async def test_a_redirect_is_checked_like_the_first_link(client, service):
    async def resolve(host, port):
        return ["127.0.0.1"] if host == "inside.example.org" else ["93.184.215.14"]

    service.answers = [
        httpx.Response(302, headers={"location": "https://inside.example.org/admin"})
    ]
    with pytest.raises(UnreadableFile, match="private address"):
        await client(resolve=resolve).download_pdf(LINK, max_bytes=1000)
    assert len(service.requests) == 1


async def test_a_redirect_leads_to_the_file(client, service):
    service.answers = [
        httpx.Response(301, headers={"location": "/b.pdf"}),
        httpx.Response(200, content=PDF),
    ]
    assert await client().download_pdf(LINK, max_bytes=1000) == PDF
    assert service.requests[1].headers["host"] == "papers.example.org"


async def test_links_in_a_circle_end(client, service):
    service.always(httpx.Response(302, headers={"location": LINK}))
    with pytest.raises(UnreadableFile, match="without end"):
        await client().download_pdf(LINK, max_bytes=1000)


async def test_a_local_service_may_serve_its_own_files(client, service):
    async def resolve(host, port):
        return ["127.0.0.1"]

    service.always(httpx.Response(200, content=PDF))
    local = client(base_url="http://127.0.0.1:8765", resolve=resolve)
    assert await local.download_pdf("http://127.0.0.1:8765/pdf/1.pdf", max_bytes=1000) == PDF


async def test_a_file_over_the_limit_is_left(client, service):
    service.always(httpx.Response(200, content=PDF))
    with pytest.raises(OversizedFile, match="longer than"):
        await client().download_pdf(LINK, max_bytes=50)


async def test_what_unpacks_to_more_than_the_limit_is_left_before_it_is_unpacked(client, service):
    bomb = gzip.compress(PDF + bytes(50_000_000))
    service.always(httpx.Response(200, content=iter_of(bomb), headers={"content-encoding": "gzip"}))
    tracemalloc.start()
    with pytest.raises(OversizedFile, match="longer than 1 MB"):
        await client().download_pdf(LINK, max_bytes=1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000
    assert service.requests[0].headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("packed", ["gzip, gzip", "br", "zstd", "gzip\t,deflate"])
async def test_what_is_packed_twice_or_in_another_way_is_not_unpacked(client, service, packed):
    service.always(httpx.Response(200, content=iter_of(PDF), headers={"content-encoding": packed}))
    with pytest.raises(UnreadableFile, match="sends it packed"):
        await client().download_pdf(LINK, max_bytes=1000)


async def test_a_server_that_packs_though_it_is_asked_not_to_is_read(client, service):
    for packed, way in ((gzip.compress(PDF), "gzip"), (zlib.compress(PDF), "deflate")):
        headers = {"content-encoding": way}
        service.answers = [httpx.Response(200, content=iter_of(packed), headers=headers)]
        assert await client().download_pdf(LINK, max_bytes=1000) == PDF


async def test_a_broken_packing_is_no_file(client, service):
    headers = {"content-encoding": "gzip"}
    service.always(httpx.Response(200, content=iter_of(PDF), headers=headers))
    with pytest.raises(UnreadableFile, match="packed is broken"):
        await client().download_pdf(LINK, max_bytes=1000)


@pytest.mark.parametrize("between", [b"", bytes(9)])
async def test_a_file_that_is_packed_in_several_pieces_is_read_to_its_end(client, service, between):
    rest = bytes(range(256)) * 40
    packed = b"".join(gzip.compress(part) + between for part in (PDF, *[rest] * 300))
    headers = {"content-encoding": "gzip"}
    service.answers = [httpx.Response(200, content=iter_of(packed), headers=headers)]
    assert await client().download_pdf(LINK, max_bytes=10_000_000) == PDF + rest * 300


async def test_a_packed_file_whose_end_is_missing_is_no_file(client, service):
    headers = {"content-encoding": "gzip"}
    cut = gzip.compress(PDF)[:-9]
    service.answers = [httpx.Response(200, content=iter_of(cut), headers=headers)]
    with pytest.raises(UnreadableFile, match="packed is cut off"):
        await client().download_pdf(LINK, max_bytes=1000)


async def test_a_landing_page_is_no_pdf(client, service):
    service.always(httpx.Response(200, text="<html>Buy this paper</html>"))
    with pytest.raises(UnreadableFile, match="not a PDF"):
        await client().download_pdf(LINK, max_bytes=1000)


@pytest.mark.parametrize(
    "fault",
    [
        httpx.Response(404),
        httpx.Response(500),
        httpx.ConnectError("no"),
        httpx.ReadTimeout("slow"),
        OSError("unknown host"),
    ],
)
async def test_a_file_that_cannot_be_had_says_so(client, service, fault):
    service.answers = [fault]
    with pytest.raises(UnreadableFile, match="download failed"):
        await client().download_pdf(LINK, max_bytes=1000)
