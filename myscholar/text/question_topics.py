"""The topic phrases of a question, and of any text that asks for something: by words that break, frame or name."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS
from myscholar.text.question_aspect import aspect_in
from myscholar.text.question_words import FRAMING, NEVER_TOPICS, NOT_ADVERBS, TOPIC_PAIRS, VERBS, WEAK
from myscholar.text.sentences import sentences
from myscholar.text.terms import Token, phrase_key, tokens

LONGEST_WORD = 45
"""Characters; a longer run of letters is no word."""
ASKED_WEIGHT = 1.6
"""How much more a phrase counts in a sentence that asks something."""

ASKING = re.compile(
    r"(?:what|how|which|why|who|when|where|is|are|does|do|did|can|could|should|would|has|have|will|compare|describe|explain|summari[sz]e"
    r"|list|find|suggest|recommend|survey|discuss|give|help|tell|show|identify|outline|review)\b",
    re.I,
)
"""How a sentence begins that asks for something."""


@dataclass(frozen=True)
class Acronym:
    """ "GNSS" with "Global Navigation Satellite Systems", as the question gives them."""

    short: str
    expansion: str


def topic_phrases(text: str) -> tuple[str, ...]:
    """The topic phrases of any text in order, as written, each once: what `core_phrases` ranks."""
    found = {phrase_key(run.phrase): run.phrase for run in reversed(_runs(text))}
    return tuple(reversed(found.values()))


def core_phrases(text: str, acronyms: tuple[Acronym, ...], idf: Callable[[str], float] | None) -> tuple[str, ...]:
    known = {phrase_key(a.short) for a in acronyms}
    scores: dict[str, float] = {}
    surface: dict[str, str] = {}
    aside: set[str] = set()
    for found in _runs(text):
        key = phrase_key(found.phrase)
        if not key or (key in known and any(phrase_key(a.expansion) in scores for a in acronyms)):
            continue
        surface.setdefault(key, found.phrase)
        worth = _worth(found.phrase, key, idf) * (ASKED_WEIGHT if found.asked else 1) / (1 + 0.06 * found.position)
        scores[key] = max(scores.get(key, 0), worth) + (0.2 * worth if key in scores else 0)
        aside |= {key} if _is_set_aside(text, found.phrase) else set()
    kept: list[str] = []
    for key in sorted(scores, key=lambda k: -scores[k]):
        if not any(f" {key} " in f" {other} " or key.replace(" ", "") == other.replace(" ", "") for other in kept):
            kept.append(key)
    kept = [key for key in kept if key not in aside] or kept
    strong = [key for key in kept if surface[key].casefold() not in WEAK]
    return tuple(re.sub(r"['’]s?$", "", surface[key]) for key in (strong if len(strong) > 1 else kept))


def _is_set_aside(text: str, phrase: str) -> bool:
    """Whether the question names the phrase only to leave it out: "apart from preventing overfitting"."""
    before = text[max(0, text.find(phrase) - 45) : text.find(phrase)]
    return bool(
        re.search(
            r"\b(?:apart from|besides|other than|except|aside from|leaving apart|instead of|rather than)\b[^,.;?]*$", before, re.I
        )
    )


class _Run(NamedTuple):
    """A topic phrase where it stands: `position` counts the phrases before it, within its sentence if that asks something."""

    phrase: str
    asked: bool
    position: int


_OF_THE_ASKER = re.compile(r"^(?:i'?m an?\b|i am an?\b|my (?:supervisor|advisor|boss|name|team)|we are an?\b|thank)", re.I)


def _runs(text: str) -> list[_Run]:
    """Topic phrases in order. What askers say of themselves is left out where other sentences remain."""
    found: list[_Run] = []
    every = sentences(text)
    for sentence in [s for s in every if not _OF_THE_ASKER.match(s)] or every:
        asked = sentence.endswith("?") or bool(ASKING.match(sentence))
        phrases = [phrase for run in topic_runs(sentence) if (phrase := _phrase_of(sentence, run))]
        found.extend(_Run(phrase, asked, i if asked else len(found) + i) for i, phrase in enumerate(phrases))
    return found


_AGENTS = frozenset({"i", "we", "they", "you", "one", "should", "could", "can", "people", "researchers"})
_VERB_OR_NOUN = frozenset(
    {
        "author",
        "cluster",
        "code",
        "combine",
        "design",
        "filter",
        "label",
        "map",
        "model",
        "plan",
        "query",
        "sample",
        "search",
        "test",
    }
)


_MODALS = frozenset({"should", "could", "can"})
"""Before the subject at the start of a question ("How should query variations ..."), before a verb elsewhere."""
_QUALIFYING = frozenset({"cited", "generated", "learned", "predicted", "retrieved"})
"""Participles that may begin a noun phrase: "generated answers", "retrieved passages"."""


def _opens(said: str) -> bool:
    """Whether a noun phrase may begin after the word."""
    return breaks_phrase(said) and said not in {"has", "have", "had", "having"} if said else False


def topic_runs(text: str) -> list[list[Token]]:
    """Stretches of tokens with nothing but a space (or a quotation mark) between them and no word that breaks a phrase."""
    found: list[list[Token]] = [[]]
    words = tokens(text)
    aspect = aspect_in(text)
    for i, token in enumerate(words):
        following = words[i + 1].text if i + 1 < len(words) else ""
        said = words[i - 1].text.casefold() if i else ""
        verb = said in _AGENTS and token.text.casefold() in _VERB_OR_NOUN and not (said in _MODALS and i < 3)
        verb = verb or (aspect is not None and token.start == aspect.start)
        verb = verb or (said in ("that", "which", "who") and re.search(r"[^s]s$", token.text) is not None)
        qualifies = token.text.casefold() in _QUALIFYING and following != "" and not breaks_phrase(following) and _opens(said)
        breaks = verb or (
            breaks_phrase(token.text) and not qualifies and f"{token.text} {following}".casefold() not in TOPIC_PAIRS
        )
        gap = text[found[-1][-1].end : token.start] if found[-1] else " "
        if breaks or gap.strip("\"'“”‘’") != " ":
            found.append([])
        if not breaks:
            found[-1].append(token)
    return [run for run in found if run]


def breaks_phrase(word: str) -> bool:
    """Whether a word never belongs to a topic phrase: stop words, verbs of asking and doing, adverbs, numbers."""
    folded = word.casefold()
    if (
        folded in STOP_WORDS
        or folded in VERBS
        or folded.replace("’", "'") in NEVER_TOPICS
        or not any(c.isalpha() for c in folded)
        or not 1 < len(folded) <= LONGEST_WORD
    ):
        return True
    return folded.endswith("ly") and len(folded) > 4 and folded not in NOT_ADVERBS


def _phrase_of(sentence: str, run: list[Token]) -> str:
    """The run without framing words at its ends, its last four words at most; empty if nothing of a topic is left."""
    words = list(run)
    while words and frames(words[-1].text):
        words.pop()
    while len(words) > 1 and _PARTICIPLE.search(words[-1].text):
        words.pop()
    while words and frames(words[0].text) and not starts_topic(words):
        words.pop(0)
    if len(words) == 1 and _ADJECTIVE.search(words[0].text) and words[0] is not run[-1]:
        words.append(run[run.index(words[0]) + 1])
    words = words[-4:]
    if not words or (all(w.text.casefold() in ACADEMIC_WORDS for w in words) and len(words) == 1):
        return ""
    return re.sub(r"[\"“”]", "", sentence[words[0].start : words[-1].end])


_PARTICIPLE = re.compile(r"^[a-z]{2,}[^e\W]ed$")
"""A participle at the end begins what follows: "hallucination grounded in knowledge graphs"."""
_ADJECTIVE = re.compile(r"^[a-z]\w+(?:[nr]al|ical|tive|ible|able|istic|ific|ous)$")
"""A lone adjective keeps the framing noun after it: "observational study"."""


def frames(word: str) -> bool:
    return word.casefold() in FRAMING


def starts_topic(words: list[Token]) -> bool:
    return len(words) > 1 and f"{words[0].text} {words[1].text}".casefold() in TOPIC_PAIRS


def _worth(phrase: str, key: str, idf: Callable[[str], float] | None) -> float:
    rarity = min(idf(key), 9.0) if idf else (7.0 if " " in key else 5.0)
    rarity *= 0.4 if len(phrase) < 3 else 1.0
    return rarity * (1 + 0.25 * min(key.count(" "), 2)) * (0.35 if phrase.casefold() in WEAK else 1.0)


def acronyms(text: str) -> tuple[Acronym, ...]:
    found: dict[str, str] = {}
    for match in re.finditer(r"((?:[\w/-]+[ ]){1,8})\(([A-Za-z][\w-]{1,9}?)s?(?: or [\w-]+)?\)", text):
        if expansion := _expansion(match.group(1).split(), match.group(2)):
            found.setdefault(match.group(2), expansion)
    for match in re.finditer(r"\b([A-Z][A-Za-z\d-]{1,9})s? \(([A-Za-z][\w-]+(?: [\w-]+){1,7})\)", text):
        if expansion := _expansion(match.group(2).split(), match.group(1)):
            found.setdefault(match.group(1), expansion)
    return tuple(Acronym(short, expansion) for short, expansion in found.items())


def _expansion(words: list[str], short: str) -> str:
    """The fewest last words whose letters hold the acronym's in order, each of them beginning with one (small words aside).

    Source: Schwartz and Hearst (2003), simplified.
    """
    letters = [c for c in short.casefold() if c.isalpha()]
    for first in range(len(words) - 1, -1, -1):
        parts = [p.casefold() for w in words[first:] for p in re.split(r"[-/]", w) if p and p.casefold() not in STOP_WORDS]
        if len(letters) < 2 or not parts or parts[0][0] != letters[0] or len(parts) > len(letters):
            continue
        left = iter("".join(parts))
        if all(c in left for c in letters) and all(p[0] in letters for p in parts) and len("".join(parts)) > len(letters) + 1:
            return " ".join(words[first:])
    return ""
