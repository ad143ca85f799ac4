"""Which way a reported result points, and of what: "improves accuracy by 4 %" -> accuracy, higher.

What can't be told from the wording alone is not guessed: a plan, a condition or a result without a
measure has no direction.
"""

from collections.abc import Set
from enum import StrEnum
from typing import NamedTuple

from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS
from myscholar.text.lexicons import pattern
from myscholar.text.terms import stem, tokens


class Direction(StrEnum):
    BETTER = "better"
    WORSE = "worse"
    HIGHER = "higher"
    LOWER = "lower"
    SAME = "unchanged"


_OPPOSITE = ({Direction.BETTER, Direction.WORSE}, {Direction.HIGHER, Direction.LOWER})


def differ(directions: Set[Direction]) -> bool:
    """Whether they can't both hold of one thing: higher and lower, or a change and none."""
    return any(pair <= directions for pair in _OPPOSITE) or (
        Direction.SAME in directions and len(directions) > 1
    )


class ReportedChange(NamedTuple):
    """`key` is the stem of the measure's last word, by which results on the same thing are found;
    `measure` as written."""

    direction: Direction
    key: str
    measure: str


_CHANGED_MEASURE = pattern("changes.changed_measure")
_MEASURE_CHANGED = pattern("changes.measure_changed")
_NO_CHANGE = pattern("changes.no_change")
_NOT_REPORTED = pattern("changes.not_reported")


def change_in(sentence: str) -> ReportedChange | None:
    """What is reported to have changed, and which way; None where nothing is."""
    every = (*_CHANGED_MEASURE.finditer(sentence), *_MEASURE_CHANGED.finditer(sentence))
    for found in sorted(every, key=lambda m: m.start()):
        measure = _named(found["measure"])
        if not measure:
            continue
        named_at = found.start("measure") + found["measure"].index(measure.split()[0])
        if _NOT_REPORTED.search(sentence[: min(found.start(), named_at)].rstrip()):
            continue
        direction = next(d for d in Direction if found.groupdict().get(d.name))
        if _NO_CHANGE.search(sentence[max(0, found.start() - 40) : found.end()]):
            direction = Direction.SAME
        return ReportedChange(direction, stem(measure.split()[-1].split("-")[-1]), measure)
    return None


def _named(measure: str) -> str:
    """The measure without the small words and words of the trade in front; empty where nothing that
    can be measured is left."""
    words = [t.text for t in tokens(measure)]
    while words and (_is_common(words[0]) or words[0].lower().endswith("ly")):
        words = words[1:]
    if not words:
        return ""
    last = words[-1]
    is_usable = not _is_common(last) and last[0].isalpha() and len(last) > 3
    return " ".join(words) if is_usable else ""


def _is_common(word: str) -> bool:
    return word.lower() in ACADEMIC_WORDS or word.lower() in STOP_WORDS
