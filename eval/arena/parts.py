"""A long seminar in parts that are read one at a time: the rules on how many inspirations and tasks
there are hold for each of them."""

import math
import re
from collections.abc import Iterator

from eval.arena.words import WORD, n_words
from eval.domain.arena import Seminar
from myscholar.domain.text import Span
from myscholar.text.sentences import sentence_spans

MOST_WORDS = 2000
"""Of a part: some thirteen minutes of speech. By hand: an hour gives most of the fifty tasks that
the paper has of a seminar (10,000 of 200), and a short one stays whole."""
_SENTENCE = re.compile("[^。！？]+[。！？]*|[。！？]+")
"""Within one that is ended by marks of other scripts."""
_LONGEST_PIECE = 100
"""Words of what nobody punctuated that stay together; by hand."""
_EVEN, _NEAR = 0.8, 0.15
"""Share of the most words that a part has on average, so that borders can be chosen; and share of
that before an even border from which on a part ends where a speaker does. By hand."""


def parts_of(seminar: Seminar, most_words: int = MOST_WORDS) -> tuple[Span, ...]:
    """Of its text: about even, at most so many words each, ended where a turn ends if one does
    there, else where a sentence does."""
    text = seminar.text
    pieces = list(_pieces(seminar))
    lengths = [n_words(piece.of(text)) for piece in pieces]
    total = sum(lengths)
    n_parts = 1 if total <= most_words else math.ceil(total / (_EVEN * most_words))
    even, read = total / n_parts, 0
    ends: list[int] = []
    for piece, n in zip(pieces, lengths, strict=True):
        read += n
        ends_turn = text[piece.end : piece.end + 1] == "\n"
        border = even * (len(ends) + 1 - (_NEAR if ends_turn else 0))
        if len(ends) + 1 < n_parts and read >= border:
            ends.append(piece.end)
    starts = [0, *(end + text[end].isspace() for end in ends)]
    return tuple(Span(a, b) for a, b in zip(starts, [*ends, len(text)], strict=True) if a < b)


def _pieces(seminar: Seminar) -> Iterator[Span]:
    """Sentences within turns; one that is too long in runs of words."""
    at = 0
    for turn in seminar.turns:
        for span in sentence_spans(turn.text):
            for sentence in _SENTENCE.finditer(turn.text, span.start, span.end):
                words = list(WORD.finditer(turn.text, *sentence.span()))
                for i in range(0, len(words), _LONGEST_PIECE):
                    run = words[i : i + _LONGEST_PIECE]
                    yield Span(at + run[0].start(), at + run[-1].end())
        at += len(turn.text) + 1
