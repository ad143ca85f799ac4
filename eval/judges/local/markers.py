"""Which citations stand where in a section's text, in every style of marker that systems use.

Seen in 13 systems' reports: `[3]`, `[1, 2]`, `[1-3]`, `[[3]](url)`, `[^3]`, `^3^`, `¹²`, `(3)`,
`(Smith et al., 2020)`, `([Smith et al., 2020](url))`, `(2, Smith et al., 2020)`, `Smith et al.
(2020)`, `[2612 | Smith et al. | 2020 | Citations: 3]`, `(smith2020title pages 3-4)`, whole titles
in brackets, and tags `<Paper corpusId="..." paperTitle="(2, Smith, 2020)">`. A section lists some
of its markers bare (`3` for `[3]`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from eval.domain.report import ScholarCitation

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_NUMBER = re.compile(r"[\[(^]*(\d{1,3})[\])^]*")
"""An id that is a number, however it is wrapped."""
_TARGET = r"(?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\))"
_NUMBERS = r"\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3}){0,60}"
_BRACKETED = re.compile(
    rf"\\?\[\\?\[?({_NUMBERS})\\?\]?\\?\]{_TARGET}?|【({_NUMBERS})[^】]{{0,40}}】|\^({_NUMBERS})\^"
    r"|([⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
)
_ROUND = re.compile(rf"(?<=\s)\(({_NUMBERS})\)")
_AUTHOR_YEAR = re.compile(
    r"(?<![^\d()|\[\];])(?:[^\w()|\[\];]|_)*+"
    r"(?P<name>[^\W\d_][^\d()|\[\];]*?)(?:,| \|)? \(?(?P<year>(?:19|20)\d{2}[a-z]?)\b"
)
_NOISE = re.compile(rf"<[^<>\n]{{0,400}}>|(?<=\]){_TARGET}|https?://[^\s)\]]+")
"""Tags, addresses of links, bare addresses: never words of the report."""
_LOOKS_LIKE_ONE = re.compile(
    r"\[\d{1,3}(?:, ?\d{1,3})*\]|\((?:[^()]{0,80}[^\W\d_][^()]{0,40},? "
    r"(?:19|20)\d{2}[a-z]?|pqac-[\w, -]+)\)|\[\d+ \|[^\]]+\]|<Paper\b"
)


class Marker(NamedTuple):
    """At [start, end) of a text. `is_name`: its words stay part of the sentence."""

    start: int
    end: int
    ids: tuple[str, ...]
    is_name: bool = False


@dataclass(frozen=True)
class MarkedText:
    """With its markers found; `plain` is as long, with blanks for markers, tags and addresses."""

    text: str
    markers: tuple[Marker, ...]
    plain: str

    def unlisted_in(self, start: int, end: int) -> tuple[str, ...]:
        """What looks like a marker that no citation of the report explains."""
        return tuple(m.group() for m in _LOOKS_LIKE_ONE.finditer(self.plain, start, end))

    def unlisted(self, start: int, end: int) -> bool:
        """Whether anything looks like a marker that no citation of the report explains."""
        return bool(_LOOKS_LIKE_ONE.search(self.plain[start:end]))


def find_markers(text: str, citations: Sequence[ScholarCitation]) -> MarkedText:
    """The markers in order; `text` is the one to go on with: escaped quotes are made plain."""
    return _find(
        text.replace("\\'", "'").replace('\\"', '"'),
        tuple(dict.fromkeys(c.id for c in citations if c.id.strip())),
    )


@lru_cache(maxsize=100)
def _find(text: str, ids: tuple[str, ...]) -> MarkedText:
    """Kept for the several questions that are asked of one report."""
    numbers = {number: i for i in ids if (number := _number(i)) is not None}
    found = sorted(_find_named(text, [i for i in ids if _number(i) is None]))
    found += [m for m in _find_numbered(text, numbers) if not _inside(m, found)]
    plain = text
    for start, end in [
        *((m.start, m.end) for m in found if not m.is_name),
        *(m.span() for m in _NOISE.finditer(text)),
    ]:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    return MarkedText(text, tuple(sorted(found)), plain)


def _number(marker: str) -> int | None:
    match = _NUMBER.fullmatch(marker.strip().translate(_SUPERSCRIPTS))
    return int(match[1]) if match else None


def _find_named(text: str, ids: Sequence[str]) -> Iterator[Marker]:
    """With letters, alone or in a joint bracket; the longest first, so that none is in another."""
    taken: list[Marker] = []
    for marker in sorted(ids, key=len, reverse=True):
        for words, pattern, is_name in _ways_to_write(marker):
            for match in pattern.finditer(text) if words in text else ():
                new = Marker(*match.span(), (marker,), is_name)
                if not _inside(new, taken):
                    taken.append(new)
    yield from taken


@lru_cache(maxsize=10_000)
def _ways_to_write(marker: str) -> tuple[tuple[str, re.Pattern[str], bool], ...]:
    """Each with words that stand in it wherever it is found, which are quicker to look for. As
    listed; then without its own brackets, for joint ones; then as a name in the sentence with the
    year in brackets."""
    return tuple(_patterns(marker.strip()))


def _patterns(bare: str) -> Iterator[tuple[str, re.Pattern[str], bool]]:
    for form in dict.fromkeys(
        (bare, bare[1:-1].strip() if bare[:1] in "([" and bare[-1:] in ")]" else bare)
    ):
        if len(form) > 1:
            yield form, re.compile(rf"(?<!\w){re.escape(form)}(?!\w)"), False
    written = _AUTHOR_YEAR.search(re.sub(r"^[(\[]?\d+(?:,| \|) ", "", bare).strip("()[]"))
    if written and len(written["name"]) > 2:
        name = re.sub(r"_\d+$", "", written["name"].strip())
        yield name, re.compile(rf"(?<!\w){re.escape(name)}(?:'s|’s)? \({written['year']}\)"), True


def _find_numbered(text: str, ids: dict[int, str]) -> list[Marker]:
    """In square brackets, carets or superscript; in round brackets only where none of these is."""
    if not ids:
        return []
    found = [m for m in (_of_numbers(match, ids) for match in _BRACKETED.finditer(text)) if m]
    return found or [m for m in (_of_numbers(match, ids) for match in _ROUND.finditer(text)) if m]


def _of_numbers(match: re.Match[str], ids: dict[int, str]) -> Marker | None:
    said = (
        next(group for group in match.groups() if group).translate(_SUPERSCRIPTS).replace("^", "")
    )
    named = tuple(dict.fromkeys(ids[n] for n in _spell_out(said) if n in ids))
    return Marker(*match.span(), named) if named else None


def _spell_out(said: str) -> Iterator[int]:
    """ "1, 3-5" -> 1, 3, 4, 5."""
    for part in re.split("[,;]", said):
        first, *last = [int(n) for n in re.findall(r"\d+", part)]
        yield from (
            range(first, last[0] + 1) if last and first < last[0] <= first + 20 else (first, *last)
        )


def _inside(marker: Marker, others: Sequence[Marker]) -> bool:
    return any(marker.start < other.end and other.start < marker.end for other in others)
