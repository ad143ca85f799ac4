"""The topic phrases of a question, and of any text that asks for something: what stands between the
words that only ask."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from myscholar.text.acronyms import Acronym
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.question_words import (
    ASKED_THINGS,
    BREAKING,
    is_frame,
    is_in_names,
    is_opener,
    is_verb,
)
from myscholar.text.sentences import sentences
from myscholar.text.terms import Token, phrase_key, tokens

LONGEST_WORD, LONGEST_PHRASE = 45, 4
"""Characters of a word, words of a phrase, at most; by hand."""
ASKED_WEIGHT = 1.6
"""How much more a phrase counts in a sentence that asks something; by hand."""
LATER, LATER_IN_TASK = 0.06, 0.15
"""How much less each further phrase of a sentence counts: a task goes on to say how, with what, for
whom. By hand."""
COMMON = 3.2
"""ln(1 / share) of the words of a field that tell no topic alone, as "accuracy"; by hand."""

BEGINS_ASKING = pattern("questions.begins_asking")
_TOLD_TO = pattern("questions.told_to")
_BEFORE_DENIED = pattern("questions.before_denied")
_ONLY = pattern("questions.only")
_ASKS_WHETHER = pattern("questions.asks_whether")
_DOERS = word_set("question_words.doers")
_BE = word_set("question_words.be")
_BEFORE_VERB = _DOERS | word_set("question_words.have")
_ARTICLES = word_set("question_words.articles")
_COMPARATIVES = word_set("question_words.comparatives")
_ADJECTIVE = pattern("question_words.adjective")
_TRAILING = pattern("question_words.trailing")
_TAKES_ADVERB = pattern("question_words.takes_adverb")
_ADVERB = pattern("question_words.adverb")
_ONLY_ASKED = frozenset((*ASKED_THINGS, *ASKED_THINGS.values()))


class _Run(NamedTuple):
    """A phrase where it stands: `position` counts those before, in its sentence if that asks;
    `told` in a sentence that gives an order."""

    phrase: str
    asked: bool
    told: bool
    position: int
    denied: bool


def is_asking(sentence: str) -> bool:
    return sentence.endswith("?") or bool(BEGINS_ASKING.search(sentence))


def is_told(sentence: str) -> bool:
    """Whether it begins as a task does: "Design a ..."."""
    return bool(BEGINS_ASKING.search(sentence) or _TOLD_TO.search(sentence))


def without_order(sentence: str) -> str:
    """What a task is about: "Design a protocol for parsing" without "Design a protocol"."""
    return _TOLD_TO.sub("", sentence).strip()


def topic_phrases(text: str) -> tuple[str, ...]:
    """The topic phrases that a text affirms, in order, as written, each once."""
    return _each_once([run.phrase for run in _runs(text) if not run.denied])


def denied_phrases(text: str) -> tuple[str, ...]:
    """Those it names only to leave them out: "answers" of "evaluation without answers"."""
    return _each_once([run.phrase for run in _runs(text) if run.denied])


def _each_once(phrases: list[str]) -> tuple[str, ...]:
    found = {phrase_key(phrase): phrase for phrase in reversed(phrases)}
    return tuple(reversed(found.values()))


def core_phrases(
    text: str, acronyms: tuple[Acronym, ...], idf: Callable[[str], float] | None
) -> tuple[str, ...]:
    """The topic phrases that are not set aside, the most telling first."""
    expanded = {"", *(phrase_key(a.short) for a in acronyms)}
    scores: dict[str, float] = {}
    surface: dict[str, str] = {}
    runs = _runs(text)
    named = [r for r in runs if not r.denied and r.phrase.casefold() not in _ONLY_ASKED]
    for run in named or runs:
        key = phrase_key(run.phrase)
        if key in expanded:
            continue
        surface.setdefault(key, run.phrase)
        worth = _worth(key, run.phrase, idf) * (ASKED_WEIGHT if run.asked else 1)
        worth /= 1 + (LATER_IN_TASK if run.told else LATER) * run.position
        scores[key] = max(scores.get(key, 0), worth) + (0.2 * worth if key in scores else 0)
    kept: list[str] = []
    for key in sorted(scores, key=lambda k: -scores[k]):
        if not any(f" {key} " in f" {other} " for other in kept):
            kept.append(key)
    return tuple(re.sub(r"['’]s?$", "", surface[key]) for key in kept)


def _worth(key: str, phrase: str, idf: Callable[[str], float] | None) -> float:
    rarity = min(idf(key), 9.0) if idf else (7.0 if " " in key else 5.0)
    common = " " not in key and phrase.islower() and idf is not None and idf(key) < COMMON
    return rarity * (1 + 0.25 * min(key.count(" "), 2)) * (0.35 if common else 1.0)


def _runs(text: str) -> list[_Run]:
    """Topic phrases in order."""
    found: list[_Run] = []
    for sentence in sentences(text):
        about, n_before = without_order(sentence), len(found)
        told = about != sentence
        asked, sentence = is_asking(sentence) or (told and not found), about
        for run in topic_runs(sentence):
            if phrase := _phrase_of(sentence, run):
                start = run[0].start
                denied = bool(_BEFORE_DENIED.search(sentence[max(0, start - 60) : start]))
                denied = denied and not _ONLY.match(sentence, start)
                i = len(found) - n_before
                found.append(_Run(phrase, asked, told, i if asked else len(found) + i, denied))
    return found


def topic_runs(text: str) -> list[list[Token]]:
    """Stretches of tokens between words that break a phrase, marks and wider gaps."""
    found: list[list[Token]] = [[]]
    words = tokens(text)
    acts = _acting(text, words)
    for i, token in enumerate(words):
        before = words[i - 1].text.casefold() if i else ""
        done = token.text.endswith("ed") and before in _BE and _stands_last(words, i)
        breaks = is_break(token.text) and not _qualifies(words, i)
        breaks = breaks or i == acts or done or before in _DOERS or _takes_object(text, words, i)
        gap = text[found[-1][-1].end : token.start] if found[-1] else " "
        if breaks or gap.strip("\"'“”‘’") != " ":
            found.append([])
        if not breaks:
            found[-1].append(token)
    return [run for run in found if run]


def _takes_object(text: str, words: tuple[Token, ...], i: int) -> bool:
    """Whether it is the verb of "an answer represents the evidence": between a noun, one of the two
    with an s at its end, and what begins the object."""
    if not 0 < i < len(words) - 1 or text[words[i].end : words[i + 1].start] != " ":
        return False
    is_plural, begins = words[i - 1].text[-1] == "s", words[i + 1].text.casefold()
    if is_plural == (words[i].text[-1] == "s") or is_break(words[i - 1].text):
        return False
    return begins in _ARTICLES or begins[0].isdigit() or (is_plural and begins in _COMPARATIVES)


def _stands_last(words: tuple[Token, ...], i: int) -> bool:
    return i + 1 == len(words) or is_break(words[i + 1].text)


def _acting(text: str, words: tuple[Token, ...]) -> int | None:
    """The place of the verb of "Why do language models hallucinate?": the last word before the
    first mark."""
    if not _ASKS_WHETHER.search(text):
        return None
    gaps = (i for i, w in enumerate(words) if i and text[words[i - 1].end : w.start] != " ")
    last = next(gaps, len(words)) - 1
    between = [w.text.casefold() for w in words[2:last]]
    if not between or is_break(between[-1]) or words[last].text[-1:] in "sg":
        return None
    return None if any(is_verb(w) or w in _BE or w == "use" for w in between) else last


@lru_cache(maxsize=20_000)
def is_break(word: str) -> bool:
    """Whether a word is in no topic phrase: stop words, verbs, numbers, short forms ("I've")."""
    folded = word.casefold().replace("’", "'")
    is_word = any(c.isalpha() for c in folded) and 1 < len(folded) <= LONGEST_WORD
    if not is_word or folded in STOP_WORDS - {"third"} or is_verb(folded):
        return True
    return "'" in folded and not folded.endswith("'s")


def _qualifies(words: tuple[Token, ...], i: int) -> bool:
    """Whether a form of a verb belongs to a noun phrase: a gerund after a word of content
    ("question answering") or after an article, a participle between a word of grammar and one of
    content ("of generated answers")."""
    word, before = words[i].text.casefold(), words[i - 1].text.casefold() if i else ""
    if not before or word in BREAKING or not is_verb(word):
        return False
    if word.endswith("ing"):
        return before in _ARTICLES or not (is_break(before) or before.endswith("ly"))
    grammar = before in STOP_WORDS and before not in _BEFORE_VERB
    return grammar and word.endswith("ed") and not _stands_last(words, i)


def _phrase_of(sentence: str, run: list[Token]) -> str:
    """The run without framing words at its ends, its last four words at most; empty if nothing of a
    topic is left.

    A framing word stays where it is what an adjective describes: "mixed methods", "clinical
    settings".
    """
    words = list(run)
    while words and (not is_opener(words[0].text.casefold()) or _is_adverb(words)):
        words.pop(0)
    while words and is_frame(words[-1].text.casefold()):
        if len(words) == 2 and _ADJECTIVE.search(words[0].text):
            break
        words.pop()
    while len(words) > 1 and _TRAILING.search(words[-1].text):
        words.pop()
    words = words[-LONGEST_PHRASE:]
    phrase = sentence[words[0].start : words[-1].end] if words else ""
    vague = len(words) == 1 and (is_in_names(words[0].text.casefold()) or _is_adverb(words))
    return "" if vague else re.sub(r"[\"“”]", "", phrase)


def _is_adverb(words: list[Token]) -> bool:
    """Whether the first word is an adverb of its own: "weakly supervised" stays whole."""
    alone = len(words) == 1 or not _TAKES_ADVERB.search(words[1].text)
    return alone and bool(_ADVERB.search(words[0].text))
