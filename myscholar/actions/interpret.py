"""Free words -> Directive, by rules; what none of them fits stays a search and focus (`free`)."""

import re

from myscholar.actions.conflicts import stems
from myscholar.actions.filters import filters_of, without_filters
from myscholar.actions.verb_rules import RULES
from myscholar.domain.actions import Directive, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.text.question_topics import denied_phrases, topic_phrases
from myscholar.text.question_words import is_frame, is_opener, is_verb
from myscholar.text.terms import is_content, tokens

MAX_WORDS = 60
"""Of a user's text, only the first words are read for terms."""


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
    for rule in RULES:
        if match := rule.pattern.search(rest):
            said = rest[match.end() :] if rule.after else rest
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


_USE = re.compile(r",? which (?:might|may|could|will|would) help (?:you|me)\b.*$", re.I)
_POLITE = re.compile(
    r"^(?:please|pls|i (?:can|could|will|would like (?:you )?to|want (?:you )?to|'d like "
    r"(?:you )?to)|can you|could you|would you|you (?:can|could|should)|let'?s|also)\s+",
    re.I,
)
_STILL_POLITE = re.compile(r"^(?:please|also)\s+(?!search|look|include|cover|consider)", re.I)
_OF_A_FILTER = re.compile(
    r"^(?:only|just|keep to|stick to|limit(?: (?:it|this|the search|results?))?(?: "
    r"to)?|restrict(?: (?:it|this|the search|results?))?(?: to)?|exclude|ignore|leave "
    r"out|drop|skip|no|use|include|consider|show|cite|search)\b",
    re.I,
)
_FILTER_NOUNS = frozenset(
    "cited citation older newer later earlier journal conference venue read access free".split()
)
_OF_THE_REPORT = frozenset(
    "bullet chapter definition don't end finding first glossary list number order own passage "
    "point report result section sentence set side statistics"
    " style survey table term timeline word year".split()
)
"""What an action says of the report, not of its subject."""
_KINDS_OF_PAPER = re.compile(
    r"\b(survey|review|tutorial|introductory|preprint|position|opinion|theoretical|case "
    r"stud(?:y|ies)|workshop|editorial)s?\b",
    re.IGNORECASE,
)
_ORDERING = frozenset(
    "add answer break categorize frame group include organize present search start structure "
    "write".split()
)
_KEEPS_ALL = frozenset({Verb.EXCLUDE, Verb.SEARCH, Verb.FREE})
_NO_TERMS = frozenset({Verb.LIST, Verb.ORDER_BY_YEAR, Verb.BRIEF})
_NO_TOPIC = frozenset("paper papers section sections work general".split())


def clause_of(text: str) -> str:
    """The part that asks: without "I can", "please", and the "which might help you ..." after
    it."""
    line = " ".join(text.replace("’", "'").split()[:MAX_WORDS])
    return _STILL_POLITE.sub("", _POLITE.sub("", _USE.sub("", line))).strip(" .!?")


def _has_own_aim(rest: str) -> bool:
    """Whether more than a filter is asked: some verb with a topic is left when the filter's words
    are gone."""
    left = (t.text for t in tokens(_OF_A_FILTER.sub("", rest)))
    words = [w.casefold() for w in left if is_content(w)]
    topics = (w for w in words if not is_frame(w) and not is_verb(w))
    return any(w.removesuffix("s") not in _FILTER_NOUNS for w in topics)


def _is_idle(word: str) -> bool:
    return word in _OF_THE_REPORT or word.removesuffix("s") in _OF_THE_REPORT


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
            words[0].casefold() in _ORDERING or (trims and _only_asks(words[0].casefold()))
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
