"""Noun phrases, known by the words of grammar around them: no tagger, no list of nouns."""

import unicodedata
from collections.abc import Iterator, Sequence

from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.lexicons import word_set
from myscholar.text.question_words import is_in_names, is_opener
from myscholar.text.terms import Token, is_content, tokens

LONGEST = 3
"""Words of a noun phrase at most; by hand."""
_ARTICLES = word_set("grammar.articles")
_BEFORE = _ARTICLES | word_set("grammar.prepositions")
_SAYS = word_set("grammar.says")
"""A noun phrase ends before them; so does it before a mark, and if it has several words before
"and" and "or"."""


def noun_phrases(text: str) -> Iterator[tuple[str, bool]]:
    """(possible end of a noun phrase, of one to three words; whether it is one whole)."""
    words = tokens(text)

    def touches(place: int) -> bool:
        """Whether nothing but a space stands between the word and the one before."""
        inside = 0 < place < len(words)
        return inside and text[words[place - 1].end : words[place].start] == " "

    first = 0
    while first < len(words):
        end = first
        while end < len(words) and is_content(words[end].text) and (end == first or touches(end)):
            end += 1
        if end > first:
            before = words[first - 1].text.casefold() if touches(first) else ""
            after = words[end].text.casefold() if touches(end) else ""
            yield from _endings(text, words[first:end], before, after)
        first = max(end, first + 1)


def _endings(
    text: str, run: Sequence[Token], before: str, after: str
) -> Iterator[tuple[str, bool]]:
    if run[-1].text.endswith(("ed", "ly")) or len(run[-1].text) < 3:
        return
    for n in range(1, min(LONGEST, len(run)) + 1):
        words, cut = [t.text for t in run[-n:]], [t.text for t in run[:-n]]
        ends = not after or after in _SAYS or (n > 1 and after in ("and", "or"))
        if cut:
            begins = n > 1 and not any(map(is_inflected, (words[0], *cut)))
        else:
            begins = not words[0].endswith("ing") or before in _ARTICLES
        if _may_name(words):
            yield text[run[-n].start : run[-1].end], ends and begins and before in _BEFORE


def is_inflected(word: str) -> bool:
    """Whether it may be a form of a verb, or a plural before one ("models improve accuracy")."""
    return word.endswith(("s", "ed", "ing")) and not word.endswith(("ss", "us", "is"))


def _may_name(words: Sequence[str]) -> bool:
    """Not framed by words of the trade, no lone adjective with a hyphen, no participle after a
    noun, no debris of formulas."""
    first, *others = (w.casefold() for w in words)
    if any(unicodedata.normalize("NFKC", w) != w or "'" in w or "’" in w for w in words):
        return False
    if ACADEMIC_WORDS.issuperset((first, *others)) or first.endswith("ly"):
        return False
    if not others and "-" in first and words[0][0].islower():
        return False
    if any(w.endswith("ed") and "-" not in w for w in others):
        return False
    if others and words[-1].endswith("ing") and is_inflected(words[-2]):
        return False
    return is_opener(first) or is_in_names(first)
