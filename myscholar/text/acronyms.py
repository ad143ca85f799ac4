"""Acronyms that a text explains: "Global Navigation Satellite Systems (GNSS)"."""

import re
from dataclasses import dataclass

from myscholar.text.common_words import STOP_WORDS

_EXPLAINED = re.compile(
    r"(?<![\w/-])((?:[\w/-]+[ ]){1,8})\(([A-Za-z][\w-]{1,9}?)s?(?: or [\w-]+)?\)"
)


@dataclass(frozen=True)
class Acronym:
    """ "GNSS" with "Global Navigation Satellite Systems", as the question gives them."""

    short: str
    expansion: str


def acronyms(text: str) -> tuple[Acronym, ...]:
    found: dict[str, Acronym] = {}
    for match in _EXPLAINED.finditer(text):
        words, short = match.group(1).split(), match.group(2)
        if expansion := _expansion(words, short):
            found.setdefault(short, Acronym(short, expansion))
    return tuple(found.values())


def _expansion(words: list[str], short: str) -> str:
    """The fewest last words whose letters hold the acronym's in order, each of them beginning with
    one (small words aside).

    Source: Schwartz and Hearst (2003), simplified.
    """
    letters = [c for c in short.casefold() if c.isalpha()]
    if len(letters) < 2:
        return ""
    for first in reversed(range(len(words))):
        parts = re.split(r"[-/\s]+", " ".join(words[first:]).casefold())
        parts = [part for part in parts if part and part not in STOP_WORDS]
        if not parts or parts[0][0] != letters[0] or len(parts) > len(letters):
            continue
        spelled = "".join(parts)
        left = iter(spelled)
        if (
            len(spelled) > len(letters) + 1
            and all(c in left for c in letters)
            and all(part[0] in letters for part in parts)
        ):
            return " ".join(words[first:])
    return ""
