"""From chosen statements to sections, in reading order."""

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from myscholar.domain.actions import Verb
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.groups import (
    Group,
    Place,
    gather_asked,
    gather_limits,
    gather_nearest,
    gather_opening,
    gather_results,
    gather_sides,
    gather_themes,
    gather_things,
)
from myscholar.report.extractive.openings import RARE
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.selection import Selection
from myscholar.report.extractive.titles import Lexicon
from myscholar.report.quality import defined_term
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.terms import content_stems, phrase_key

MOST_THEMES, MOST_THEMES_BRIEF = 5, 2
"""Sections named after themes at most, and in a brief report; by hand."""
MOST_SECTIONS = 8
"""Sections, with the table, the connections and what no theme took; by hand."""


def outline(
    selected: Selection,
    opening: Sequence[CandidateSentence],
    analysis: QuestionAnalysis,
    aims: Sequence[ActionTarget],
    background: Background,
    lexicon: Lexicon,
) -> tuple[Group, ...]:
    """Every chosen statement in exactly one group; what others report on a measure that several
    papers share comes on top."""
    groups, every = list[Group](), selected.statements
    left = _once_explained(selected.chosen, opening)

    def take(found: Iterable[Group]) -> None:
        groups.extend(found)
        gone = {id(s) for group in groups for s in group.statements}
        left[:] = [s for s in left if id(s) not in gone]

    for aim in of_verb(aims, Verb.ADD_SECTION, Verb.NEXT_STEPS):
        take(gather_asked(aim, left, lexicon))
    take(gather_opening([s for s in opening if s in left], lexicon))
    take(gather_nearest(left, {aim.action_id for aim in aims if aim.comes_first}))
    take(gather_sides(analysis, left, lexicon))
    take(gather_things(analysis, left, every))
    asked = frozenset(content_stems(analysis.text))
    take(gather_results(_newly_reported(every, groups, asked, background), lexicon))
    take(gather_limits(left, _wanted_limits(aims, groups)))
    most = MOST_THEMES_BRIEF
    if not of_verb(aims, Verb.BRIEF):
        more = len({aim.verb for aim in of_verb(aims, Verb.COMPARE, Verb.CONNECT)})
        most = max(2, min(MOST_THEMES, MOST_SECTIONS - len(groups) - 1 - more))
    groups += gather_themes(
        left, asked, analysis.topic, background, lexicon, most=most, is_rest=bool(groups)
    )
    return tuple(sorted(_brought_forward(groups, aims), key=lambda g: g.place))


def _once_explained(
    chosen: Sequence[CandidateSentence], opening: Sequence[CandidateSentence]
) -> list[CandidateSentence]:
    """The opening and what was chosen, without a second explanation of its terms."""
    explained = {phrase_key(term) for s in opening if (term := defined_term(s.text))}
    others = (s for s in chosen if phrase_key(defined_term(s.text)) not in explained)
    return [*opening, *(s for s in others if s not in opening)]


def _newly_reported(
    every: Sequence[CandidateSentence],
    groups: Sequence[Group],
    asked: Set[str],
    background: Background,
) -> list[CandidateSentence]:
    """What is reported to have changed and stands in no group, each sentence once. A common word of
    the question, such as "answer", is what it is about, not what is measured."""
    told = {s.text for group in groups for s in group.statements}
    changed = {
        s.text: s
        for s in reversed(every)
        if s.change
        and s.text not in told
        and not (s.change.key in asked and background.idf(s.change.key) < RARE)
    }
    return list(changed.values())


def _wanted_limits(aims: Sequence[ActionTarget], groups: Sequence[Group]) -> Set[SentenceRole]:
    """Without parts that an action leaves out, or that have a section of their own."""
    skipped = {cue for aim in of_verb(aims, Verb.SKIP_SECTION) for cue in aim.parts}
    with_own = {action_id for group in groups for action_id in group.action_ids}
    if any(aim.action_id in with_own for aim in of_verb(aims, Verb.NEXT_STEPS)):
        skipped.add(SentenceRole.FUTURE)
    return {SentenceRole.LIMITATION, SentenceRole.FUTURE} - skipped


def _brought_forward(groups: Sequence[Group], aims: Sequence[ActionTarget]) -> list[Group]:
    """With the section that most serves an action which asks to come first in front, where at least
    half of it does."""
    ordered = list(groups)
    for aim in aims:
        if aim.comes_first and not aim.action.emphasis and ordered:
            shares = [
                sum(aim.action_id in s.action_ids for s in g.statements) / len(g.statements)
                for g in ordered
            ]
            best = shares.index(max(shares))
            if shares[best] >= 0.5:
                ordered[best] = replace(ordered[best], place=Place.FIRST)
    return ordered
