"""A question made vaguer: details go, what it is after stays. Source: IDRBench §3.2, appendix B."""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import ceil, floor
from random import Random

from pydantic import BaseModel, Field

from eval.domain.judgment import Unscored
from eval.judges.asking import ask
from eval.judges.shown import one_line
from eval.metrics.idrbench import compression, tokens
from myscholar.domain.model import Frozen
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import render
from myscholar.text.background import Background
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.question_topics import is_asking
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems
from myscholar.text.terms import tokens as words

LEAST, MOST = 0.1, 0.9
"""Of the tokens that go. Source: IDRBench §3.2."""
FEWEST_STEMS = 2
"""Content words that a vague question keeps, so that it still has a subject; by hand."""
_JOINS = frozenset({"and", "or"})
_ASIDE = re.compile(r"(?<!\s)\s*(?:\([^()]*\)|\[[^\[\]]*\])")
_END = re.compile(r"(?<![\s,;:.?!–—-])[\s,;:.?!–—-]+$")


class Vague(Frozen):
    text: str
    compression: float
    """Share of the question's tokens that are gone, in [0.1, 0.9]; 0 where it stays as it was."""


class ShortReply(BaseModel):
    question: str = Field(description="The shortened question.")


def wanted_compression(query_id: str, seed: int) -> float:
    """Drawn for each question, evenly from the paper's range."""
    return Random(f"{seed}/{query_id}").uniform(LEAST, MOST)


def make_vague(question: str, wanted: float, background: Background) -> Vague:
    """Without a model, whole parts go: asides in brackets, sentences that do not ask, then parts of
    the first asking sentence. Of all that can be reached the
    nearest to what is wanted, the vaguer of equals; the question itself where nothing is in the
    range."""
    ways = [as_vague(question, short) for short in _shorter(question, background)]
    fit = [way for way in ways if way.compression]
    nearest = min(fit, key=lambda way: abs(way.compression - wanted), default=None)
    return nearest or Vague(text=question, compression=0)


async def make_vague_by(llm: LLM, question: str, wanted: float, background: Background) -> Vague:
    """By a model; without one where it can't, or leaves the range."""
    n_asked = len(tokens(question))
    prompt = render(
        "eval/ambiguity",
        question=one_line(question),
        n_tokens=round(n_asked * (1 - wanted)),
        n_asked=n_asked,
    )
    answer = await ask(llm, prompt, ShortReply, lambda reply: _find_unfit(question, reply))
    if isinstance(answer, Unscored):
        return make_vague(question, wanted, background)
    vague = as_vague(question, one_line(answer.value.question))
    return vague if vague.compression else make_vague(question, wanted, background)


def as_vague(question: str, short: str) -> Vague:
    """A shorter wording, if it has a subject and its compression is in the range; else the question
    as it is."""
    share = compression(question, short)
    if LEAST <= share <= MOST and len(set(content_stems(short))) >= FEWEST_STEMS:
        return Vague(text=short, compression=share)
    return Vague(text=question, compression=0)


def _find_unfit(question: str, reply: ShortReply) -> tuple[str, ...]:
    short, n_asked = one_line(reply.question), len(tokens(question))
    if as_vague(question, short).compression:
        return ()
    fewest, most = ceil(n_asked * (1 - MOST)), floor(n_asked * (1 - LEAST))
    return (
        f"It has {len(tokens(short))} words and marks of punctuation. Give {fewest} to {most}, "
        f"{FEWEST_STEMS} of them or more words that say what is asked about.",
    )


def _shorter(question: str, background: Background) -> Iterator[str]:
    """Ever shorter."""
    text = " ".join(question.split())
    while _ASIDE.search(text):
        text = _ASIDE.sub("", text)
        yield text
    left = list(sentences(text))
    core = next((s for s in left if is_asking(s)), left[0] if left else "")
    for sentence in [s for s in reversed(left) if not is_asking(s) and s != core]:
        left.remove(sentence)
        yield " ".join(left)
    while left and left[-1] != core:
        left.pop()
        yield " ".join(left)
    yield from _without_parts(core, background)


def _without_parts(sentence: str, background: Background) -> Iterator[str]:
    """First without what tells least, by the rarity of its words. How it begins and the part that
    tells most stay."""
    parts = _parts(sentence)
    told = [sum(map(background.idf, content_stems(part))) for part in parts]
    subject = told.index(max(told)) if told else 0
    going = sorted(range(len(parts)), key=lambda n: (told[n], -n))
    ends = "?" if sentence.endswith("?") else "."
    left = list(range(len(parts)))
    for n in going:
        if n not in (0, subject):
            left.remove(n)
            yield _END.sub("", " ".join(parts[i] for i in left)) + ends


def _parts(sentence: str) -> list[str]:
    """Each begins with a small word behind a content word; what "and" joins is one part."""
    found = words(sentence)
    starts = [
        after.start
        for before, after in pairwise(found)
        if not _is_small(before.text)
        and _is_small(after.text)
        and after.text.casefold() not in _JOINS
    ]
    cuts = [0, *starts, len(sentence)]
    return [_END.sub("", sentence[start:end]) for start, end in pairwise(cuts)]


def _is_small(word: str) -> bool:
    return word.casefold() in STOP_WORDS
