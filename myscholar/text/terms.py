"""Tokens, stems and phrases: the one way in which the whole product looks at words."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain
from threading import local
from typing import NamedTuple

from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS
from myscholar.text.lexicons import words

_TOKEN = re.compile(r"[^\W_]+(?:[-'’+][^\W_]+)*\+*", re.UNICODE)
_LOCAL = local()  # a Stemmer object serves one thread at a time


class Token(NamedTuple):
    """`text` as written, at [start, end)."""

    text: str
    start: int
    end: int


class Phrase(NamedTuple):
    """A run of one to four words. `key` is its stems joined by spaces; `text` as written there."""

    key: str
    text: str
    start: int
    end: int


def tokens(text: str) -> tuple[Token, ...]:
    return tuple(Token(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Porter2 stem of the case-folded word: "Retrieval" -> "retriev"."""
    if not hasattr(_LOCAL, "stemmer"):
        import Stemmer

        _LOCAL.stemmer = Stemmer.Stemmer("english", 0)
    return str(_LOCAL.stemmer.stemWord(word.casefold().replace("’", "'").removesuffix("'s")))


@lru_cache(maxsize=200_000)
def is_content(word: str) -> bool:
    """Whether the word can carry a topic: not a stop word, not a lone letter or a number."""
    folded = word.casefold()
    return folded not in STOP_WORDS and len(folded) > 1 and any(c.isalpha() for c in folded)


def content_stems(text: str) -> tuple[str, ...]:
    """Stems of content words in order; hyphenated words also give their parts."""
    return tuple(chain.from_iterable(map(_word_stems, _TOKEN.findall(text))))


@lru_cache(maxsize=200_000)
def _word_stems(word: str) -> tuple[str, ...]:
    parts = (word, *word.split("-")) if "-" in word else (word,)
    return tuple(stem(part) for part in parts if is_content(part))


@cache
def lexicon_stems(entry: str) -> frozenset[str]:
    """The stems of an entry's words, such as `action_words.no_topic`."""
    return frozenset(content_stems(" ".join(words(entry))))


def phrases(text: str, longest: int = 3) -> Iterator[Phrase]:
    """Runs of 1 to `longest` content words with a space between. Keys take hyphens as spaces."""
    run: list[Token] = []
    for token in tokens(text):
        broken = bool(run) and text[run[-1].end : token.start] not in (" ", "\n")
        if broken or not is_content(token.text):
            yield from _windows(text, run, longest)
            run = []
        if is_content(token.text):
            run.append(token)
    yield from _windows(text, run, longest)


def _windows(text: str, run: list[Token], longest: int) -> Iterator[Phrase]:
    keys = [_word_key(token.text) for token in run]
    for first in range(len(run)):
        for last in range(first, min(first + longest, len(run))):
            start, end = run[first].start, run[last].end
            key = " ".join(keys[first : last + 1])  # what stands between is white space
            yield Phrase(key, text[start:end], start, end)


@lru_cache(maxsize=200_000)
def _word_key(word: str) -> str:
    return phrase_key(word)


def phrase_key(text: str) -> str:
    """Stems joined by spaces: "Retrieval-Augmented Generation" is "retriev augment generat"."""
    return " ".join(map(stem, _TOKEN.findall(text.replace("-", " "))))


def is_topical(phrase: Phrase) -> bool:
    """Whether a phrase can name a topic: no word of the trade begins it."""
    words = re.split(r"[\s-]+", phrase.text.casefold())
    return words[0] not in ACADEMIC_WORDS and (len(words) > 1 or len(words[0]) > 2)


def pluralize(phrase: str) -> str:
    """ "map" -> "maps", "study" -> "studies", "analysis" -> "analyses", "matrix" -> "matrices"."""
    if phrase.endswith("trix"):
        return f"{phrase[:-1]}ces"
    if phrase.endswith("y") and phrase[-2:-1] not in "aeiou":
        return f"{phrase[:-1]}ies"
    if phrase.endswith("sis"):
        return f"{phrase[:-2]}es"
    return f"{phrase}es" if phrase.endswith(("s", "x", "ch", "sh")) else f"{phrase}s"
