"""What a sentence says otherwise than the quotes that it cites, found by their words: the other
direction, a hedge or a denial that is lost or added, and what `number_contradictions` finds.

Each rule looks at the sentence of the quotes that is nearest and keeps still where none is near. No
model, no vectors. How many errors each finds and how many right sentences it doubts:
`eval/bench/planted.py`, and the sources of `lexicons/doubts.toml`.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from myscholar.domain.flags import Severity
from myscholar.domain.papers import Paper
from myscholar.domain.text import fold
from myscholar.report.llm.draft_text import without_citations
from myscholar.report.llm.lexical import stems
from myscholar.report.llm.number_contradictions import (
    find_other_thing,
    find_other_unit,
    find_swapped,
)
from myscholar.text.lexicons import alternatives, pattern
from myscholar.text.sentences import sentences

NEAR = 0.5
"""Share of a sentence's stems that a sentence of the quotes must hold to be compared with it.
Measured on 1,388 cited sentences of two systems and of experts, beside planted errors."""
VERY_NEAR = 0.6
"""The same where a denial or a hedge is compared. Measured as above."""
DENIAL_BACK = 0.5
"""And the share of the quote's stems that the sentence must hold there. Measured: 8 of 1,388 right
sentences are doubted and 87 of 535 turned ones found; with 0.7, 4 and 40."""
HEDGE_BACK = 0.7
"""The same for a hedge. Measured: 3 of 1,388 right sentences are doubted; with 0.5, 15."""
DENIED = 5
"""Words behind a denial that tell what is denied; by hand."""
_DENIAL, _DENIES = pattern("doubts.denial"), pattern("doubts.denies")
_HEDGED, _CAUTIOUS = pattern("doubts.hedged"), pattern("doubts.cautious")
_EQUAL, _COMPARED = pattern("doubts.equal"), pattern("doubts.compared")
_CAUSE, _LINK = pattern("doubts.cause"), pattern("doubts.link")
_ABSOLUTE, _UNLIMITED = pattern("doubts.absolute"), pattern("doubts.unlimited")
_AUTHOR_YEAR = pattern("doubts.author_year")


class Contradiction(NamedTuple):
    """In words for the reader."""

    reason: str
    severity: Severity


class _Near(NamedTuple):
    """A sentence without its citations, the nearest of the quotes', and how much each holds of the
    other."""

    said: str
    quoted: str
    share: float
    back: float
    quotes: Sequence[str]

    @property
    def is_near(self) -> bool:
        return self.share >= NEAR

    def is_very_near(self, back: float) -> bool:
        return self.share >= VERY_NEAR and self.back >= back


def find_contradiction(sentence: str, quotes: Sequence[str]) -> Contradiction | None:
    """The first that is found."""
    near = _nearest(sentence, quotes)
    for rule, severity in _RULES:
        if reason := rule(near):
            return Contradiction(reason, severity)
    return None


def find_misattributed(sentence: str, papers: Sequence[Paper], sources: str) -> str:
    """Authors or a year that it names and that neither the cited papers nor their words have."""
    known = " ".join([*(f"{' '.join(p.authors)} {p.year or ''}" for p in papers), sources])
    held = f" {fold(known)} "
    for found in _AUTHOR_YEAR.finditer(without_citations(sentence)):
        if any(f" {fold(part)} " not in held for part in found.group("author", "year")):
            return f"“{found.group()}” is none of the papers that are cited."
    return ""


def _nearest(sentence: str, quotes: Sequence[str]) -> _Near:
    said = without_citations(sentence)
    own, best = stems(said), _Near(said, "", 0.0, 0.0, quotes)
    for text in quotes:
        for quoted in sentences(text):
            held = stems(quoted)
            both = len(own & held)
            if both > best.share * len(own):
                best = _Near(said, quoted, both / len(own), both / len(held), quotes)
    return best


def _find_turned(near: _Near) -> str:
    denies = [bool(_DENIAL.search(text)) for text in (near.said, near.quoted)]
    if not near.is_near or denies[0] != denies[1]:
        return ""
    for sides in ways_up_and_down():
        for one, other in (sides, sides[::-1]):
            said, quoted = one.search(near.said), other.search(near.quoted)
            if said and quoted and not one.search(near.quoted) and not other.search(near.said):
                return f"The sentence says “{said.group()}”, the quote “{quoted.group()}”."
    return ""


def _find_unequal(near: _Near) -> str:
    equal, said = _EQUAL.search(near.quoted), _COMPARED.search(near.said)
    if not (near.is_near and equal and said) or said.group().casefold() in near.quoted.casefold():
        return ""
    if _EQUAL.search(near.said):
        return ""
    return f"The sentence says “{said.group()}”, the quote “{equal.group()}”."


def _find_cause(near: _Near) -> str:
    said, link = _CAUSE.search(near.said), _LINK.search(near.quoted)
    if not (near.is_near and said and link):
        return ""
    if _CAUSE.search(near.quoted) or _LINK.search(near.said):
        return ""
    return f"The sentence says “{said.group()}”, the quote only “{link.group()}”."


def _find_lost_hedge(near: _Near) -> str:
    hedge = _HEDGED.search(near.quoted)
    if not (near.is_very_near(HEDGE_BACK) and hedge) or _CAUTIOUS.search(near.said):
        return ""
    return f"The quote is less sure: it says “{hedge.group()}”."


def _find_denied(near: _Near) -> str:
    """What one of both denies and the other says; where only one quote is cited."""
    said, quoted = _DENIAL.search(near.said), _DENIAL.search(near.quoted)
    if not near.is_very_near(DENIAL_BACK) or len(near.quotes) > 1:
        return ""
    if (
        quoted
        and not _DENIES.search(near.said)
        and _takes_up(near.said, near.quoted[quoted.end() :])
    ):
        return f"The quote says “{quoted.group()}”, the sentence does not."
    if said and not _DENIES.search(near.quoted) and _takes_up(near.quoted, near.said[said.end() :]):
        return f"The sentence says “{said.group()}”, the quote does not."
    return ""


def _takes_up(text: str, denied: str) -> bool:
    """Whether a text has at least half of the words that follow a denial."""
    clause = re.split(r"[.,;:]", denied, maxsplit=1)[0]
    words = stems(" ".join(clause.split()[:DENIED]))
    return bool(words) and 2 * len(words & stems(text)) >= len(words)


def _find_absolute(near: _Near) -> str:
    said = _ABSOLUTE.search(near.said)
    if not said or any(_UNLIMITED.search(text) for text in near.quotes):
        return ""
    return f"The sentence says “{said.group()}”, the quote nothing so general."


_RULES: tuple[tuple[Callable[[_Near], str], Severity], ...] = (
    (lambda near: find_swapped(near.said, near.quotes), Severity.WARNING),
    (lambda near: find_other_unit(near.said, near.quotes), Severity.WARNING),
    (lambda near: find_other_thing(near.said, near.quotes), Severity.HINT),
    (_find_turned, Severity.WARNING),
    (_find_unequal, Severity.WARNING),
    (_find_denied, Severity.WARNING),
    (_find_cause, Severity.HINT),
    (_find_lost_hedge, Severity.HINT),
    (_find_absolute, Severity.HINT),
)


@cache
def ways_up_and_down() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Ways to say that something goes up, each with its opposite."""
    up, down = alternatives("doubts.upward"), alternatives("doubts.downward")
    whole = (re.compile(rf"\b(?:{word})\b", re.IGNORECASE) for word in (*up, *down))
    sides = [*whole]
    return tuple(zip(sides[: len(up)], sides[len(up) :], strict=True))
