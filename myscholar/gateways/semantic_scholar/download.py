"""An open-access PDF, or a page that somebody cites, from wherever it lies. The address comes from
outside, so it is checked before anything is sent there."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

import httpx

from myscholar.errors import OversizedFile, UnreadableFile
from myscholar.gateways.bodies import OversizedBody, UnreadableBody, read_body

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""Host name and port to IP addresses."""

_LONGEST_CHAIN = 5
_NO_HOST = "no host has this name"
_PORTS = {"http": 80, "https": 443}
_ALL_PORTS = range(1, 1 << 16)
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv4 addresses within IPv6 ones. Source: RFC 6052."""
_UNICAST = IPv6Network("2000::/3")
"""All that is given out to the public. Source: IANA, IPv6 address space."""
_NOT_VISITED = (
    IPv6Network("3fff::/20"),  # documentation, RFC 9637
    IPv4Network("168.63.129.16/32"),  # the platform behind every machine of Azure
    IPv4Network("192.0.0.0/24"),  # protocols' own, RFC 6890; a cloud's metadata at .192
)


async def resolve_host(host: str, port: int) -> Sequence[str]:
    """By the system's resolver. Raises OSError for an unknown name."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class Downloaded(NamedTuple):
    content: bytes
    media_type: str = ""
    """As the server names it, with its charset."""


@dataclass(frozen=True)
class Downloader:
    """Fetches files by http(s). Private and loopback addresses are refused, at each redirect
    too, unless `allow_loopback`.

    The connection goes to the very address that was checked, so a name that resolves differently a
    moment later gains nothing.
    """

    http: httpx.AsyncClient
    resolve: Resolve = resolve_host
    allow_loopback: bool = False
    timeout_s: float = 60.0
    https_only: bool = False
    """At each redirect, too."""

    async def pdf(self, url: str, *, max_bytes: int) -> bytes:
        """The file's bytes. Raises UnreadableFile if it can't be had or is no PDF, OversizedFile if
        it is larger than `max_bytes`."""
        content = (await self.file(url, max_bytes=max_bytes, accept="application/pdf")).content
        if b"%PDF-" not in content[:1024]:
            raise UnreadableFile(url, "what the link leads to is not a PDF.")
        return content

    async def file(self, url: str, *, max_bytes: int, accept: str) -> Downloaded:
        """Whatever lies there. Raises UnreadableFile if it can't be had, OversizedFile if it is
        larger than `max_bytes`."""
        try:
            async with asyncio.timeout(self.timeout_s):
                return await self._follow(httpx.URL(url.strip()), max_bytes, accept)
        # a name that no resolver takes is a UnicodeError
        except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
            raise UnreadableFile(url, f"the download failed ({_said(error)}).") from error

    async def _follow(self, url: httpx.URL, max_bytes: int, accept: str) -> Downloaded:
        start = str(url)
        for _ in range(_LONGEST_CHAIN):
            answer = await self._fetch(url, max_bytes, accept)
            if isinstance(answer, Downloaded):
                return answer
            url = url.join(answer)
        raise UnreadableFile(start, "the link leads from one address to the next without end.")

    async def _fetch(self, url: httpx.URL, max_bytes: int, accept: str) -> Downloaded | str:
        """The file, or where it has moved to."""
        pinned = url.copy_with(host=await self._check_address(url))
        headers = {
            "Host": url.netloc.decode("ascii"),
            "Accept": accept,
            "Accept-Encoding": "identity",
        }
        request = self.http.build_request(
            "GET", pinned, headers=headers, extensions={"sni_hostname": url.host}
        )
        response = await self.http.send(request, stream=True)
        try:
            if response.has_redirect_location:
                return str(response.headers["location"])
            if response.status_code != httpx.codes.OK:
                raise UnreadableFile(
                    str(url), f"the download failed (status {response.status_code})."
                )
            content = await _content(response, str(url), max_bytes)
            return Downloaded(content, response.headers.get("content-type", ""))
        finally:
            await response.aclose()

    async def _check_address(self, url: httpx.URL) -> str:
        if url.scheme not in _PORTS or not url.host:
            raise UnreadableFile(str(url), "only http and https links are followed.")
        if self.https_only and url.scheme != "https":
            raise UnreadableFile(str(url), "only https links are followed here.")
        port = _PORTS[url.scheme] if url.port is None else url.port
        if port not in _ALL_PORTS:
            raise httpx.InvalidURL("no connection has this port")
        addresses = await self.resolve(url.host, port)
        try:
            may_visit = [self._may_visit(address) for address in addresses]
        except ValueError:
            may_visit = []
        if not may_visit:
            raise UnreadableFile(str(url), f"the download failed ({_NO_HOST}).")
        if not all(may_visit):
            raise UnreadableFile(
                str(url), "the link leads to a private address, which is not visited."
            )
        return addresses[0]

    def _may_visit(self, text: str) -> bool:
        address = ip_address(text.split("%", 1)[0])
        if isinstance(address, IPv6Address):
            address = _ipv4_within(address) or address
        return _is_public(address) or (self.allow_loopback and address.is_loopback)


def _said(error: Exception) -> str:
    match error:
        case httpx.InvalidURL() | UnicodeError():
            return "the link is no address that can be opened"
        case socket.gaierror():
            return _NO_HOST
        case TimeoutError() | httpx.TimeoutException():
            return "no answer, or not all of it, came in time"
        case httpx.ConnectError():
            return "nobody answers there"
        case httpx.HTTPError():
            return "the server's answer can't be read, or breaks off"
    return "there is no connection"


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    if address.version == 6 and address not in _UNICAST:
        return False
    is_kept_out = any(address in network for network in _NOT_VISITED)
    return address.is_global and not address.is_multicast and not is_kept_out


def _ipv4_within(address: IPv6Address) -> IPv4Address | None:
    """The address that a translator on the way would send to."""
    if address in _TRANSLATED:
        return IPv4Address(address.packed[-4:])
    return address.ipv4_mapped or address.sixtofour


async def _content(response: httpx.Response, url: str, max_bytes: int) -> bytes:
    try:
        return await read_body(response, max_bytes)
    except OversizedBody as error:
        raise OversizedFile(url, f"the file is {error}.") from error
    except UnreadableBody as error:
        raise UnreadableFile(url, f"{error}.") from error
