"""Sides of the topic that the literature itself shows: phrases that many quick look-up results share and that the question lacks."""

import re
from collections.abc import Sequence

from myscholar.domain.evidence import Hit
from myscholar.text.background import Background
from myscholar.text.clusters import telling_phrases
from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS
from myscholar.text.labels import is_countable, is_name_like, pluralized
from myscholar.text.question import QuestionAnalysis
from myscholar.text.question_words import FRAMING, NEVER_TOPICS, VERBS, WEAK
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems, phrase_key

MIN_HITS = 6
"""With fewer papers a phrase of two of them is chance."""
MIN_COVERAGE = 0.5
MIN_PAPERS, MAX_SHARE = 2, 0.6
"""A facet is in at least so many of the hits, and in no larger share: what is in most of them is the topic itself."""
MAX_BACKGROUND_SHARE = 0.008
"""What is in more papers of the field than this ("neural networks") is a field, not a facet."""
RARE = 3.0
"""ln(1 / share) from which on a word of the question tells what it is about: a facet stands in one sentence with such a word, or in a paper with such a title."""
SAME_PAPERS = 0.5
"""Jaccard overlap of the papers of two phrases from which they count as one facet."""

_NOT_AT_ENDS = FRAMING | VERBS | WEAK | STOP_WORDS | NEVER_TOPICS
_NOT_AT_END = (ACADEMIC_WORDS - {"models", "systems", "design"}) | {
    "paradigm",
    "paradigms",
    "regime",
    "regimes",
    "era",
    "community",
    "communities",
}
_PLURAL_START = re.compile(r"(?:[^isu]s|[^s]es)$")
"""A noun seldom stands in the plural before another: "processes images" has a verb there."""


def texts_of(hits: Sequence[Hit]) -> tuple[str, ...]:
    """Title and matching passages of each hit."""
    return tuple(". ".join((hit.paper.title, *(p.text for p in hit.paper.passages))) for hit in hits)


def on_topic(hits: Sequence[Hit], analysis: QuestionAnalysis, background: Background) -> tuple[Hit, ...]:
    """The hits that treat the question: they hold a leading topic whole, or at least half of the weight of all its topics.

    A small library answers every question with something; facets of that would lead away.
    """
    leading = [set(content_stems(p)) for p in analysis.core_phrases[:2]]
    weights = {s: background.idf(s) for p in analysis.core_phrases for s in content_stems(p)}
    kept = []
    for hit, text in zip(hits, texts_of(hits), strict=True):
        held = set(content_stems(text))
        covered = sum(weight for stem, weight in weights.items() if stem in held)
        if any(topic <= held for topic in leading) or covered >= MIN_COVERAGE * (sum(weights.values()) or 1):
            kept.append(hit)
    return tuple(kept)


def facets(analysis: QuestionAnalysis, hits: Sequence[Hit], background: Background, n: int = 4) -> tuple[str, ...]:
    """At most `n` phrases of two or three words, the most telling first, each found in papers of its own."""
    texts = texts_of(hits)
    if len(texts) < MIN_HITS:
        return ()
    keys = [f" {phrase_key(text)} " for text in texts]
    words = frozenset(w for text in texts for w in text.split())
    sentences_of = [[f" {phrase_key(s)} " for s in sentences(text)] for text in texts]
    asked = set(content_stems(analysis.text)) | {s for a in analysis.acronyms for s in content_stems(a.expansion)}
    telling = {s for s in asked if background.idf(s) >= RARE}
    found: list[tuple[str, frozenset[int]]] = []
    for phrase in telling_phrases([texts], background.idf, 60)[0]:
        key = f" {phrase_key(phrase)} "
        papers = frozenset(i for i, text in enumerate(keys) if key in text)
        near = sum(_stand_near(key, telling, sentences_of[i]) for i in papers)
        fits = (
            near >= MIN_PAPERS
            and MIN_PAPERS <= len(papers) <= MAX_SHARE * len(texts)
            and _names_facet(phrase, asked, len(papers), background)
        )
        if fits and not any(_alike(phrase, papers, other, theirs) for other, theirs in found):
            found.append((phrase, papers))
        if len(found) == n:
            break
    return tuple(_as_counted(phrase, words) for phrase, _ in found)


def _stand_near(key: str, telling: set[str], sentences: Sequence[str]) -> bool:
    """Whether the phrase and a telling word of the question share a sentence, or the title, which is the first, holds such a word."""
    with_word = [not telling.isdisjoint(s.split()) for s in sentences]
    return with_word[0] or any(near and key in s for near, s in zip(with_word, sentences, strict=True))


def _as_counted(phrase: str, words: frozenset[str]) -> str:
    """In the plural where the papers have it in the plural as well: "see more on robotic wheelchairs"."""
    return pluralized(phrase) if is_countable(phrase.split()[-1], words) else phrase


def _names_facet(phrase: str, asked: set[str], n_papers: int, background: Background) -> bool:
    """Whether it reads as a noun phrase of its own, says something that the question does not, and is no accident of wording."""
    words = phrase.casefold().replace("-", " ").split()
    if (
        " " not in phrase
        or not 2 <= len(words) <= 3
        or any(c.isdigit() for c in phrase)
        or any(w in VERBS or w in STOP_WORDS for w in words)
    ):
        return False
    if _PLURAL_START.search(words[0]) or not is_name_like(phrase):
        return False
    if {words[0], words[-1]} & _NOT_AT_ENDS or words[-1] in _NOT_AT_END or words[-1].endswith("ed") or words[0].endswith("ly"):
        return False
    stems = set(content_stems(phrase))
    if len(stems - asked) <= len(stems) / 2 or sum(background.idf(s) for s in stems - asked) < 3:
        return False
    frequency = background.frequency(phrase)
    if frequency is not None and frequency > MAX_BACKGROUND_SHARE * background.n_documents:
        return False
    return frequency is not None or (n_papers >= MIN_PAPERS + 1 and not words[0].endswith("ing"))


def _alike(phrase: str, papers: frozenset[int], other: str, theirs: frozenset[int]) -> bool:
    shared = set(content_stems(phrase)) & set(content_stems(other))
    return bool(shared) or len(papers & theirs) >= SAME_PAPERS * len(papers | theirs)
