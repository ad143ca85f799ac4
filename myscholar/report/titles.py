"""Titles that tell: noun phrases found in the sources, in title case.

A phrase is taken for a noun phrase when the sources use it as one: most of the times something that ends a noun phrase (a preposition, a verb of
being, punctuation) stands behind it, and nothing that makes it part of a verb phrase stands before it.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from myscholar.report.topic import Topic
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.terms import ACADEMIC_WORDS, STOP_WORDS, Token, content_stems, phrase_key, stem, tokens

SMALL = frozenset({"a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "over", "the", "through", "to", "under", "versus", "via", "vs", "with"})
_VERBS = frozenset(
    stem(v)
    for v in (
        "improve achieve show use propose reduce enable provide allow increase require obtain include consider present introduce develop describe suggest"
        " demonstrate outperform find perform apply make compare address generate investigate explore examine evaluate support help need depend lead remain"
        " become based given due according select identify capture encourage offer yield employ utilize leverage facilitate enhance adopt extend conduct argue"
        " determine solve create choose understand predict ensure follow contain involve exist aim try take keep avoid cause affect exhibit tend mitigate"
        " incorporate combine exploit handle tackle cover describe assess discuss highlight reveal indicate report note observe occur prove serve act relate"
    ).split()
)
_EMPTY = frozenset(
    stem(w)
    for w in (
        "approach method paper work study result model models system systems technique way number set type example case problem issue use time different new novel"
        " good better best high higher low lower large larger small important significant main key common recent proposed existing current many various several first"
        " second high-quality effective efficient available general specific particular similar possible certain single multiple additional state-of-the-art art"
        " et al figure table section literature author researchers terms order rest kind lot part fact thing variety range wide set task tasks question"
        " respectively e.g i.e etc well-known widely recently previous prior traditional typical two three four five six one based"
    ).split()
)
_NOT_LAST = re.compile(r"(?:ly|ed|ive|ous|ful|less|able|ible)$")
_NOUNS = frozenset("objective objectives perspective alternative alternatives variable variables table tables seed feed need speed adversarial incentive narrative archive drive".split())
_ENDS = frozenset("of for in is are was were and or to with that which can has have by on as from at may will into using such than under between via when while where but".split())
_BAD_BEFORE = frozenset("to can may will not we they could should would must also".split())


@dataclass
class Usage:
    """How a phrase is used in the sources: how often, how often with the borders of a noun phrase, and in which spellings."""

    count: int = 0
    ends_well: int = 0
    begins_well: int = 0
    surfaces: Counter[str] = field(default_factory=Counter)

    @property
    def is_noun_phrase(self) -> bool:
        return self.ends_well >= 0.5 * self.count and self.begins_well >= 0.5 * self.count


class Lexicon:
    """Phrases of one to three words in a body of texts, with their usage; and how each word is usually capitalized."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.usage: dict[str, Usage] = defaultdict(Usage)
        self.stems: set[str] = set()
        self._spellings: dict[str, Counter[str]] = defaultdict(Counter)
        for text in texts:
            self._read(text)

    def title_case(self, phrase: str) -> str:
        """ "llm-based code review" -> "LLM-Based Code Review": capitals as in the sources where a word has its own, small words small."""
        words = phrase.split()
        return " ".join(w if 0 < i and w.lower() in SMALL else "-".join(self._cased(p) for p in w.split("-")) for i, w in enumerate(words))

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
        for word in words:
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
        usage.surfaces[surface if not surface.istitle() else surface.lower()] += 1
        behind = words[last + 1] if last + 1 < len(words) else None
        usage.ends_well += behind is None or text[words[last].end : behind.start] != " " or behind.text.lower() in _ENDS
        before = words[first - 1] if first else None
        usage.begins_well += before is None or text[before.end : words[first].start] != " " or (
            before.text.lower() in STOP_WORDS and before.text.lower() not in _BAD_BEFORE
        ) or stem(before.text) in _VERBS


def is_nameable(phrase: str) -> bool:
    """Whether the words could make a heading: no verbs or empty words at the ends, no adverbs, not all words of the trade."""
    words = [w for w in re.split(r"[\s-]+", phrase) if w]
    stems = [stem(w) for w in words]
    last = words[-1].lower()
    return (
        stems[0] not in _VERBS
        and stems[0] not in _EMPTY
        and stems[-1] not in _VERBS
        and (stems[-1] not in _EMPTY or len(words) > 2)
        and not any(w.lower().endswith("ly") and len(w) > 5 for w in words)
        and (last in _NOUNS or not _NOT_LAST.search(last))
        and not all(w.lower() in ACADEMIC_WORDS for w in words)
        and all(len(w) > 1 for w in words)
        and len(phrase) > 3
    )


