"""Measures of how a text is written. The background holds their quantiles, so that like is compared with like."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from myscholar.text.sentences import sentences

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FIRST_PERSON = re.compile(r"\b(?:we|our|us|ours|ourselves)\b", re.IGNORECASE)
_HEDGE = re.compile(
    r"\b(?:may|might|could|perhaps|possibly|likely|unlikely|suggests?|suggesting|appears?|seems?|seemingly|tends?|potentially"
    r"|presumably|arguably|to some extent|in some cases|we believe|we conjecture|we hypothesi[sz]e)\b",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(
    r"\b(?:crucial(?:ly)?|critical(?:ly)?|surprising(?:ly)?|remarkabl[ey]|notabl[ey]|strikingly|importantly|interestingly|unfortunately"
    r"|fundamental(?:ly)?|essential(?:ly)?|severe(?:ly)?|dramatic(?:ally)?|clearly|indeed|in fact|especially)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:however|but|although|though|despite|in contrast|on the contrary|nevertheless|nonetheless|whereas|instead|yet|unlike"
    r"|rather than)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\b(?:for example|for instance|e\.g\.|such as|consider the)", re.IGNORECASE)
_PARENTHETICAL = re.compile(
    r"\((?!\s*(?:\d{4}|\[?\d{1,3}\]?|[ivx]{1,4}|[a-z]|[^\s()]*[A-Z][^\s()]*[A-Z][^\s()]*|[^\s()]*[^\s()A-Za-z,;.’'-][^\s()]*)\s*\))[^()]{2,}\)"
)
"""What stands in brackets, but for years, numbers of points, symbols, and short forms: "(RSC)" gives a name and says nothing beside."""
_NUMBER = re.compile(
    r"(?<![\w.,\[/:])(?<![A-Za-z]-)(?<!Task )(?<!Track )(?!\d{1,2}\)|(?:19|20)\d\d(?![\d.,]\d|\d|%))(?!\d{4}\.\d{4,5}\b)\d+(?:[.,]\d+)*\s?(?:%|×|x\b|percent|dB|ms|k\b)?(?![\w\]]|-D\b|-?\w*[:/]\w)"
)
"""Amounts: not years, not addresses, not numbers of points, and not what belongs to a name ("GPT-4", "Task 3")."""
_ENUMERATION = re.compile(
    r"(?<!\w)\(?(?:i{1,3}|iv|v|[1-5a-d])\)\s|\b(?:first|second|third|fourth|firstly|secondly|thirdly|finally)\b,", re.IGNORECASE
)
_DASH = re.compile(r"\s?[—–]\s?(?=[^\W\d])|\s--?\s")


def words(text: str) -> list[str]:
    return _WORD.findall(text)


def words_per_sentence(text: str) -> float:
    return len(words(text)) / max(1, len(sentences(text)))


def letters_per_word(text: str) -> float:
    found = words(text)
    return sum(map(len, found)) / max(1, len(found))


def _per_100_words(pattern: re.Pattern[str]) -> Callable[[str], float]:
    return lambda text: 100 * len(pattern.findall(text)) / max(1, len(words(text)))


def questions_per_100_sentences(text: str) -> float:
    found = sentences(text)
    return 100 * sum(s.endswith("?") for s in found) / max(1, len(found))


PATTERNS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "first_person_per_100_words": _FIRST_PERSON,
        "hedges_per_100_words": _HEDGE,
        "emphasis_per_100_words": _EMPHASIS,
        "contrasts_per_100_words": _CONTRAST,
        "examples_per_100_words": _EXAMPLE,
        "parentheses_per_100_words": _PARENTHETICAL,
        "numbers_per_100_words": _NUMBER,
        "enumerations_per_100_words": _ENUMERATION,
        "dashes_per_100_words": _DASH,
    }
)
"""What the measures that count expressions look for."""

MEASURES: Mapping[str, Callable[[str], float]] = MappingProxyType(
    {
        "words_per_sentence": words_per_sentence,
        "letters_per_word": letters_per_word,
        "questions_per_100_sentences": questions_per_100_sentences,
        **{name: _per_100_words(pattern) for name, pattern in PATTERNS.items()},
    }
)
"""Measures of running text, by name; the unit is in the name."""
