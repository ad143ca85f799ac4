"""How much of one text another bears, by rare words; and whether words can be compared."""

import math
import re
from collections.abc import Iterable, Mapping, Set
from functools import lru_cache

from eval.domain.judgment import Unscored
from eval.judges.local.lexicon import finds
from myscholar.text.background import Background
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.sentences import sentence_spans
from myscholar.text.terms import content_stems, tokens

LEAST_TOKENS = 12
"""A shorter text may have no stop word and be English all the same."""
LEAST_STOP_SHARE = 0.08
"""English prose has 30 to 50 %, lists of terms some 10 %, other languages next to none."""
TELLING = 3.5
"""idf from which a word names a topic (under 3 % of papers), unlike "recent"."""
WINDOW = 80
"""Content words: some 130 words, a short paragraph."""
_LATIN = re.compile(r"[A-Za-z]")
_LETTER = re.compile(r"[^\W\d_]")


class Words:
    """Content stems weighed by natural idf in the background of conference abstracts."""

    def __init__(self, background: Background) -> None:
        self.background = background

    def weights(self, text: str) -> dict[str, float]:
        """Stem -> idf, >= 0; empty where the text has no content words."""
        return {stem: self.background.idf(stem) for stem in stems(text)}

    def share(self, said: Mapping[str, float], held: Set[str]) -> float:
        """Weight of the said stems that are held, in [0, 1]; 0 where nothing is said."""
        total = math.fsum(said.values())  # the same in whatever order a set gives the words
        shared = math.fsum(weight for stem, weight in said.items() if stem in held)
        return shared / total if total else 0.0

    def best_share(self, said: Mapping[str, float], text: str) -> float:
        """The largest share of one window: it does not grow with the text's length."""
        return max((self.share(said, window) for window in windows(text)), default=0.0)


@lru_cache(maxsize=20_000)
def stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


@lru_cache(maxsize=500)
def windows(text: str) -> tuple[frozenset[str], ...]:
    """Stems of each run of WINDOW words, every half run; one for a shorter text, or none."""
    run = content_stems(text)
    starts = range(0, max(1, len(run) - WINDOW // 2), WINDOW // 2)
    return tuple(frozenset(run[i : i + WINDOW]) for i in starts) if run else ()


def all_stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*(stems(text) for text in texts))


def foreign(text: str) -> bool:
    """Whether it is not English: few Latin letters, or next to no English stop words."""
    letters = _LETTER.findall(text)
    if letters and len(_LATIN.findall(text)) < 0.6 * len(letters):
        return True
    words = [token.text.casefold() for token in tokens(text)]
    return len(words) >= LEAST_TOKENS and sum(
        w in STOP_WORDS for w in words
    ) < LEAST_STOP_SHARE * len(words)


def unreadable(text: str, what: str) -> Unscored | None:
    if not text.strip():
        return Unscored(reason=f"NoText: {what} is empty.")
    if foreign(text):
        return Unscored(
            reason=f"ForeignText: {what} is not in English; its words can't be compared."
        )
    return None


def researched(question: str) -> str:
    """Without the sentences that say what a task wants handed over."""
    said = [span.of(question) for span in sentence_spans(question)]
    about = [sentence for sentence in said if not finds("asks.to_hand_in", sentence)]
    return " ".join(about or said)
