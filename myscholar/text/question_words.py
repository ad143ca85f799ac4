"""The words in which researchers ask: they frame a topic and never name one. Base forms; `is_verb`
and `is_frame` know the others."""

from collections.abc import Iterable
from functools import lru_cache

from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.lexicons import read_lexicon, word_set, words
from myscholar.text.terms import pluralize

VERBS = word_set("question_words.verbs")
BREAKING = word_set("question_words.breaking") | word_set("numbers.cardinals") - {"zero", "half"}
"""Break a phrase, as stop words and verbs do; "zero shot" and "half life" are names."""
_NOUNS = word_set("question_words.framing_nouns")
_FRAMING = ACADEMIC_WORDS | _NOUNS | word_set("question_words.framing_adjectives")
_NAMES_TOO = word_set("question_words.in_names")

_CALLED: dict[str, str] = read_lexicon("question_words")["asked_things"]["called"]
ASKED_THINGS = {
    name: pluralize(_CALLED.get(name, name)) for name in words("question_words.asked_things")
}
"""What a question can want a list of, singular as asked -> plural as answered."""
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"))
_VERB_FORMS = (*_PLURALS, ("d", ""), ("ed", ""), ("ied", "y"), ("ing", ""), ("ing", "e"))


@lru_cache(maxsize=20_000)
def is_verb(word: str) -> bool:
    """Whether the word in lower case is one of the verbs in any of its forms."""
    return word in BREAKING or not VERBS.isdisjoint(_bases(word, _VERB_FORMS))


@lru_cache(maxsize=20_000)
def is_frame(word: str) -> bool:
    """Whether a lower-case word says how one asks: it is cut off the end of a phrase."""
    return not is_in_names(word) and not _FRAMING.isdisjoint(_bases(word, _PLURALS))


def is_opener(word: str) -> bool:
    """Whether a phrase may begin with the word in lower case."""
    return word in _NOUNS or not is_frame(word)


def is_in_names(word: str) -> bool:
    """Whether the word in lower case is one of the trade that is part of names as well."""
    return word in _NAMES_TOO


def _bases(word: str, forms: Iterable[tuple[str, str]]) -> list[str]:
    """What the word may be a form of: "uses" -> "uses", "use", "us"."""
    fitting = (f for f in forms if word.endswith(f[0]) and len(word) > len(f[0]) + 2)
    return [word, *(word[: -len(end)] + instead for end, instead in fitting)]
