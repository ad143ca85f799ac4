"""Numbers as papers and those who retell them write them: what one may be, and whether a text holds
it in other signs."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from math import floor, isfinite, log10

from myscholar.text.lexicons import pattern, read_lexicon, words

MOST_SUBTRACTED = 20
"""Numbers of a sentence that are subtracted from each other; by hand."""
DIGITS = re.compile(r"\d+(?:[.,]\d+)*(?:\s?k\b)?")
_VALUES = read_lexicon("numbers")["cardinals"]["values"].split()
SPELLED = dict(zip(words("numbers.cardinals"), _VALUES, strict=True))
_SPELLED_WORD = pattern("numbers.cardinals")
_NUMBER = re.compile(r"(?<![\w.,])(?<![A-Za-z]-)\d+(?:[.,]\d+)*+(?:\s?k\b)?")
"""Not the digits of a name such as GPT-4 or F1."""
_PLACE = pattern("numbers.places")
_SCALE = pattern("numbers.scales")
_FACTORS = dict(
    zip(
        words("numbers.scales"),
        map(float, read_lexicon("numbers")["scales"]["values"].split()),
        strict=True,
    )
)
_BARE = re.compile(r"(?<!\d)\.(?=\d)")
"""".8" is 0.8."""
_GROUPED = re.compile(r"(?<=\d)[\s'’](?=\d{3}\b)")
MOST_COUNTED = 12
"""Things that a reader counts where the paper lists them; by hand."""
_NEAR = 0.05
"""A rounded number is within this share of the paper's; by hand."""


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


def unheld_numbers(statement: str, texts: Iterable[str]) -> Iterator[str]:
    """The numbers of a statement that none of the texts holds, in order. One may be written
    otherwise than there, and rounded; the digits of names, and numbers of tables and sections, are
    none."""
    plain = _GROUPED.sub("", _PLACE.sub(" ", statement))
    said = [m[0] for m in _NUMBER.finditer(plain)]
    if said:
        known = [_numbers_in(text) for text in texts]
        scaled = dict(_scaled(plain))
        yield from (n for n in said if not _is_held(n, known, scaled.get(n, ())))


@lru_cache(maxsize=500)
def _numbers_in(text: str) -> tuple[frozenset[str], tuple[float, ...]]:
    """As they may be written, with what a reader counts; and their values, sorted. A full text
    takes a tenth of a second (measured)."""
    plain = _BARE.sub("0.", text)
    known = values_in(plain) | values_in(_GROUPED.sub("", plain))
    known |= {str(n) for n in range(MOST_COUNTED + 1)}
    scaled = (value for _, values in _scaled(plain) for value in values)
    return frozenset(known), tuple(sorted({*_numeric(known), *scaled}))


def _is_held(
    number: str,
    known: Iterable[tuple[frozenset[str], tuple[float, ...]]],
    scaled: Iterable[float],
) -> bool:
    """As it is, as a share or a percentage, or rounded to the places that it has; `scaled`: the
    number by the thousand or million behind it."""
    readings = {*readings_of(number)}
    numeric = {*_numeric(readings), *scaled} - {0.0}
    return any(
        not readings.isdisjoint(written) or any(_is_rounded(n, values) for n in numeric)
        for written, values in known
    )


def _scaled(text: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Numbers before "million" and the like, with what they are in all."""
    for match in _NUMBER.finditer(text):
        if scale := _SCALE.match(text, match.end()):
            factor = _FACTORS[scale["scale"].casefold()]
            yield match[0], tuple(v * factor for v in _numeric(values_of(match[0])))


def _numeric(texts: Iterable[str]) -> Iterator[float]:
    """Without versions such as 1.2.3, and what is too large to be a number."""
    for text in texts:
        with suppress(ValueError):
            if isfinite(value := float(text)):
                yield value


def _is_rounded(said: float, values: Sequence[float]) -> bool:
    """Whether one of the sorted values is this where it is rounded to as many digits."""
    digits = f"{said:.6e}".partition("e")[0].replace(".", "").rstrip("0")
    unit = 10.0 ** (floor(log10(said)) - len(digits) + 1)
    near = min(unit / 2, _NEAR * said) * (1 + 1e-9)
    place = bisect_left(values, said - near)
    return place < len(values) and values[place] <= said + near
