"""The text of a draft: citations such as [12] for quote 12, paragraphs, and offsets that move when
something is cut out."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from myscholar.domain.actions import Action
from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import Evidence, Quote
from myscholar.domain.text import Span
from myscholar.text.notation import RAW

CITED = re.compile(r"\[(\d+)\]")
CITATION = re.compile(r"\[\s*q?\d{1,4}(?:\s*[,;]\s*q?\d{1,4})*\s*\]")
"""As a model may write it."""
_SPACED_CITATION = re.compile(rf" ?{CITATION.pattern}")
_NUMBERS = r"\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]"
_FOREIGN = re.compile(rf"\s?{_NUMBERS}(?:(?:\s?[,;–-]\s?|\s{{0,2}}){_NUMBERS})*+")
_FOREIGN_SUBJECT = re.compile(rf"(?P<before>^|[.;:]\s+){_NUMBERS}(?=\s+[a-z])")
"""Numbers that stand for the paper itself: "[23] proved that ..."."""
_RUNS = re.compile(rf"(?P<kept>{RAW.pattern})|(?P<run>\[\d+\](?:[ \t]?\[\d+\])*)", re.DOTALL)
SUPERFLUOUS = re.compile(r"(?<![ \t])[ \t]++(?=\n)|(?<=\n\n)\n+")
"""Spaces at the ends of lines, and more than one blank line between paragraphs."""


def number_of(quote: Quote) -> int:
    """12 for the quote with the id `q12`."""
    return int(quote.quote_id.removeprefix("q"))


def words_of(evidence: Evidence) -> str:
    """In one line for a prompt, without its paper's own citation numbers, which look like ours."""
    named = _FOREIGN_SUBJECT.sub(r"\g<before>(another paper)", evidence.text)
    return unmarked(_FOREIGN.sub("", named))


def unmarked(text: str) -> str:
    """In one line for a prompt, with round brackets around what would read as a citation."""
    return " ".join(CITATION.sub(lambda m: f"({m[0][1:-1]})", text).split())


def marker_runs(text: str) -> Iterator[re.Match[str]]:
    """Neighbouring citations of a draft's text, those in formulas and code left out."""
    return (match for match in _RUNS.finditer(text) if match["run"])


def without_citations(text: str) -> str:
    return _SPACED_CITATION.sub("", text)


def paragraphs(text: str) -> tuple[Span, ...]:
    """Paragraphs and list items: the lines of a draft's text that are not empty."""
    return tuple(Span(m.start(), m.end()) for m in re.finditer(r"[^\n]+", text))


def trim(text: str, start: int, end: int) -> Span | None:
    """Without white space and list marks around it; None for no words but citations."""
    start, end = max(0, start), min(end, len(text))
    while start < end and (
        text[start].isspace() or (text[start] in "-•" and text[start : start + 2].strip() in "-•")
    ):
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if any(c.isalnum() for c in CITED.sub("", text[start:end])) else None


def cut_out(text: str, cuts: Sequence[tuple[int, int]]) -> tuple[str, Callable[[int], int]]:
    """`text` without these stretches, which are in order and apart, and a function that gives the
    new place of an offset."""
    kept, position = [], 0
    for start, end in cuts:
        kept.append(text[position:start])
        position = end

    def moved(offset: int) -> int:
        return offset - sum(min(end, offset) - start for start, end in cuts if start < offset)

    return "".join([*kept, text[position:]]), moved


class MarkedPiece(NamedTuple):
    """A stretch of a draft between the numbers of actions whose marks open and close there."""

    opens: tuple[int, ...]
    text: str
    closes: tuple[int, ...]


def marked_pieces(draft: Draft, numbered: Iterable[tuple[int, Action]]) -> tuple[MarkedPiece, ...]:
    """The draft's text cut where marks begin and end, for a prompt that shows it with its tags.
    Marks of actions without a number are left out."""
    number = {action.action_id: n for n, action in numbered}
    marks = [
        (h.start, h.end, number[h.action_id]) for h in draft.highlights if h.action_id in number
    ]
    edges = sorted(
        {0, len(draft.text), *(edge for start, end, _ in marks for edge in (start, end))}
    )
    return tuple(
        MarkedPiece(
            tuple(n for a, _, n in marks if a == start),
            draft.text[start:end],
            tuple(n for _, b, n in reversed(marks) if b == end),
        )
        for start, end in pairwise(edges)
    )
