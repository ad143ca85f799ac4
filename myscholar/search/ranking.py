"""How a query becomes weighted terms, learns from its first results, how lexical and vector scores
are blended, and how the scores of neighbours support each other.

The defaults were chosen on the `dev` queries of the retrieval data alone; `python -m
eval bench retrieval --tune` repeats the choice.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS

PASSAGES_A_PAPER = 3
"""Passages that a source gives of one paper; by hand."""
K1, B = 1.2, 0.75
"""BM25's constants. Source: tantivy, which fixes them."""

Analyze = Callable[[str], Sequence[str]]
Frequency = Callable[[str], int]
Terms = Mapping[str, float]
"""Stem, or pair of stems -> weight. The score of a passage is the sum over terms of weight *
BM25(term, passage)."""


@dataclass(frozen=True)
class Ranking:
    """The parameters of a search. All weights lie in [0, 1]."""

    trade_word_weight: float = 0.5
    """Weight of words that every paper uses ("method", "performance") beside 1 for the others."""
    pair_weight: float = 0.3
    """Weight of two content words in a row beside 1 for each of them; stop words between them do
    not count, words of the trade halve it."""
    max_query_terms: int = 48
    """A longer query is cut to its rarest terms."""
    feedback_papers: int = 5
    """The first results that the query learns from; 0 switches it off."""
    feedback_terms: int = 30
    feedback_weight: float = 0.5
    """Share of the learned terms in the expanded query."""
    vector_weight: float = 0.3
    """Share of the cosine in the blended score."""
    vector_feedback_weight: float = 0.7
    """Share of the first results' mean vector in the query's vector."""
    neighbour_weight: float = 0.4
    """Share of its nearest neighbours' scores in a passage's score; 0 switches it off."""
    neighbours: int = 10
    depth: int = 300
    """Passages that are blended."""


DEFAULT_RANKING = Ranking()
LEXICAL_ONLY = Ranking(feedback_papers=0, vector_weight=0.0, neighbour_weight=0.0)


class Vocabulary:
    """The stems of stop words and of trade words, as the collection's analyzer writes them."""

    def __init__(self, analyze: Analyze) -> None:
        self.analyze = analyze
        self.stop = frozenset(analyze(" ".join(sorted(STOP_WORDS))))
        self.trade = frozenset(analyze(" ".join(sorted(ACADEMIC_WORDS)))) - self.stop


@dataclass(frozen=True)
class TermStatistics:
    """What BM25 must know about the collection."""

    vocabulary: Vocabulary
    n_documents: int
    mean_length: float
    frequency: Frequency

    def idf(self, term: str) -> float:
        df = self.frequency(term)
        return math.log(1 + (self.n_documents - df + 0.5) / (df + 0.5))


@dataclass(frozen=True)
class WeightedQuery:
    """What is looked up: words, and pairs of content words in a row. Empty `words`: nothing to look
    for."""

    words: Terms
    pairs: Terms


