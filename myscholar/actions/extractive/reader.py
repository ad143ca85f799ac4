"""How near each inference is to the question, and which of the question's topics the reader knows.
Source: MySQA D.3."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from myscholar.actions.extractive.subject import QuestionSubject
from myscholar.actions.habits import is_practice
from myscholar.actions.literature import MAX_BACKGROUND_SHARE, MIN_PAPERS
from myscholar.domain.papers import PaperId, Relation
from myscholar.domain.profile import Inference, Profile, ProfileAspect
from myscholar.text.background import Background
from myscholar.text.question_words import is_frame
from myscholar.text.similarity import cosines, tfidf
from myscholar.text.terms import content_stems, is_content, phrase_key

LEAST_NEARNESS = 0.07
"""Measured: real and simulated researchers in the field of a question come to 0.2 and more, those
drawn at random to 0.03."""
MAX_OWN_SHARE = 0.02
"""What more papers of the field have than this is no topic of one researcher, whatever their papers
are on; by hand."""
LEADS = 0.2
"""How much nearer a term is taken for each paper of the inference, up to three, if the papers are
on it; by hand."""
_TOPICAL = (ProfileAspect.KNOWLEDGE, ProfileAspect.RESEARCH_STYLE, ProfileAspect.POSITIONS)
RARE = 4.0
"""ln(1 / share): a word in fewer than about 2 % of papers tells a topic. By hand; half of it
changes 2 of 24 lists of actions, twice 13."""


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
    """Whether the term names something that the question does not, and not only the papers behind
    it do."""
    n_papers: int
    """How many of the papers found have it."""
    nearness: float
    """How like the papers found the nearest paper behind the inference is, in [0, 1]."""
    leads: bool
    """Whether papers of the reader's own are on it: the inference names it first, or a title has
    it."""

    @property
    def is_foreign(self) -> bool:
        """Whether the paper behind it has next to nothing in common with what was found."""
        return self.closeness is Closeness.FAR and self.nearness < LEAST_NEARNESS

    @property
    def travels(self) -> bool:
        """Whether it is a way of working, which can go where no topic of the reader's does."""
        return is_practice(self.inference, self.term)

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
    said: str
    """All that the profile shows, as keys of phrases."""

    @property
    def is_expert(self) -> bool:
        """Whether the papers treat the two leading topics of the question."""
        return bool(self.known) and not self.unknown

    @property
    def closeness(self) -> Closeness:
        return max((r.closeness for r in self.related if r.leads), default=Closeness.FAR)

    @property
    def topics(self) -> tuple[Related, ...]:
        """What the papers are on or how they work, where the question does not say it, the nearest
        first; none with words of an earlier one."""
        kept: list[Related] = []
        used: set[str] = set()
        for r in self.of(*_TOPICAL):
            stems = set(content_stems(r.term))
            if r.says_more and (r.leads or r.closeness > Closeness.FAR) and not stems & used:
                kept.append(r)
                used |= stems
        return tuple(kept)

    def of(self, *aspects: ProfileAspect) -> tuple[Related, ...]:
        return tuple(r for r in self.related if r.inference.aspect in aspects)


def read(profile: Profile, q: QuestionSubject, background: Background) -> Reader:
    """Relates the profile's enabled inferences to the question, by words they share and by the
    papers found that name them."""
    mine = (p for p in profile.papers if p.relation is not Relation.FOLLOWED)
    own = {p.paper_id: f" {phrase_key(p.title)} " for p in mine}
    titles, enabled = [p.title for p in profile.papers], profile.enabled
    named = _keys([*titles, *(t for i in enabled for t in i.terms)])
    said = named + _keys([p.text for p in profile.passages])
    near = _nearness(profile, q, background)
    related = [
        _related(i, term, q, background, near(i), own)
        for i in enabled
        for term in _terms(i, profile, q, said)
        if _names(term)
    ]
    topics = [t for t in (q.things or q.topics)[:2] if _names(t)]
    known = tuple(
        t
        for t in topics
        if f" {phrase_key(t)} " in (named if t.islower() and " " not in t else said)
    )
    return Reader(
        related=tuple(sorted(related, key=_rank)),
        known=known,
        unknown=tuple(t for t in topics if t not in known),
        said=said,
    )


