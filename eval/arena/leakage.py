"""Whether a model knows a task by heart: how like its end is to what the model makes of its
beginning. Source: Arena appendix A, equations 9-15."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from eval.arena.words import UNSPACED, words
from eval.judges.shown import one_line
from myscholar.domain.model import Frozen
from myscholar.text.background import Background
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.terms import stem, tokens

STRING, TFIDF, OVERLAP = 0.4, 0.4, 0.2
"""Weights. Source: Arena equation 14."""
LEAKED_ABOVE = 0.7
"""Source: Arena equation 15."""
_IN_WORDS = frozenset("-‐‑'’.,:/_&@")
"""Marks that stand inside words and numbers, too: decision-making, 3.5, don't."""


class Halves(NamedTuple):
    prefix: str
    suffix: str


class SuffixLikeness(Frozen):
    """Of a completion to the suffix, each in [0, 1]."""

    string: float
    tfidf: float
    overlap: float

    @property
    def composite(self) -> float:
        """Source: Arena equation 14."""
        return round(STRING * self.string + TFIDF * self.tfidf + OVERLAP * self.overlap, 9)

    @property
    def is_leaked(self) -> bool:
        """Source: Arena equation 15."""
        return self.composite > LEAKED_ABOVE


def split(text: str) -> Halves | None:
    """At the mark of punctuation nearest the middle, which begins the suffix; of two as near the
    first. Source: Arena equation 9.

    A mark inside a word or number is none, nor is one behind which no word follows: a model that
    only has to write the last full stop has shown nothing. Without any, at the space nearest the
    middle; without that, in the middle. None where there is no second word (in a language without
    spaces, character).
    """
    text = one_line(text)
    inner = [i for i in range(1, len(text)) if words(text[:i]) and words(text[i:])]
    marks = [i for i in inner if _is_mark(text, i)]
    spaces = [i for i in inner if text[i] == " "]
    places = marks or spaces or [i for i in inner if UNSPACED.match(text[i])]
    if not places:
        return None
    at = min(places, key=lambda i: abs(i - len(text) / 2))
    return Halves(text[:at].rstrip(), text[at:].lstrip())


def without_prefix(completion: str, prefix: str) -> str:
    """What a model goes on with that first repeats, word for word, what it was given. Left in, the
    repetition would make a leak look less like the suffix, never more."""
    said = one_line(completion)
    given = r"\W*".join(re.escape(token.text) for token in tokens(prefix))
    found = re.match(rf"\W*{given}", said, re.IGNORECASE)
    return said[found.end() :].lstrip() if found and given else said


def likeness(completion: str, suffix: str, idf: Callable[[str], float]) -> SuffixLikeness | None:
    """None where one of the two has no word: nothing can be compared. An empty completion is no
    sign that nothing is known by heart; a 0 would say so, and lower the average."""
    a, b = one_line(completion), one_line(suffix)
    if not words(a) or not words(b):
        return None
    return SuffixLikeness(
        string=string_likeness(a, b), tfidf=tfidf_likeness(a, b, idf), overlap=recall(a, b)
    )


def at_length(completion: str, suffix: str) -> str:
    """As much of the completion as the suffix is long, to the end of the word. A model that goes on
    after a suffix that it knows by heart would else seem not to know it."""
    said, n = one_line(completion), len(one_line(suffix))
    while said[n - 1 : n + 1].isalnum() and n < len(said) and not UNSPACED.match(said, n):
        n += 1
    return said[:n].rstrip()


def string_likeness(a: str, b: str) -> float:
    """Twice the longest common subsequence of characters over both lengths; 0 of two empty ones.
    Source: Arena equation 11."""
    both = len(a) + len(b)
    return 2 * common_subsequence(a, b) / both if both else 0.0


def common_subsequence(a: str, b: str) -> int:
    """Length of the longest one; a row of the table at once, as the bits of a number. Source: Hyyrö
    (2004)."""
    where: dict[str, int] = {}
    for i, c in enumerate(a):
        where[c] = where.get(c, 0) | 1 << i
    whole = (1 << len(a)) - 1
    row = whole
    for c in b:
        matched = row & where.get(c, 0)
        row = (row + matched | row - matched) & whole
    return len(a) - row.bit_count()


def tfidf_likeness(a: str, b: str, idf: Callable[[str], float]) -> float:
    """Cosine of counts times rarity; 0 where one has no word. Source: Arena equation 12."""
    first, second = (_weighted(text, idf) for text in (a, b))
    norm = _norm(first) * _norm(second)
    dot = math.fsum(first[word] * second[word] for word in first.keys() & second.keys())
    return min(1.0, dot / norm) if norm else 0.0


def recall(completion: str, suffix: str) -> float:
    """Share of the suffix's words, each once, that the completion has; 0 where it has none. Source:
    Arena equation 13."""
    wanted = set(words(suffix))
    return len(wanted & set(words(completion))) / len(wanted) if wanted else 0.0


def rarity(background: Background) -> Callable[[str], float]:
    """Of a word among the papers that the product knows: a vocabulary that is the same whatever is
    tested. What every text has counts for nothing; a word that is not in it is rare, as every word
    of another language is."""
    return lambda word: 0.0 if word in STOP_WORDS else background.idf(stem(word))


def _is_mark(text: str, i: int) -> bool:
    if not unicodedata.category(text[i]).startswith("P"):
        return False
    inside = text[i] in _IN_WORDS and text[i - 1].isalnum() and text[i + 1 : i + 2].isalnum()
    return not inside


def _weighted(text: str, idf: Callable[[str], float]) -> Mapping[str, float]:
    return {word: n * idf(word) for word, n in Counter(words(text)).items()}


def _norm(weights: Mapping[str, float]) -> float:
    return math.sqrt(math.fsum(w * w for w in weights.values()))
