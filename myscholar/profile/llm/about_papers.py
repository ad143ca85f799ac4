"""Whether what a model says is a statement about the papers: a paper that gives orders may have one
copied, and what is said of the person alone is no profile's."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from math import floor, isfinite, log10

from myscholar.profile.llm.material import PaperText, ProfileMaterial
from myscholar.text.lexicons import pattern, read_lexicon, words
from myscholar.text.numbers import readings_of, values_in, values_of
from myscholar.text.safeguards import addresses_in

_PAPERS = pattern("inferences.papers")
_SOMEONE = pattern("safeguards.someone")
_ARCHIVE = pattern("inferences.archives")
_TAG = re.compile(r"<[/!?a-z][^<>]*+>", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.,])(?<![A-Za-z]-)\d+(?:[.,]\d+)*+(?:\s?k\b)?")
"""Not the digits of a name such as GPT-4 or F1."""
_PLACE = pattern("inferences.places")
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


def names_papers(statement: str, supporting: Iterable[PaperText]) -> bool:
    """Whether it speaks of papers, or calls one that supports it by its title or what stands before
    the colon of it."""
    said = statement.casefold()
    titles = (t.casefold() for p in supporting for t in (p.title, p.title.partition(":")[0]))
    return bool(_PAPERS.search(statement)) or any(t and t in said for t in titles)


def is_on_somebody(statement: str, paper: PaperText) -> bool:
    """Whether it begins with a person, and the paper is not spoken of."""
    return bool(_SOMEONE.match(statement)) and not names_papers(statement, [paper])


def fault_of(statement: str, supporting: Collection[PaperText], material: ProfileMaterial) -> str:
    """What no statement about the papers holds, as the rest of a sentence to the model; empty where
    there is nothing. A number may be written otherwise than in the papers, and rounded."""
    texts = [" ".join(_texts(paper)) for paper in supporting]
    strange = (m[0] for m in addresses_in(statement) if not _is_archived(m[0], texts))
    tags = (m[0] for m in _TAG.finditer(statement) if not any(m[0] in text for text in texts))
    if found := next(chain(strange, tags), None):
        return f"holds “{found}”: write plain words, without addresses and markup."
    plain = _GROUPED.sub("", _PLACE.sub(" ", statement))
    said = [m[0] for m in _NUMBER.finditer(plain)]
    if said:
        papers = map(str, range(len(material.papers) + 1))
        counts = ", ".join([*papers, *(c.text for c in material.counts)])
        known = [_numbers_in(text) for text in (*texts, counts)]
        scaled = dict(_scaled(plain))
        said = [n for n in said if not _is_held(n, known, scaled.get(n, ()))]
    return f"says {said[0]}, which stands in no paper that supports it." if said else ""


def _texts(paper: PaperText) -> Iterator[str]:
    """Of all its passages: what is quoted may stand beside what is shown."""
    yield from (paper.title, *(p.passage.text for p in paper.paragraphs))


def _is_archived(address: str, texts: Iterable[str]) -> bool:
    """Where papers keep their texts, code and data; and one of these gives it."""
    plain = address.strip("<>.,;)")
    return bool(_ARCHIVE.match(plain)) and any(plain in text for text in texts)


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
