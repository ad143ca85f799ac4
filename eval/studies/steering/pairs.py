"""Questions with personas, without a model: what experts say that an answer must contain, as
aspects that somebody cares about. Source: STEER §3.1, where a model writes both, as in `personas`.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from random import Random
from typing import Protocol, TypeVar

from eval.domain.persona import QuestionPersona, WantedAspect
from eval.domain.rubric import Rubric
from myscholar.domain.text import listed
from myscholar.text.question_topics import topic_phrases
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems, phrase_key, phrases

T = TypeVar("T")
FEWEST, MOST = 5, 8
"""Aspects of a persona. Source: STEER §3.1."""
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


def aspects_of(question: str, rubrics: Sequence[Rubric]) -> tuple[WantedAspect, ...]:
    """Phrases of what experts want in an answer, first of their criteria, then of the passages that
    they quote, with what they stand in; none that only says the question again, and none that
    repeats an earlier one."""
    asked, found = frozenset(content_stems(question)), dict[frozenset[str], WantedAspect]()
    for aspect in _named(rubrics):
        stems = frozenset(content_stems(aspect.text))
        new = stems - asked
        if len(stems) in WORDS and new and not any(stems & known - asked for known in found):
            found[stems] = aspect
    return tuple(found.values())


def _named(rubrics: Sequence[Rubric]) -> Iterator[WantedAspect]:
    criteria = [criterion for rubric in rubrics for criterion in rubric.criteria]
    for criterion in criteria:
        for phrase in topic_phrases(criterion.text):
            yield WantedAspect(text=phrase, evidence=criterion.text)
    yield from _repeated([quote for c in criteria for quote in c.evidence])


def _repeated(quotes: Sequence[str]) -> Iterator[WantedAspect]:
    """Topics of a quote that another one names too: what one alone names may be a mere detail."""
    keys = [{phrase.key for phrase in phrases(quote)} for quote in quotes]
    for i, quote in enumerate(quotes):
        for phrase in topic_phrases(quote):
            key = phrase_key(phrase)
            if any(key in of_other for j, of_other in enumerate(keys) if j != i):
                yield WantedAspect(text=phrase, evidence=_sentence_with(phrase, quote))


def _sentence_with(phrase: str, quote: str) -> str:
    """What tells how it is meant; a whole passage would tell much of what an answer says."""
    said = (s for s in sentences(quote) if phrase.casefold() in s.casefold())
    return next(said, quote)


def in_drawn_order(query_ids: Iterable[str], seed: int) -> tuple[str, ...]:
    ids = sorted(query_ids)
    Random(seed).shuffle(ids)
    return tuple(ids)


async def pairs_of(
    query_id: str, question: str, rubrics: Sequence[Rubric], corpus: Corpus
) -> tuple[QuestionPersona, ...]:
    """One for each persona, none where the corpus can't answer enough. Of a question with many
    aspects that it can answer the second persona cares about every other one."""
    if not await corpus.branches(question):
        return ()
    named = aspects_of(question, rubrics)
    known = [aspect for aspect in named if await corpus.answers(question, aspect.text)]
    return tuple(pair_of(query_id, question, aspects) for aspects in personas_of(known))


def pair_of(query_id: str, question: str, aspects: tuple[WantedAspect, ...]) -> QuestionPersona:
    first, *more = (aspect.text for aspect in aspects)
    also = f" I also want to read of {listed(more)}." if more else ""
    return with_id(query_id, question, f"I work on {first}.{also}", aspects)


def with_id(
    query_id: str, question: str, persona: str, aspects: tuple[WantedAspect, ...]
) -> QuestionPersona:
    """Its id is another one where the persona or an aspect is."""
    said = "\n".join((question, persona, *(aspect.text for aspect in aspects)))
    return QuestionPersona(
        pair_id=f"{query_id}-{sha256(said.encode()).hexdigest()[:8]}",
        query_id=query_id,
        question=question,
        persona=persona,
        aspects=aspects,
    )


def personas_of(aspects: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The aspects of each persona: of two where there are enough, dealt out in turn."""
    n = min(MOST_PERSONAS, len(aspects) // FEWEST)
    return tuple(tuple(aspects[first::n][:MOST]) for first in range(n))
