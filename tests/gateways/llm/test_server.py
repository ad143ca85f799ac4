"""A server of the user's own is found at the address that was meant, and what can't be used is
named."""

import httpx2
import pytest

from myscholar.errors import NoModelServer
from myscholar.gateways.llm import server
from myscholar.gateways.llm.server import Server, find_server

LIST = {"data": [{"id": "qwen3"}, {"id": "llama4"}]}
PAGE = "<!DOCTYPE html><html><body>Welcome</body></html>"


def at(url, answer=None, **other):
    """One answer at an address, another one elsewhere: 404 as JSON unless given."""
    elsewhere = other.get("elsewhere", httpx2.Response(404, json={"error": "not here"}))

    def handle(request):
        found = answer if str(request.url) == url else elsewhere
        if isinstance(found, Exception):
            raise found
        return found if found is not None else httpx2.Response(200, json=LIST)

    return httpx2.MockTransport(handle)


@pytest.mark.parametrize(
    "given",
    [
        "http://lab.test:8000/v1",
        "http://lab.test:8000/v1/",
        " http://lab.test:8000\n",
        "lab.test:8000",
        "http://lab.test:8000/v1/chat/completions",
        "http://lab.test:8000/v1/models",
        "http://lab.test:8000/api/chat",
        "http://lab.test:8000/some/path",
        "'http://lab.test:8000/v1?key=x'",
    ],
)
async def test_the_address_that_was_meant_is_found(given):
    found = await find_server(given, transport=at("http://lab.test:8000/v1/models"))
    assert found == Server("http://lab.test:8000/v1", ("qwen3", "llama4"))


@pytest.mark.parametrize(("given", "right"), [("https", "http"), ("http", "https")])
async def test_the_other_of_http_and_https_is_tried(given, right):
    transport = at(
        f"{right}://lab.test/v1/models",
        elsewhere=httpx2.ConnectError("[SSL: WRONG_VERSION_NUMBER]"),
    )
    assert (
        await find_server(f"{given}://lab.test/v1", transport=transport)
    ).base_url == f"{right}://lab.test/v1"


async def test_a_key_never_goes_from_https_to_http():
    sent = []

    def handle(request):
        sent.append((request.url.scheme, "authorization" in request.headers))
        return httpx2.Response(404, text="no")

    with pytest.raises(NoModelServer):
        await find_server(
            "https://lab.test/v1", "lab-secret", transport=httpx2.MockTransport(handle)
        )
    assert set(sent) == {("https", True), ("http", False)}


@pytest.mark.parametrize(
    "given", ["https://lab.test/v1", "HTTPS://lab.test/v1", "'https://lab.test/v1'"]
)
@pytest.mark.parametrize(
    "answer", [httpx2.Response(200, json=LIST), httpx2.Response(401), httpx2.Response(404, json={})]
)
async def test_no_server_is_found_by_http_that_would_be_sent_the_key_meant_for_https(given, answer):
    sent = []

    def handle(request):
        sent.append((request.url.scheme, "authorization" in request.headers))
        if request.url.scheme == "https":
            raise httpx2.ConnectError("no answer")
        return answer

    with pytest.raises(NoModelServer):
        await find_server(given, "lab-secret", transport=httpx2.MockTransport(handle))
    assert ("http", True) not in sent


@pytest.mark.parametrize("given", ["http://[::1", "http://[lab]/v1", "http://lab.test:99999"])
async def test_what_is_no_address_is_named_so(given):
    with pytest.raises(NoModelServer, match="this is no address"):
        await find_server(given)


async def test_a_server_that_wants_a_key_and_one_without_a_list_are_servers():
    refuses = at("http://lab.test/v1/models", httpx2.Response(401, json={"error": "key"}))
    assert await find_server("http://lab.test/v1", transport=refuses) == Server(
        "http://lab.test/v1", wants_key=True
    )
    assert await find_server("http://lab.test", transport=at("nowhere")) == Server(
        "http://lab.test/v1"
    )


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            httpx2.Response(200, text=PAGE),
            "it answers with a web page. Give the address of its API",
        ),
        (httpx2.Response(200, text=""), "its answer is empty"),
        (httpx2.Response(200, text="hello"), "it does not speak OpenAI's protocol"),
        (
            httpx2.Response(302, headers={"location": "http://other.test"}),
            "it sends on to another address",
        ),
        (httpx2.ConnectError("refused"), "nobody answers. Is the server started?"),
        (
            httpx2.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED]"),
            "its certificate can't be verified",
        ),
        (httpx2.ReadTimeout("slow"), "no answer came within 5 seconds"),
        (httpx2.ReadError("reset"), "its answer can't be read"),
    ],
)
async def test_what_is_no_server_is_named(answer, told):
    with pytest.raises(NoModelServer) as caught:
        await find_server("http://lab.test/v1", transport=at("x", elsewhere=answer))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "given", ["", "ftp://lab.test", "http://", "two words", "http://lab.test:port/v1"]
)
async def test_what_is_no_address_is_named(given):
    with pytest.raises(NoModelServer, match="this is no address"):
        await find_server(given, transport=at("x"))


async def test_an_answer_without_end_is_not_read_to_its_end(monkeypatch):
    monkeypatch.setattr(server, "_LARGEST", 1000)
    n = []

    class Endless(httpx2.AsyncByteStream):
        async def __aiter__(self):
            while True:
                n.append(1)
                yield b"x" * 400

    def handle(_):
        return httpx2.Response(200, stream=Endless())

    with pytest.raises(NoModelServer):
        await find_server("http://lab.test/v1", transport=httpx2.MockTransport(handle))
    assert len(n) < 50


async def test_names_of_models_are_texts_of_a_usual_length():
    odd = {
        "data": [
            {"id": "good"},
            {"id": 3},
            {"id": "x" * 500},
            {"id": "a\x1b[31m"},
            "text",
            {"id": "good"},
        ]
    }
    found = await find_server(
        "http://lab.test/v1",
        transport=at("http://lab.test/v1/models", httpx2.Response(200, json=odd)),
    )
    assert found.models == ("good",)
