"""What a quick look at a few papers shows, by statistics, for both engines: it decides which
directions are worth more, and is all that the engine without a model learns."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from myscholar.actions.literature import read_literature
from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import Learning, Persona
from myscholar.interactive.steer.mind import Taught
from myscholar.report.extractive.learnings import learn
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.text.similarity import tfidf
from myscholar.text.terms import content_stems

if TYPE_CHECKING:
    from myscholar.interactive.steer.mind import Vectors

MOST_TAGS = 4
"""Of one node; by hand."""
PARTLY = 0.5
"""Share of an aspect's words that the sentences have together for it to be covered partly; by
hand."""


@dataclass(frozen=True)
class QuickLook:
    """What both engines' minds do alike."""

    question: str
    background: Background

    async def glance(
        self, direction: str, hits: Sequence[Hit], known: Sequence[Learning], *, most: int
    ) -> Taught:
        """The best new sentences for the direction, and what the papers share as tags: first what
        the question does not name."""
        return await asyncio.to_thread(self._look, direction, hits, known, most)

    def _look(
        self, direction: str, hits: Sequence[Hit], known: Sequence[Learning], most: int
    ) -> Taught:
        learnings = learn(direction, hits, background=self.background, known=known, most=most)
        analysis = analyse_question(self.question, idf=self.background.idf)
        read = read_literature(hits, analysis, self.background)
        tags = dict.fromkeys((*read.sides, *(topic.name for topic in read.topics)))
        looked_at = tuple(hit.paper.paper_id for hit in hits)
        return Taught(learnings=learnings, tags=tuple(tags)[:MOST_TAGS], read=looked_at)

    def vectors(self, texts: Sequence[str]) -> "Vectors":
        """TF-IDF against the background: unit rows, one a text."""
        import numpy as np

        return np.asarray(tfidf(texts, self.background.idf).todense())


def lexical_marks(learnings: Sequence[Learning], persona: Persona) -> tuple[int, ...]:
    """Of each wanted aspect, by what was learned."""
    said = [learning.text for learning in learnings]
    return marks_by_words([aspect.text for aspect in persona.wanted], said)


def marks_by_words(aspects: Sequence[str], said: Sequence[str]) -> tuple[int, ...]:
    """Of each aspect: 2 where one text has all of its words, 1 where it or all together have half,
    else 0. Stands in for the marks of STEER §3.1, which a model gives."""
    stems = [frozenset(content_stems(text)) for text in said]
    return tuple(_mark(frozenset(content_stems(aspect)), stems) for aspect in aspects)


def _mark(aspect: frozenset[str], said: Sequence[frozenset[str]]) -> int:
    if not aspect:
        return 0
    if any(aspect <= sentence for sentence in said):
        return 2
    every = frozenset[str]().union(*said)
    return int(len(aspect & every) >= max(1, math.ceil(PARTLY * len(aspect))))
