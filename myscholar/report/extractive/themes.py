"""Themes: noun phrases that several of the chosen papers share, and the statements under each.

The label comes first and the statements are put under it, so that every section's title occurs in
what the section quotes (description comes first: Osinski and Weiss 2005).
"""

import math
from collections.abc import Sequence, Set
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from myscholar.domain.papers import PaperId
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.titles import Lexicon, is_nameable
from myscholar.text.background import Background
from myscholar.text.terms import content_stems

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

IN_SENTENCE, IN_TITLE, IN_PASSAGE = 1.0, 0.8, 0.3
"""How much a phrase counts for a statement by where it stands; by hand."""
FEWEST_PAPERS = 2
"""Papers that must hold a phrase for a section on it. By hand; with 1 or 4 no figure moves."""
WIDEST = 0.6
"""A phrase in more than this share of the statements tells nothing apart. By hand."""
IDF_CAP = 9.0
"""A misspelt or very rare phrase is not allowed to name a section alone. By hand."""
ASKED = 0.3
"""What the question's own words are worth as a name, beside what it does not name. By hand."""


class ThemeCandidate(NamedTuple):
    """How strongly each statement holds a phrase that could name a theme; shape (n_statements,)."""

    key: str
    phrase: str
    worth: float
    holds: "NDArray[np.float64]"
    n_papers: int
    """Papers that hold it in their title or in what is quoted of them."""


class Theme(NamedTuple):
    """`phrases` name it; of the rest, each statement holds some of them or none."""

    phrases: tuple[str, ...]
    statements: tuple[CandidateSentence, ...]
    is_rest: bool = False
    also: tuple[str, ...] = ()
    """Further phrases that several of its statements hold."""


def themes(
    statements: Sequence[CandidateSentence],
    lexicon: Lexicon,
    background: Background,
    asked: Set[str],
    *,
    most: int,
    least: int,
) -> tuple[Theme, ...]:
    """At most `most` themes of at least `least` statements, and last what falls under none."""
    import numpy as np

    found = candidates(statements, lexicon, background, asked)
    labels = _labels(found, len(statements), most, least)
    place = _together(statements, _placed(len(statements), labels, least))
    made = []
    for g, label in enumerate(labels):
        members = [i for i, p in enumerate(place) if p == g]
        also = _apart([label.phrase, *_named(found, members)], 3)[1:]
        made.append(Theme((label.phrase,), tuple(statements[i] for i in members), also=also))
    left = [i for i, p in enumerate(place) if p == -1]
    named = _apart(_named(found, left), 3)
    held = np.array([c.holds[left] for c in found if c.phrase in named])
    if not len(held) or 2 * np.count_nonzero(held.max(axis=0)) < len(left):
        named = ()
    rest = Theme(named, tuple(statements[i] for i in left), is_rest=True)
    return tuple(t for t in (*made, rest) if t.statements)


def _named(found: Sequence[ThemeCandidate], members: Sequence[int]) -> list[str]:
    """The phrases that two of these statements hold in title or sentence, best first."""
    held = [c for c in found if (c.holds[members] >= IN_TITLE).sum() > 1]
    return [
        c.phrase
        for c in sorted(held, key=lambda c: (-c.worth * float(c.holds[members].sum()), c.key))
    ]


def candidates(
    statements: Sequence[CandidateSentence],
    lexicon: Lexicon,
    background: Background,
    asked: Set[str],
) -> tuple[ThemeCandidate, ...]:
    """Noun phrases that the papers use as such and that are rare in the field, single words only
    where the question asks for them; best first."""
    import numpy as np

    holds: dict[str, NDArray[np.float64]] = {}
    for i, statement in enumerate(statements):
        for text, value in (
            (statement.passage.text, IN_PASSAGE),
            (statement.paper.title, IN_TITLE),
            (statement.text, IN_SENTENCE),
        ):
            for key in Lexicon([text]).usage:
                holds.setdefault(key, np.zeros(len(statements)))[i] = value
    found = []
    for key, held in holds.items():
        papers = {statements[int(i)].paper.paper_id for i in np.flatnonzero(held >= IN_TITLE)}
        if not papers or np.count_nonzero(held) > WIDEST * max(len(statements), 5):
            continue
        if worth := _worth(key, lexicon, background, asked):
            found.append(ThemeCandidate(key, lexicon.usage[key].surface, worth, held, len(papers)))
    return tuple(sorted(found, key=lambda c: (-c.worth * float(c.holds.sum()), c.key)))


