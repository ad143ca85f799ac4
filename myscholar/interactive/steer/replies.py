"""What a person says about the directions offered, as what is done next. Whatever they write is a
direction or a wish, never an instruction to the program."""

from collections.abc import Sequence
from typing import NamedTuple

from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.text import fold, one_line, shorten
from myscholar.text.lexicons import pattern
from myscholar.text.replying import is_refusal, numbered
from myscholar.text.sentences import sentences

ENOUGH = "None of these: this is far enough"
LONGEST_DIRECTION = 160
"""Characters of a direction in a person's own words; what goes beyond stays in the conversation."""
MOST_ADDED = 3
"""Directions that one reply may add; by hand."""
_TO_THE_SYSTEM = pattern("clarifying.to_the_system")
_ALL = pattern("clarifying.any_of_them")
_DISMISSAL = pattern("clarifying.dismissal")
_STOP = pattern("clarifying.enough")


class NextDirections(NamedTuple):
    """Places of the directions that are followed, and those that the person adds."""

    followed: tuple[int, ...]
    added: tuple[str, ...] = ()
    by_person: bool = False
    """Whether the person chose them; else the tool did."""


def question_of(direction: str, offered: Sequence[str], why: str) -> Question:
    """Offers directions beneath one. Source: STEER appendix K (clarification question)."""
    return Question(
        text=f"Which of these should be followed for “{shorten(direction, 120)}”?",
        why=why,
        choices=(*offered, ENOUGH),
        takes_several=True,
    )


def read_reply(answer: Answer, offered: Sequence[str], likely: Sequence[int]) -> NextDirections:
    """Skipped: all that is offered is followed. Left to the tool: what could be best (`likely`).
    Numbers before own words ("1, 3 and also noise") choose as well as add; words that name nothing
    at all ("11" of three, "I don't know") leave it to the tool; "all of them", "none" and "stop
    here" are no directions, nor is what a reply refuses beside what it takes."""
    if answer.kind is AnswerKind.SKIP:
        return NextDirections(tuple(range(len(offered))))
    if answer.kind is AnswerKind.DECIDE:
        return NextDirections(tuple(likely))
    if answer.kind is AnswerKind.CHOICE:
        chosen = (offered.index(choice) for choice in answer.choices if choice in offered)
        return NextDirections(tuple(chosen), by_person=True)
    if _ALL.search(answer.text):
        return NextDirections(tuple(range(len(offered))), by_person=True)
    if _STOP.search(answer.text):
        return NextDirections((), by_person=True)
    if _DISMISSAL.search(answer.text):
        says_none = fold(ENOUGH).startswith(fold(answer.text.strip(" .!")))
        return NextDirections((), by_person=True) if says_none else NextDirections(tuple(likely))
    places, own = numbered(answer.text, len(offered))
    directions = _directions(own)
    added = tuple(d for d in directions if not is_refusal(d)) or (() if places else directions)
    if not (places or added):
        return NextDirections(tuple(likely))
    return NextDirections(places, added, by_person=True)


def _directions(text: str) -> tuple[str, ...]:
    """One a line, or a sentence of an essay."""
    lines = [one_line(line).strip(" -*•") for line in text.splitlines()]
    parts = [
        s
        for line in lines
        for s in ((line,) if len(line) <= LONGEST_DIRECTION else sentences(line))
    ]
    telling = (shorten(part, LONGEST_DIRECTION) for part in parts if is_direction(part))
    return tuple(dict.fromkeys(telling))[:MOST_ADDED]


def is_direction(text: str) -> bool:
    """Whether it has a word that tells something, and gives no orders to the tool."""
    return any(map(str.isalpha, text)) and not _TO_THE_SYSTEM.search(text)
