"""Free words -> Directive, by rules; what none of them fits stays a search and focus (`free`)."""

import re
from typing import NamedTuple

from myscholar.actions.conflicts import stems
from myscholar.actions.filters import filters_of, without_filters
from myscholar.domain.actions import Directive, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.text.lexicons import pattern, read_lexicon, word_set
from myscholar.text.question_topics import denied_phrases, topic_phrases
from myscholar.text.question_words import is_frame, is_opener, is_verb
from myscholar.text.terms import is_content, tokens

MAX_WORDS = 60
"""Of a user's text, only the first words are read for terms; by hand."""


class _Rule(NamedTuple):
    """If `pattern` is found, the action is `verb`; terms come from the text behind the match if
    `terms_follow`, else from all of it."""

    verb: Verb
    pattern: re.Pattern[str]
    terms_follow: bool


_RULES = tuple(
    _Rule(Verb(e["verb"]), pattern(f"action_verbs.{name}"), e.get("terms_follow", False))
    for name, e in read_lexicon("action_verbs").items()
    if "verb" in e
)
"""The first that fits says the verb."""


def interpret(text: str) -> Directive:
    """What the report writer does with these words. Never fails; words that fit no rule become
    `free` with their topics as terms.

    What the words deny ("without reference answers") is no term: it stands in `without`.
    """
    clause = clause_of(text)
    filters = filters_of(clause)
    rest = without_filters(clause) if not filters.is_empty else clause
    if not filters.is_empty and not _has_own_aim(rest):
        return Directive(verb=Verb.LIMIT, filters=filters)
    for rule in _RULES:
        if match := rule.pattern.search(rest):
            said = rest[match.end() :] if rule.terms_follow else rest
            if rule.verb in (Verb.NUMBERS, Verb.LIMITATIONS):
                said = rule.pattern.sub(" ", rest)
            if rule.verb is Verb.ADD_SECTION and not topic_phrases(said):
                said = rest
            return _directive(rule.verb, said, filters)
    made = _directive(Verb.FREE, rest, filters)
    terms = made.terms if made.terms or made.without else _any_words(rest)
    return made.model_copy(update={"terms": terms})


def _directive(verb: Verb, said: str, filters: SearchFilters) -> Directive:
    """Leaving out what lacks something is to look for it: "leave out papers without code"."""
    terms, without = _terms(verb, topic_phrases(said), said), _terms(verb, denied_phrases(said), "")
    if verb is Verb.EXCLUDE and without and not topic_phrases(said):
        return Directive(verb=Verb.FOCUS, terms=without, filters=filters)
    return Directive(verb=verb, terms=terms, without=without, filters=filters)


_USE = pattern("action_words.use")
_POLITE = pattern("action_words.polite")
_OF_FILTER = word_set("action_words.of_filter")
_OF_REPORT = word_set("action_words.of_report")
_KINDS_OF_PAPER = pattern("action_words.kinds_of_paper")
_ARRANGING = word_set("action_words.arranging")
_KEEPS_ALL = frozenset({Verb.EXCLUDE, Verb.SEARCH, Verb.FREE})
_NO_TERMS = frozenset({Verb.LIST, Verb.ORDER_BY_YEAR, Verb.BRIEF})
_NO_TOPIC = word_set("action_words.no_topic")


def clause_of(text: str) -> str:
    """The part that asks: without "I can", "please", and the "which might help you ..." after
    it."""
    line = " ".join(text.replace("’", "'").split()[:MAX_WORDS])
    return _POLITE.sub("", _USE.sub("", line)).strip(" .!?")


def _has_own_aim(rest: str) -> bool:
    """Whether more than a filter is asked: a topic is left when the filter's words are gone."""
    words = (t.text.casefold() for t in tokens(rest) if is_content(t.text.casefold()))
    return any(not (is_frame(w) or is_verb(w) or w in _OF_FILTER) for w in words)


def _is_idle(word: str) -> bool:
    return word in _OF_REPORT or word.removesuffix("s") in _OF_REPORT


def _only_asks(word: str) -> bool:
    return _is_idle(word) or is_verb(word) or not is_opener(word)


def _terms(verb: Verb, phrases: tuple[str, ...], said: str) -> tuple[str, ...]:
    """The topic phrases of what was said; phrases made of instruction words alone are none."""
    if verb in _NO_TERMS:
        return ()
    kept = [m.lower() for m in _KINDS_OF_PAPER.findall(said)] if verb is Verb.EXCLUDE else []
    trims = verb not in _KEEPS_ALL
    for phrase in phrases:
        words = phrase.split()
        while words and (
            words[0].casefold() in _ARRANGING or (trims and _only_asks(words[0].casefold()))
        ):
            words.pop(0)
        while words and trims and _is_idle(words[-1].casefold()):
            words.pop()
        kept += [" ".join(words)] if words else []
    if verb in (Verb.EXCLUDE, Verb.SKIP_SECTION) and not kept:
        return _any_words(said)
    return tuple(kept)


def _any_words(said: str) -> tuple[str, ...]:
    """The content words as they stand, for texts that name no topic: "skip the background"."""
    words = (t.text for t in tokens(said) if is_content(t.text))
    return tuple(dict.fromkeys(w for w in words if w.casefold() not in _NO_TOPIC))[:4]


def compatible(a: Directive, b: Directive) -> bool:
    """Whether two readings of the same words make the report writer do the same: equal verb,
    filters and denials, and no terms quite apart."""
    same = (a.verb, a.filters, a.without) == (b.verb, b.filters, b.without)
    return same and (not a.terms or not b.terms or bool(stems(a) & stems(b)))
