"""What an answer from outside holds: unpacked as it comes, and never more than is wanted. A
client's own unpacking makes all of it first, however much."""

import asyncio
import zlib

import httpx

_UNPACKED = {"gzip", "x-gzip", "deflate"}
_PIECE, _BITE = 1 << 16, 1 << 12
_ANY = 47
"""Of zlib: gzip or its own, whichever the first bytes say."""


class UnreadableBody(ValueError):
    """Packed in a way that is not unpacked here, or broken."""


class OversizedBody(ValueError):
    """Longer than is wanted, packed or unpacked."""


class _Body:
    def __init__(self, response: httpx.Response, most: int) -> None:
        encoding = response.headers.get("content-encoding", "").strip().lower() or "identity"
        # a stand-in's answer may have been read, and so unpacked, when it was made
        is_packed = encoding != "identity" and not response.is_stream_consumed
        if is_packed and encoding not in _UNPACKED:
            raise UnreadableBody(f"the server sends it packed ({encoding[:40]})")
        self._packed = zlib.decompressobj(wbits=_ANY) if is_packed else None
        self.piece = _BITE if is_packed else _PIECE
        self._most, self._n_read, self._content = most, 0, bytearray()

    def add(self, piece: bytes) -> None:
        self._n_read += len(piece)
        if self._packed:
            self._unpack(piece)
        else:
            self._content += piece
        self._check_length()

    def whole(self) -> bytes:
        """Raises UnreadableBody where the end is missing."""
        if self._packed and self._n_read and not self._packed.eof:
            raise UnreadableBody("what the server packed is cut off")
        return bytes(self._content)

    def _unpack(self, bite: bytes) -> None:
        """One packing may follow another, with zeros between: all of them are the file."""
        while self._packed and bite:
            if self._packed.eof and not (bite := bite.lstrip(b"\0")):
                return
            if self._packed.eof:
                self._packed = zlib.decompressobj(wbits=_ANY)
            try:
                self._content += self._packed.decompress(bite, self._most + 1 - len(self._content))
            except zlib.error as error:
                raise UnreadableBody("what the server packed is broken") from error
            self._check_length()
            bite = self._packed.unused_data

    def _check_length(self) -> None:
        if max(self._n_read, len(self._content)) > self._most:
            raise OversizedBody(f"longer than {self._most / 1_000_000:g} MB")


async def read_body(response: httpx.Response, most: int) -> bytes:
    """At most `most` bytes of an answer that streams. Raises UnreadableBody, OversizedBody."""
    body = _Body(response, most)
    if response.is_stream_consumed:
        body.add(response.content)
    else:
        async for piece in response.aiter_raw(body.piece):
            body.add(piece)
            await asyncio.sleep(0)  # a bite may unpack to a thousand times as much
    return body.whole()


def read_body_waiting(response: httpx.Response, most: int) -> bytes:
    """The same of a client that blocks."""
    body = _Body(response, most)
    if response.is_stream_consumed:
        body.add(response.content)
    else:
        for piece in response.iter_raw(body.piece):
            body.add(piece)
    return body.whole()