def _rank(r: Related) -> float:
    return -r.score - LEADS * r.leads * min(3, len(r.inference.supports))


def _nearness(
    profile: Profile, q: QuestionSubject, background: Background
) -> Callable[[Inference], float]:
    """How like the papers found, or the question where none were, the nearest paper of an inference
    is; any paper where it names none."""
    texts = {p.paper_id: [p.title] for p in profile.papers}
    for passage in profile.passages:
        texts.setdefault(passage.paper_id, []).append(passage.text)
    own = [" ".join(texts[p.paper_id]) for p in profile.papers]
    rows = tfidf([*own, *(q.literature.texts or (q.analysis.text,))], background.idf)
    found = rows[len(own) :]
    spread = max(1e-6, float(cosines(found, found).mean()) ** 0.5)
    likeness = cosines(rows[: len(own)], found).mean(axis=1) / spread
    of_paper = {p.paper_id: float(like) for p, like in zip(profile.papers, likeness, strict=True)}
    nearest = max(of_paper.values(), default=0.0)
    return lambda i: max((of_paper.get(s.paper_id, 0.0) for s in i.supports), default=nearest)


def _terms(
    inference: Inference, profile: Profile, q: QuestionSubject, said: str
) -> tuple[str, ...]:
    """What the inference is about, and what the passages behind it and the papers found come back
    to."""
    cited = {e.passage_id for s in inference.supports for e in s.evidence}
    quoted = _keys([p.text for p in profile.passages if p.passage_id in cited])
    keys = {f" {t.key} ": t.name for t in q.literature.topics if " " in t.key}
    shared = (name for key, name in keys.items() if key in quoted and said.count(key) > 1)
    return tuple(dict.fromkeys((*inference.terms, *shared)))


def _names(term: str) -> bool:
    """Whether it names something: "limitations" is nothing that papers are on, and "hand-written"
    no thing."""
    lone = " " not in term and "-" in term and term[:1].islower()
    return not lone and any(is_content(w) and not is_frame(w.casefold()) for w in term.split())


def _keys(texts: Sequence[str]) -> str:
    return f" {' . '.join(map(phrase_key, texts))} "


def _related(
    inference: Inference,
    term: str,
    q: QuestionSubject,
    background: Background,
    nearness: float,
    own: Mapping[PaperId, str],
) -> Related:
    """Shared rare words with the question, plus how many of the papers found name the term or hold
    its words, plus the nearness of its papers, each in [0, 1]. `own`: the keys of the titles of the
    reader's own papers."""
    idf, found, key = background.idf, set(content_stems(term)), phrase_key(term)
    weight, total = sum(map(idf, found & q.stems)), sum(map(idf, found)) or 1.0
    n_papers = q.literature.n_papers(term) if q.literature.hits else 0
    n_holding = q.literature.n_holding(term)
    naming = min(1.0, n_papers / 4) if n_papers >= MIN_PAPERS else 0.1 * n_papers
    holding = min(0.6, n_holding / 8) if n_holding >= MIN_PAPERS else 0.0
    shared = (1.0 if weight >= RARE else 0.3) * weight / total
    score = shared + max(naming, holding) + nearness
    of_own = not inference.supports or any(s.paper_id in own for s in inference.supports)
    first = of_own and term in inference.terms[:1]
    share = background.share(key)
    leads = (first or any(f" {key} " in t for t in own.values())) and share <= MAX_OWN_SHARE
    news = max(sum(map(idf, found - q.stems)), idf(key) * found.isdisjoint(q.stems))
    initials = "".join(word[0] for word in key.split())
    says_more = (
        news >= RARE
        and share <= (MAX_OWN_SHARE if leads else MAX_BACKGROUND_SHARE)
        and (" " in term or bool(n_papers) or term.islower())
        and q.stems.isdisjoint((initials, f"{initials}s"))
    )
    return Related(inference, term, score, says_more, n_papers, nearness, leads)
