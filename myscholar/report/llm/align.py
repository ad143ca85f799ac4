"""Exact spans for a quote that a model copied: off by what printing does, never by words."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from myscholar.domain.text import Span

LEAST_WORDS = 4
"""Words that a piece between gaps needs; shorter ones prove nothing by themselves. By hand."""
SMALL_GAP = 300
"""Characters between two pieces of a quote up to which they stand close together. By hand."""

_GAP = re.compile(r"(?:(?<!\s)\s++)?[\[(]?(?:(?:\.\s?){3,}|…)[\])]?\s*")
MARKER = re.compile(
    r"\[(?:\d[\d\s,;–-]*|[^\[\]]{2,80}\b(?:19|20)\d\d[a-z]?(?:[,;][^\[\]]{0,80})?)\]"
)
"""Citations in square brackets: [3], [3, 5-7], [Rao et al., 2021]."""
_QUOTES = frozenset("\"'`´‘’‚‛“”„‟«»″′")
_DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad")
_LIGHT = frozenset(",;:.!?()[]{}*_")
"""Punctuation that counts between digits only: a model tidies it."""
_LIKE = {"‹": "<", "›": ">"}
"""How prompts show a "<" that could open a tag."""
_EDGE = re.compile(r"^[\s.,;:!?\"'`“”‘’()\[\]*_-]+|[\s.,;:!?\"'`“”‘’(\[*_-]+$")
_OPENED_BY = {")": "(", "]": "[", "}": "{", "”": "“", "’": "‘", "»": "«", '"': '"', "'": "'"}
_CLOSERS = re.escape("".join(_OPENED_BY))
_CLOSER = re.compile(rf"\s?([{_CLOSERS}])")
_STOP = re.compile(rf"\s?(?:{MARKER.pattern}\s?)*[.!?](?=[{_CLOSERS}]*(?:\s|\[|$))")
_BEYOND_WORDS = 0x2E80
"""From here on scripts do not part words by spaces. Source: Unicode, CJK radicals and after."""


class Squeezed(NamedTuple):
    """A text without what printing may change, and each character's place in the original."""

    text: str
    places: tuple[int, ...]


def align(quote: str, text: str) -> tuple[Span, ...] | None:
    """The verbatim spans of `text` that `quote` stands for, in the order of the text; None when
    there are none.

    "..." parts a quote into pieces. A piece holds if it is in the text but for spacing,
    hyphenation, dashes, quotation marks, ligatures, accents, letter case, "‹" for "<", punctuation
    and citation markers in square brackets. A changed, missing or added word or number means that
    the piece does not hold. Pieces that hold are kept, those of fewer than four words never.
    """
    found = align_in(quote, (text,))
    return tuple(span for _, span in found) or None


def align_in(quote: str, texts: Sequence[str]) -> tuple[tuple[int, Span], ...]:
    """Over several texts: the number of the text (from 0) and the span, in their order."""
    whole = _exact(quote.strip(), texts)
    pieces = [] if whole else [_EDGE.sub("", piece) for piece in _GAP.split(quote)]
    held: dict[int, tuple[int, Span]] = {}
    last = (0, 0)
    for i, piece in enumerate(pieces):
        if n_words(piece) >= LEAST_WORDS and (place := _find(piece, texts, last)):
            held[i] = place
            last = (place[0], place[1].end)
    for i, piece in enumerate(pieces):
        if n_words(piece) < LEAST_WORDS and (i - 1 in held or i + 1 in held):
            at = i - 1 if i - 1 in held else i + 1
            number, span = held[at]
            if near := _beside(piece, texts[number], span, is_behind=at < i):
                both = Span(min(span.start, near.start), max(span.end, near.end))
                held[i] = held[at] = (number, both)
    return tuple(_without_contained(sorted({*held.values()} | whole)))


def _beside(piece: str, text: str, span: Span, *, is_behind: bool) -> Span | None:
    """The piece nearest behind or before the span, across a small gap."""
    sought, nearest = _squeeze(piece).text, None
    at = span.end if is_behind else max(0, span.start - SMALL_GAP)
    end = span.end + SMALL_GAP if is_behind else span.start
    while sought and (found := _occurrence(sought, text, at)) and found.end <= end:
        nearest, at = found, found.end
        if is_behind:
            break
    return nearest


def n_words(text: str) -> int:
    """Words of a text; two characters of a script without spaces count as one."""
    dense = sum(ord(c) >= _BEYOND_WORDS and c.isalnum() for c in text)
    spaced = sum(ord(word[0]) < _BEYOND_WORDS for word in re.findall(r"\w+(?:['’-]\w+)*", text))
    return spaced + dense // 2


