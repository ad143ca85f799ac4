"""Themes: noun phrases that many of the chosen statements share, and the statements under each.

The label comes first and the statements are put under it, so that every section's title occurs in what the section quotes
(description comes first: Osinski and Weiss 2005).
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from myscholar.report.fitness import fitness
from myscholar.report.statements import Statement
from myscholar.report.titles import Lexicon, is_nameable
from myscholar.report.topic import Topic
from myscholar.text.background import Background
from myscholar.text.similarity import cosines, tfidf
from myscholar.text.terms import content_stems, phrase_key

IN_SENTENCE, IN_PASSAGE = 1.0, 0.35
"""How much a phrase in the sentence itself counts for it, and one in its passage or its paper's title."""
LIFT = 40
"""How many times more often than by chance two words stand together in a firm term."""
UNKNOWN_PAIR = 0.35
WIDEST = 0.6
"""A phrase in more than this share of the statements tells nothing apart."""


@dataclass(frozen=True)
class Candidate:
    """A phrase that could name a theme, with how strongly each statement has it (by index)."""

    key: str
    phrase: str
    worth: float
    holds: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Theme:
    """`phrases` are its noun phrases, the naming one first; `members` are indices of statements, in their order."""

    phrases: tuple[str, ...]
    members: tuple[int, ...]


def candidates(statements: Sequence[Statement], lexicon: Lexicon, background: Background, topic: Topic) -> tuple[Candidate, ...]:
    """Noun phrases of the statements that are nameable and not in most of them, best worth first; single words name nothing."""
    holds: dict[str, dict[int, float]] = {}
    for i, statement in enumerate(statements):
        for key in Lexicon([f"{statement.paper.title}. {statement.passage.text}"]).usage:
            holds.setdefault(key, {})[i] = IN_PASSAGE
        for key in Lexicon([statement.text]).usage:
            holds.setdefault(key, {})[i] = IN_SENTENCE
    found = []
    for key, held in holds.items():
        if IN_SENTENCE not in held.values() or len(held) > WIDEST * max(len(statements), 5):
            continue
        worth = _worth(key, lexicon, background, topic)
        worth *= fitness(key, held, statements, lexicon.usage[key], topic, background, IN_SENTENCE) if worth > 0 else 0.0
        if worth > 0:
            found.append(Candidate(key, lexicon.usage[key].surface, worth, held))
    return tuple(sorted(found, key=lambda c: (-c.worth * sum(c.holds.values()), c.key)))


def _worth(key: str, lexicon: Lexicon, background: Background, topic: Topic) -> float:
    """How good a name it is: rare in the field, two or three words, more than the question's own words; 0 for what is no noun phrase."""
    usage = lexicon.usage.get(key)
    unknown = usage is None or (usage.count < 2 and key not in background.frequencies)
    if usage is None or unknown or not usage.is_noun_phrase or not is_nameable(usage.surface, lexicon):
        return 0.0
    stems = key.split()
    if len(stems) < 2:
        return 0.0
    asked = sum(s in topic.stems for s in stems) / len(stems)
    if asked == 1:
        return 0.0
    known = _collocation(stems, background)
    return min(background.idf(key), 9.0) * known


def _collocation(stems: Sequence[str], background: Background) -> float:
    """How firmly the words belong together, in [0.2, 1]: the smallest lift of neighbours over chance, on a log scale with 1 at LIFT.

    "factual consistency" is a term, "broad families" only two words. A pair that the background does not know counts UNKNOWN_PAIR.
    """
    values = []
    for pair in pairwise(stems):
        if " ".join(pair) not in background.frequencies:
            values.append(UNKNOWN_PAIR)
            continue
        lift = background.share(" ".join(pair)) / (background.share(pair[0]) * background.share(pair[1]))
        values.append(min(1.0, max(0.3, math.log(max(lift, 1.0)) / math.log(LIFT))))
    return min(values)


