"""What a section can gather: the statements that open a digest, come nearest to an answer, tell of
one side, report on the same measure, share a theme or name a limit."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import IntEnum

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.papers import PaperId
from myscholar.domain.text import listed
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import ActionTarget
from myscholar.report.extractive.doing import Doing, doing, n_papers, name_proposed
from myscholar.report.extractive.openings import is_survey
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.extractive.themes import WIDEST, themes
from myscholar.report.extractive.titles import Lexicon
from myscholar.report.framing import Joint
from myscholar.report.quality import defined_term
from myscholar.text.background import Background
from myscholar.text.lexicons import word_set
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.question_words import ASKED_THINGS
from myscholar.text.terms import content_stems, lexicon_stems, phrase_key, stem

LEAST = 3
"""Statements that a section of its own needs. By hand; with 6, 49 % of the actions are done instead
of 63 %."""
MOST_ASKED, MOST_LIMITS, MOST_THINGS = 8, 8, 12
"""Statements of a section that an action asks for, on limits, and on things asked for; by hand."""
N_NEAREST, NEAREST = 4, 0.3
"""Findings that stand in front, and the relevance that they need. By hand."""
MOST_MEASURES = 3
"""Measures whose results are compared, at most. By hand: the section's title names them; with 2 or
6 none of 24 reports differs."""
NEAR = 0.2
"""Relevance of a sentence, beside the nearest, that stands among the results. By hand."""
_CALLED_SO = word_set("reports.called_so")
_ASKS_FOR_THINGS = (
    QuestionKind.EVALUATION,
    QuestionKind.LIST,
    QuestionKind.SURVEY,
    QuestionKind.OTHER,
)


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


Groups = list[Group]


def gather_asked(aim: ActionTarget, left: Sequence[CandidateSentence], lexicon: Lexicon) -> Groups:
    """The section that an action asks for."""
    members = tuple(s for s in left if aim.action_id in s.action_ids)[:MOST_ASKED]
    if len(members) < min(LEAST, 2):
        return []
    place = Place.LAST if aim.comes_last else Place.ASKED
    if aim.action.emphasis or aim.comes_first:
        place = Place.FIRST
    title = "Open Questions for a Next Study"
    if aim.verb is not Verb.NEXT_STEPS:
        terms = aim.wanted if aim.cues else aim.action.directive.terms
        title = lexicon.title_case(" and ".join(terms[:2]))
        if aim.cues:
            title = f"Background: {title}" if title else "Background"
    return [Group(title, members, place, (aim.action_id,))]


def gather_opening(members: Sequence[CandidateSentence], lexicon: Lexicon) -> Groups:
    if not members:
        return []
    if term := next(filter(None, (defined_term(s.text) for s in members)), ""):
        is_plural = term.endswith("s") and not term.endswith(("ss", "is", "us", "ics"))
        title = f"What {lexicon.title_case(term)} {'Are' if is_plural else 'Is'}"
    elif n_surveys := sum(map(is_survey, members)):
        title = "A Survey to Start From" if n_surveys == 1 else "Surveys to Start From"
    else:
        title = "Background"
    return [Group(title, tuple(members), Place.OPENING)]


def gather_nearest(left: Sequence[CandidateSentence], first: Set[ActionId]) -> Groups:
    """What comes closest to an answer: the reported findings nearest to the question, a paper once,
    where there is more than that. Those that serve an action which asks to come `first` do. Who
    "shows the performance of" something has not said how it performs."""

    def near(s: CandidateSentence) -> tuple[bool, float]:
        return bool(first & set(s.action_ids)), s.relevance

    findings = (
        s for s in left if doing(s) is Doing.REPORTS and s.framing.joint is not Joint.OBJECT
    )
    told = {s.paper.paper_id: s for s in sorted(findings, key=near) if s.relevance >= NEAREST}
    members = tuple(sorted(told.values(), key=near, reverse=True)[:N_NEAREST])
    if len(members) < 2 or n_papers(left) < 3 * N_NEAREST:
        return []
    return [Group("Findings Closest to the Question", members, Place.NEAREST)]


def gather_sides(
    analysis: QuestionAnalysis, left: Sequence[CandidateSentence], lexicon: Lexicon
) -> Groups:
    """For a comparison: what names several of the things compared, and what names each."""
    things = {thing: frozenset(content_stems(thing)) for thing in analysis.compares[:3]}
    named = [(s, [t for t, stems in things.items() if stems and stems <= s.stems]) for s in left]
    alone = {t: tuple(s for s, names in named if names == [t]) for t in things}
    if sum(len(own) >= LEAST for own in alone.values()) < 2:
        return []
    both = tuple(s for s, names in named if len(names) > 1)
    titled = {f"{lexicon.title_case(' and '.join(things))} Side by Side": both}
    titled |= {f"What Is Said of {lexicon.title_case(t)}": own for t, own in alone.items()}
    return [
        Group(t, members, Place.SIDES) for t, members in titled.items() if len(members) >= LEAST
    ]


def gather_things(
    analysis: QuestionAnalysis,
    left: Sequence[CandidateSentence],
    every: Sequence[CandidateSentence],
) -> Groups:
    """A section on the things asked for, or on evaluating where that is asked: of each chosen paper
    the best sentence that speaks of them."""
    if analysis.kind not in _ASKS_FOR_THINGS:
        return []
    asked = [thing for thing in analysis.asks_for if thing in _CALLED_SO]
    words = frozenset(stem(name) for name, thing in ASKED_THINGS.items() if thing in asked)
    if not asked and analysis.kind is QuestionKind.EVALUATION:
        words = lexicon_stems("reports.evaluating")
    papers = {s.paper.paper_id for s in left}
    speaking = [s for s in every if words & s.stems and s.paper.paper_id in papers]
    best = {s.paper.paper_id: s for s in sorted(speaking, key=lambda s: s.merit)}
    members = tuple(sorted(best.values(), key=lambda s: -s.merit)[:MOST_THINGS])
    if len(members) < LEAST or len(best) > WIDEST * len(papers):
        return []
    title = listed([t.capitalize() for t in asked]) or "How It Is Evaluated"
    return [Group(title, members, Place.SIDES)]


def gather_results(changed: Sequence[CandidateSentence], lexicon: Lexicon) -> Groups:
    """One section on what several papers report of the same measure, so that agreement and
    difference are seen; a paper once a measure."""
    by_key: dict[str, dict[PaperId, CandidateSentence]] = {}
    for s in sorted(changed, key=lambda s: -s.merit):
        if s.change and s.relevance >= NEAR and _is_measure(s.change.measure, lexicon):
            by_key.setdefault(s.change.key, {}).setdefault(s.paper.paper_id, s)
    shared = [tuple(own.values()) for own in by_key.values() if len(own) > 1]
    shared.sort(key=lambda own: (-len(own), own[0].rank))
    members = tuple(s for own in shared[:MOST_MEASURES] for s in own)
    if len(members) < LEAST:
        return []
    measures = [s.change.measure.split()[-1] for s, *_ in shared[:MOST_MEASURES] if s.change]
    title = f"Measured in Several Papers: {listed([lexicon.title_case(m) for m in measures])}"
    return [Group(title, members, Place.RESULTS)]


def _is_measure(measure: str, lexicon: Lexicon) -> bool:
    """Whether the sources use its last word as the end of a noun phrase."""
    usage = lexicon.usage.get(phrase_key(measure.split()[-1]))
    return usage is not None and usage.count > 2 and usage.ends_well >= 0.33 * usage.count


def gather_limits(left: Sequence[CandidateSentence], cues: Set[SentenceRole]) -> Groups:
    members = tuple(s for s in left if s.cues & cues and doing(s) is Doing.LIMITS)[:MOST_LIMITS]
    if n_papers(members) < LEAST:
        return []
    return [Group("Limits and Open Questions", members, Place.LIMITS)]


def gather_themes(
    left: Sequence[CandidateSentence],
    asked: Set[str],
    topic: str,
    background: Background,
    lexicon: Lexicon,
    *,
    most: int,
    is_rest: bool,
) -> Groups:
    """A section a theme, those of the question's own words first; `is_rest` says whether other
    sections stand before them."""
    made: Groups = []
    found = themes(left, lexicon, background, asked, most=most, least=LEAST)
    for theme in sorted(
        found, key=lambda t: (t.is_rest, not set(content_stems(" ".join(t.phrases))) <= asked)
    ):
        about = lexicon.title_case(topic)
        title = listed([lexicon.title_case(p) for p in theme.phrases]) or (
            f"More on {about}" if is_rest or made else about
        )
        names = filter(None, (name_proposed(s, background) for s in theme.statements))
        group = Group(
            title[:1].upper() + title[1:],
            theme.statements,
            label=listed(theme.also if theme.is_rest else (*theme.phrases, *theme.also)),
            names=tuple(dict.fromkeys(names)),
        )
        made.append(group)
    return made
