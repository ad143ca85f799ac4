"""A server of the user's own, met for the first time: which address is the right one, what models
it has, what is odd about its answers."""

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional
from urllib.parse import urlsplit, urlunsplit

from myscholar.errors import NoModelServer
from myscholar.gateways.llm.config import Provider, Wire
from myscholar.gateways.llm.vendors import account_of

if TYPE_CHECKING:
    import httpx2

Transport = Optional["httpx2.AsyncBaseTransport"]
PATIENCE_S = 5.0
_LARGEST = 5_000_000
"""Bytes of an answer that are read."""
_MOST_MODELS = 1_000
_PATHS = ("/chat/completions", "/completions", "/models", "/api/chat", "/api/generate", "/api/tags")
"""What people copy along with the address."""
_NOBODY = "nobody answers. Is the server started?"
_PAGE = "it answers with a web page."


class Server(NamedTuple):
    """`base_url` is the address that works, which need not be the one that was given. `models` are
    empty where it has no list of them."""

    base_url: str
    models: tuple[str, ...] = ()
    wants_key: bool = False


class Knock(NamedTuple):
    """What came of asking a provider for the list of its models. `status` None: no answer, for the
    reason in `trouble`. `models` None: the answer is no such list."""

    status: int | None
    models: tuple[str, ...] | None
    trouble: str = ""