def themes(statements: Sequence[Statement], named: Sequence[Candidate], n: int, least: int, most: int) -> tuple[Theme, ...]:
    """At most `n` themes of `least` to `most` statements each, and every statement in one theme or in the last, general one without phrases."""
    labels = _cover(statements, named, n, least)
    if not labels:
        return (Theme((), tuple(range(len(statements)))),)
    place = _placed(statements, labels, least, most)
    made = []
    for g, label in enumerate(labels):
        members = tuple(i for i, p in enumerate(place) if p == g)
        if members:
            made.append(Theme((label.phrase, *_others(label, members, named)), members))
    rest = tuple(i for i, p in enumerate(place) if p < 0)
    return (*made, Theme((), rest)) if rest else tuple(made)


def _cover(statements: Sequence[Statement], named: Sequence[Candidate], n: int, least: int) -> list[Candidate]:
    """Greedy: each next label is the one that covers most of what is not yet covered; labels share no word."""
    open_weight = np.array([0.5 + s.relevance for s in statements])
    labels: list[Candidate] = []
    while len(labels) < n:
        best, gain = None, 0.0
        for candidate in named:
            if any(set(candidate.key.split()) & set(label.key.split()) for label in labels):
                continue
            covered = sorted((v * open_weight[i] for i, v in candidate.holds.items()), reverse=True)[: 2 * least + 2]
            if sum(v >= 0.3 for v in covered) < least:
                continue
            value = candidate.worth * sum(covered)
            if value > gain:
                best, gain = candidate, value
        if best is None:
            break
        labels.append(best)
        for i, v in best.holds.items():
            open_weight[i] *= 1 - 0.9 * v
    return labels


def _placed(statements: Sequence[Statement], labels: Sequence[Candidate], least: int, most: int) -> list[int]:
    """Each statement under the label that it holds most, else under the theme that it is most like; -1 where it is like none."""
    held = np.array([[label.holds.get(i, 0.0) for label in labels] for i in range(len(statements))])
    like = _likeness(statements, held)
    score = held + like
    place = [int(np.argmax(row)) if row.max() >= 0.3 else -1 for row in score]
    for _ in range(2):
        sizes = Counter(place)
        for g in range(len(labels)):
            over = sorted((i for i, p in enumerate(place) if p == g), key=lambda i: -score[i, g])[most:]
            for i in over:
                options = [h for h in np.argsort(-score[i]) if h != g and sizes[int(h)] < most and score[i, h] >= 0.25]
                place[i] = int(options[0]) if options else -1
                sizes[place[i]] += 1
    sizes = Counter(place)
    small = {g for g in range(len(labels)) if sizes[g] < least}
    for i, p in enumerate(place):
        if p in small:
            options = [h for h in np.argsort(-score[i]) if int(h) not in small and score[i, h] >= 0.2]
            place[i] = int(options[0]) if options else -1
    return place


