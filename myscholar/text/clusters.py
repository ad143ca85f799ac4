"""Groups of texts and the phrases that tell them apart."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from myscholar.text.terms import best_surface, is_topical, phrases


def cluster(vectors: NDArray[np.float32], n_groups: int) -> tuple[int, ...]:
    """A group number for each row, by average-linkage agglomeration on cosine distance; groups are numbered by size, largest first."""
    from sklearn.cluster import AgglomerativeClustering

    if len(vectors) <= n_groups:
        return tuple(range(len(vectors)))
    labels = AgglomerativeClustering(n_clusters=n_groups, metric="cosine", linkage="average").fit_predict(vectors)
    by_size = [label for label, _ in Counter(labels.tolist()).most_common()]
    return tuple(by_size.index(label) for label in labels.tolist())


def telling_phrases(
    groups: Sequence[Sequence[str]], idf: Callable[[str], float], n: int = 5, longest: int = 3
) -> tuple[tuple[str, ...], ...]:
    """For each group of texts up to `n` phrases that are frequent in it and rare elsewhere (class-based TF-IDF, Grootendorst 2022).

    `idf` of a phrase key against a background. A phrase inside a better one of the same group is left out.
    """
    found = [_document_counts(texts, longest) for texts in groups]
    groups_with = Counter(key for counts, _ in found for key in counts)
    chosen = []
    for texts, (counts, surfaces) in zip(groups, found, strict=True):
        least = 2 if len(texts) > 2 else 1
        scores = {
            key: (count / max(1, len(texts)))
            * idf(key)
            * math.log(1 + len(groups) / groups_with[key])
            * (1 + 0.35 * key.count(" "))
            for key, count in counts.items()
            if count >= least
        }
        chosen.append(_without_parts(scores, surfaces, n))
    return tuple(chosen)


def _document_counts(texts: Sequence[str], longest: int) -> tuple[Counter[str], dict[str, list[str]]]:
    counts: Counter[str] = Counter()
    surfaces: dict[str, list[str]] = {}
    for text in texts:
        seen = set()
        for phrase in phrases(text, longest):
            if is_topical(phrase):
                seen.add(phrase.key)
                surfaces.setdefault(phrase.key, []).append(phrase.text)
        counts.update(seen)
    return counts, surfaces


def _without_parts(scores: dict[str, float], surfaces: dict[str, list[str]], n: int) -> tuple[str, ...]:
    kept: list[str] = []
    for key in sorted(scores, key=lambda k: (-scores[k], k)):
        if not any(f" {key} " in f" {other} " or f" {other} " in f" {key} " for other in kept):
            kept.append(key)
        if len(kept) == n:
            break
    return tuple(best_surface(surfaces[key]) for key in kept)
