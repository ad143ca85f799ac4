"""What a reply says of the question: what is wanted, what is not, or nothing."""

from collections.abc import Iterable, Sequence

from myscholar.domain.dialogue import Answer, AnswerKind
from myscholar.domain.interaction import Turn
from myscholar.text.lexicons import pattern
from myscholar.text.own_words import own_terms
from myscholar.text.question_topics import denied_phrases
from myscholar.text.replying import is_refusal, said_in
from myscholar.text.terms import phrase_key
from myscholar.text.years import years_in

MOST_TERMS = 3
"""Phrases taken of a reply in words of its own, however long it is; by hand."""
MOST_OWN_WORDS = 200
"""Characters of a reply that are read for them; by hand."""
_DISMISSAL = pattern("clarifying.dismissal")
_TO_THE_SYSTEM = pattern("clarifying.to_the_system")
_STOP = pattern("clarifying.enough")
_ANY = pattern("clarifying.any_of_them")


def is_dismissed(answer: Answer) -> bool:
    """Whether the person turned the question down: skipped, “not important”, nothing with a letter,
    a command to the tool instead of a reply."""
    if answer.kind is AnswerKind.SKIP:
        return True
    said = answer.text
    is_empty = not any(c.isalpha() for c in said)
    says_nothing = is_empty or any(p.search(said) for p in (_DISMISSAL, _STOP, _TO_THE_SYSTEM))
    return answer.kind is AnswerKind.TEXT and says_nothing


def is_enough(answer: Answer) -> bool:
    """Whether the person says that they want to be asked no more."""
    return answer.kind is AnswerKind.TEXT and bool(_STOP.search(answer.text))


def wanted_in(turn: Turn) -> tuple[str, ...]:
    """What a reply asks for: choices, and the topics that its own words name, in these words."""
    if is_dismissed(turn.answer) or _ANY.search(turn.answer.text):
        return ()
    choices, own = said_in(turn.question, turn.answer)
    said = "" if is_refusal(own) else own[:MOST_OWN_WORDS]
    return (*choices, *own_terms(said)[:MOST_TERMS], *work_of(*years_in(said)))


def work_of(first: int | None, last: int | None) -> tuple[str, ...]:
    """Years in words that a search takes for a limit; none for no year."""
    if first is not None and last is not None:
        return (f"work between {first} and {last}",)
    if first is None and last is None:
        return ()
    return (f"work since {first}",) if first is not None else (f"work until {last}",)


def unwanted_in(turn: Turn) -> tuple[str, ...]:
    """What its own words say is not meant."""
    if is_dismissed(turn.answer):
        return ()
    _, own = said_in(turn.question, turn.answer)
    return denied_phrases(own[:MOST_OWN_WORDS])[:MOST_TERMS]


def wanted(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Of all replies in their order, each once, without what a later one holds or rules out."""
    named = _each_once(phrase for turn in turns for phrase in wanted_in(turn))
    keys = {phrase: f" {phrase_key(phrase)} " for phrase in named}
    out = [f" {phrase_key(p)} " for p in unwanted(turns)]
    return tuple(
        phrase
        for phrase, key in keys.items()
        if not any(key in other for other in keys.values() if other != key)
        and not any(key in other for other in out)
    )


def unwanted(turns: Sequence[Turn]) -> tuple[str, ...]:
    return _each_once(phrase for turn in turns for phrase in unwanted_in(turn))


def _each_once(phrases: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for phrase in phrases:
        found.setdefault(phrase_key(phrase), phrase)
    return tuple(found.values())