def _likeness(statements: Sequence[Statement], held: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cosine of each statement with the mean of those that hold a label in the sentence; shape (n_statements, n_labels)."""
    vectors = tfidf([s.text for s in statements])
    alike = np.asarray(cosines(vectors, vectors), dtype=np.float64)
    firm = (held >= IN_SENTENCE).astype(float)
    return np.asarray(alike @ firm / np.maximum(firm.sum(axis=0), 1), dtype=np.float64)


def _others(label: Candidate, members: Sequence[int], named: Sequence[Candidate], n: int = 4) -> tuple[str, ...]:
    """Further phrases of the theme: in at least two of its sentences and mostly in this theme."""
    taken = [label.key]
    others: list[str] = []
    ranked = sorted(named, key=lambda c: (-c.worth * sum(c.holds.get(i, 0.0) for i in members), c.key))
    for candidate in ranked:
        inside = [candidate.holds.get(i, 0.0) for i in members]
        if (
            sum(v > 0 for v in inside) < 2
            or IN_SENTENCE not in inside
            or any(set(candidate.key.split()) & set(t.split()) for t in taken)
        ):
            continue
        taken.append(candidate.key)
        others.append(candidate.phrase)
        if len(others) == n:
            break
    return tuple(others)


def phrases_of(
    members: Sequence[Statement], named: Sequence[Candidate], everyone: Sequence[Statement], n: int = 4
) -> tuple[str, ...]:
    """The telling phrases of a group that was made otherwise: in several of its sentences and rare elsewhere, none sharing a word with another."""
    index = {id(s): i for i, s in enumerate(everyone)}
    inside = [index[id(s)] for s in members]
    ranked = []
    for c in named:
        held = [c.holds.get(i, 0.0) for i in inside]
        here = sum(held)
        if IN_SENTENCE in held and sum(v > 0 for v in held) > 1:
            ranked.append((c.worth * here * here / sum(c.holds.values()), c))
    ranked.sort(key=lambda entry: (-entry[0], entry[1].key))
    kept: list[Candidate] = []
    for _, c in ranked:
        if not any(set(c.key.split()) & set(k.key.split()) for k in kept):
            kept.append(c)
    return tuple(c.phrase for c in kept[:n])


def shares_word(phrase: str, titles: Sequence[str]) -> bool:
    """Whether the phrase is in one of the titles, or ends in the same word as a part of one ("Soil Nitrogen" in "Farms and Nitrogen")."""
    key = phrase_key(phrase)
    parts = [phrase_key(part) for title in titles for part in re.split(r" and | versus |[:,] ", title)]
    return any(f" {key} " in f" {part} " or part.split()[-1:] == key.split()[-1:] for part in parts)


def split(statements: Sequence[Statement], topic: Topic, n: int, least: int) -> list[list[Statement]]:
    """At most `n` groups without a given name, by Ward's method on latent vectors of sentence and passage; a group below `least` joins the nearest,
    and where that leaves one, it is halved."""
    from sklearn.cluster import AgglomerativeClustering

    if n < 2 or len(statements) < 2 * least:
        return [list(statements)]
    vectors = _latent(statements, topic)
    labels = [int(g) for g in AgglomerativeClustering(n_clusters=n, linkage="ward").fit_predict(vectors)]
    while len(sizes := Counter(labels)) > 1 and min(sizes.values()) < least:
        small = min(sizes, key=lambda g: (sizes[g], g))
        centres = {g: vectors[[i for i, label in enumerate(labels) if label == g]].mean(axis=0) for g in sizes}
        nearest = max((g for g in sizes if g != small), key=lambda g: (float(centres[g] @ centres[small]), -g))
        labels = [nearest if label == small else label for label in labels]
    if len(set(labels)) == 1:
        labels = _halves(vectors)
    return [[s for s, label in zip(statements, labels, strict=True) if label == g] for g in dict.fromkeys(labels)]


def _halves(vectors: NDArray[np.float64]) -> list[int]:
    """Two groups of equal size, by the place along the direction of largest spread."""
    centred = vectors - vectors.mean(axis=0)
    along = centred @ np.linalg.svd(centred, full_matrices=False)[2][0]
    upper = set(np.argsort(along, kind="stable")[len(along) // 2 :].tolist())
    return [int(i in upper) for i in range(len(along))]


def _latent(statements: Sequence[Statement], topic: Topic) -> NDArray[np.float64]:
    """Unit rows: the sentence with half of its passage, without the question's words, which all share, in latent dimensions."""
    from sklearn.decomposition import TruncatedSVD

    own = tfidf([_without(s.text, topic) for s in statements] + [_without(s.passage.text, topic) for s in statements])
    n = len(statements)
    mixed = own[:n] + 0.5 * own[n:]
    size = max(1, min(24, n - 1, mixed.shape[1] - 1))
    latent = TruncatedSVD(n_components=size, algorithm="arpack", random_state=0).fit_transform(mixed)
    norms = np.linalg.norm(latent, axis=1, keepdims=True)
    return np.asarray(latent / np.where(norms > 0, norms, 1), dtype=np.float64)


def _without(text: str, topic: Topic) -> str:
    return " ".join(word for word in text.split() if not topic.stems.intersection(content_stems(word)))
