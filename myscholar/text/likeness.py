"""How like a question is to others and to what somebody wants, and from where on two count as one.

The paper's thresholds are cosines of all-mpnet-base-v2, which are high for any two questions of one
topic; likeness of words has a scale of its own, so each kind carries its thresholds.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from myscholar.domain.dialogue import Question
from myscholar.text.similarity import cosines, tfidf


class Likeness(Protocol):
    repeats: float
    """From here on two questions are one. In [0, 1]."""
    relevant: float
    """From here on a question concerns an intent. In [0, 1]."""

    def of(self, text: str, others: Sequence[str]) -> list[float]:
        """Of each of the others to the text, in [-1, 1]."""


class SentenceVectors(Protocol):
    """What is needed of an embedder."""

    @property
    def needs_fit(self) -> bool:
        """Whether it must learn from a corpus before it can embed."""

    def embed(self, texts: Sequence[str]) -> object:
        """Unit rows, an array of shape (len(texts), dimension)."""


class LexicalLikeness:
    """Cosine of TF-IDF vectors; a word counts by its rarity among all that is compared.

    The thresholds separate best on one half of 25 deep-research tasks. `relevant`: a question made
    of a criterion's name, against the explanations of the criteria of its own task and of another
    one; right in 76 of 100 there, in 75 on the other half. `repeats`: such a question in other
    words, where it was asked before and where only others of its task were; right in 98 of 100
    there, in 96 on the other half.
    """

    repeats, relevant = 0.55, 0.13

    def of(self, text: str, others: Sequence[str]) -> list[float]:
        if not others:
            return []
        rows = tfidf([text, *others])
        return [float(c) for c in cosines(rows[:1], rows[1:])[0]]


class EmbeddedLikeness:
    """Cosine of a sentence embedder's vectors. Source: IntentRL A.3 (for all-mpnet-base-v2)."""

    repeats, relevant = 0.92, 0.8

    def __init__(self, embedder: SentenceVectors) -> None:
        self._embed: Callable[[Sequence[str]], object] = embedder.embed

    def of(self, text: str, others: Sequence[str]) -> list[float]:
        import numpy as np

        if not others:
            return []
        rows = np.asarray(self._embed([text, *others]))
        return [float(c) for c in rows[1:] @ rows[0]]


LEXICAL = LexicalLikeness()


def likeness_by(embedder: SentenceVectors) -> Likeness:
    """By its vectors where it is a sentence embedder; one that is fitted to a corpus first can't
    compare two questions."""
    return LEXICAL if embedder.needs_fit else EmbeddedLikeness(embedder)


def in_full(question: Question) -> str:
    """What is compared of a question."""
    return " ".join((question.text, *question.choices))
