"""What a reply changes, by rules. Source: IDRBench §3.1.2, User Feedback."""

from collections.abc import Iterable, Sequence

from myscholar.actions.interpret import interpret
from myscholar.domain.actions import Verb
from myscholar.domain.interaction import Turn
from myscholar.domain.text import one_line, shorten
from myscholar.interactive.team.budget import TeamStage
from myscholar.interactive.team.extractive.facets import dimension_of
from myscholar.interactive.team.state import Dimension, Option, StageQuestion, TeamChange, TeamState
from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.question import QuestionAnalysis, analyse_question
from myscholar.text.replying import said_in

LONGEST_WISH = 300
"""Characters of a reply that become a wish; by hand."""
MOST_ADDED = 3
"""Directions of one reply in a person's own words: one round; by hand."""
_OF_REPORT = frozenset({Verb.LIMIT, Verb.COMPARE, Verb.LIST, Verb.ORDER_BY_YEAR, Verb.BRIEF})
"""What own words ask of the report at any stage, not of the research."""
_YOURS = "You asked for it."
_DISMISSAL = pattern("clarifying.dismissal")
_TO_THE_SYSTEM = pattern("clarifying.to_the_system")


def take_in(
    state: TeamState,
    stage: TeamStage,
    asked: Sequence[StageQuestion],
    new: Sequence[Turn],
    background: Background,
) -> TeamChange:
    """What was chosen, and what own words say: a wish for the report, directions to add, or some
    to leave out. Words that name nothing to search for change nothing, and a note says so."""
    analysis = analyse_question(state.question, idf=background.idf)
    changes: list[TeamChange] = []
    for each, turn in zip(asked, new, strict=True):
        choices, own = said_in(turn.question, turn.answer)
        if choices:
            changes.append(_of_choice(each, choices))
        if own:
            changes.append(_of_words(stage, own, analysis, background))
    return _joined(changes)


def _of_choice(asked: StageQuestion, choices: Sequence[str]) -> TeamChange:
    pairs = tuple(zip(asked.question.choices, asked.options, strict=True))
    chosen = [option for choice, option in pairs if choice in choices]
    others = [option for choice, option in pairs if choice not in choices]
    wanted = _wanted_of(chosen)
    return TeamChange(
        wanted=wanted,
        left=tuple(d for d in _wanted_of(others) if d not in wanted),
        refused=tuple(name for option in chosen for name in option.refused),
        wishes=tuple(option.wish for option in chosen if option.wish),
        is_enough=not wanted and any(option.is_enough for option in chosen),
    )


def _wanted_of(options: Iterable[Option]) -> tuple[Dimension, ...]:
    return tuple(dict.fromkeys(d for option in options for d in option.wanted))


def _of_words(
    stage: TeamStage, said: str, analysis: QuestionAnalysis, background: Background
) -> TeamChange:
    words = shorten(one_line(said), LONGEST_WISH)
    nothing = TeamChange(notes=(f"The reply “{words}” names nothing that could be searched for.",))
    is_empty = not any(map(str.isalpha, words))
    if is_empty or _DISMISSAL.search(words) or _TO_THE_SYSTEM.search(words):
        return nothing
    directive = interpret(words)
    if stage is TeamStage.GENERATION or directive.verb in _OF_REPORT:
        return TeamChange(wishes=(words,))
    if directive.verb is Verb.EXCLUDE:
        return TeamChange(refused=directive.terms, wishes=(words,))
    terms = directive.terms
    if directive.verb is Verb.FREE and terms:
        terms = analyse_question(words, idf=background.idf).core_phrases or terms
    if not terms and not directive.without:
        return nothing
    added = tuple(dimension_of(term, analysis, _YOURS) for term in terms[:MOST_ADDED])
    return TeamChange(added=added, refused=directive.without)


def _joined(changes: Iterable[TeamChange]) -> TeamChange:
    every = tuple(changes)
    return TeamChange(
        wanted=tuple(dict.fromkeys(d for change in every for d in change.wanted)),
        added=tuple(dict.fromkeys(d for change in every for d in change.added)),
        left=tuple(dict.fromkeys(d for change in every for d in change.left)),
        refused=tuple(dict.fromkeys(name for change in every for name in change.refused)),
        wishes=tuple(dict.fromkeys(wish for change in every for wish in change.wishes)),
        is_enough=any(change.is_enough for change in every),
        notes=tuple(note for change in every for note in change.notes),
    )
