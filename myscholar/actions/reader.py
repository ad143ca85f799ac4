"""How near each inference is to the question, and which of the question's topics the reader knows. Source: MySQA D.3."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from myscholar.actions.literature import MAX_BACKGROUND_SHARE, MIN_PAPERS
from myscholar.actions.subject import Subject
from myscholar.actions.wording import in_text
from myscholar.domain.profile import Inference, Profile, ProfileAspect
from myscholar.text.background import Background
from myscholar.text.question_words import frames
from myscholar.text.terms import content_stems, is_content, phrase_key

RARE = 4.0
"""ln(1 / share): a word in fewer than about 2 % of papers tells a topic."""


TELLING = 8.0
"""ln(1 / share) from which a term of the profile counts in full where the papers found have it."""


class Closeness(IntEnum):
    """How concrete an action may be that rests on the inference."""

    FAR = 0
    TOUCHING = 1
    NEAR = 2


@dataclass(frozen=True)
class Related:
    """A term of an inference beside the question."""

    inference: Inference
    term: str
    score: float
    says_more: bool
    """Whether the term names something that the question does not."""
    n_papers: int
    """How many of the papers found have it."""

    @property
    def closeness(self) -> Closeness:
        if self.score >= 0.45:
            return Closeness.NEAR
        return Closeness.TOUCHING if self.score >= 0.2 else Closeness.FAR


@dataclass(frozen=True)
class Reader:
    """A profile as this question sees it."""

    related: tuple[Related, ...]
    """The terms of the enabled inferences, the nearest first."""
    known: tuple[str, ...]
    """Topics of the question that the reader's papers treat."""
    unknown: tuple[str, ...]
    vocabulary: frozenset[str]
    """Stems of all that the profile shows."""

    @property
    def is_expert(self) -> bool:
        """Whether the papers treat the two leading topics of the question."""
        return bool(self.known) and not self.unknown

    @property
    def closeness(self) -> Closeness:
        return max((r.closeness for r in self.related), default=Closeness.FAR)

    def of(self, *aspects: ProfileAspect) -> tuple[Related, ...]:
        return tuple(r for r in self.related if r.inference.aspect in aspects)


def read(profile: Profile, q: Subject, background: Background) -> Reader:
    """Relates the profile's enabled inferences to the question, by words they share and by the papers found that name them."""
    stems = frozenset(s for p in (*q.analysis.core_phrases, *q.topics, *q.things) for s in content_stems(p))
    related = [_related(i, term, q, stems, background) for i in profile.enabled for term in i.terms if _names(term)]
    named = _keys([*(t for i in profile.enabled for t in i.terms), *(p.title for p in profile.papers)])
    quoted = _keys([p.text for p in profile.passages])
    topics = q.things[:2] or q.topics[:2]
    known = tuple(t for t in topics if f" {phrase_key(t)} " in named + quoted)
    return Reader(
        related=tuple(sorted(related, key=lambda r: -r.score)),
        known=known,
        unknown=tuple(t for t in topics if t not in known),
        vocabulary=frozenset((named + quoted).split()),
    )


def _names(term: str) -> bool:
    """Whether it names something: "limitations" is nothing that papers are on, and "hand-written" no thing."""
    lone = " " not in term and "-" in term and term[:1].islower()
    return not lone and any(is_content(w) and not frames(w.casefold()) for w in term.split())


def _keys(texts: Sequence[str]) -> str:
    return f" {' . '.join(map(phrase_key, texts))} "


def _related(inference: Inference, term: str, q: Subject, stems: frozenset[str], background: Background) -> Related:
    """Shared rare words with the question, in [0, 1], plus how many of the papers found name the term or hold its words, in [0, 1]."""
    found = set(content_stems(term))
    weight = sum(background.idf(s) for s in found & stems)
    total = sum(background.idf(s) for s in found) or 1.0
    n_papers = q.literature.n_papers(term) if q.literature.hits else 0
    n_holding = q.literature.n_holding(term)
    score = (1.0 if weight >= RARE else 0.3) * weight / total + max(
        min(1.0, n_papers / 4) if n_papers >= MIN_PAPERS else 0.1 * n_papers,
        min(0.6, n_holding / 8) if n_holding >= MIN_PAPERS else 0.0,
    )
    says_more = (
        sum(background.idf(s) for s in found - stems) >= RARE and background.share(phrase_key(term)) <= MAX_BACKGROUND_SHARE
    )
    return Related(inference, in_text(term, background), score, says_more, n_papers)
