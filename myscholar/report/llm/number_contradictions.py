"""Numbers of a sentence that stand for something else in the quotes that it cites: they changed
places, or count in another unit or something else. No model."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from myscholar.report.llm.lexical import stems
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import alternatives, pattern
from myscholar.text.terms import stem

AROUND = 6
"""Words on each side of a number that tell what it measures; by hand."""
SHORTEST = 4
"""Letters of a word that tells it; by hand."""
MOVED = 2
"""Times as many words that stand with the other number as with the same one, from which two numbers
have changed places. Measured on 2,311 right sentences: none is doubted."""
FEWEST_MOVED = 2
"""And how many at least; by hand."""
MOST_COMPARED = 20
"""Numbers of a sentence that are compared two by two; by hand."""
_NUMBER = re.compile(r"(?:(?<![\w.,%-])[-−]?|(?<=[\d%][-−–]))\d+(?:[.,]\d+)*")
"""With its sign; a dash behind a number or its "%" is a range's."""
_WORD_OR_NUMBER = re.compile(rf"[^\W\d_]+|{_NUMBER.pattern}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_COUNTED = re.compile(r"(?<![\w.,-])(\d+(?:[.,]\d+)*)\s+([a-z]{4,})")
"""A number and what it counts."""
_ANYTHING = pattern("doubts.anything_counted")
_IN_TURN = pattern("doubts.in_turn")


def find_swapped(sentence: str, quotes: Sequence[str]) -> str:
    """Two numbers of which most words around stand with the other one in a quote."""
    said = _numbers(sentence)
    if _IN_TURN.search(sentence):
        return ""
    for text in quotes:
        quoted = Counter(n.value for n in _numbers(text))
        once = [n for n in said if quoted[n.value] == 1]
        for one, other in combinations(tuple(dict.fromkeys(once))[:MOST_COMPARED], 2):
            if one.unit != other.unit or _IN_TURN.search(text):
                continue
            orders = [_order_side_by_side(one.value, other.value, t) for t in (sentence, text)]
            if orders not in ([0, 0], [1, -1], [-1, 1]):
                continue  # the order has not changed, or tells nothing of the words around both
            if _have_moved(one.value, other.value, sentence, text):
                return f"{one.value} and {other.value} stand the other way round in the quote."
    return ""


def _have_moved(one: str, other: str, sentence: str, text: str) -> bool:
    """Whether the words around them stand with the other one there, or they are the two ends of a
    range ("33 to 37") there in another order."""
    for a, b in ((one, other), (other, one)):
        if _is_range(a, b, sentence) and _is_range(b, a, text):
            return True
    own, theirs = (_nearer(one, other, t) for t in (sentence, text))
    moved = [own[word] != theirs[word] for word in own.keys() & theirs.keys()]
    return sum(moved) >= max(FEWEST_MOVED, MOVED * (len(moved) - sum(moved)))


def _is_range(one: str, other: str, text: str) -> bool:
    ends = rf"{re.escape(one)}[^\W\d_]*\W*(?:\bto\b\W*|[-–−]){re.escape(other)}"
    return bool(re.search(rf"(?<![\d.,]){ends}(?![\d])", text))


def _order_side_by_side(one: str, other: str, text: str) -> int:
    """1 or -1 for the first before or behind the other with no word between that could tell what
    one of them measures: "95.3% and 98.1% are A and B", "from 33 to 37"; 0 where there is one."""
    plain = text.replace("−", "-").replace(",", "")
    for order, (a, b) in ((1, (one, other)), (-1, (other, one))):
        if between := re.search(rf"{re.escape(a)}[^\W\d_]*(.*?){re.escape(b)}", plain):
            words = re.findall(r"[^\W\d_]+", between[1])
            return order if all(word.casefold() in STOP_WORDS for word in words) else 0
    return 0


def _nearer(one: str, other: str, text: str) -> dict[str, bool]:
    """For each word or further number around two numbers, whether it is nearer to the first."""
    words = [w.replace("−", "-").replace(",", "") for w in _WORD_OR_NUMBER.findall(text)]
    places = [[i for i, w in enumerate(words) if w == value] for value in (one, other)]
    if not all(places):
        return {}
    found: dict[str, tuple[int, int]] = {}
    for i, word in enumerate(words):
        if word in (one, other) or (word.isalpha() and len(word) < SHORTEST):
            continue
        away = [min(abs(i - place) for place in of_value) for of_value in places]
        key = stem(word.casefold())
        best = found.get(key, (AROUND + 1, AROUND + 1))
        found[key] = (min(best[0], away[0]), min(best[1], away[1]))
    return {w: a < b for w, (a, b) in found.items() if a != b and min(a, b) <= AROUND}


def find_other_unit(sentence: str, quotes: Sequence[str]) -> str:
    quoted = [n for text in quotes for n in _numbers(text)]
    for said in _numbers(sentence):
        units = {n.unit for n in quoted if n.value == said.value}
        if units and "" not in units and said.unit and said.unit not in units:
            return f"The quote gives {said.value} in another unit."
    return ""


def find_other_thing(sentence: str, quotes: Sequence[str]) -> str:
    """A number before a word that stands nowhere in the quotes, where a quote has the number before
    another word."""
    held = stems(" ".join(quotes))
    counted = {found[1] for text in quotes for found in _COUNTED.finditer(text)}
    for found in _COUNTED.finditer(sentence):
        own = stems(found[2])
        if _YEAR.fullmatch(found[1]):
            continue
        if found[1] in counted and own and not own & held and not _ANYTHING.search(found[2]):
            return f"“{found.group()}” is not what the quote counts."
    return ""


class _Number(NamedTuple):
    """A number with the unit behind it."""

    value: str
    unit: str


def _numbers(text: str) -> list[_Number]:
    return list(_read_numbers(text))


def _read_numbers(text: str) -> Iterator[_Number]:
    for found in _NUMBER.finditer(text):
        value = found.group().replace("−", "-").replace(",", "")
        if not _YEAR.fullmatch(value):
            yield _Number(value, _unit(text, found.end()))


def _unit(text: str, at: int) -> str:
    """The ways to write it, whichever is there; empty for none."""
    return next((unit for unit, written in _units() if written.match(text, at)), "")


@cache
def _units() -> tuple[tuple[str, re.Pattern[str]], ...]:
    units = alternatives("doubts.units")
    return tuple((unit, re.compile(rf"\s?-?(?:{unit})(?![\w%])")) for unit in units)
