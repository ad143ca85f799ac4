"""A rubric's criteria -> what somebody wants beyond their question. Source: IntentRL §3.3, E.2."""

from collections.abc import Sequence

from myscholar.interactive.clarify.training.extractive.sides import listing_in
from myscholar.text.lexicons import pattern
from myscholar.text.terms import content_stems

FEWEST_NEW = 1
"""Content words that an intent says beyond the question: with none, it is said already."""
_WANTING, _GRADED = pattern("intents.wanting"), pattern("intents.graded")
_SAID_BEFORE = pattern("intents.said_before")
_EXAMPLES, _FOUND_OUT = pattern("intents.examples"), pattern("intents.found_out")


def deep_intents(original: str, criteria: Sequence[str]) -> tuple[str, ...]:
    """In the first person and in the criteria's order. What a search finds out, and what the
    question says already, is no intent."""
    asked, found = frozenset(content_stems(original)), dict[frozenset[str], str]()
    for criterion in criteria:
        intent = _wanted(" ".join(criterion.split()))
        stems = frozenset(content_stems(_SAID_BEFORE.sub("", intent)))
        if not _FOUND_OUT.search(criterion) and len(stems - asked) >= FEWEST_NEW:
            found.setdefault(stems, intent)
    return tuple(found.values())


def _wanted(criterion: str) -> str:
    if beginning := _WANTING.match(criterion):
        return f"I want the report to {criterion[beginning.end() :].rstrip('. ')}."
    named, colon, explained = criterion.partition(": ")
    if not colon:
        return criterion
    about = " ".join(_small(w, explained) for w in _GRADED.sub("", named, count=1).split())
    examples = "" if _EXAMPLES.search(about) else listing_in(explained)
    return f"I want to read of {about}{examples and f', such as {examples}'}."


def _small(word: str, text: str) -> str:
    """A word of a title as it stands in a text: names and acronyms stay as they are."""
    is_name = any(c.isupper() for c in word[1:]) or word in text.split()
    return word if is_name else word.lower()
