"""How much a text is about the question: idf-weighted coverage of the question's words."""

from collections.abc import Iterable
from dataclasses import dataclass

from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.terms import content_stems

CORE, OTHER = 1.0, 0.3
"""Weight of a word of a core phrase, and of any other content word of the question."""
IDF_CAP = 7.0
"""A misspelt or very rare word is not allowed to decide alone."""


@dataclass(frozen=True)
class Topic:
    """Weights of the question's stems; they sum to 1, or there are none."""

    weights: dict[str, float]
    core: tuple[frozenset[str], ...]
    """The stems of each core phrase."""

    def coverage(self, stems: Iterable[str]) -> float:
        """Share of the question's weight that the stems cover, in [0, 1]."""
        held = set(stems)
        return sum(weight for stem, weight in self.weights.items() if stem in held)

    def phrases_held(self, stems: Iterable[str]) -> int:
        """Number of core phrases of which every word is there."""
        held = set(stems)
        return sum(phrase <= held for phrase in self.core)


def topic_of(analysis: QuestionAnalysis, background: Background, vocabulary: frozenset[str]) -> Topic:
    """The question as weights over the stems that occur in what was found (`vocabulary`): a word that no source knows can't be covered."""
    core = tuple(frozenset(content_stems(p)) for p in (*analysis.core_phrases, *analysis.compares, *(a.expansion for a in analysis.acronyms)))
    in_core = frozenset().union(*core)
    raw = {
        stem: min(background.idf(stem), IDF_CAP) * (CORE if stem in in_core else OTHER)
        for stem in set(content_stems(analysis.text)) | in_core
        if stem in vocabulary
    }
    total = sum(raw.values()) or 1.0
    return Topic({stem: weight / total for stem, weight in raw.items()}, core)
