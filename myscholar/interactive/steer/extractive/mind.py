"""The whole of a tree's judgement without a model."""

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from myscholar.actions.literature import read_literature
from myscholar.domain.dialogue import Answer
from myscholar.domain.evidence import Hit, SearchFilters, SearchQuery
from myscholar.domain.interaction import Learning, Persona, ResearchNode
from myscholar.domain.profile import Profile
from myscholar.interactive.steer.extractive import persona as personas
from myscholar.interactive.steer.extractive.propose import propose
from myscholar.interactive.steer.mind import Candidate, Taught, Vectors
from myscholar.report.extractive.learnings import learn
from myscholar.report.extractive.search_plan import plan_queries
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.text.similarity import tfidf
from myscholar.text.terms import content_stems

MOST_TAGS = 4
"""Of one node; by hand."""
IN_FULL, PARTLY = 1.0, 0.5
"""Share of an aspect's words that one sentence has for it to be covered in full, and that all have
together for it to be covered partly; by hand."""


@dataclass(frozen=True)
class ExtractiveMind:
    """`filters` are the person's own."""

    question: str
    background: Background
    profile: Profile | None
    filters: SearchFilters

    async def plan(self, question: str) -> tuple[SearchQuery, ...]:
        return await asyncio.to_thread(
            plan_queries, question, filters=self.filters, background=self.background
        )

    async def estimate(self, question: str, stated: str, hits: Sequence[Hit]) -> Persona:
        return await asyncio.to_thread(
            personas.estimate, question, stated, hits, self.profile, self.background
        )

    async def learn(
        self, direction: str, hits: Sequence[Hit], known: Sequence[Learning], *, most: int
    ) -> Taught:
        return await asyncio.to_thread(self._learn, direction, hits, known, most)

    def _learn(
        self, direction: str, hits: Sequence[Hit], known: Sequence[Learning], most: int
    ) -> Taught:
        learnings = learn(direction, hits, background=self.background, known=known, most=most)
        analysis = analyse_question(self.question, idf=self.background.idf)
        sides = read_literature(hits, analysis, self.background).sides
        return Taught(learnings=learnings, tags=sides[:MOST_TAGS])

    async def propose(
        self, node: ResearchNode, hits: Sequence[Hit], said: Sequence[str], persona: Persona
    ) -> tuple[Candidate, ...]:
        return await asyncio.to_thread(
            propose, self.question, node, hits, said, persona, self.background
        )

    async def marks(
        self, reports: Sequence[Sequence[Learning]], persona: Persona
    ) -> tuple[tuple[int, ...], ...]:
        aspects = [frozenset(content_stems(aspect.text)) for aspect in persona.wanted]
        return tuple(
            tuple(_mark(aspect, stems) for aspect in aspects)
            for stems in ([frozenset(content_stems(le.text)) for le in r] for r in reports)
        )

    async def update(
        self, persona: Persona, answer: Answer, chosen: Sequence[str], added: Sequence[str]
    ) -> Persona:
        return personas.update(persona, answer, chosen, added)

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """TF-IDF against the background."""
        return np.asarray(tfidf(texts, self.background.idf).todense())


def _mark(aspect: frozenset[str], sentences: Sequence[frozenset[str]]) -> int:
    """2 where one sentence has all of the aspect's words, 1 where it or all together have half."""
    if not aspect:
        return 0
    best = max((len(aspect & said) for said in sentences), default=0) / len(aspect)
    if best >= IN_FULL:
        return 2
    every = frozenset().union(*sentences)
    return int(len(aspect & every) >= max(1, math.ceil(PARTLY * len(aspect))))
