"""What both engines ask of a report's sources: which passages bear on a question, and whether the
question is in the sources' language."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, Passage, PassageId
from myscholar.text.background import Background
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.similarity import cosines, tfidf
from myscholar.text.terms import stem, tokens

RARE = 7.0
"""A rarer word weighs no more than this, as in a report. By hand."""
QUOTED, TITLE = 0.08, 0.25
"""What it is worth that the report quotes the passage, and that the paper's title is near the
question, beside 1 for its own words. By hand."""
KNOWN = 0.7
"""Share of a question's words that its sources or the field know, below which it is in another
language. Measured beside two reports: of 86 English questions of other fields the least is 0.80, of
26 in 13 other languages the most 0.60."""
FUNCTION = 0.25
"""Share of function words from which on a question is in the sources' language though it names
things that nobody knows ("What is a glazed porcelain?"). Measured: the most of those 26 is 0.20."""
COMMON = 8.0
"""Idf of the field up to which a word counts as known: 29 of 87,000 papers. By hand."""


class RankedPassage(NamedTuple):
    """`value` in [0, 1.4], higher is nearer to the question."""

    value: float
    paper: Paper
    passage: Passage


def rank_passages(
    asked: Sequence[str], hits: Sequence[Hit], quoted: Collection[PassageId], background: Background
) -> tuple[RankedPassage, ...]:
    """All readable passages of the hits, best first by the nearest of the wordings `asked`."""
    found = [(hit.paper, passage) for hit in hits for passage in hit.paper.readable]
    if not found:
        return ()
    texts = [f"{paper.title} {passage.text}" for paper, passage in found]
    titles = [paper.title for paper, _ in found]
    vectors = tfidf([*asked, *texts, *titles], lambda s: min(background.idf(s), RARE))
    near = cosines(vectors[len(asked) :], vectors[: len(asked)]).max(axis=1)
    own, of_title = near[: len(found)], near[len(found) :]
    ranked = (
        RankedPassage(float(near) + QUOTED * (passage.passage_id in quoted), paper, passage)
        for near, (paper, passage) in zip(own + TITLE * of_title, found, strict=True)
    )
    return tuple(sorted(ranked, key=lambda passage: -passage.value))


def is_foreign(question: str, hits: Sequence[Hit], background: Background) -> bool:
    """Whether the question is in another language than the sources: most of its words are known
    neither to them nor to the field."""
    words = [t.text.casefold() for t in tokens(question) if any(map(str.isalpha, t.text))]
    held = {
        stem(t.text) for hit in hits for passage in hit.paper.readable for t in tokens(passage.text)
    }
    known = [
        w for w in words if w in STOP_WORDS or stem(w) in held or background.idf(stem(w)) < COMMON
    ]
    n_function = sum(w in STOP_WORDS for w in words)
    return len(known) < KNOWN * len(words) and n_function < FUNCTION * len(words)