def _exact(quote: str, texts: Sequence[str]) -> set[tuple[int, Span]]:
    if n_words(quote) < LEAST_WORDS:
        return set()
    for number, text in enumerate(texts):
        start = text.find(quote)
        if start >= 0 and _stands_alone(text, start, start + len(quote)):
            return {(number, Span(start, _closed(text, start, start + len(quote))))}
    return set()


def _find(piece: str, texts: Sequence[str], after: tuple[int, int]) -> tuple[int, Span] | None:
    """The piece where it first occurs after the piece before it, else where it occurs at all."""
    sought = _squeeze(piece).text
    if not sought:
        return None
    order = [*range(after[0], len(texts)), *range(after[0])]
    for number in order:
        if span := _occurrence(sought, texts[number], after[1] if number == after[0] else 0):
            return number, span
    span = _occurrence(sought, texts[after[0]], 0)
    return (after[0], span) if span else None


def _occurrence(sought: str, text: str, start_from: int) -> Span | None:
    squeezed = _squeeze(text)
    at = squeezed.text.find(sought)
    while at >= 0:
        start, end = squeezed.places[at], squeezed.places[at + len(sought) - 1] + 1
        if start >= start_from and _stands_alone(text, start, end):
            return Span(start, _closed(text, start, end))
        at = squeezed.text.find(sought, at + 1)
    return None


def _closed(text: str, start: int, end: int) -> int:
    """The end with the brackets and quotation marks that close what was opened since `start`, and
    with the full stop that follows, so that a quoted sentence stays one."""
    end = _past_closers(text, start, end)
    stop = _STOP.match(text, end)
    return _past_closers(text, start, stop.end()) if stop else end


def _past_closers(text: str, start: int, end: int) -> int:
    while (closer := _CLOSER.match(text, end)) and _is_open(closer[1], text[start:end]):
        end = closer.end()
    return end


def _is_open(closer: str, text: str) -> bool:
    """Whether it closes what the text opens; of marks that look the same on both sides an odd one
    is open."""
    opener = _OPENED_BY[closer]
    if opener == closer:
        return text.count(closer) % 2 == 1
    return text.count(opener) > text.count(closer)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the span cuts no word and no number in two."""
    return not (_joined(text, start) or _joined(text, end))


def _joined(text: str, at: int) -> bool:
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before in ".," and after.isdigit():
        return at > 1 and text[at - 2].isdigit()
    if before.isdigit() and after in ".,":
        return at + 1 < len(text) and text[at + 1].isdigit()
    return before.isalnum() and after.isalnum() and max(ord(before), ord(after)) < _BEYOND_WORDS


@lru_cache(maxsize=1024)
def _squeeze(text: str) -> Squeezed:
    """Case-folded letters, digits and the signs that count. Between digits a gap stays a space, and
    a dash before a digit a dash."""
    kept: list[str] = []
    places: list[int] = []
    hidden = {i for marker in MARKER.finditer(text) for i in range(*marker.span())}
    gap = dash = False
    for place, char in enumerate(text):
        if place in hidden:
            continue
        if char in _DASHES:
            dash = True
            continue
        if char.isspace():
            gap = True
            continue
        if _is_passed_over(char, text, place):
            continue
        for part in _plain(char):
            if part.isdigit() and kept and (dash or (gap and kept[-1].isdigit())):
                kept.append("-" if dash else " ")
                places.append(place)
            gap = dash = False
            kept.append(part)
            places.append(place)
    return Squeezed("".join(kept), tuple(places))


def _is_passed_over(char: str, text: str, place: int) -> bool:
    """Quotation marks that are no apostrophe, and light punctuation that parts no digits."""
    if char not in _QUOTES and char not in _LIGHT:
        return False
    if not 0 < place < len(text) - 1:
        return True
    before, after = text[place - 1], text[place + 1]
    return (
        not (before.isalpha() and after.isalpha())
        if char in _QUOTES
        else not (before.isdigit() and after.isdigit())
    )


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    """Without accent, case and ligature: "ﬁ" is "fi", "É" is "e", "’" within a word is "'"."""
    if char in _QUOTES:
        return "'"
    decomposed = unicodedata.normalize("NFKD", _LIKE.get(char, char))
    return "".join(
        c for c in decomposed if not unicodedata.combining(c) and not c.isspace()
    ).casefold()


def _without_contained(found: list[tuple[int, Span]]) -> list[tuple[int, Span]]:
    """Without spans that lie in another; of two that overlap both stay."""
    return [
        (n, s)
        for n, s in found
        if not any(n == m and s != t and t.start <= s.start and s.end <= t.end for m, t in found)
    ]
