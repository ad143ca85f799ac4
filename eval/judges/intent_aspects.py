"""What a question is after, and how far a text covers it. Source: IDRBench §3.4.1 (LLM-ACS)."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, Field

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.reference import Reference, plain
from eval.judges.asking import ask, ask_each, reason_of
from eval.judges.fitting import fit
from eval.judges.local.words import Words, unreadable
from eval.judges.shown import one_line
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import render
from myscholar.text.noun_phrases import noun_phrases
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems

FEWEST_ASPECTS, MOST_ASPECTS = 8, 20
"""Source: IDRBench table 6."""
BEST_MARK = 5
"""Of an aspect, from 0. Source: IDRBench §3.4.1."""
_FACET = range(2, 4)
"""Content words of a facet: one alone is found everywhere; by hand."""


class IntentAspectJudge(Protocol):
    @property
    def name(self) -> str: ...

    async def aspects(self, reference: Reference) -> tuple[str, ...]:
        """What its question is after: at most 20, fewer than 8 where no more can be said."""

    async def marks(self, question: str, aspects: Sequence[str], text: str) -> tuple[Judgment, ...]:
        """Of each aspect from 0 to 5, a whole number."""


def facets_of(question: str, reference: str) -> tuple[str, ...]:
    """What a text speaks of beyond the question: noun phrases of two or three words in order, none
    within another; where the sure ones are fewer than 8, what may be one too."""
    asked, found = frozenset(content_stems(question)), dict[str, bool]()
    for sentence in sentences(plain(reference)):
        for phrase, is_whole in noun_phrases(sentence):
            if len(stems := frozenset(content_stems(phrase))) in _FACET and not stems <= asked:
                found[phrase] = is_whole or found.get(phrase, False)
    sure = _outermost([phrase for phrase, is_whole in found.items() if is_whole])
    return sure if len(sure) >= FEWEST_ASPECTS else _outermost(list(found))


def _outermost(phrases: Sequence[str]) -> tuple[str, ...]:
    """Those whose words no other one all has; of equals the first."""
    of = {frozenset(content_stems(phrase)): phrase for phrase in reversed(phrases)}
    kept = {of[stems] for stems in of if not any(stems < other for other in of)}
    return tuple(phrase for phrase in dict.fromkeys(phrases) if phrase in kept)


class LocalIntentAspects:
    """Without a model: the aspects are what experts want in an answer, then facets of the
    reference, evenly drawn where there are more. A mark is the share, by rarity, of an aspect's
    words that some passage of 80 content words has, the question's own words apart."""

    name = "local"

    def __init__(self, words: Words) -> None:
        self._words = words

    async def aspects(self, reference: Reference) -> tuple[str, ...]:
        wanted = tuple(dict.fromkeys(reference.wanted))[:MOST_ASPECTS]
        facets = facets_of(reference.question, reference.text)
        n = min(len(facets), MOST_ASPECTS - len(wanted))
        return (*wanted, *(facets[len(facets) * i // n] for i in range(n)))

    async def marks(self, question: str, aspects: Sequence[str], text: str) -> tuple[Judgment, ...]:
        return tuple(self._mark(question, aspect, text) for aspect in aspects)

    def _mark(self, question: str, aspect: str, text: str) -> Judgment:
        if not text.strip():
            return Scored(score=0, reason="The text is empty.")
        if why := unreadable(text, "the text"):
            return why
        asked = set(content_stems(question))
        wanted = {s: w for s, w in self._words.weights(aspect).items() if s not in asked}
        if not wanted:
            return Unscored(reason="NoTerms: the aspect has no word that the question lacks.")
        share = self._words.best_share(wanted, text)
        mark = round(BEST_MARK * share)
        return Scored(score=mark, reason=f"One passage holds {share:.0%} of its words by weight.")


class IntentAspectsReply(BaseModel):
    aspects: list[str] = Field(
        min_length=FEWEST_ASPECTS, description="Each in at most fifteen words, none twice."
    )


class IntentMark(BaseModel):
    aspect: int
    reason: str = Field(description="What the text says on it, or what is missing.")
    mark: int = Field(ge=0, le=BEST_MARK)


class IntentMarksReply(BaseModel):
    marks: list[IntentMark]


class ModelIntentAspects:
    """A language model as the judge. It is not shown which text is the reference."""

    def __init__(self, llm: LLM, name: str) -> None:
        self._llm, self.name = llm, name

    async def aspects(self, reference: Reference) -> tuple[str, ...]:
        """Of the question alone, as in the paper. None where the model can't say."""
        prompt = render(
            "eval/intent_aspects",
            question=one_line(reference.question),
            fewest=FEWEST_ASPECTS,
            most=MOST_ASPECTS,
        )
        answer = await ask(self._llm, prompt, IntentAspectsReply, _find_bad_number)
        if isinstance(answer, Unscored):
            return ()
        named = (one_line(aspect) for aspect in answer.value.aspects)
        return tuple(dict.fromkeys(filter(None, named)))[:MOST_ASPECTS]

    async def marks(self, question: str, aspects: Sequence[str], text: str) -> tuple[Judgment, ...]:
        """Zeros, without a question, for a text without a word."""
        if not text.strip():
            return tuple(Scored(score=0, reason="The text is empty.") for _ in aspects)
        n, [shown] = len(aspects), fit([text])
        numbered = [{"number": i, "text": one_line(a)} for i, a in enumerate(aspects, 1)]
        prompt = render(
            "eval/intent_marks", question=one_line(question), text=shown, aspects=numbered
        )

        def entries(reply: IntentMarksReply) -> list[tuple[int, Scored]]:
            return [(m.aspect, Scored(score=m.mark, reason=reason_of(m))) for m in reply.marks]

        return await ask_each(self._llm, prompt, IntentMarksReply, "aspect", n, entries)


def _find_bad_number(reply: IntentAspectsReply) -> tuple[str, ...]:
    n = len(dict.fromkeys(map(one_line, reply.aspects)))
    if FEWEST_ASPECTS <= n <= MOST_ASPECTS:
        return ()
    return (f"There are {n} different aspects: give {FEWEST_ASPECTS} to {MOST_ASPECTS}.",)
