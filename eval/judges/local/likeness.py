"""How alike two texts are by vectors: what words alone don't see. The local judge works without it
too.

Asked for preference and coherence only: for support, relevance, directness and coverage vectors of
latent semantic analysis were measured and added nothing.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from myscholar.gateways.embedding.embedder import Embedder, Matrix
from myscholar.gateways.embedding.lsa import LsaEmbedder

DIMENSION = 128


class Likeness(Protocol):
    """Cosines of texts."""

    @property
    def name(self) -> str:
        """Of the embedder; figures depend on it."""

    def between(self, texts: Sequence[str], others: Sequence[str]) -> Matrix:
        """Shape (len(texts), len(others)), in [-1, 1]; 0 where a text has no word that the embedder
        knows."""


class EmbedderLikeness:
    """Any fitted embedder of the product as a likeness."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder

    @property
    def name(self) -> str:
        return self.embedder.name

    def between(self, texts: Sequence[str], others: Sequence[str]) -> Matrix:
        if not texts or not others:
            return np.zeros((len(texts), len(others)), np.float32)
        found: Matrix = self.embedder.embed(texts) @ self.embedder.embed(others).T
        return found


def fit_likeness(texts: Sequence[str], *, dimension: int = DIMENSION) -> EmbedderLikeness:
    """Latent semantic analysis learned from the texts, for example the titles and abstracts of a
    corpus (87,000 take 20 s).

    Callers that come again keep `likeness.embedder.state()` in a file and give
    `EmbedderLikeness(LsaEmbedder.from_state(...))`.
    """
    return EmbedderLikeness(LsaEmbedder(dimension=dimension).fit(texts))
