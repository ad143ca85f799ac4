"""Groups of texts."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray


def cluster(vectors: NDArray[np.float32], n_groups: int) -> tuple[int, ...]:
    """A group number for each row, by average-linkage agglomeration on cosine distance; groups are numbered by size, largest first."""
    from sklearn.cluster import AgglomerativeClustering

    if len(vectors) <= n_groups:
        return tuple(range(len(vectors)))
    labels = AgglomerativeClustering(n_clusters=n_groups, metric="cosine", linkage="average").fit_predict(vectors)
    by_size = [label for label, _ in Counter(labels.tolist()).most_common()]
    return tuple(by_size.index(label) for label in labels.tolist())
