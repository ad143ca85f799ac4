"""Free words -> Directive: actions that a user writes or edits. By rules; what none of them fits
stays a search and focus (`free`)."""

import re
from collections.abc import Sequence
from zlib import crc32

from myscholar.actions.candidates import PLACE_OF, SAVES_TIME
from myscholar.actions.conflicts import stems
from myscholar.actions.filters import filters_of, without_filters
from myscholar.actions.verb_rules import RULES
from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.text import one_line
from myscholar.errors import EmptyQuestion
from myscholar.text.question_topics import denied_phrases, topic_phrases
from myscholar.text.question_words import is_frame, is_opener, is_verb
from myscholar.text.terms import is_content, tokens
from myscholar.text.wishes import wishes_in

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
    return any(not (w.removesuffix("s") in _FILTER_NOUNS or is_frame(w) or is_verb(w)) for w in words)


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


_LAYS_OUT = re.compile(
    r"(?:order|group|arrange|structure|organi[sz]e|split|divide|merge|sort|lay "
    r"out|start|begin|open|end|close)\b",
    re.IGNORECASE,
)
_PHRASES = re.compile(
    r"(?:explain|write|phrase|illustrate|describe|say|tell|use|give|keep|state)\b", re.IGNORECASE
)
_NEEDS_TOPIC = frozenset(
    {Verb.DEFINE, Verb.SKIP_DEFINITIONS, Verb.ADD_SECTION, Verb.FOCUS, Verb.SEARCH, Verb.COMPARE}
)


def new_action(text: str, *, action_id: str, question: str) -> Action:
    """The user's own action, switched on. Words that name nothing ("this topic") take the
    question's topics. Raises EmptyQuestion for empty text."""
    line = one_line(text)
    if not any(c.isalnum() for c in line):
        raise EmptyQuestion
    directive = interpret(line)
    if directive.verb in _NEEDS_TOPIC and not directive.terms:
        directive = directive.model_copy(update={"terms": topic_phrases(question)[:2]})
    stage, category = _laid_out(line) if directive.verb is Verb.FREE else PLACE_OF[directive.verb]
    return Action(
        action_id=ActionId(action_id),
        tldr=line[:2000],
        text=line[:4000],
        stage=stage,
        category=category,
        personalized=False,
        directive=directive,
        wishes=wishes_in(line, line),
        enabled=True,
        saves_time=directive.verb in SAVES_TIME,
        origin="user",
    )


def _laid_out(line: str) -> tuple[Stage, Category]:
    """Words that fit no rule change the report's form if they begin so; otherwise they are searched
    for."""
    clause = clause_of(line)
    if _LAYS_OUT.match(clause):
        return Stage.ORGANIZATION, Category.STYLE
    return (Stage.GENERATION, Category.STYLE) if _PHRASES.match(clause) else PLACE_OF[Verb.FREE]


def edit_action(action: Action, text: str) -> Action:
    """The action in the user's words: read anew, origin `user`, old flags gone; id, inference and
    switch stay, and so does its stage where no rule knows the new words. Raises EmptyQuestion for
    empty text.
    """
    edited = new_action(text, action_id=action.action_id, question=" ".join(action.directive.terms))
    stays = ["personalized", "inference_id", "enabled", "emphasis", "wild_card"]
    if edited.directive.verb is Verb.FREE:
        stays += ["stage", "category"]
    return edited.model_copy(update={name: getattr(action, name) for name in stays})


def with_wishes(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Actions that were stored before wishes were kept have them read from their words, once."""
    return tuple(
        a.model_copy(update={"wishes": wishes_in(a.tldr, a.text)}) if a.wishes is None else a
        for a in actions
    )


def emphasize(action: Action, *, on: bool = True) -> Action:
    """An emphasized action is also switched on. Source: MySQA §5, Lesson 1 (U4)."""
    return action.model_copy(update={"emphasis": on, "enabled": action.enabled or on})


def compatible(a: Directive, b: Directive) -> bool:
    """Whether two readings of the same words make the report writer do the same: equal verb,
    filters and denials, and no terms quite apart."""
    same = (a.verb, a.filters, a.without) == (b.verb, b.filters, b.without)
    return same and (not a.terms or not b.terms or bool(stems(a) & stems(b)))


def as_worded(action: Action) -> Action:
    """The action if its words still say what its directive does; otherwise as its changed words say
    (the short form first). Its wishes are always those of its words.

    Every proposed action passes unchanged, so what does not pass was edited. What a model proposed
    is known by its fingerprint, since rules may read its free wording otherwise.
    """
    changed = _first_changed(action)
    if changed is None:
        read = action
    else:
        read = edit_action(action, changed)
        # a long form that was written anew beside the short one says more of what is wanted
        marks = fingerprint(action.tldr), fingerprint(action.text)
        if all(mark and mark != now for mark, now in zip(_marks(action), marks, strict=True)):
            read = read.model_copy(update={"text": action.text})
    wishes = wishes_in(read.tldr, read.text)
    return read if wishes == read.wishes else read.model_copy(update={"wishes": wishes})


def _first_changed(action: Action) -> str | None:
    """The wording, short form first, that no longer says what the directive does."""
    if action.origin == "user":
        return None
    for text, mark in zip((action.tldr, action.text), _marks(action), strict=True):
        same = mark == fingerprint(text) if mark else compatible(interpret(text), action.directive)
        if not same:
            return text
    return None


def _marks(action: Action) -> tuple[str, str]:
    """The fingerprints of both wordings as a model proposed them; empty for others."""
    return action.wording[:8], action.wording[8:]


def fingerprint(*texts: str) -> str:
    """Eight hexadecimal digits for each text."""
    return "".join(f"{crc32(text.encode()):08x}" for text in texts)