def _worth(key: str, lexicon: Lexicon, background: Background, asked: Set[str]) -> float:
    """How good a name the phrase is; 0 for what is no noun phrase, and for a single word that is
    not asked for."""
    usage, words = lexicon.usage.get(key), key.split()
    if usage is None or not is_nameable(usage.surface, lexicon):
        return 0.0
    idf = min(background.idf(key), IDF_CAP) * (ASKED if set(words) <= asked else 1.0)
    if len(words) == 1:
        return idf if key in asked and lexicon.is_noun(usage.surface) else 0.0
    return idf * _collocation(words, background) if usage.is_noun_phrase else 0.0


def _collocation(stems: Sequence[str], background: Background) -> float:
    """How firmly the words belong together, in [0.3, 1]: the smallest lift of neighbours over
    chance, on a log scale with 1 at 40 times.

    "factual consistency" is a term, "broad families" only two words. A pair that the background
    does not know counts 0.35.
    """
    values = []
    for a, b in pairwise(stems):
        if f"{a} {b}" not in background.frequencies:
            values.append(0.35)
            continue
        lift = background.share(f"{a} {b}") / (background.share(a) * background.share(b))
        values.append(min(1.0, max(0.3, math.log(max(lift, 1.0)) / math.log(40))))
    return min(values)


def _labels(found: Sequence[ThemeCandidate], n: int, most: int, least: int) -> list[ThemeCandidate]:
    """Greedy cover: each label is the one that adds most to what the labels before it cover, and
    shares no word with them."""
    import numpy as np

    uncovered, labels = np.ones(n), list[ThemeCandidate]()
    while len(labels) < most:
        taken = {word for label in labels for word in label.key.split()}
        free = [
            c
            for c in found
            if c.n_papers >= FEWEST_PAPERS
            and np.count_nonzero(c.holds) >= least
            and not taken & set(c.key.split())
        ]
        best = max(free, key=lambda c: c.worth * float(c.holds @ uncovered), default=None)
        if best is None or float(best.holds @ uncovered) < least / 2:
            break
        labels.append(best)
        uncovered = uncovered * (1 - 0.9 * best.holds)
    return labels


def _placed(n: int, labels: Sequence[ThemeCandidate], least: int) -> list[int]:
    """Each statement's theme: the label that it holds most, the rarer of two; -1 for none. A theme
    of fewer than `least` dissolves, the smallest first."""
    import numpy as np

    alive = list(range(len(labels)))
    while alive:
        held = np.array([labels[g].holds for g in alive])
        value = held - 0.01 * held.mean(axis=1, keepdims=True)
        place = [
            alive[int(np.argmax(value[:, i]))] if held[:, i].max() > 0 else -1 for i in range(n)
        ]
        small = [g for g in alive if place.count(g) < least]
        if not small:
            return place
        alive.remove(min(small, key=place.count))
    return [-1] * n


def _together(statements: Sequence[CandidateSentence], place: Sequence[int]) -> list[int]:
    """All of a paper's statements where the first that has a place stands."""
    of_paper: dict[PaperId, int] = {}
    for s, p in zip(statements, place, strict=True):
        if of_paper.get(s.paper.paper_id, -1) == -1:
            of_paper[s.paper.paper_id] = p
    return [of_paper[s.paper.paper_id] for s in statements]


def _apart(phrases: Sequence[str], n: int) -> tuple[str, ...]:
    """The first `n` that share no word."""
    kept: list[str] = []
    for phrase in phrases:
        if not any(set(content_stems(phrase)) & set(content_stems(k)) for k in kept):
            kept.append(phrase)
    return tuple(kept[:n])
