"""The embedder's protocol, and how to get one by name."""

from collections.abc import Sequence
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from myscholar.errors import UnknownName

Matrix = NDArray[np.float32]
DEFAULT_EMBEDDER = "lsa"
KNOWN = ("lsa", "lsa:DIMENSION", "sentence-transformers:MODEL_OR_PATH", "gritlm:PATH", "openai:MODEL@BASE_URL")


class Embedder(Protocol):
    """Turns texts into vectors whose dot product is their similarity, in [-1, 1]."""

    @property
    def name(self) -> str:
        """What `open_embedder` makes it from."""

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
        """What `open_embedder(name, state=...)` needs to give the same vectors again; empty where nothing was learned."""


def open_embedder(name: str = DEFAULT_EMBEDDER, *, state: bytes = b"", api_key: str | None = None) -> Embedder:
    """The embedder of this name (see KNOWN). Nothing is loaded or fetched before the first text.

    Raises UnknownName; using it may raise ExtraNotInstalled or EngineUnavailable.
    """
    kind, _, model = name.partition(":")
    if kind == "lsa" and (not model or model.isdecimal()):
        from myscholar.gateways.embedding.lsa import LsaEmbedder

        return LsaEmbedder.from_state(state) if state else LsaEmbedder(dimension=int(model or 128))
    if kind == "sentence-transformers" and model:
        from myscholar.gateways.embedding.sentence_transformers import SentenceTransformerEmbedder

        return SentenceTransformerEmbedder(model)
    if kind == "gritlm" and model:
        from myscholar.gateways.embedding.gritlm import GritLmEmbedder

        return GritLmEmbedder(model)
    if kind == "openai" and model:
        from myscholar.gateways.embedding.openai import OpenAiEmbedder

        return OpenAiEmbedder.of(model, api_key=api_key)
    raise UnknownName("embedder", name, KNOWN)


def unit_rows(vectors: NDArray[np.floating]) -> Matrix:
    """The rows scaled to length 1 in float32; zero rows stay zero."""
    rows = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)
