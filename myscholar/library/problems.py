"""What could not be read, or only in part."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator

from myscholar.domain.model import Frozen
from myscholar.domain.text import one_line, writable
from myscholar.errors import OversizedFile, UnreadableFile


class Problem(Frozen):
    """`source` is a file or folder; `line` counts from 1, None where the whole source is meant."""

    source: Annotated[str, BeforeValidator(writable)]
    line: int | None = None
    message: str

    def __str__(self) -> str:
        place = "" if self.line is None else f", line {self.line}"
        return f"{one_line(self.source)}{place}: {self.message}"


@contextmanager
def opening(path: Path) -> Iterator[None]:
    """Raises UnreadableFile for what the system says against opening the file."""
    try:
        yield
    except OSError as error:
        raise UnreadableFile(path, f"it can't be opened ({error.strerror}).") from error


def check_size(path: Path, most: int) -> None:
    """Raises OversizedFile."""
    if path.stat().st_size > most:
        raise OversizedFile(
            path, f"the file has more than {most / 1e6:,.0f} MB, the limit. Split it."
        )


_NO_TEXT = {
    b"%PDF-": "this is a PDF, whatever its name says. Name it .pdf.",
    b"PK\x03\x04": "this is a ZIP archive or an Office file. Unpack it, or save it as text.",
    b"\x1f\x8b": "this is packed (gzip). Unpack it.",
    b"\xff\xfe": "this is UTF-16 text. Save it as UTF-8.",
    b"\xfe\xff": "this is UTF-16 text. Save it as UTF-8.",
}
"""By its first bytes, what is no UTF-8 text."""


def check_text(path: Path, content: bytes) -> None:
    """Raises UnreadableFile for what the first bytes show to be something else than UTF-8."""
    for begin, reason in _NO_TEXT.items():
        if content.startswith(begin):
            raise UnreadableFile(path, reason)


def decode(content: bytes) -> tuple[str, int | None]:
    """The text, U+FFFD for bytes that are not UTF-8, and the number of the first line with such."""
    text = content.decode("utf-8-sig", errors="replace")
    if "\ufffd" not in text or b"\xef\xbf\xbd" in content:
        return text, None
    return text, text[: text.index("\ufffd")].count("\n") + 1


TOO_BIG = "reading this takes more memory than the limit; it was left out"
NOT_UTF8 = "some bytes are not UTF-8; they were replaced by \ufffd"