def heading_phrases(
    groups: Sequence[Sequence[str]], lexicon: Lexicon, background: Background, topic: Topic, n: int = 6
) -> tuple[tuple[str, ...], ...]:
    """For each group of texts up to `n` noun phrases that tell it apart, best first, as usually written; none shares its last word with a better one."""
    counted = [_counts(texts) for texts in groups]
    spread = Counter(key for counts in counted for key in counts)
    core = frozenset().union(*topic.core) if topic.core else frozenset()
    chosen = []
    for texts, counts in zip(groups, counted, strict=True):
        scores = {
            key: _score(key, n_texts, len(texts), spread[key], len(groups), lexicon, background, core) for key, n_texts in counts.items()
        }
        chosen.append(_best(scores, lexicon, n))
    return tuple(chosen)


def _counts(texts: Sequence[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({key for key in Lexicon([text]).usage})
    return counts


def _score(
    key: str, n_texts: int, n_all: int, spread: int, n_groups: int, lexicon: Lexicon, background: Background, core: frozenset[str]
) -> float:
    usage = lexicon.usage.get(key)
    if usage is None or usage.count < 2 or not usage.is_noun_phrase or (n_texts < 2 and n_all > 2):
        return 0.0
    stems = key.split()
    if not is_nameable(_surface(usage)) or set(stems) <= core:
        return 0.0
    fresh = 1 - 0.5 * sum(s in core for s in stems) / len(stems)
    known = 1.0 if len(stems) == 1 or key in background.frequencies else 0.7
    length = (0.45, 1.0, 1.05)[len(stems) - 1] if len(stems) <= 3 else 0.8
    return (n_texts / n_all) ** 0.7 * min(background.idf(key), 9.0) * math.log(1 + n_groups / spread) * fresh * known * length


def _best(scores: dict[str, float], lexicon: Lexicon, n: int) -> tuple[str, ...]:
    kept: list[str] = []
    for key in sorted((k for k, v in scores.items() if v > 0), key=lambda k: (-scores[k], k)):
        if not any(set(key.split()) & set(other.split()) for other in kept):
            kept.append(key)
        if len(kept) == n:
            break
    return tuple(_surface(lexicon.usage[key]) for key in kept)


def _surface(usage: Usage) -> str:
    lower = {s: n for s, n in usage.surfaces.items() if s[:1].islower()}
    return max(lower or usage.surfaces, key=lambda s: (usage.surfaces[s], -len(s), s))


def section_titles(phrases: Sequence[Sequence[str]], lexicon: Lexicon, taken: Sequence[str] = ()) -> tuple[str, ...]:
    """A distinct title a group: its two best phrases joined by "and" (one alone when it has three words); no phrase in two titles."""
    used = {phrase_key(t) for t in taken}
    titles = []
    for candidates in phrases:
        free = [p for p in candidates if not any(_overlap(phrase_key(p), u) for u in used)]
        parts = _parts(free)
        used |= {phrase_key(p) for p in parts}
        titles.append(lexicon.title_case(" and ".join(parts)) if parts else "")
    return tuple(titles)


def _parts(free: Sequence[str]) -> list[str]:
    if not free:
        return []
    first = free[0]
    others = [p for p in free[1:] if " " in p or "-" in p or " " in first]
    return [first, others[0]] if others else [first, *free[1:2]]


def _overlap(key: str, other: str) -> bool:
    return f" {key} " in f" {other} " or f" {other} " in f" {key} " or key.split()[-1] == other.split()[-1]


def report_title(analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """A short title from the question: its compared things, or its core phrases with what is asked for; never longer than 12 words."""
    if len(analysis.compares) > 1:
        title = f"{', '.join(analysis.compares[:-1])} versus {analysis.compares[-1]}"
    elif not analysis.core_phrases:
        title = " ".join(analysis.text.rstrip("?.! ").split()[:10])
    else:
        parts = _in_order(analysis.core_phrases[:3], analysis.text)
        asked = [a for a in analysis.asks_for[:1] if not any(stem(a) in content_stems(p) for p in parts)]
        body = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
        title = f"{asked[0]} for {body}" if asked and asked[0] in ("datasets", "metrics", "benchmarks", "methods", "algorithms", "tools") else body
    return " ".join(lexicon.title_case(title).split()[:12])


def _in_order(phrases: Sequence[str], text: str) -> list[str]:
    return sorted(phrases, key=lambda p: text.find(p))
