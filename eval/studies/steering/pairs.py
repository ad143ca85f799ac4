"""Questions with personas: what experts say that an answer must contain, as aspects that somebody
cares about. Source: STEER §3.1, where a model writes personas and aspects."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Protocol

from eval.domain.rubric import Rubric
from myscholar.domain.model import Frozen
from myscholar.domain.text import listed
from myscholar.text.question_topics import topic_phrases
from myscholar.text.terms import content_stems, phrase_key, phrases

FEWEST, MOST = 4, 6
"""Aspects of a persona."""
MOST_PERSONAS = 2
"""Of one question."""
WORDS = range(2, 4)
"""Content words of an aspect: one alone is found everywhere, four hardly ever in one sentence."""


class Corpus(Protocol):
    """What pairs are chosen by."""

    async def branches(self, question: str) -> bool:
        """Whether what is found for the question offers as many directions as a tree follows."""

    async def answers(self, question: str, aspect: str) -> bool:
        """Whether one sentence of what is found for an aspect of it has all of its words."""


class QuestionPersona(Frozen):
    """A question with somebody who asks it."""

    pair_id: str
    query_id: str
    question: str
    aspects: tuple[str, ...]
    """What they want to read of; the tool is never shown them."""

    @property
    def first_sentence(self) -> str:
        """All that the tool is told of the persona. Source: STEER §3.1."""
        return f"I work on {self.aspects[0]}."

    @property
    def persona(self) -> str:
        return f"{self.first_sentence} I also want to read of {listed(self.aspects[1:])}."


def aspects_of(question: str, rubrics: Sequence[Rubric]) -> tuple[str, ...]:
    """Phrases of what experts want in an answer, first of their criteria, then of the passages that
    they quote; none that only says the question again, and none that repeats an earlier one."""
    asked, found = frozenset(content_stems(question)), dict[frozenset[str], str]()
    for phrase in _named(rubrics):
        stems = frozenset(content_stems(phrase))
        new = stems - asked
        if len(stems) in WORDS and new and not any(stems & known - asked for known in found):
            found[stems] = phrase
    return tuple(found.values())


def _named(rubrics: Sequence[Rubric]) -> Iterator[str]:
    criteria = [criterion for rubric in rubrics for criterion in rubric.criteria]
    yield from chain.from_iterable(topic_phrases(c.text) for c in criteria)
    yield from _repeated([quote for c in criteria for quote in c.evidence])


def _repeated(quotes: Sequence[str]) -> Iterator[str]:
    """Topics of a quote that another one names too: what one alone names may be a mere detail."""
    keys = [{phrase.key for phrase in phrases(quote)} for quote in quotes]
    for i, quote in enumerate(quotes):
        for phrase in topic_phrases(quote):
            key = phrase_key(phrase)
            if any(key in of_other for j, of_other in enumerate(keys) if j != i):
                yield phrase


async def choose_pairs(
    questions: Mapping[str, str],
    rubrics: Mapping[str, Sequence[Rubric]],
    corpus: Corpus,
    *,
    limit: int,
    seed: int,
) -> tuple[QuestionPersona, ...]:
    """At most `limit`, of questions drawn by seed. Of a question with enough aspects that the
    corpus can answer the second persona cares about every other one."""
    ids = sorted(questions.keys() & rubrics.keys())
    Random(seed).shuffle(ids)
    pairs: list[QuestionPersona] = []
    for query_id in ids:
        if len(pairs) >= limit:
            break
        question = questions[query_id]
        if await corpus.branches(question):
            named = aspects_of(question, rubrics[query_id])
            known = [aspect for aspect in named if await corpus.answers(question, aspect)]
            pairs += [pair_of(query_id, question, aspects) for aspects in personas_of(known)]
    return tuple(pairs[:limit])


def pair_of(query_id: str, question: str, aspects: tuple[str, ...]) -> QuestionPersona:
    """Its id is another one where the persona is."""
    digest = sha256("\n".join((question, *aspects)).encode()).hexdigest()[:8]
    return QuestionPersona(
        pair_id=f"{query_id}-{digest}", query_id=query_id, question=question, aspects=aspects
    )


def personas_of(aspects: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The aspects of each persona: of two where there are enough, dealt out in turn."""
    n = min(MOST_PERSONAS, len(aspects) // FEWEST)
    return tuple(tuple(aspects[first::n][:MOST]) for first in range(n))
