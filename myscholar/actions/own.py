"""Actions in a user's words: written, edited, emphasized, changed in a file."""

from collections.abc import Sequence
from zlib import crc32

from myscholar.actions.candidates import PLACE_OF, SAVES_TIME
from myscholar.actions.interpret import clause_of, compatible, interpret
from myscholar.domain.actions import Action, Category, Stage, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.text import one_line
from myscholar.errors import EmptyQuestion
from myscholar.text.lexicons import pattern
from myscholar.text.question_topics import topic_phrases
from myscholar.text.wishes import wishes_in

_LAYS_OUT = pattern("action_words.lays_out")
_PHRASES = pattern("action_words.phrases")
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
    if _LAYS_OUT.search(clause):
        return Stage.ORGANIZATION, Category.STYLE
    return (Stage.GENERATION, Category.STYLE) if _PHRASES.search(clause) else PLACE_OF[Verb.FREE]


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
