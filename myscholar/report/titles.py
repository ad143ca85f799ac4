"""Noun phrases as the sources use them, and their title case.

A phrase is taken for a noun phrase when the sources use it as one: most of the times something that ends a noun phrase (a preposition, a verb of
being, punctuation) stands behind it, and nothing that makes it part of a verb phrase stands before it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS
from myscholar.text.question_words import VERBS
from myscholar.text.terms import Token, content_stems, is_content, phrase_key, stem, tokens


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SMALL = _words("a an and as at by for from in into of on or over the through to under versus via vs with")
_EMPTY = frozenset(
    stem(w)
    for w in _words(
        """
approach method paper work study result model models system systems technique way number set type example case problem
issue use time different new novel good better best high higher low lower large larger small important significant
main key common recent proposed existing current many various several first second high-quality effective efficient
available general specific particular similar possible certain single multiple additional state-of-the-art art et al
figure table section literature author researchers terms order rest kind lot part fact thing variety range wide task
tasks question respectively e.g i.e etc well-known widely recently previous prior traditional typical two three four
five six one based well according fewer early days day tend finding indicate aspect consideration amount combination
importance presence serve user apart promising growing separate diverse viable latest accurate rapid candidate demand collection version structure option step function application great success complete practical complex leading evidence input output
"""
    )
)
_NOT_LAST = re.compile(r"(?:ly|ed|ive|ous|ful|less|able|ible)$")
_ADJECTIVE = re.compile(r"(?:[^v]al|ic|ary|ant|ent|est|ing|er than|like|wise|ward|ite|ish|some)$")
_NOUNS = _words(
    """
objective objectives perspective alternative alternatives variable variables table tables seed feed need speed
adversarial incentive narrative archive drive
"""
)
_ENDS = _words("of for in is are was were and or which can has have on at may will under between when while where but")
_VERB_FOLLOWS = _words("to can may will not we they could should would must also has have had often be")


@dataclass
class Usage:
    """How a phrase is used in the sources: how often, how often with the borders of a noun phrase, and in which spellings."""

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
    """Phrases of one to three words in a body of texts, with their usage; and how each word is usually capitalized."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.usage: dict[str, Usage] = defaultdict(Usage)
        self.stems: set[str] = set()
        self._spellings: dict[str, Counter[str]] = defaultdict(Counter)
        self._seen: Counter[str] = Counter()
        self._as_verb: Counter[str] = Counter()
        for text in texts:
            self._read(text)

    def title_case(self, phrase: str) -> str:
        """ "llm-based code review" -> "LLM-Based Code Review": capitals as in the sources where a word has its own, small words small."""
        words = phrase.split()
        return " ".join(
            w if i > 0 and w.lower() in SMALL else "-".join(self._cased(p) for p in w.split("-")) for i, w in enumerate(words)
        )

    def is_verb(self, word: str) -> bool:
        """Whether at least a fifth of its uses follow "to", "can", "we" and the like, or it is a known verb form that is no noun."""
        folded = word.lower()
        return folded in VERBS or (self._seen[folded] > 0 and self._as_verb[folded] >= 0.2 * self._seen[folded])

    def is_noun(self, word: str) -> bool:
        """Whether the sources use the single word as a noun phrase, often enough to tell, or write it in capitals."""
        usage = self.usage.get(phrase_key(word))
        return (is_content(word) and any(c.isupper() for c in word[1:])) or (
            usage is not None
            and usage.count >= 3
            and usage.is_noun_phrase
            and is_nameable(word, self)
            and not _ADJECTIVE.search(word)
        )

    def _cased(self, word: str) -> str:
        spellings = self._spellings.get(word.lower())
        if spellings:
            usual = spellings.most_common(1)[0][0]
            if usual[1:] != usual[1:].lower():
                return usual
        if any(c.isupper() for c in word[1:]):
            return word if not word.isupper() or len(word) <= 5 else word.capitalize()
        return word[:1].upper() + word[1:]

    def _read(self, text: str) -> None:
        words = tokens(text)
        self.stems.update(content_stems(text))
        for before, word in zip(("", *(w.text.lower() for w in words)), words, strict=False):
            self._seen[word.text.lower()] += 1
            self._as_verb[word.text.lower()] += before in _VERB_FOLLOWS
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
        surface = text[words[first].start : words[last].end]
        usage = self.usage[phrase_key(surface)]
        usage.count += 1
        usage.surfaces[surface] += 1
        behind = words[last + 1] if last + 1 < len(words) else None
        usage.ends_well += behind is None or text[words[last].end : behind.start] != " " or behind.text.lower() in _ENDS
        before = words[first - 1] if first else None
        usage.begins_well += (
            before is None
            or text[before.end : words[first].start] != " "
            or (before.text.lower() in STOP_WORDS and before.text.lower() not in _VERB_FOLLOWS)
            or before.text.lower() in VERBS
        )


def is_nameable(phrase: str, lexicon: Lexicon) -> bool:
    """Whether the words could make a heading: no verbs or empty words at the ends, no adverbs, not all words of the trade."""
    words = [w for w in re.split(r"[\s-]+", phrase) if w]
    stems = [stem(w) for w in words]
    last = words[-1].lower()
    return (
        not lexicon.is_verb(words[0])
        and not lexicon.is_verb(words[-1])
        and stems[0] not in _EMPTY
        and (stems[-1] not in _EMPTY or len(words) > 2)
        and not any(w.lower().endswith("ly") and len(w) > 5 for w in words)
        and (last in _NOUNS or not _NOT_LAST.search(last))
        and not all(w.lower() in ACADEMIC_WORDS for w in words)
        and all(len(w) > 1 for w in words)
        and len(phrase) > 3
    )


def without_possessive(phrase: str) -> str:
    return re.sub(r"['’]s$", "", phrase)
