"""What an intent is about, and the sides that it names: options of a question. Source: IntentRL
E.3: options are taken from "for example", "including", "X and Y", "X or Y"."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from myscholar.domain.text import listed
from myscholar.interactive.clarify.rules import FEWEST_CHOICES, MOST_CHOICES
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems

MOST_WORDS = 9
"""Of one side: what is longer is a clause of its own. By hand."""
FEWEST_OF_NAME = 3
"""Content words of a head that stands for its sides; by hand."""
MOST_SIDES = 9
"""Of one list: three a choice. By hand."""
_EXAMPLES = pattern("intents.examples")
_SAID_BEFORE, _CLAUSE_END = pattern("intents.said_before"), pattern("intents.clause_end")
_AND_SO_ON = pattern("intents.and_so_on")
_PARTS = pattern("intents.between_sides")


class Sides(NamedTuple):
    head: str
    """What the intent is about, in its words."""
    options: tuple[str, ...]
    """Two or three; none where it names no sides."""
    are_examples: bool = False
    """Whether the head has them; else they are parts of it."""

    @property
    def name(self) -> str:
        """As an option of its own: what is named, where the head alone says too little."""
        says_little = len(set(content_stems(self.head))) < FEWEST_OF_NAME
        return listed(self.options) if self.are_examples and says_little else self.head


def sides_of(intent: str) -> Sides:
    said = _SAID_BEFORE.sub("", intent).rstrip(". ")
    head = _short(_EXAMPLES.split(said)[0])
    if parts := _parts_of(listing_in(said)):
        return Sides(head, dealt(parts), are_examples=True)
    return Sides(head, dealt(_parts_of(_CLAUSE_END.split(said)[0])))


def listing_in(text: str) -> str:
    """The first list of examples that it names; empty for none."""
    listings = (_CLAUSE_END.split(text[match.end() :])[0] for match in _EXAMPLES.finditer(text))
    return next(filter(_parts_of, listings), "").strip(" ,")


def dealt(parts: Sequence[str]) -> tuple[str, ...]:
    """Two or three options, of neighbours where there are more parts; none of one part."""
    if len(parts) < FEWEST_CHOICES:
        return ()
    n = min(MOST_CHOICES, len(parts))
    size, more = divmod(len(parts), n)
    ends = [size * i + min(i, more) for i in range(n + 1)]
    return tuple(listed(parts[a:b]) for a, b in pairwise(ends))


def _parts_of(listing: str) -> tuple[str, ...]:
    """None where it is no list, a part is too long to be a side, or two say the same."""
    parts = [_AND_SO_ON.sub("", part).strip(" ,'\"*") for part in _PARTS.split(listing)]
    parts = [part for part in parts if part][:MOST_SIDES]
    keys = {frozenset(content_stems(part)) for part in parts}
    is_list = len(parts) > 1 and all(len(part.split()) <= MOST_WORDS for part in parts)
    return tuple(parts) if is_list and frozenset() not in keys and len(keys) == len(parts) else ()


def _short(text: str) -> str:
    """As long as it can stand in a question."""
    words = _CLAUSE_END.split(text)[0].split()
    return " ".join(words[: 2 * MOST_WORDS]).strip(" ,")
