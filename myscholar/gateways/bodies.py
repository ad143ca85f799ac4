"""What an answer from outside holds: unpacked as it comes, and never more than is wanted. A
client's own unpacking makes all of it first, however much."""

import zlib

import httpx

_UNPACKED = {"gzip", "x-gzip", "deflate"}
_PIECE = 1 << 16


class UnreadableBody(ValueError):
    """Packed in a way that is not unpacked here, or broken."""


class OversizedBody(ValueError):
    """Longer than is wanted, packed or unpacked."""


class _Body:
    def __init__(self, response: httpx.Response, most: int) -> None:
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        # a stand-in's answer may have been read, and so unpacked, when it was made
        is_packed = encoding != "identity" and not response.is_stream_consumed
        if is_packed and encoding not in _UNPACKED:
            raise UnreadableBody(f"the server sends it packed ({encoding[:40]})")
        self._unpack = zlib.decompressobj(wbits=47).decompress if is_packed else None
        self._most, self._n_read, self.content = most, 0, bytearray()

    def add(self, piece: bytes) -> None:
        self._n_read += len(piece)
        try:
            room = self._most + 1 - len(self.content)
            self.content += self._unpack(piece, room) if self._unpack else piece
        except zlib.error as error:
            raise UnreadableBody("what the server packed is broken") from error
        if max(self._n_read, len(self.content)) > self._most:
            raise OversizedBody(f"longer than {self._most / 1_000_000:g} MB")


async def read_body(response: httpx.Response, most: int) -> bytes:
    """At most `most` bytes of an answer that streams. Raises UnreadableBody, OversizedBody."""
    body = _Body(response, most)
    if response.is_stream_consumed:
        body.add(response.content)
    else:
        async for piece in response.aiter_raw(_PIECE):
            body.add(piece)
    return bytes(body.content)


def read_body_waiting(response: httpx.Response, most: int) -> bytes:
    """The same of a client that blocks."""
    body = _Body(response, most)
    if response.is_stream_consumed:
        body.add(response.content)
    else:
        for piece in response.iter_raw(_PIECE):
            body.add(piece)
    return bytes(body.content)
