"""Inspirations by cue phrases: a sentence that shows one, with those beside it that go on about the
same. Source: Arena appendix D (scan, cluster, qualify)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eval.arena.extractive.objects import CUES, Cue, content_words, found_cue, is_too_long
from eval.arena.inspirations import InspirationDraft, InspirationRule
from eval.domain.arena import InspirationQuality, TranscriptSpan
from myscholar.domain.text import Span
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentence_spans

MOST_CLUSTERED = 100
"""Words of sentences that are put together. Source: Arena appendix D."""
_MARK = re.compile(r"(?<=\w\w[.!?]) +(?=[^\W\d_])")
SHARED = 2
"""Words of content by which a sentence goes on about the same; by hand."""


class _Said(NamedTuple):
    span: Span
    """In the seminar's text."""
    text: str
    cue: Cue | None
    names: bool
    """Whether it names what is to be researched in words that can stand alone."""


def draft_inspirations(
    text: str, part: Span, language: str
) -> tuple[tuple[InspirationDraft, ...], Counter[InspirationRule]]:
    """Of a part of a seminar's text, those with the most qualities first; and how many cues named
    nothing that can stand alone, and sentences were too long to be read."""
    drafts, broken = list[InspirationDraft](), Counter[InspirationRule]()
    for turn in _turns(text, part):
        broken.update(InspirationRule.UNREAD for span in turn if is_too_long(span.of(text)))
        said = [_read(text, span, language) for span in turn]
        for place, sentence in enumerate(said):
            if sentence.cue and sentence.names:
                drafts.append(_cluster(text, said, place, language))
            elif sentence.cue:
                broken[InspirationRule.NOT_ALONE] += 1
    return tuple(sorted(drafts, key=lambda d: -len(d.qualities))), broken


def _turns(text: str, part: Span) -> Iterator[list[Span]]:
    """The sentences of each turn."""
    at, split = part.start, _small_sentences if _is_small(part.of(text)) else sentence_spans
    for turn in part.of(text).split("\n"):
        yield [Span(at + s.start, at + s.end) for s in split(turn)]
        at += len(turn) + 1


def _is_small(text: str) -> bool:
    """Whether more sentences begin with a small letter, as some speech recognition leaves them."""
    begun = [text[mark.end()] for mark in _MARK.finditer(text)]
    return 2 * sum(letter.islower() for letter in begun) > len(begun)


def _small_sentences(turn: str) -> Iterator[Span]:
    at = 0
    for mark in _MARK.finditer(turn):
        yield Span(at, mark.start())
        at = mark.end()
    if at < len(turn):
        yield Span(at, len(turn))


def _read(text: str, span: Span, language: str) -> _Said:
    found = found_cue(span.of(text), language)
    return _Said(span, span.of(text), found[0] if found else None, bool(found and found[1]))


def _cluster(text: str, said: Sequence[_Said], place: int, language: str) -> InspirationDraft:
    """With what follows and, if there is room, what comes before, as long as it shares words; up to
    another one."""
    first = last = place
    words = content_words(said[place].text, language)
    for step in (1, -1):
        at = place + step
        while 0 <= at < len(said) and not (said[at].cue and said[at].names):
            more = content_words(said[at].text, language)
            low, high = min(first, at), max(last, at)
            span = Span(said[low].span.start, said[high].span.end)
            if len(words & more) < SHARED or len(span.of(text).split()) > MOST_CLUSTERED:
                break
            first, last, words = low, high, words | more
            at += step
    span = Span(said[first].span.start, said[last].span.end)
    cue = said[place].cue
    assert cue is not None
    shown = {q for q in InspirationQuality if pattern(f"{CUES}.{q}").search(span.of(text))}
    return InspirationDraft(
        type=cue.type,
        text=span.of(text),
        qualities=tuple(q for q in InspirationQuality if q in shown | cue.qualities),
        spans=(TranscriptSpan(start=span.start, end=span.end, text=span.of(text)),),
    )
