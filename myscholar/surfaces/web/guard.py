"""Who may open the app, and what its pages may load: before anything else looks at a request.

The app has no accounts of its own, so whoever speaks to it may do all. A page of others that a
browser has open may speak to this machine, too: its address may be led here ("DNS rebinding"), and
is then neither this machine's name nor one that the settings name.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
MISDIRECTED = 421
_LOADED = (
    "default-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def policy() -> str:
    """Nothing is loaded from, sent to or shown within another address, and no script runs but the
    server's own: its files, the one within its page, and components, which come as blobs."""
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    digests = (sha256(script.encode()).digest() for script in _INLINE.findall(page))
    inline = (f"'sha256-{b64encode(digest).decode()}'" for digest in digests)
    return "; ".join((*_LOADED, " ".join(("script-src 'self' blob:", *inline))))


HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
}


class Guard:
    """ASGI middleware. `hosts`: names besides this machine's under which a proxy passes requests
    on."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = ()) -> None:
        self._app, self._hosts = app, LOOPBACK.union(hosts)
        self._headers = HEADERS | {"content-security-policy": policy()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        host, is_page = headers.get("host", ""), scope["type"] == "http"

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        if _name_of(host) not in self._hosts:
            words = (
                f"This app is not opened as {_name_of(host)[:80]!r}. Open it at 127.0.0.1, or name "
                "the proxy's address in MYSCHOLAR_HOSTS.\n"
            )
            answer = PlainTextResponse(words, status_code=MISDIRECTED)
            return await (answer(scope, receive, send_guarded) if is_page else _close(send))
        if not is_page and urlsplit(headers.get("origin", f"//{host}")).netloc != host:
            return await _close(send)  # a page of another address
        return await self._app(scope, receive, send_guarded)


def _name_of(host: str) -> str:
    """Without the port, in small letters; empty for what is no host."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


async def _close(send: Send) -> None:
    await send({"type": "websocket.close", "code": 1008, "reason": ""})
