"""What a reply says of what was offered: choices by their numbers, words beside them, refusals."""

import re

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems, is_content, tokens

_NUMBERS = pattern("clarifying.numbered")
_REFUSAL = pattern("clarifying.refusal")


def said_in(question: Question, answer: Answer) -> tuple[tuple[str, ...], str]:
    """The choices that an answer names, also by numbers, and its own words beside them."""
    if answer.kind is not AnswerKind.TEXT:
        return answer.choices, ""
    places, own = numbered(answer.text, len(question.choices))
    if len(places) > 1 and not question.takes_several:
        return (), own
    return tuple(question.choices[place] for place in places), own


def numbered(said: str, n: int) -> tuple[tuple[int, ...], str]:
    """Places of the choices, from 0 and in order, that a reply to `n` of them begins with, and the
    words behind them: 0, 2 and "noise" of "1, 3 and also noise". A reply without words of content
    may name them anywhere. All of it is words where it names none."""
    found = _NUMBERS.match(said)
    if not found:
        return (), said
    is_only_numbers = not content_stems(re.sub(r"\d", " ", said))
    named = said if is_only_numbers else found.group()
    places = {int(each) - 1 for each in re.findall(r"\d+", named)} & {*range(n)}
    return tuple(sorted(places)), _own_words(said[len(named) :]) if places else said


def _own_words(text: str) -> str:
    """Of "then noise" the noise; a refusal as it is."""
    if is_refusal(text):
        return text
    return next((text[token.start :] for token in tokens(text) if is_content(token.text)), "")


def is_refusal(text: str) -> bool:
    """Whether it says only what is to be left out."""
    return bool(_REFUSAL.search(text))
