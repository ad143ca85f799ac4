"""How much a text is about the question: its core phrases, each weighed by how rare it is, and how many of them are there together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.terms import content_stems, is_content, phrase_key, tokens

IDF_CAP = 7.0
"""A misspelt or very rare word is not allowed to decide alone."""
APART = 0.75
"""Worth of a phrase whose words are all there but not side by side; less when words are missing."""
PARTIAL = 1.0
"""Exponent on the share of a phrase's weight that is there."""
HEAD = 0.7
"""Share of the rarest head's weight from which another core phrase is as telling: "attacks" is not, beside "watermarking"."""
OTHER = 0.25
"""How much of the coverage of the core phrases hangs on the question's other words."""


@dataclass(frozen=True)
class Facet:
    """One core phrase: its stems, their idf, and its key as it stands in a text's key."""

    key: str
    weights: tuple[tuple[str, float], ...]

    @property
    def telling(self) -> tuple[float, str]:
        """Its rarest word, with its weight."""
        return max((w, stem) for stem, w in self.weights)

    @property
    def weight(self) -> float:
        return max(w for _, w in self.weights) + 0.3 * sum(w for _, w in self.weights)

    def share(self, text: "Keyed") -> float:
        """In [0, 1]: 1 when the phrase stands there as such, less when its words are scattered or missing."""
        if f" {self.key} " in text.key:
            return 1.0
        total = sum(w for _, w in self.weights)
        held = sum(w for stem, w in self.weights if stem in text.stems) / total
        return APART * held if held == 1 else 0.6 * held**PARTIAL


@dataclass(frozen=True)
class Keyed:
    """A text as the topic sees it: its words' stems in order, with spaces around (hyphens as spaces)."""

    text: str

    @cached_property
    def key(self) -> str:
        return f" {phrase_key(self.text)} "

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(self.key.split())


@dataclass(frozen=True)
class Topic:
    """The question as facets (most telling first) and other words."""

    facets: tuple[tuple[Facet, ...], ...]
    """Each with its alternatives: the things that a question compares are one facet, held when one of them is."""
    others: tuple[tuple[str, float], ...]
    stems: frozenset[str]
    """All words of the core phrases, as content stems."""
    missing: tuple[str, ...] = ()
    """Core phrases whose most telling word does not occur in what was found."""

    @cached_property
    def heads(self) -> frozenset[str]:
        """The rarest word of each core phrase that is about as telling as the most telling one: what a text on the question speaks of."""
        telling = [facet.telling for options in self.facets for facet in options]
        least = HEAD * max((w for w, _ in telling), default=0.0)
        return frozenset(stem for w, stem in telling if w >= least)

    def is_named_in(self, *texts: Keyed) -> bool:
        """Whether one of the texts holds a head of the question; a question without core phrases has none to hold."""
        return not self.heads or any(self.heads & text.stems for text in texts)

    def coverage(self, *texts: Keyed) -> float:
        """In [0, 1]: the mean share of the facets that the texts hold together, pulled down by the facet that is least there, and the other words."""
        shares = [max(f.share(text) for f in options for text in texts) for options in self.facets]
        weights = [max(f.weight for f in options) for options in self.facets]
        mean = sum(w * s for w, s in zip(weights, shares, strict=True)) / sum(weights) if weights else 0.0
        together = 0.65 * mean + 0.35 * min(shares[:2], default=0.0)
        return together * (1 - OTHER + OTHER * self._others(texts)) if self.facets else self._others(texts)

    def _others(self, texts: Sequence[Keyed]) -> float:
        total = sum(w for _, w in self.others)
        return sum(w for stem, w in self.others if any(stem in t.stems for t in texts)) / total if total else 0.0


def about_of(analysis: QuestionAnalysis) -> frozenset[str]:
    """All words of the question's topic, as content stems."""
    return frozenset(content_stems(" ".join((*analysis.core_phrases, *analysis.compares))))


def topic_of(analysis: QuestionAnalysis, background: Background, vocabulary: frozenset[str]) -> Topic:
    """The question's topic over the words that occur in what was found (`vocabulary`, stems): a word that no source knows can't be covered."""
    phrases = tuple(dict.fromkeys(analysis.core_phrases))
    compared = [f for thing in analysis.compares if (f := _facet(thing, background, vocabulary))]
    single = [f for phrase in phrases if phrase not in analysis.compares and (f := _facet(phrase, background, vocabulary))]
    facets = ((tuple(compared),) if compared else ()) + tuple((f,) for f in single)
    in_core = {stem for options in facets for facet in options for stem, _ in facet.weights}
    words = {t.text.casefold() for t in tokens(analysis.text.replace("-", " ")) if is_content(t.text)}
    others = tuple(
        (s, min(background.idf(s), IDF_CAP))
        for s in sorted({phrase_key(w) for w in words})
        if s in vocabulary and s not in in_core
    )
    missing = tuple(p for p in phrases if _telling_stem(p, background) not in vocabulary)
    return Topic(facets, others, about_of(analysis), missing)


def _telling_stem(phrase: str, background: Background) -> str:
    """The rarest word of a phrase that the background knows: "bluetooth" of "Bluetooth devices"; a misspelt word tells nothing."""
    stems = [phrase_key(t.text) for t in tokens(phrase.replace("-", " ")) if is_content(t.text)] or [phrase_key(phrase)]
    known = [s for s in stems if s in background.frequencies]
    return max(known or stems, key=background.idf)


def _facet(phrase: str, background: Background, vocabulary: frozenset[str]) -> Facet | None:
    stems = [phrase_key(t.text) for t in tokens(phrase.replace("-", " ")) if is_content(t.text) or len(t.text) > 1]
    weights = tuple((s, min(background.idf(s), IDF_CAP)) for s in dict.fromkeys(stems) if s in vocabulary and is_content(s))
    weights = tuple((s, w) for s, w in weights if w > 0)
    return Facet(phrase_key(phrase), weights) if weights else None
