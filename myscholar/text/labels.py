"""Which phrases can name a topic, and how a name reads in the middle of a sentence."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.question_words import is_frame, is_in_names, is_opener, is_verb
from myscholar.text.terms import pluralize

_HEADS = word_set("topic_names.heads")
_QUANTITIES = word_set("topic_names.quantities")
_DESCRIBES = pattern("topic_names.describes")
_ADJECTIVE = pattern("topic_names.adjective")
_UNCOUNTED = pattern("topic_names.uncounted")
_SELDOM_COUNTED = pattern("topic_names.seldom_counted")
_POSSESSIVE = re.compile(r"['’]s\b")


@dataclass(frozen=True)
class Casing:
    """`lower`: words met in lower case; `names`: words met capitalized inside a sentence."""

    lower: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Casing":
        words = {w for text in texts for w in re.findall(r"[^\W\d_]+", text)}
        inside = {w for text in texts for w in re.findall(r"(?<=[a-z,] )([A-Z][a-z]+)\b", text)}
        return cls(frozenset(w for w in words if w.islower()), frozenset(inside))

    def word(self, word: str) -> str:
        """Lower case, but for inner capitals, digits, and what is met only capitalized."""
        parts = word.split("-")
        if any(
            p[1:] != p[1:].lower() or any(map(str.isdigit, p)) or (len(p) == 1 and p.isupper())
            for p in parts
        ):
            return word
        if len(parts) > 1:
            return word.lower() if all(p.lower() in self.lower for p in parts) else word
        return word.lower() if word.lower() in self.lower or word not in self.names else word


def is_name_like(surface: str) -> bool:
    """Whether words can name a topic: a noun ends them, and no verb and no word that only frames a
    question or a topic begins or ends them."""
    folded = surface.casefold()
    words = [w for w in re.split(r"[\s-]+", folded) if w]
    if not words or not _may_end(words[-1]):
        return False
    if " " not in surface:
        describes = surface.islower() and (words[0] in STOP_WORDS or _ADJECTIVE.search(surface))
        if describes or surface[0].isdigit():  # "on-demand", "cross-lingual", "13B"
            return False
        if len(words) == 1:
            return folded not in ACADEMIC_WORDS and len(surface) > (3 if surface.islower() else 2)
    return _may_begin(words[0]) and _may_begin(folded.split()[0])


def _may_begin(word: str) -> bool:
    if word in _QUANTITIES or word.endswith("ly"):
        return False
    return is_in_names(word) or (is_opener(word) and not is_verb(word))


def _may_end(word: str) -> bool:
    if word in _HEADS:
        return True
    is_of_verb = is_verb(word) and not word.endswith("ing")
    is_common = word in ACADEMIC_WORDS or is_frame(word) or is_of_verb
    return not is_common and not _DESCRIBES.search(word)


def label(
    surfaces: Mapping[str, int], casing: Casing, *, short: str | None, is_counted: bool
) -> str:
    """The usual way of writing; in lower case but for names; plural where the phrase is counted ("a
    class activation map"); with its short form."""
    forms: Counter[str] = Counter()
    for surface, n in surfaces.items():
        forms[_cased(surface, casing)] += n
    named = {f: n for f, n in forms.items() if is_name_like(f)} or dict(forms)
    plurals = [f for f in named if f.endswith("s") and _has_singular(f, named)]
    best = max(plurals or named, key=lambda f: (named[f], f))
    may_be_plural = not plurals and not _POSSESSIVE.search(best) and best.split()[-1].islower()
    if is_counted and may_be_plural and not _UNCOUNTED.search(best):
        best = pluralize(best)
    if not short or short.lower() in re.split(r"[\s-]+", best.lower()):
        return best
    words = best.split()
    if all(w[0].isupper() for w in words):  # "Application Programming Interface" is no name
        best = " ".join(w.lower() if w[1:].islower() else w for w in words)
    return f"{best} ({short})"


def _cased(surface: str, casing: Casing) -> str:
    """Names of several words ("Materials Project") stay whole."""
    words = re.sub(r"['’]s$", "", surface).split()
    cased = [casing.word(_POSSESSIVE.sub("", w)) + "".join(_POSSESSIVE.findall(w)) for w in words]
    keeps_name = any(c[0].isupper() and c[1:].islower() for c in cased)
    return " ".join(words if keeps_name and all(w[0].isupper() for w in words) else cased)


def _has_singular(plural: str, forms: Mapping[str, int]) -> bool:
    y_form = f"{plural[:-3]}y" if plural.endswith("ies") else plural[:-1]
    return any(form in forms for form in (plural[:-1], plural[:-2], y_form))


def is_countable(noun: str, words: frozenset[str]) -> bool:
    """Whether the lower-case noun is met in the plural among the words."""
    seldom = _UNCOUNTED.search(noun) or _SELDOM_COUNTED.search(noun)
    return noun.islower() and not seldom and pluralize(noun) in words
