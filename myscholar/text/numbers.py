"""Numbers as papers and those who retell them write them: what one may be, and whether a text holds
it in other signs."""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from myscholar.text.lexicons import pattern, read_lexicon, words

MOST_SUBTRACTED = 20
"""Numbers of a sentence that are subtracted from each other; by hand."""
DIGITS = re.compile(r"\d+(?:[.,]\d+)*(?:\s?k\b)?")
_VALUES = read_lexicon("numbers")["cardinals"]["values"].split()
SPELLED = dict(zip(words("numbers.cardinals"), _VALUES, strict=True))
_SPELLED_WORD = pattern("numbers.cardinals")


def values_in(text: str) -> set[str]:
    """Of all its numbers, also of those in words."""
    known = {value for number in {*DIGITS.findall(text)} for value in values_of(number)}
    return known | {SPELLED[w.casefold()] for w in {*_SPELLED_WORD.findall(text)}}


def values_of(number: str) -> Iterator[str]:
    """What a number may be: "1,234" is 1234 or 1.234, "10k" is 10000."""
    plain = number.strip().removesuffix("k").strip()
    for value in {plain.replace(",", ""), plain.replace(".", ""), plain.replace(",", ".")}:
        try:
            yield f"{float(value) * (1000 if number.endswith('k') else 1):.6g}"
        except ValueError:  # a version such as 1.2.3
            yield value


def readings_of(number: str) -> Iterator[str]:
    """As `values_of`, and as a share or a percentage: "81" also 0.81, "0.81" also 81."""
    for value in values_of(number):
        yield value
        if value.replace(".", "", 1).isdigit() and 0 < float(value) <= 100:
            yield f"{float(value) / 100:.6g}" if float(value) >= 1 else f"{float(value) * 100:.6g}"


def differences(numbers: Iterable[str]) -> frozenset[str]:
    """By how much any two of them differ; of very many, the first few."""
    plain = (n.replace(",", "") for n in numbers)
    values = [float(n) for n in plain if n.replace(".", "", 1).isdigit()][:MOST_SUBTRACTED]
    return frozenset(f"{abs(one - other):.6g}" for one, other in combinations(values, 2))