class _Said(NamedTuple):
    """`status` None: no answer, for the reason in `trouble`."""

    status: int | None
    body: bytes = b""
    trouble: str = ""

    @property
    def json(self) -> Any:
        """None for what is no JSON."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


async def find_server(
    address: str, key: str | None = None, *, transport: Transport = None
) -> Server:
    """Tries the address, then what was probably meant: with /v1, without a path too many, with the
    other of http and https.

    The key goes to the host of the address only, and never from https to http: no server is found
    there that would be sent one. Raises NoModelServer.
    """
    tried: list[tuple[str, _Said]] = []
    bases = candidates(address)
    for base in bases:
        downgraded = bases[0].startswith("https:") and base.startswith("http:")
        said = await _ask(f"{base}/models", _bearer(None if downgraded else key), transport)
        models, wants_key = _models(said), said.status in (401, 403)
        if downgraded and (wants_key or (key and models is not None)):
            raise NoModelServer(
                address.strip(),
                "it answers only by http, where anybody on the way could read the key. Give that "
                "address if it is to be sent so.",
            )
        if models is not None:
            return Server(base, models)
        if wants_key:
            return Server(base, wants_key=True)
        tried.append((base, said))
    without_list = [base for base, said in tried if isinstance(said.json, Mapping)]
    if key and without_list and bases[0].startswith("https:"):
        without_list = [base for base in without_list if base.startswith("https:")]
    if without_list:
        return Server(next((b for b in without_list if b.endswith("/v1")), without_list[0]))
    raise NoModelServer(address.strip(), _reason([said for _, said in tried]))


def candidates(address: str) -> tuple[str, ...]:
    """What the address of the API may be, the most likely first. Raises NoModelServer for what is
    no address."""
    given = address.strip().strip("\"'")
    try:
        parts = urlsplit(given if "://" in given else f"http://{given}")
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or any(c.isspace() for c in given):
        raise NoModelServer(given, "this is no address. One looks like http://127.0.0.1:11434/v1.")
    path = parts.path.rstrip("/")
    for ending in _PATHS:
        path = path.removesuffix(ending)
    paths = dict.fromkeys((path, *(() if path.endswith("/v1") else (f"{path}/v1",)), "/v1"))
    other = "https" if parts.scheme == "http" else "http"
    return tuple(
        urlunsplit((scheme, parts.netloc, p, "", ""))
        for scheme in (parts.scheme, other)
        for p in paths
    )


async def odd_answer(
    base_url: str, model: str, key: str | None, *, transport: Transport = None
) -> str:
    """What is wrong with the server's Chat Completions, in words; empty where nothing is found.
    Asks it once or twice more."""
    asked = {"model": model, "max_tokens": 5}
    chat = asked | {"messages": [{"role": "user", "content": "Say: ready"}]}
    said = await _ask(f"{base_url}/chat/completions", _bearer(key), transport, chat)
    if said.status is None:
        return said.trouble
    if said.status in (404, 405):
        plain = asked | {"prompt": "Say: ready"}
        older = await _ask(f"{base_url}/completions", _bearer(key), transport, plain)
        if isinstance(older.json, Mapping) and "choices" in older.json:
            return "it speaks only the older Completions; Chat Completions is needed."
        return ""
    if not said.body.strip():
        return "its answer is empty."
    if _is_page(said):
        return _PAGE
    if said.status == 200 and not (isinstance(said.json, Mapping) and said.json.get("choices")):
        return "it answers in another shape than OpenAI's Chat Completions."
    return ""


async def knock(provider: Provider, key: str | None, *, transport: Transport = None) -> Knock:
    """Asks for the list of its models, as its vendor wants to be asked: that costs nothing."""
    path, headers = "/models", _bearer(key)
    if provider.wire is Wire.ANTHROPIC:
        path, headers = "/v1/models?limit=1000", headers | {"anthropic-version": "2023-06-01"}
    elif provider.wire is Wire.GOOGLE:
        path, headers = "/v1beta/models?pageSize=1000", {"x-goog-api-key": key} if key else {}
    elif account_of(provider.name) == "azure":
        headers = {"api-key": key} if key else {}
    said = await _ask(f"{provider.base_url}{path}", headers, transport)
    models = _models(said)
    named = models and tuple(name.removeprefix("models/") for name in models)
    return Knock(said.status, named, said.trouble)


def _bearer(key: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


async def _ask(
    url: str,
    headers: Mapping[str, str],
    transport: Transport,
    body: Mapping[str, Any] | None = None,
) -> _Said:
    import httpx2

    method = "POST" if body else "GET"
    try:
        async with (
            asyncio.timeout(PATIENCE_S),
            httpx2.AsyncClient(timeout=PATIENCE_S, transport=transport) as http,
            http.stream(method, url, json=body, headers=headers) as response,
        ):
            read = b""
            async for piece in response.aiter_bytes():
                read += piece
                if len(read) > _LARGEST:
                    break
            if response.is_redirect:
                return _Said(None, trouble="it sends on to another address. Give that one.")
            return _Said(response.status_code, read)
    except (TimeoutError, httpx2.TimeoutException):
        return _Said(None, trouble=f"no answer came within {PATIENCE_S:.0f} seconds.")
    except httpx2.ConnectError as error:
        unproven = "CERTIFICATE_VERIFY_FAILED" in str(error)
        return _Said(None, trouble="its certificate can't be verified." if unproven else _NOBODY)
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError):
        return _Said(None, trouble="its answer can't be read.")


def _models(said: _Said) -> tuple[str, ...] | None:
    """None for an answer that is no list of models."""
    listed = said.json
    if isinstance(listed, Mapping):
        listed = listed.get("data", listed.get("models"))
    if said.status != 200 or not isinstance(listed, list):
        return None
    names = (row.get("id", row.get("name")) for row in listed if isinstance(row, Mapping))
    usable = (n for n in names if isinstance(n, str) and n.isprintable() and 0 < len(n) < 200)
    return tuple(dict.fromkeys(usable))[:_MOST_MODELS]


def _is_page(said: _Said) -> bool:
    return said.body.lstrip()[:200].lower().startswith((b"<!doctype", b"<html", b"<head", b"<?xml"))


def _reason(tried: list[_Said]) -> str:
    """Of the first that says something; that nobody answers at the other of http and https says
    nothing."""
    answered = [said for said in tried if said.status is not None]
    if any(_is_page(said) for said in answered):
        return _PAGE + " Give the address of its API, which often ends in /v1."
    if answered:
        empty = not any(said.body.strip() for said in answered)
        return "its answer is empty." if empty else "it does not speak OpenAI's protocol."
    said_more = [said.trouble for said in tried if said.trouble != _NOBODY]
    return said_more[0] if said_more else _NOBODY
