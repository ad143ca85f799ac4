"""From chosen statements to sections: what the thing is, what actions ask for, sides of a
comparison, results on the same measure, themes, limits."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.papers import PaperId
from myscholar.domain.text import listed
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import ActionTarget, of_verb
from myscholar.report.extractive.directions import ReportedChange
from myscholar.report.extractive.doing import Doing, doing, n_papers, name_proposed
from myscholar.report.extractive.openings import RARE, is_survey
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.themes import WIDEST, themes
from myscholar.report.extractive.titles import Lexicon
from myscholar.report.framing import Joint
from myscholar.report.quality import defined_term
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.question_words import ASKED_THINGS
from myscholar.text.terms import content_stems, phrase_key, stem

LEAST = 3
"""Statements that a section of its own needs."""
MOST_THEMES, MOST_THEMES_BRIEF = 5, 2
MOST_SECTIONS = 8
"""With the table, the connections and what no theme took."""
MOST_LIMITS = 8
N_NEAREST, NEAREST = 4, 0.3
"""Findings that stand in front because they come closest to the question, and the relevance that
they need. By hand."""
MOST_MEASURES, MOST_PER_MEASURE = 3, 6
MOST_THINGS = 12
NEAR = 0.2
"""Relevance of a sentence, beside the nearest, that stands among the results. By hand."""


class Place(IntEnum):
    """Where a section stands."""

    FIRST = 0
    OPENING = 1
    NEAREST = 2
    SIDES = 3
    RESULTS = 4
    THEMES = 5
    ASKED = 6
    LIMITS = 7
    LAST = 8


@dataclass(frozen=True)
class Group:
    """A section before it is written."""

    title: str
    statements: tuple[CandidateSentence, ...]
    place: Place = Place.THEMES
    action_ids: tuple[ActionId, ...] = ()
    label: str = ""
    """What its statements share, in running text."""
    names: tuple[str, ...] = ()
    """Of what its papers propose."""


def outline(
    chosen: Sequence[CandidateSentence],
    every: Sequence[CandidateSentence],
    opening: Sequence[CandidateSentence],
    analysis: QuestionAnalysis,
    aims: Sequence[ActionTarget],
    background: Background,
    lexicon: Lexicon,
) -> tuple[Group, ...]:
    """Every chosen statement in exactly one group, in reading order; what `every` statement reports
    on a measure that several papers share comes on top."""
    asked = frozenset(content_stems(analysis.text))
    explained = {phrase_key(term) for s in opening if (term := defined_term(s.text))}
    left = [
        *opening,
        *(
            s
            for s in chosen
            if s not in opening and phrase_key(defined_term(s.text)) not in explained
        ),
    ]
    groups = [
        group
        for aim in of_verb(aims, Verb.ADD_SECTION, Verb.NEXT_STEPS)
        for group in _asked_for(aim, left, lexicon)
    ]
    groups.extend(_opening([s for s in opening if s in left], left, lexicon))
    groups.extend(_nearest(left, {aim.action_id for aim in aims if aim.comes_first}))
    groups.extend(_sides(analysis, left, lexicon))
    groups.extend(_things(analysis, left, every))
    skipped = {cue for aim in of_verb(aims, Verb.SKIP_SECTION) for cue in aim.parts}
    has_next_steps = any(
        aim.verb is Verb.NEXT_STEPS and any(aim.action_id in g.action_ids for g in groups)
        for aim in aims
    )
    told = {s.text for group in groups for s in group.statements}
    changed = [
        s
        for s in every
        if s.change and s.text not in told and not _is_common(s.change, asked, background)
    ]
    groups.extend(_results(left, list({s.text: s for s in reversed(changed)}.values()), lexicon))
    groups.extend(
        _limits(
            left,
            {SentenceRole.LIMITATION, SentenceRole.FUTURE}
            - skipped
            - ({SentenceRole.FUTURE} if has_next_steps else set()),
        )
    )
    room = (
        MOST_SECTIONS
        - len(groups)
        - 1
        - len({aim.verb for aim in of_verb(aims, Verb.COMPARE, Verb.CONNECT)})
    )
    most = MOST_THEMES_BRIEF if of_verb(aims, Verb.BRIEF) else max(2, min(MOST_THEMES, room))
    groups.extend(_themes(left, groups, asked, background, lexicon, most, analysis))
    return tuple(sorted(_brought_forward(groups, aims), key=lambda g: g.place))


def _opening(
    members: Sequence[CandidateSentence], left: list[CandidateSentence], lexicon: Lexicon
) -> list[Group]:
    if not members:
        return []
    _take(left, members)
    term = next(filter(None, (defined_term(s.text) for s in members)), "")
    plural = term.endswith("s") and not term.endswith(("ss", "is", "us", "ics"))
    n_surveys = sum(map(is_survey, members))
    others = (
        "Background"
        if not n_surveys
        else "A Survey to Start From"
        if n_surveys == 1
        else "Surveys to Start From"
    )
    title = f"What {lexicon.title_case(term)} {'Are' if plural else 'Is'}" if term else others
    return [Group(title, tuple(members), Place.OPENING)]


def _asked_for(aim: ActionTarget, left: list[CandidateSentence], lexicon: Lexicon) -> list[Group]:
    members = [s for s in left if aim.action_id in s.action_ids][:8]
    if len(members) < min(LEAST, 2):
        return []
    _take(left, members)
    place = (
        Place.FIRST
        if aim.action.emphasis or aim.comes_first
        else Place.LAST
        if aim.comes_last
        else Place.ASKED
    )
    if aim.verb is Verb.NEXT_STEPS:
        return [Group("Open Questions for a Next Study", tuple(members), place, (aim.action_id,))]
    named = lexicon.title_case(
        " and ".join((aim.wanted if aim.cues else aim.action.directive.terms)[:2])
    )
    title = (f"Background: {named}" if named else "Background") if aim.cues else named
    return [Group(title, tuple(members), place, (aim.action_id,))]


def _nearest(left: list[CandidateSentence], first: Set[ActionId]) -> list[Group]:
    """What comes closest to an answer: the reported findings nearest to the question, a paper once,
    where there is more than that. Those that serve an action which asks to come `first` do."""

    def near(s: CandidateSentence) -> tuple[bool, float]:
        return bool(first & set(s.action_ids)), s.relevance

    told = {
        s.paper.paper_id: s
        for s in sorted(left, key=near)
        if _is_finding(s) and s.relevance >= NEAREST
    }
    members = sorted(told.values(), key=near, reverse=True)[:N_NEAREST]
    if len(members) < 2 or n_papers(left) < 3 * N_NEAREST:
        return []
    _take(left, members)
    return [Group("Findings Closest to the Question", tuple(members), Place.NEAREST)]


def _is_finding(statement: CandidateSentence) -> bool:
    """Whether it tells what came out: who "shows the performance of" something has not said how it
    performs."""
    return doing(statement) is Doing.REPORTS and statement.framing.joint is not Joint.OBJECT


def _sides(
    analysis: QuestionAnalysis, left: list[CandidateSentence], lexicon: Lexicon
) -> list[Group]:
    """For a comparison: a section on the statements that name several of the things compared, and
    one on each thing."""
    things = [(thing, frozenset(content_stems(thing))) for thing in analysis.compares[:3]]
    if len(things) < 2:
        return []
    named = {id(s): [thing for thing, stems in things if stems and stems <= s.stems] for s in left}
    both = [s for s in left if len(named[id(s)]) > 1]
    sides = [(thing, [s for s in left if named[id(s)] == [thing]]) for thing, _ in things]
    if sum(len(members) >= LEAST for _, members in sides) < 2:
        return []
    titled = [(f"{lexicon.title_case(' and '.join(t for t, _ in things))} Side by Side", both)]
    titled += [(f"What Is Said of {lexicon.title_case(t)}", members) for t, members in sides]
    groups = [
        Group(title, tuple(members), Place.SIDES)
        for title, members in titled
        if len(members) >= LEAST
    ]
    for group in groups:
        _take(left, group.statements)
    return groups


_NAMED_AS_SUCH = ("datasets", "benchmarks", "metrics", "tools", "interfaces")
"""Things asked for that a sentence on them calls so; methods and systems have other names."""
_EVALUATING = frozenset(map(stem, ("evaluate", "metric", "benchmark", "judge", "assess", "score")))


def _things(
    analysis: QuestionAnalysis, left: list[CandidateSentence], every: Sequence[CandidateSentence]
) -> list[Group]:
    """A section on the things asked for, or on evaluating where that is asked: of each chosen paper
    the best sentence that speaks of them."""
    if analysis.kind not in (
        QuestionKind.EVALUATION,
        QuestionKind.LIST,
        QuestionKind.SURVEY,
        QuestionKind.OTHER,
    ):
        return []
    asked = [thing for thing in analysis.asks_for if thing in _NAMED_AS_SUCH]
    words = frozenset(stem(name) for name, thing in ASKED_THINGS.items() if thing in asked)
    if not asked and analysis.kind is QuestionKind.EVALUATION:
        words = _EVALUATING
    papers = {s.paper.paper_id for s in left}
    speaking = [s for s in every if words & s.stems and s.paper.paper_id in papers]
    best = {s.paper.paper_id: s for s in sorted(speaking, key=lambda s: s.merit)}
    members = sorted(best.values(), key=lambda s: -s.merit)[:MOST_THINGS]
    if len(members) < LEAST or len(best) > WIDEST * len(papers):
        return []
    _take(left, members)
    return [
        Group(
            listed([t.capitalize() for t in asked]) or "How It Is Evaluated",
            tuple(members),
            Place.SIDES,
        )
    ]


def _results(
    left: list[CandidateSentence], every: Sequence[CandidateSentence], lexicon: Lexicon
) -> list[Group]:
    """One section on what several papers report of the same measure, so that agreement and
    difference are seen; a paper once a measure."""
    by_key: dict[str, dict[PaperId, CandidateSentence]] = {}
    for s in sorted(every, key=lambda s: -s.merit):
        if s.change and s.relevance >= NEAR and _is_measure(s.change, lexicon):
            by_key.setdefault(s.change.key, {}).setdefault(s.paper.paper_id, s)
    shared = [
        tuple(group.values())[:MOST_PER_MEASURE] for group in by_key.values() if len(group) > 1
    ]
    shared.sort(key=lambda group: (-len(group), group[0].rank))
    members = tuple(s for group in shared[:MOST_MEASURES] for s in group)
    if len(members) < LEAST:
        return []
    _take(left, members)
    measures = [
        lexicon.title_case(group[0].change.measure.split()[-1])
        for group in shared[:MOST_MEASURES]
        if group[0].change
    ]
    return [Group(f"Measured in Several Papers: {listed(measures)}", members, Place.RESULTS)]


def _is_common(change: ReportedChange, asked: Set[str], background: Background) -> bool:
    """Whether it is a common word of the question, such as "answer": what it is about, not what is
    measured."""
    return change.key in asked and background.idf(change.key) < RARE


def _is_measure(change: ReportedChange, lexicon: Lexicon) -> bool:
    """Whether the sources use its last word as the end of a noun phrase."""
    usage = lexicon.usage.get(phrase_key(change.measure.split()[-1]))
    return usage is not None and usage.count > 2 and usage.ends_well >= 0.33 * usage.count


def _limits(left: list[CandidateSentence], cues: Set[SentenceRole]) -> list[Group]:
    members = [s for s in left if s.cues & cues and doing(s) is Doing.LIMITS][:MOST_LIMITS]
    if len({s.paper.paper_id for s in members}) < LEAST:
        return []
    _take(left, members)
    return [Group("Limits and Open Questions", tuple(members), Place.LIMITS)]


def _themes(
    left: Sequence[CandidateSentence],
    groups: Sequence[Group],
    asked: Set[str],
    background: Background,
    lexicon: Lexicon,
    most: int,
    analysis: QuestionAnalysis,
) -> list[Group]:
    made: list[Group] = []
    found = themes(left, lexicon, background, asked, most=most, least=LEAST)
    for theme in sorted(
        found, key=lambda t: (t.is_rest, not set(content_stems(" ".join(t.phrases))) <= asked)
    ):
        about = lexicon.title_case(analysis.topic)
        title = listed([lexicon.title_case(p) for p in theme.phrases]) or (
            f"More on {about}" if groups or made else about
        )
        made.append(
            Group(
                title[:1].upper() + title[1:],
                theme.statements,
                label=listed(theme.also if theme.is_rest else (*theme.phrases, *theme.also)),
                names=tuple(
                    dict.fromkeys(
                        filter(None, (name_proposed(s, background) for s in theme.statements))
                    )
                ),
            )
        )
    return made


def _brought_forward(groups: Sequence[Group], aims: Sequence[ActionTarget]) -> list[Group]:
    """With the section that most serves an action which asks to come first in front, where at least
    half of it does."""
    moved = list(groups)
    for aim in aims:
        if aim.comes_first and not aim.action.emphasis and moved:
            best = max(moved, key=lambda g: _serving(g, aim))
            if _serving(best, aim) >= 0.5:
                moved[moved.index(best)] = replace(best, place=Place.FIRST)
    return moved


def _serving(group: Group, aim: ActionTarget) -> float:
    """Share of the group's statements that serve the action."""
    return sum(aim.action_id in s.action_ids for s in group.statements) / len(group.statements)


def _take(left: list[CandidateSentence], members: Sequence[CandidateSentence]) -> None:
    gone = {id(s) for s in members}
    left[:] = [s for s in left if id(s) not in gone]
