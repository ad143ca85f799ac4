"""The embedder's protocol."""

from collections.abc import Sequence
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors whose dot product is their similarity, in [-1, 1]."""

    @property
    def name(self) -> str:
        """What `embedder_by_name` makes it from."""

    @property
    def dimension(self) -> int:
        """Columns of what `embed` returns; 0 while it is not known yet."""

    @property
    def needs_fit(self) -> bool:
        """Whether it must learn from the corpus before it can embed."""

    def fit(self, texts: Sequence[str]) -> Self:
        """One that has learned from the texts; the same one where there is nothing to learn."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Documents: unit rows, shape (len(texts), dimension)."""

    def embed_query(self, text: str) -> Matrix:
        """A query: one unit row, shape (dimension,)."""

    def state(self) -> bytes:
        """What `embedder_by_name(name, state=...)` needs to give the same vectors again; empty
        where nothing was learned."""


class Pretrained:
    """What embedders have in common that learn nothing from a corpus."""

    needs_fit = False

    def fit(self, texts: Sequence[str]) -> Self:  # noqa: ARG002
        return self

    def state(self) -> bytes:
        return b""


def unit_rows(vectors: NDArray[np.floating]) -> Matrix:
    """The rows scaled to length 1 in float32; zero rows stay zero."""
    rows = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)
