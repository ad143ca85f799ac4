"""Inferences in the making: quotes are chosen so that no sentence is shown twice, and each paper carries its own part."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, Passage, PassageId, PassageKind
from myscholar.domain.profile import Inference, InferenceId, ProfileAspect, Support
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.topics import KeyPhrase
from myscholar.profile.wording import Shelf
from myscholar.text.background import Background

_IDEAL_WORDS = 22
_N_LEADING = 80
"""Phrases that may serve as the terms of an inference: beyond them, names get haphazard."""


@dataclass(frozen=True)
class Draft:
    """An inference without its id. `weight` orders the drafts of one aspect."""

    aspect: ProfileAspect
    text: str
    supports: tuple[Support, ...]
    basis: str
    terms: tuple[str, ...]
    weight: float = 1.0

    def finished(self, number: int) -> Inference:
        return Inference(
            inference_id=InferenceId(f"{self.aspect.value}-{number}"),
            aspect=self.aspect,
            text=self.text,
            supports=self.supports,
            basis=self.basis,
            terms=self.terms,
        )


@dataclass
class Desk:
    """What the aspects share: the papers, the background, the key phrases, and which sentences are already shown."""

    shelf: Shelf
    background: Background
    phrases: tuple[KeyPhrase, ...]
    shown: set[tuple[str, int]] = field(default_factory=set)

    def quote(self, paper: ReadPaper, fit: Callable[[Sentence], float]) -> Sentence | None:
        """The best clean sentence with `fit` above 0, not shown before if there is a choice. It counts as shown from then on."""
        best = self._best(paper.quotable, fit) or self._best(paper.presentable, fit)
        if best:
            self.shown.add(best.key)
        return best

    def _best(self, sentences: Sequence[Sentence], fit: Callable[[Sentence], float]) -> Sentence | None:
        best, best_value = None, 0.0
        for sentence in sentences:
            value = fit(sentence)
            if value > 0:
                value = (value + quality(sentence)) * (0.3 if sentence.key in self.shown else 1.0)
                if value > best_value:
                    best, best_value = sentence, value
        return best

    def support(self, paper: ReadPaper, sentence: Sentence, explanation: str) -> Support:
        return Support(paper_id=paper.paper.paper_id, explanation=explanation, evidence=(sentence.evidence(),))

    def title_support(self, paper: ReadPaper, explanation: str) -> Support:
        """The paper's title as evidence."""
        return Support(
            paper_id=paper.paper.paper_id, explanation=explanation, evidence=(Evidence.of_passage(title_passage(paper.paper)),)
        )

    def terms_in(self, sentences: Sequence[Sentence], limit: int = 3) -> tuple[str, ...]:
        """Labels of the key phrases that stand in most of the sentences, best first, none a part of another."""
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
        passage_id=PassageId(f"{paper.paper_id}#title"), paper_id=paper.paper_id, kind=PassageKind.TITLE, text=paper.title
    )


def quality(sentence: Sentence) -> float:
    """How well a sentence serves as a quote, about 0 to 2."""
    n_words = sentence.text.count(" ") + 1
    return (
        1.0
        + 0.5 * sentence.stands_alone
        + 0.3 * sentence.in_abstract
        - 0.2 * min(2, sentence.text.count("[") + sentence.text.count(" et al"))
        - 0.6 * ("the authors" in sentence.text)
        - abs(n_words - _IDEAL_WORDS) / 50
    )
