"""Latent semantic analysis: TF-IDF and a truncated singular value decomposition, learned from the
corpus itself.

Source: Deerwester et al. (1990); randomized decomposition of Halko et al. (2011).
"""

import io
import math
import re
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import Stemmer
from numpy.typing import NDArray

from myscholar.gateways.embedding.embedder import Matrix, unit_rows

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

_WORD = re.compile(r"[^\W_]+")
_MAX_FIT_TEXTS = 30_000
"""More texts change the directions little and cost memory."""
_MAX_TERMS = 40_000
_MIN_DOCUMENTS = 2
_MAX_SHARE = 0.2
"""Terms in more than this share of the texts tell nothing ..."""
_ALWAYS_KEPT = 10
"""... unless that is no more than this many texts."""


class LsaEmbedder:
    """Vectors of a fitted term space. New texts use the state it was fitted with, until it is
    fitted again."""

    def __init__(
        self,
        *,
        dimension: int = 128,
        terms: Sequence[str] = (),
        idf: Matrix | None = None,
        components: Matrix | None = None,
    ) -> None:
        """`components` has shape (n_terms, dimension): a term's contribution to each direction."""
        self._wanted = dimension
        self._columns = {term: i for i, term in enumerate(terms)}
        self._idf = np.zeros(0, np.float32) if idf is None else idf
        self._components = np.zeros((0, 0), np.float32) if components is None else components
        self._stemmer = Stemmer.Stemmer("english")

    @property
    def name(self) -> str:
        return f"lsa:{self._wanted}"

    @property
    def dimension(self) -> int:
        return int(self._components.shape[1])

    @property
    def needs_fit(self) -> bool:
        return not self._columns

    def fit(self, texts: Sequence[str]) -> "LsaEmbedder":
        """Learned from at most 30,000 of the texts, evenly spread. The dimension shrinks where the
        texts span fewer directions."""
        step = max(1, math.ceil(len(texts) / _MAX_FIT_TEXTS))
        columns: dict[str, int] = {}
        counts = self._counts(texts[::step], columns, grow=True)
        kept, idf = _telling_terms(counts)
        if not len(kept):
            return LsaEmbedder(
                dimension=self._wanted,
                terms=("",),
                idf=np.ones(1, np.float32),
                components=np.zeros((1, 1), np.float32),
            )
        names = list(columns)
        directions = _directions(_weigh(counts[:, kept], idf), self._wanted)
        return LsaEmbedder(
            dimension=self._wanted, terms=[names[i] for i in kept], idf=idf, components=directions
        )

    def embed(self, texts: Sequence[str]) -> Matrix:
        return unit_rows(
            _weigh(self._counts(texts, self._columns, grow=False), self._idf) @ self._components
        )

    def embed_query(self, text: str) -> Matrix:
        row: Matrix = self.embed([text])[0]
        return row

    def state(self) -> bytes:
        """Terms, weights and directions (half precision) as one NumPy archive."""
        buffer = io.BytesIO()
        terms = np.frombuffer("\n".join(self._columns).encode(), dtype=np.uint8)
        wanted, components = np.int64(self._wanted), self._components.astype(np.float16)
        np.savez(buffer, wanted=wanted, terms=terms, idf=self._idf, components=components)
        return buffer.getvalue()

    @classmethod
    def from_state(cls, state: bytes) -> "LsaEmbedder":
        with np.load(io.BytesIO(state), allow_pickle=False) as kept:
            return cls(
                dimension=int(kept["wanted"]),
                terms=kept["terms"].tobytes().decode().split("\n"),
                idf=kept["idf"],
                components=kept["components"].astype(np.float32),
            )

    def _counts(self, texts: Sequence[str], columns: dict[str, int], *, grow: bool) -> "csr_matrix":
        """How often each text holds each term, shape (len(texts), len(columns)); `grow` gives
        unknown terms a new column."""
        from scipy.sparse import csr_matrix

        indices, data = array("i"), array("f")
        starts = [0]
        for text in texts:
            for term, n in Counter(self._stemmer.stemWords(_WORD.findall(text.lower()))).items():
                column = columns.setdefault(term, len(columns)) if grow else columns.get(term, -1)
                if column >= 0:
                    indices.append(column)
                    data.append(n)
            starts.append(len(indices))
        places, rows = np.array(indices, np.int32), np.array(starts, np.int32)
        parts = (np.array(data, np.float32), places, rows)
        return csr_matrix(parts, shape=(len(texts), len(columns)))


def _weigh(counts: "csr_matrix", idf: Matrix) -> "csr_matrix":
    """TF-IDF rows of unit length; tf is 1 + ln(count)."""
    rows = counts.astype(np.float32)
    rows.data = (1 + np.log(rows.data)) * idf[rows.indices]
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    rows.data /= np.repeat(np.where(lengths > 0, lengths, 1), np.diff(rows.indptr)).astype(
        np.float32
    )
    return rows


def _telling_terms(counts: "csr_matrix") -> tuple[NDArray[np.int64], Matrix]:
    """Columns of terms that are neither singular nor everywhere, most frequent first, and their idf
    = ln(1 + n / df)."""
    n = counts.shape[0]
    df = np.bincount(counts.indices, minlength=counts.shape[1])
    kept = np.flatnonzero((df >= _MIN_DOCUMENTS) & (df <= max(_ALWAYS_KEPT, _MAX_SHARE * n)))
    kept = kept[np.argsort(-df[kept], kind="stable")][:_MAX_TERMS]
    return kept, np.log(1 + n / df[kept]).astype(np.float32)


def _directions(rows: "csr_matrix", dimension: int) -> Matrix:
    """The first right singular vectors, shape (n_terms, at most `dimension`)."""
    from sklearn.utils.extmath import randomized_svd

    n = max(1, min(dimension, min(rows.shape) - 1))
    _, _, directions = randomized_svd(rows, n, n_oversamples=10, n_iter=2, random_state=0)
    found: NDArray[np.float32] = np.ascontiguousarray(directions.T, dtype=np.float32)
    return found.astype(np.float16).astype(np.float32)
