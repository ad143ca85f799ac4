"""Noun phrases as the sources use them, and their title case.

A phrase is taken for a noun phrase when the sources use it as one: most of the times something that
ends a noun phrase (a preposition, a verb of being, punctuation) stands behind it, and nothing that
makes it part of a verb phrase stands before it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.question_words import VERBS, is_frame, is_in_names, is_opener
from myscholar.text.terms import Token, content_stems, is_content, phrase_key, tokens

SMALL = word_set("noun_phrases.small")
_VERB_FOLLOWS = word_set("noun_phrases.before_verb")
_ENDS = word_set("noun_phrases.behind")
_ADJECTIVE = pattern("noun_phrases.adjective")


@dataclass
class PhraseUsage:
    """How often the sources use it, how often with the borders of a noun phrase, how spelt."""

    count: int = 0
    ends_well: int = 0
    begins_well: int = 0
    surfaces: Counter[str] = field(default_factory=Counter)

    @property
    def is_noun_phrase(self) -> bool:
        return self.ends_well >= 0.4 * self.count and self.begins_well >= 0.4 * self.count

    @property
    def surface(self) -> str:
        """The most frequent spelling, one that begins in lower case preferred."""
        lower = {s: n for s, n in self.surfaces.items() if s[:1].islower()}
        return max(lower or self.surfaces, key=lambda s: (self.surfaces[s], -len(s), s))


class Lexicon:
    """Phrases of up to three words with their usage, and how each word is usually capitalized."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.usage: dict[str, PhraseUsage] = defaultdict(PhraseUsage)
        self.stems: set[str] = set()
        self._spellings: dict[str, Counter[str]] = defaultdict(Counter)
        self._seen: Counter[str] = Counter()
        self._as_verb: Counter[str] = Counter()
        for text in texts:
            self._read(text)

    def title_case(self, phrase: str) -> str:
        """ "llm-based code review" -> "LLM-Based Code Review": capitals as in the sources where a
        word has its own, small words small."""
        words = phrase.split()
        return " ".join(
            w if i > 0 and w.lower() in SMALL else "-".join(self._cased(p) for p in w.split("-"))
            for i, w in enumerate(words)
        )

    def is_verb(self, word: str) -> bool:
        """Whether at least a fifth of its uses follow "to", "can", "we" and the like, or it is a
        known verb form that is no noun."""
        folded = word.lower()
        return folded in VERBS or (
            self._seen[folded] > 0 and self._as_verb[folded] >= 0.2 * self._seen[folded]
        )

    def is_noun(self, word: str) -> bool:
        """Whether the sources often use the word as a noun phrase, or write it in capitals."""
        if is_content(word) and any(c.isupper() for c in word[1:]):
            return True
        usage = self.usage.get(phrase_key(word))
        is_used = usage is not None and usage.count >= 3 and usage.is_noun_phrase
        return is_used and is_nameable(word, self) and not is_in_names(word.lower())

    def _cased(self, word: str) -> str:
        if spellings := self._spellings.get(word.lower()):
            usual = spellings.most_common(1)[0][0]
            if usual[1:] != usual[1:].lower():
                return usual
        if any(c.isupper() for c in word[1:]):
            return word if not word.isupper() or len(word) <= 5 else word.capitalize()
        return word[:1].upper() + word[1:]

    def _read(self, text: str) -> None:
        words = tokens(text)
        self.stems.update(content_stems(text))
        before = ""
        for word in words:
            folded = word.text.lower()
            self._seen[folded] += 1
            self._as_verb[folded] += before in _VERB_FOLLOWS
            before = folded
            for part in word.text.split("-"):
                self._spellings[part.lower()][part] += 1
        for first in range(len(words)):
            for last in range(first, min(first + 3, len(words))):
                if last > first and text[words[last - 1].end : words[last].start] != " ":
                    break
                if words[last].text.lower() in STOP_WORDS or not words[last].text[0].isalpha():
                    break
                self._note(text, words, first, last)

    def _note(self, text: str, words: Sequence[Token], first: int, last: int) -> None:
        start, end = words[first].start, words[last].end
        usage = self.usage[phrase_key(text[start:end])]
        usage.count += 1
        usage.surfaces[text[start:end]] += 1
        ends_well = last + 1 == len(words)
        if not ends_well:
            behind = words[last + 1]
            ends_well = text[end : behind.start] != " " or behind.text.lower() in _ENDS
        begins_well = first == 0
        if not begins_well:
            before, word = words[first - 1], words[first - 1].text.lower()
            parts_well = word in VERBS or (word in STOP_WORDS and word not in _VERB_FOLLOWS)
            begins_well = text[before.end : start] != " " or parts_well
        usage.ends_well += ends_well
        usage.begins_well += begins_well


def is_nameable(phrase: str, lexicon: Lexicon) -> bool:
    """Whether the words could make a heading: no verb or word of the trade at the ends."""
    words = [w.lower() for w in re.split(r"[\s-]+", phrase) if w]
    return (
        not lexicon.is_verb(words[0])
        and not lexicon.is_verb(words[-1])
        and (is_opener(words[0]) or is_in_names(words[0]))
        and (not is_frame(words[-1]) or len(words) > 2)
        and not any(w.endswith("ly") and len(w) > 5 for w in words)
        and not _ADJECTIVE.search(words[-1])
        and all(len(w) > 1 for w in words)
        and len(phrase) > 3
    )
