"""Whether a paragraph helps to answer the question. Source: MySQA §3.2, answer precision."""

from collections.abc import Sequence

from eval.domain.judgment import Judgment, Scored
from eval.judges.local.likeness import Likeness
from eval.judges.local.words import Words, stems, unreadable

HELPS = 0.2
"""Share of the question's weighed words from which a paragraph speaks of it."""
JOINS = 0.2
"""Share of a paragraph's weighed words, held by paragraphs that speak of the question, from which it goes on with what they say."""
CLOSE = 0.35
"""Cosine from which a paragraph is about what is asked."""


def judge_directness(query: str, paragraphs: Sequence[str], words: Words, likeness: Likeness | None) -> tuple[Judgment, ...]:
    asked = words.weights(query)
    shares = [words.share(asked, stems(p)) for p in paragraphs]
    close = likeness.between(paragraphs, [query])[:, 0] if likeness and paragraphs else [0.0] * len(paragraphs)
    return tuple(_judged(p, share, float(cosine), query) for p, share, cosine in zip(paragraphs, shares, close, strict=True))


def _judged(paragraph: str, share: float, cosine: float, query: str) -> Judgment:
    if why := unreadable(query, "the question") or unreadable(paragraph, "the paragraph"):
        return why
    said = f"It holds {share:.0%} of the question's words by weight" + (f"; cosine {cosine:.2f}." if cosine else ".")
    return Scored(score=float(share >= HELPS or cosine >= CLOSE), reason=said)
