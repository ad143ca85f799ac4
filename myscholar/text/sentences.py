"""Sentences with their offsets, by nupunkt, with corrections for scholarly prose."""

import re

import nupunkt

from myscholar.domain.text import Span

_NEVER_ENDS = re.compile(
    r"(?:\b(?:Tab|Tabs|Sec|Secs|Sect|Eq|Eqs|Eqn|Fig|Figs|Alg|App|Thm|Def|Prop|Lem|Ch|No|Nos|Vol"
    r"|Ref|Refs|resp|approx|cf|viz|vs|incl"
    r"|e\.g|i\.e|al|w\.r\.t|a\.k\.a|Dr|Prof|St)\.|\b[A-Z]\.)[\"')\]]*$"
)


def sentence_spans(text: str) -> tuple[Span, ...]:
    """Spans of the sentences, without surrounding white space, in order. Blank lines and list items
    end sentences too."""
    spans: list[Span] = []
    for block in re.finditer(r"[^\n](?:[^\n]|\n(?!\s*\n|\s*[-•*]\s))*", text):
        spans.extend(_of_block(text, block.start(), block.end()))
    return tuple(spans)


def sentences(text: str) -> tuple[str, ...]:
    return tuple(span.of(text) for span in sentence_spans(text))


def _of_block(text: str, offset: int, end: int) -> list[Span]:
    merged: list[Span] = []
    for start, stop in nupunkt.sent_spans(text[offset:end]):
        span = _stripped(text, offset + start, offset + stop)
        if span.start == span.end:
            continue
        if merged and _belongs_to_previous(merged[-1].of(text), text[span.start]):
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    return merged


def _belongs_to_previous(previous: str, first: str) -> bool:
    return (
        first.islower()
        or first in ",;)]"
        or (bool(_NEVER_ENDS.search(previous)) and not previous.endswith(("et al.", "etc.")))
    )


def _stripped(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
