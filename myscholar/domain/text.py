"""Spans of text and folded strings: the rules that several nouns need."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence, Sized
from typing import NamedTuple, TypeVar

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_BETWEEN_WORDS = re.compile(r"[^\w]+|_")
_UNNAMEABLE = re.compile(r'[<>:"/\\|?*]+')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³]|con(?:in|out)\$) *(?:\.|$)", re.I)
_LONGEST_NAME = 200
"""Bytes, of the 255 that file systems take: an ending and a number follow."""
T = TypeVar("T")


class Span(NamedTuple):
    """Half-open range [start, end) of character offsets."""

    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]


def fold(text: str) -> str:
    """Lower case, no accents, only letters, digits, single spaces: to compare, never to show."""
    decomposed = unicodedata.normalize("NFKD", text)
    plain = _BEYOND_ASCII.sub(_without_accent, decomposed).casefold()
    return _BETWEEN_WORDS.sub(" ", plain).strip()


def _without_accent(letter: re.Match[str]) -> str:
    return "" if unicodedata.combining(letter[0]) else letter[0]


def shorten(text: str, limit: int) -> str:
    """`text` in one line of at most `limit` characters, cut at a word with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    head = line[: limit - 1]
    return (head.rsplit(" ", 1)[0] if " " in head else head).rstrip(",;:. ") + "…"


def that_fit(ranked: Iterable[T], size: Callable[[T], int], room: int) -> tuple[T, ...]:
    """The first of the ranked ones, and of the others, best first, each that fits beside those
    before it: sizes of at most `room` together."""
    kept, left = list[T](), room
    for each in ranked:
        if not kept or size(each) <= left:
            kept.append(each)
            left -= size(each)
    return tuple(kept)


def counted(n: int, noun: str) -> str:
    """`counted(1, "paper")` is "1 paper", `counted(3, "paper")` is "3 papers"."""
    return f"{n:,} {noun if n == 1 else noun + 's'}"


def are(things: Sized) -> str:
    """ "is" of one thing, "are" of several or none."""
    return "is" if len(things) == 1 else "are"


def listed(words: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"; empty for none. `last` stands before the last one."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def one_line(text: str) -> str:
    """In one line that can be stored anywhere: no control characters, no half characters, nothing
    that turns what stands behind it."""
    return " ".join(writable(_CONTROL.sub(" ", without_turns(text))).split())


def without_turns(text: str) -> str:
    """`text` without signs that turn the direction of writing: what a paper puts there, and the
    rest of the line behind it, would read otherwise than it is. Letters of any direction stay."""
    return _TURNS.sub("", text)


def writable(text: str) -> str:
    """`text` with a question mark for each half character, as UTF-8 can't hold those."""
    return text.encode("utf-8", "replace").decode("utf-8")


def file_name(text: str, *, default: str = "file") -> str:
    """A name for a file or folder, without an ending, that every system takes: no character that
    one of them forbids or doesn't show, none of Windows' devices, no end that it drops."""
    shown = "".join(c for c in one_line(text) if unicodedata.category(c) not in ("Cf", "Co", "Cn"))
    whole = _UNNAMEABLE.sub("-", unicodedata.normalize("NFC", shown)).encode()
    name = whole[:_LONGEST_NAME].decode("utf-8", "ignore").strip("-. ") or default
    return f"_{name}" if _DEVICE.match(name) else name
