"""How near each inference is to the question, and which of the question's topics the reader knows. Source: MySQA D.3."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from myscholar.actions.facets import texts_of
from myscholar.actions.wording import in_text, without_head
from myscholar.domain.evidence import Hit
from myscholar.domain.profile import Inference, Profile, ProfileAspect
from myscholar.text.background import Background
from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.question import QuestionAnalysis
from myscholar.text.question_words import FRAMING
from myscholar.text.terms import content_stems, is_content, phrase_key

RARE = 4.0
"""ln(1 / share): a word in fewer than about 2 % of papers tells a topic."""


_NO_TOPICS = ACADEMIC_WORDS | FRAMING
"""Words that name no topic by themselves: "limitations" is nothing that papers are on."""


class Closeness(IntEnum):
    """How concrete an action may be that rests on the inference."""

    FAR = 0
    TOUCHING = 1
    NEAR = 2


@dataclass(frozen=True)
class Related:
    """An inference beside the question. `term` is the one of its terms that says something the question does not; None if there is none."""

    inference: Inference
    closeness: Closeness
    score: float
    best: str
    """The one of its terms that is nearest to the question; empty if it has none."""
    term: str | None
    term_closeness: Closeness = Closeness.FAR
    """How near `term` itself is."""


@dataclass(frozen=True)
class Reader:
    """A profile as this question sees it."""

    related: tuple[Related, ...]
    """The enabled inferences, the nearest first."""
    known: tuple[str, ...]
    """Topics of the question that the reader's papers treat."""
    unknown: tuple[str, ...]
    vocabulary: frozenset[str]
    """Phrase keys of all that the profile shows."""

    @property
    def is_expert(self) -> bool:
        """Whether the papers treat the two leading topics of the question."""
        return bool(self.known) and not self.unknown

    @property
    def closeness(self) -> Closeness:
        return max((r.closeness for r in self.related), default=Closeness.FAR)

    def of(self, *aspects: ProfileAspect) -> tuple[Related, ...]:
        return tuple(r for r in self.related if r.inference.aspect in aspects)


def read(profile: Profile, analysis: QuestionAnalysis, background: Background, hits: Sequence[Hit] = ()) -> Reader:
    """Relates the profile's enabled inferences to the question, by their terms and by what the look-up results say of them."""
    question = _Question(analysis, background, tuple(_keys(t) for t in texts_of(hits)))
    related = sorted((question.relate(i) for i in profile.enabled), key=lambda r: -r.score)
    named, quoted = _keys(" . ".join(_named(profile))), _keys(" . ".join(p.text for p in profile.passages))
    topics = [t for t in analysis.core_phrases if t not in analysis.compares][:2] or analysis.core_phrases[:2]
    known = tuple(t for t in topics if f" {phrase_key(t)} " in named + quoted or _core_stems(t, background) <= set(named.split()))
    return Reader(
        related=tuple(related),
        known=tuple(without_head(in_text(t, background)) for t in known),
        unknown=tuple(without_head(in_text(t, background)) for t in topics if t not in known),
        vocabulary=frozenset((named + quoted).split()),
    )


def _named(profile: Profile) -> list[str]:
    """What the papers are about: terms of the inferences, titles."""
    return [*(t for i in profile.enabled for t in i.terms), *(p.title for p in profile.papers)]


def _keys(text: str) -> str:
    return f" {phrase_key(text)} "


def _core_stems(topic: str, background: Background) -> set[str]:
    """The rare stems of a topic, all of which stand for it; all its stems if none is rare."""
    found = set(phrase_key(topic).split())
    return {s for s in found if background.idf(s) >= RARE - 2} or found


@dataclass(frozen=True)
class _Question:
    analysis: QuestionAnalysis
    background: Background
    hits: tuple[str, ...]

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(s for p in (*self.analysis.core_phrases, *self.analysis.compares) for s in content_stems(p))

    def relate(self, inference: Inference) -> Related:
        terms = [t for t in inference.terms if any(is_content(w) and w.casefold() not in _NO_TOPICS for w in t.split())]
        scored = sorted(((self._score(t), t) for t in terms), key=lambda pair: -pair[0])
        best = scored[0][0] if scored else 0.0
        new = [(s, t) for s, t in scored if sum(self.background.idf(w) for w in set(content_stems(t)) - self.stems) >= RARE]
        return Related(
            inference=inference,
            closeness=_closeness(best),
            score=best,
            best=in_text(scored[0][1], self.background) if scored else "",
            term=in_text(new[0][1], self.background) if new else None,
            term_closeness=_closeness(new[0][0]) if new else Closeness.FAR,
        )

    def _score(self, term: str) -> float:
        """Shared rare words with the question, in [0, 1], plus how often the look-up results name the term, in [0, 1]."""
        found = set(content_stems(term))
        shared = found & self.stems
        weight = sum(self.background.idf(s) for s in shared)
        total = sum(self.background.idf(s) for s in found) or 1.0
        in_words = weight / total if weight >= RARE else 0.3 * weight / total
        key = f" {phrase_key(term)} "
        named = sum(key in text for text in self.hits)
        return in_words + (min(1.0, named / 4) if named > 1 else 0.1 * named)


def _closeness(score: float) -> Closeness:
    if score >= 0.45:
        return Closeness.NEAR
    return Closeness.TOUCHING if score >= 0.2 else Closeness.FAR
