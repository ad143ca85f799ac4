"""Sentences with their offsets, by nupunkt, with corrections for scholarly prose."""

import re
from functools import cache
from typing import TYPE_CHECKING

from myscholar.domain.text import Span
from myscholar.text.lexicons import pattern, word_set

if TYPE_CHECKING:
    import nupunkt

_NEVER_ENDS = pattern("abbreviations.within_sentences")
_NAME = re.compile(r"[a-z]+[A-Z]")
"""What may begin a sentence though its first letter is small: mBERT, pFedMe."""


@cache
def _tokenizer() -> "nupunkt.PunktSentenceTokenizer":
    """nupunkt's own, which was trained on law, without words that science does not abbreviate."""
    import nupunkt

    tokenizer = nupunkt.load_default_model()
    for word in word_set("abbreviations.whole_words"):
        tokenizer.remove_abbreviation(word)
    return tokenizer


def sentence_spans(text: str) -> tuple[Span, ...]:
    """Sentences in order, without space around them. Blank lines and list items end them too."""
    spans: list[Span] = []
    for block in re.finditer(r"[^\n](?:[^\n]|\n(?!\s*\n|\s*[-•*]\s))*", text):
        spans += _spans_of_block(text, block)
    return tuple(spans)


def sentences(text: str) -> tuple[str, ...]:
    return tuple(span.of(text) for span in sentence_spans(text))


def _spans_of_block(text: str, block: re.Match[str]) -> list[Span]:
    merged: list[Span] = []
    for _, (start, end) in _tokenizer().tokenize_with_spans(block.group()):
        sentence = block.group()[start:end].strip()
        if not sentence:
            continue
        start = text.index(sentence, block.start() + start)
        if merged and _goes_on(merged[-1].of(text), sentence):
            merged[-1] = Span(merged[-1].start, start + len(sentence))
        else:
            merged.append(Span(start, start + len(sentence)))
    return merged


def _goes_on(sentence: str, following: str) -> bool:
    """Whether what follows belongs to the sentence before."""
    is_small = following[0].islower() and not _NAME.match(following)
    return is_small or following[0] in ",;)]”»" or bool(_NEVER_ENDS.search(sentence))
