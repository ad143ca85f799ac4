"""Unit vectors of all passages in one memory-mapped file; nearest neighbours by an exact scan."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]  # ships no types

Matrix = NDArray[np.float32]


class VectorFile:
    """Rows of float32 without a header: row number n begins at byte 4 * n * dimension."""

    def __init__(self, path: Path, dimension: int) -> None:
        """Raises ValueError where the size of the file is no whole number of rows."""
        n_numbers, rest = divmod(path.stat().st_size, 4)
        if rest or dimension < 1 or n_numbers % dimension:
            raise ValueError(f"{path.name} has no whole number of rows")
        shape = (n_numbers // dimension, dimension)
        self._rows: Matrix = np.zeros(shape, np.float32)
        if n_numbers:
            self._rows = np.memmap(path, np.float32, "r", shape=shape)

    def __len__(self) -> int:
        return len(self._rows)

    def of(self, rows: NDArray[np.int64]) -> Matrix:
        return np.asarray(self._rows[rows])

    def nearest(
        self, query: Matrix, limit: int, allowed: NDArray[np.bool_] | None = None
    ) -> NDArray[np.int64]:
        """Numbers of the `limit` rows with the largest cosine above 0, among those allowed; in no
        order."""
        cosines = self._rows @ query
        if allowed is not None:
            cosines = np.where(allowed, cosines, -1.0)
        best = np.arange(len(cosines))
        if limit < len(cosines):
            best = np.argpartition(-cosines, limit - 1)[:limit]
        return np.asarray(best[cosines[best] > 0], dtype=np.int64)


@contextmanager
def one_thread() -> Iterator[None]:
    """Matrix products on this thread alone: for a query's small ones, waiting for helpers costs
    more than it saves on a busy machine."""
    with _thread_pools().limit(limits=1, user_api="blas"):
        yield


@lru_cache(maxsize=1)
def _thread_pools() -> ThreadpoolController:
    return ThreadpoolController()


def append_rows(path: Path, rows: Matrix) -> None:
    """Adds unit rows at the end of the file, which is made if need be."""
    with path.open("ab") as file:
        file.write(np.ascontiguousarray(rows, dtype="<f4").tobytes())
