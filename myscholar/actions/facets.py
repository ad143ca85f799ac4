"""Sides of the topic that the literature itself shows: telling phrases of groups among quick look-up results."""

from collections.abc import Sequence

from myscholar.domain.evidence import Hit
from myscholar.text.background import Background
from myscholar.text.clusters import cluster, telling_phrases
from myscholar.text.question import QuestionAnalysis
from myscholar.text.question_words import FRAMING, VERBS, WEAK
from myscholar.text.similarity import tfidf
from myscholar.text.terms import ACADEMIC_WORDS, STOP_WORDS, content_stems, phrase_key

MIN_HITS = 6
"""With fewer papers a phrase of two of them is chance."""


def texts_of(hits: Sequence[Hit]) -> tuple[str, ...]:
    """Title and matching passages of each hit."""
    return tuple(". ".join((hit.paper.title, *(p.text for p in hit.paper.passages))) for hit in hits)


def facets(analysis: QuestionAnalysis, hits: Sequence[Hit], background: Background, n: int = 4) -> tuple[str, ...]:
    """At most `n` phrases, each from another group of the hits where there are several; in two or more papers; not in the question."""
    texts = texts_of(hits)
    if len(texts) < MIN_HITS:
        return ()
    groups = cluster(tfidf(texts, background.idf).toarray(), min(5, len(texts) // 4 + 1))
    parted = [[t for t, g in zip(texts, groups, strict=True) if g == number] for number in range(max(groups) + 1)]
    large = [group for group in parted if len(group) > 1]
    asked = set(content_stems(analysis.text))
    usable = [[p for p in phrases if _is_facet(p, asked, texts)] for phrases in telling_phrases(large, background.idf, 12)]
    found: list[str] = []
    for rank in range(max((len(u) for u in usable), default=0)):
        for phrases in usable:
            if rank < len(phrases) and not any(set(content_stems(phrases[rank])) & set(content_stems(f)) for f in found):
                found.append(phrases[rank])
    return tuple(found[:n])


def _is_facet(phrase: str, asked: set[str], texts: Sequence[str]) -> bool:
    words = phrase.casefold().replace("-", " ").split()
    ends = {words[0], words[-1]}
    bad = FRAMING | VERBS | WEAK | STOP_WORDS
    if (
        len(words) < 2
        or len(words) > 3
        or ends & bad
        or words[-1] in ACADEMIC_WORDS - {"models", "systems", "design"}
        or any(c.isdigit() for c in phrase)
    ):
        return False
    if (
        words[0].endswith("ly")
        or words[-1].endswith("ed")
        or any(w in VERBS or w in STOP_WORDS for w in words)
        or phrase != phrase.strip("-'")
    ):
        return False
    stems = set(content_stems(phrase))
    holding = sum(f" {phrase_key(phrase)} " in f" {phrase_key(text)} " for text in texts)
    return len(stems - asked) > len(stems) / 2 and holding >= 2
