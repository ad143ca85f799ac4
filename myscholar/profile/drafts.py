"""Inferences in the making: quotes are chosen so that no sentence is shown twice, and each paper
carries its own part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, Passage, PassageId, PassageKind
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    InferenceKind,
    PaperSupport,
    ProfileAspect,
)
from myscholar.profile.key_phrases import KeyPhrase
from myscholar.profile.own_work import OwnClause, own_clauses
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.wording import PaperSet
from myscholar.text.background import Background

SAYS_SO = "One paper says so of its own work."
_IDEAL_WORDS = 22
"""Words of the quote that serves best. By hand; half changes 7 of 11 profiles, twice 8."""
_N_LEADING = 80
"""Phrases that may be terms of an inference: beyond them, names get haphazard. By hand; half
changes 7 of 11 profiles, twice 5."""


@dataclass(frozen=True)
class InferenceDraft:
    """An inference without its id."""

    aspect: ProfileAspect
    text: str
    supports: tuple[PaperSupport, ...]
    basis: str
    terms: tuple[str, ...]
    kind: InferenceKind
    practice: str = ""
    measure: str = ""

    def finished(self, number: int) -> Inference:
        inference_id = InferenceId(f"{self.aspect.value}-{number}")
        return Inference(inference_id=inference_id, **vars(self))


@dataclass
class DraftContext:
    """What the aspects share: the papers, the background, the key phrases, which sentences are
    already evidence, and which clauses were told."""

    shelf: PaperSet
    background: Background
    phrases: tuple[KeyPhrase, ...]
    shown: set[tuple[str, int]] = field(default_factory=set)
    told: set[OwnClause] = field(default_factory=set)
    _clauses: dict[int, tuple[OwnClause, ...]] = field(default_factory=dict)

    @property
    def own_first(self) -> list[ReadPaper]:
        return sorted(self.shelf.papers, key=lambda p: not p.is_mine)

    @property
    def speaking(self) -> list[ReadPaper]:
        """The papers that can speak for the researcher: their own, or, if they handed in none,
        those that they follow."""
        return [p for p in self.shelf.papers if p.is_mine] or list(self.shelf.papers)

    def clauses(self, paper: ReadPaper) -> tuple[OwnClause, ...]:
        if paper.number not in self._clauses:
            self._clauses[paper.number] = own_clauses(paper)
        return self._clauses[paper.number]

    def tell(self, clause: OwnClause) -> str:
        """Its words; it counts as told, and its sentence as shown, from then on."""
        self.told.add(clause)
        self.shown.add(clause.sentence.key)
        return clause.told()

    def quote(self, paper: ReadPaper, fit: Callable[[Sentence], float]) -> Sentence | None:
        """The best clean sentence with `fit` above 0, not shown before if there is a choice."""

        def worth(s: Sentence) -> float:
            return (fit(s) + quality(s)) * (0.3 if s.key in self.shown else 1.0)

        for sentences in (paper.quotable, paper.presentable):
            best = max((s for s in sentences if fit(s) > 0), key=worth, default=None)
            if best:
                self.shown.add(best.key)
                return best
        return None

    def support(
        self, paper: ReadPaper, sentence: Sentence | None, explanation: str
    ) -> PaperSupport:
        """By a sentence, or by the paper's title."""
        title = Evidence.of_passage(title_passage(paper.paper))
        evidence = (sentence.evidence() if sentence else title,)
        return PaperSupport(
            paper_id=paper.paper.paper_id, explanation=explanation, evidence=evidence
        )

    def single(
        self, aspect: ProfileAspect, clause: OwnClause, kind: InferenceKind, practice: str = ""
    ) -> InferenceDraft:
        """One paper's clause as an inference of its own."""
        place = "abstract" if clause.in_lead else "text"
        of_sentence = self.terms_in([clause.sentence])
        terms = of_sentence or self.terms_in(clause.paper.lead_sentences, 2)
        return InferenceDraft(
            aspect=aspect,
            text=f"{self.shelf.some([clause.paper])} {self.tell(clause)}.",
            supports=(self.support(clause.paper, clause.sentence, SAYS_SO),),
            basis=f"Said in its {place} of the authors' own work.",
            terms=(practice, *terms) if practice else terms,
            kind=kind,
            practice=practice,
        )

    def terms_in(self, sentences: Sequence[Sentence], limit: int = 3) -> tuple[str, ...]:
        """Labels of the key phrases that stand in most of the sentences, best first, none a part of
        another."""
        leading = [p for p in self.phrases[:_N_LEADING] if p.is_established]
        held = [(sum(p.is_in(s) for s in sentences), p) for p in leading]
        found: list[KeyPhrase] = []
        for n, phrase in sorted(held, key=lambda h: -h[0] * h[1].score):
            if n and len(found) < limit and not any(phrase.stems & f.stems for f in found):
                found.append(phrase)
        return tuple(p.short_label for p in found)


def title_passage(paper: Paper) -> Passage:
    """The title as a passage of its own; papers come without one."""
    return Passage(
        passage_id=PassageId(f"{paper.paper_id}#title"),
        paper_id=paper.paper_id,
        kind=PassageKind.TITLE,
        text=paper.title,
    )


def quality(sentence: Sentence) -> float:
    """How well a sentence serves as a quote, about 0 to 2."""
    n_words = sentence.text.count(" ") + 1
    return (
        1.0
        + 0.5 * sentence.stands_alone
        + 0.3 * sentence.in_abstract
        - 0.2 * min(2, sentence.text.count("[") + sentence.text.count(" et al"))
        - abs(n_words - _IDEAL_WORDS) / 50
    )
