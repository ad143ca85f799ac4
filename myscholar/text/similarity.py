"""TF-IDF vectors, cosine and near-duplicates."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from myscholar.text.terms import content_stems

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Matrix = NDArray[np.float32]


def tfidf(texts: Sequence[str], idf: Callable[[str], float] | None = None) -> "csr_matrix":
    """Rows of unit length, one a text (a text without content words has a zero row).

    tf is 1 + ln(count). `idf` of a stem; by default ln(1 + n / df) within `texts`.
    """
    from scipy.sparse import csr_matrix

    counted = [Counter(content_stems(text)) for text in texts]
    df = Counter(stem for counts in counted for stem in counts)
    columns = {stem: i for i, stem in enumerate(sorted(df))}
    weight = idf or (lambda stem: math.log(1 + len(texts) / df[stem]))
    weights = {stem: weight(stem) for stem in df}
    data: list[float] = []
    indices: list[int] = []
    starts = [0]
    for counts in counted:
        row = {stem: (1 + math.log(n)) * weights[stem] for stem, n in counts.items()}
        norm = math.sqrt(sum(w * w for w in row.values())) or 1.0
        indices.extend(columns[stem] for stem in row)
        data.extend(w / norm for w in row.values())
        starts.append(len(indices))
    return csr_matrix((data, indices, starts), shape=(len(texts), len(columns)), dtype="float32")


def cosines(rows: "csr_matrix", others: "csr_matrix") -> "Matrix":
    """Cosines of the unit `rows` with the unit `others`; shape (n_rows, n_others)."""
    import numpy as np

    return np.asarray((rows @ others.T).todense(), dtype=np.float32)


def overlap(a: str, b: str) -> float:
    """Share of the shorter text's content stems that the other has, in [0, 1]; 0 without any."""
    first, second = set(content_stems(a)), set(content_stems(b))
    shorter = min(len(first), len(second))
    return len(first & second) / shorter if shorter else 0.0