def content_pairs(stems: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """Stems that follow each other when the stop words are taken out, joined by an underscore."""
    content = [stem for stem in stems if stem not in vocabulary.stop]
    return [f"{a}_{b}" for a, b in pairwise(content)]


def weighted_query(text: str, statistics: TermStatistics, ranking: Ranking) -> WeightedQuery:
    """The query's stems with weights that sum to 1, and its pairs beside them.

    Stop words are left out unless there is nothing else; no words give an empty query.
    """
    vocabulary = statistics.vocabulary
    stems = vocabulary.analyze(text)
    counts = Counter(stems)
    content = {t: n for t, n in counts.items() if t not in vocabulary.stop} or dict(counts)
    weight = {t: ranking.trade_word_weight if t in vocabulary.trade else 1.0 for t in content}
    weights = {t: n * weight[t] for t, n in content.items()}
    if len(weights) > ranking.max_query_terms:
        weights = _most_telling(weights, statistics, ranking.max_query_terms)
    total = sum(weights.values()) or 1.0
    found = Counter(content_pairs(stems, vocabulary) if ranking.pair_weight else ())
    pairs = {
        pair: n * math.prod(weight[t] for t in pair.split("_")) * ranking.pair_weight / total
        for pair, n in found.most_common(ranking.max_query_terms)
    }
    return WeightedQuery(_scaled(weights, 1.0), pairs)


def expanded(
    query: WeightedQuery,
    texts: Sequence[str],
    scores: Sequence[float],
    statistics: TermStatistics,
    ranking: Ranking,
) -> WeightedQuery:
    """The query's terms and those that tell its first results apart, by their mean BM25 weight
    there.

    `scores` are the results' scores, > 0. Source: Rocchio (1971), with the normalisation of
    Lavrenko and Croft's RM3 (2001).
    """
    total = sum(scores)
    if not texts or total <= 0:
        return query
    vocabulary = statistics.vocabulary
    mean: dict[str, float] = {}
    for text, score in zip(texts, scores, strict=True):
        stems = vocabulary.analyze(text)
        for term, saturation in _saturations(stems, statistics.mean_length).items():
            if term not in vocabulary.stop:
                mean[term] = mean.get(term, 0.0) + saturation * score / total
    telling = _most_telling(mean, statistics, ranking.feedback_terms)
    learned = _scaled(telling, ranking.feedback_weight)
    own = 1 - ranking.feedback_weight
    kept = _scaled(query.words, own)
    words = {t: kept.get(t, 0.0) + learned.get(t, 0.0) for t in kept | learned}
    return WeightedQuery(words, {pair: weight * own for pair, weight in query.pairs.items()})


def blended(
    lexical: NDArray[np.float32], cosine: NDArray[np.float32], weight: float
) -> NDArray[np.float32]:
    """(1 - weight) * lexical / max(lexical) + weight * cosine, for the same passages; at most 1."""
    best = float(lexical.max(initial=0.0))
    share = lexical / best if best > 0 else lexical
    return np.asarray((1 - weight) * share + weight * cosine, dtype=np.float32)


def smoothed(
    scores: NDArray[np.float32],
    vectors: NDArray[np.float32],
    papers: NDArray[np.int64],
    *,
    weight: float,
    neighbours: int,
) -> NDArray[np.float32]:
    """(1 - weight) * score + weight * mean score of the nearest passages of other papers, weighted
    by cosine squared.

    What lies among good passages is probably good (the cluster hypothesis). `vectors` are unit
    rows, one a score; `papers` tells which passages belong together. A passage without neighbours
    keeps its score. Source: Diaz (2005), regularized scores.
    """
    near = np.maximum(vectors @ vectors.T, 0.0)
    near[papers[:, None] == papers[None, :]] = 0.0
    if neighbours < len(scores):
        least = np.partition(near, -neighbours, axis=1)[:, -neighbours, None]
        near[near < least] = 0.0
    near *= near
    total = near.sum(axis=1)
    mean = np.where(total > 0, near @ scores / np.where(total > 0, total, 1.0), scores)
    return np.asarray((1 - weight) * scores + weight * mean, dtype=np.float32)


def _saturations(stems: Sequence[str], mean_length: float) -> dict[str, float]:
    """BM25's term weight without the idf: tf (k1 + 1) / (tf + k1 (1 - b + b * length / mean
    length)), in [0, k1 + 1)."""
    norm = K1 * (1 - B + B * len(stems) / max(1.0, mean_length))
    return {term: n * (K1 + 1) / (n + norm) for term, n in Counter(stems).items()}


def _most_telling(weights: Terms, statistics: TermStatistics, n: int) -> dict[str, float]:
    """The n with the largest weight * idf."""
    telling = sorted(weights, key=lambda t: (-weights[t] * statistics.idf(t), t))
    return {t: weights[t] for t in telling[:n]}


def _scaled(weights: Terms, total: float) -> dict[str, float]:
    whole = sum(weights.values())
    return {t: w * total / whole for t, w in weights.items()} if whole > 0 else {}
