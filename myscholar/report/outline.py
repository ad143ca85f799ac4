"""From chosen statements to sections: what actions ask for, what the question sets side by side, roles, and topics.

Order: the reader's emphasized sections, background, topics (most relevant first), evaluation, limits and open problems.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId
from myscholar.report.aims import Aim, of_verb
from myscholar.report.choice import Choice
from myscholar.report.cues import Cue
from myscholar.report.statements import Statement
from myscholar.report.themes import Candidate, candidates, phrases_of, shares_word, split, themes
from myscholar.report.titles import Lexicon, without_possessive
from myscholar.report.topic import Topic
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.terms import content_stems, stem

LEAST = 4
"""Statements that a section of its own needs; one fewer when there are not PLENTY in all."""
PLENTY = 28
FEWEST_SECTIONS, MOST_SECTIONS = 4, 7
LEAST_ASKED = 3
"""Statements of a section that an action asks for, one fewer when there are not PLENTY in all; those of a smaller one stand in the other sections."""
LEAST_PAPERS = 3
"""Papers that a topical section needs."""
SECTIONS_IN_ALL = 8
"""With the table and the connections."""
PER_SECTION = 10
LONGEST = 18
"""Statements of a section that was joined from several."""
UNPLACED = 5.0
"""The place of a group that is ordered by its relevance."""


@dataclass(frozen=True)
class Group:
    """A section before it is written. `phrases` are its telling noun phrases, for its TL;DR and the openings of its paragraphs."""

    title: str
    statements: tuple[Statement, ...]
    role: Cue | None = None
    action_ids: tuple[ActionId, ...] = ()
    phrases: tuple[str, ...] = ()
    place: float = UNPLACED
    """Sections are ordered by this, low first."""

    is_general: bool = False
    """Whether its title names the question's topic and no theme."""

    @property
    def heading(self) -> str:
        """The title without the name of its role: "Dropout Rate" of "Evaluation: Dropout Rate"."""
        return self.title.partition(": ")[2] or self.title if self.role else self.title


def outline(
    choice: Choice, analysis: QuestionAnalysis, aims: Sequence[Aim], topic: Topic, background: Background, lexicon: Lexicon
) -> tuple[Group, ...]:
    """Every chosen statement in exactly one group, but for the least relevant of groups that are too long; groups in reading order."""
    left = list(choice.statements)
    groups: list[Group] = []
    for aim in of_verb(aims, Verb.ADD_SECTION, Verb.NEXT_STEPS):
        groups.extend(_asked_for(aim, left, lexicon))
    has_next_steps = any(g.role is Cue.FUTURE for g in groups)
    groups.extend(_sides(analysis, left, lexicon))
    skipped = frozenset(cue for aim in of_verb(aims, Verb.SKIP_SECTION) for cue in aim.parts)
    groups.extend(
        _roles(
            left,
            skipped,
            has_next_steps=has_next_steps,
            n_sections=len(groups),
            limits_asked=_asks_for_limits(analysis),
        )
    )
    named = candidates(choice.statements, lexicon, background, topic)
    groups.extend(
        _topics(left, choice.statements, named, topic, MOST_SECTIONS - len(groups), brief=bool(of_verb(aims, Verb.BRIEF)))
    )
    if not of_verb(aims, Verb.BRIEF):
        _part_the_largest(groups, topic)
    _join_thin(groups, FEWEST_SECTIONS - _sections_to_come(analysis, aims))
    _keep_at_most(groups, SECTIONS_IN_ALL - _sections_to_come(analysis, aims))
    titled = _named(groups, named, choice.statements, analysis, lexicon)
    _join_general(titled, FEWEST_SECTIONS)  # a table or connections that were to come may turn out too thin to be written
    _join_small(titled, _least_asked(len(choice.statements)))
    _bring_forward(titled, aims)
    return tuple(sorted(titled, key=lambda g: g.place))


def _topics(
    left: Sequence[Statement], everyone: Sequence[Statement], named: Sequence[Candidate], topic: Topic, most: int, *, brief: bool
) -> list[Group]:
    """Themes of the statements that no other section took; small remains without a theme are left out when there is enough else."""
    if not left:
        return []
    least = LEAST if len(everyone) >= PLENTY else LEAST - 1
    fewest = min(FEWEST_SECTIONS - (MOST_SECTIONS - most), len(left) // (least + 1))
    n = max(1, min(most, 3 if brief else 5, max(round(len(left) / 7), fewest)))
    index = {id(s): i for i, s in enumerate(everyone)}
    local = {index[id(s)]: i for i, s in enumerate(left)}
    usable = [replace(c, holds={local[i]: v for i, v in c.holds.items() if i in local}) for c in named]
    groups: list[Group] = []
    for theme in themes(left, usable, n, least, PER_SECTION):
        members = [left[i] for i in theme.members]
        if theme.phrases:
            groups.append(Group("", tuple(members), phrases=theme.phrases))
        else:
            n_rest = max(1, min(most - len(groups), max(n - len(groups), math.ceil(len(members) / (PER_SECTION - 2)))))
            parts = split(members, topic, n_rest, least)
            groups.extend(Group("", tuple(p[: PER_SECTION + 4])) for p in parts if len(p) >= least or len(left) < 2 * least)
    return groups


def _sections_to_come(analysis: QuestionAnalysis, aims: Sequence[Aim]) -> int:
    """The table and the connections to the reader's papers, which are written after the rest."""
    table = bool(of_verb(aims, Verb.COMPARE)) or analysis.kind is QuestionKind.COMPARISON
    return table + bool(of_verb(aims, Verb.CONNECT))


def _join_thin(groups: list[Group], fewest: int) -> None:
    """Puts topical sections on fewer than LEAST_PAPERS papers into the smallest other one, as long as more than `fewest` sections are there."""
    while len(groups) > fewest:
        topical = [g for g in groups if _is_topical(g)]
        thin = next((g for g in topical if len({s.paper.paper_id for s in g.statements}) < LEAST_PAPERS), None)
        if thin is None or len(topical) < 2:
            return
        host = min((g for g in topical if g is not thin), key=lambda g: len(g.statements))
        groups[groups.index(host)] = replace(host, statements=(*host.statements, *thin.statements))
        groups.remove(thin)


def _join_general(groups: list[Group], fewest: int) -> None:
    """Makes one section of those without a theme of their own, as long as more than `fewest` are there."""
    while len(groups) > fewest:
        general = [g for g in groups if g.is_general]
        if len(general) < 2:
            return
        first, second = general[0], general[1]
        ranked = sorted((*first.statements, *second.statements), key=lambda s: -s.merit)
        groups[groups.index(first)] = replace(first, statements=tuple(ranked[:LONGEST]))
        groups.remove(second)


def _join_small(groups: list[Group], least: int) -> None:
    """Puts sections of fewer than `least` statements into the smallest other one that no action asked for."""
    for small in [g for g in groups if len(g.statements) < least]:
        hosts = [g for g in groups if g is not small and not g.action_ids]
        if hosts:
            host = min(hosts, key=lambda g: len(g.statements))
            groups[groups.index(host)] = replace(host, statements=(*host.statements, *small.statements))
            groups.remove(small)


def _bring_forward(groups: list[Group], aims: Sequence[Aim]) -> None:
    """Gives the first place to the section that most serves an action which asks to come first, where at least half of it does."""
    for aim in aims:
        if aim.comes_first and not aim.action.emphasis:
            best = max(groups, key=lambda g: _serving(g, aim))
            if best.place > 1.0 and _serving(best, aim) >= 0.5:
                groups[groups.index(best)] = replace(best, place=1.5)


def _serving(group: Group, aim: Aim) -> float:
    """Share of the group's statements that serve the action."""
    return sum(aim.action_id in s.action_ids for s in group.statements) / len(group.statements)


def _is_topical(group: Group) -> bool:
    return not (group.role or group.action_ids or group.title)


def _keep_at_most(groups: list[Group], most: int) -> None:
    """Without the least relevant sections that no action asked for."""
    while len(groups) > most:
        free = [g for g in groups if not g.action_ids]
        if not free:
            return
        groups.remove(min(free, key=lambda g: sum(s.relevance for s in g.statements)))


def _part_the_largest(groups: list[Group], topic: Topic) -> None:
    """Parts the largest topical group in two until there are FEWEST_SECTIONS, as long as both parts keep LEAST - 1 statements."""
    while len(groups) < FEWEST_SECTIONS:
        topical = [g for g in groups if not g.role and not g.action_ids and not g.title and len(g.statements) >= 2 * (LEAST - 1)]
        largest = max(topical, key=lambda g: len(g.statements), default=None)
        parts = split(largest.statements, topic, 2, LEAST - 1) if largest else []
        if largest is None or len(parts) < 2:
            return
        at = groups.index(largest)
        groups[at : at + 1] = [replace(largest, statements=tuple(parts[0])), Group("", tuple(parts[1]))]


def _asked_for(aim: Aim, left: list[Statement], lexicon: Lexicon) -> list[Group]:
    members = [s for s in left if aim.action_id in s.action_ids][: PER_SECTION if aim.action.emphasis else 8]
    if len(members) < _least_asked(len(left)):
        return []
    _take(left, members)
    if aim.verb is Verb.NEXT_STEPS:
        return [
            Group(
                "Open Questions for a Next Study",
                tuple(members),
                Cue.FUTURE,
                (aim.action_id,),
                place=1.0 if aim.action.emphasis else 9.5,
            )
        ]
    named = lexicon.title_case(" and ".join((aim.wanted if aim.cues else aim.action.directive.terms)[:2]))
    title = (f"Background: {named}" if named else "Background") if aim.cues else named
    return [Group(title, tuple(members), None, (aim.action_id,), place=1.0 if aim.action.emphasis else 6.0)]


def _least_asked(n_statements: int) -> int:
    return LEAST_ASKED - (n_statements < PLENTY)


def _sides(analysis: QuestionAnalysis, left: list[Statement], lexicon: Lexicon) -> list[Group]:
    """For a comparison: a section on each thing compared, and one on the statements that name several."""
    things = [(thing, frozenset(content_stems(thing))) for thing in analysis.compares[:3]]
    if len(things) < 2:
        return []
    named = {id(s): [thing for thing, stems in things if stems and stems <= s.stems] for s in left}
    both = [s for s in left if len(named[id(s)]) > 1][:PER_SECTION]
    sides = [(thing, [s for s in left if named[id(s)] == [thing]][:PER_SECTION]) for thing, _ in things]
    if sum(len(members) >= LEAST for _, members in sides) < 2:
        return []
    groups = [
        Group(f"Accounts of {lexicon.title_case(t)}", tuple(m), place=3.0 + i / 10)
        for i, (t, m) in enumerate(sides)
        if len(m) >= LEAST
    ]
    if len(both) >= LEAST:
        groups.append(Group(f"{lexicon.title_case(' and '.join(t for t, _ in things))} Side by Side", tuple(both), place=2.5))
    for group in groups:
        _take(left, group.statements)
    return groups


def _roles(
    left: list[Statement], skipped: frozenset[Cue], *, has_next_steps: bool, n_sections: int, limits_asked: bool
) -> list[Group]:
    """Sections by what sentences do: a background one, one on limits and open problems; each only with enough statements of several papers."""
    if len(left) < 14:
        return []
    groups: list[Group] = []
    ends = {Cue.FUTURE} if has_next_steps else {Cue.LIMITATION, Cue.FUTURE}
    plans = [
        (Cue.LIMITATION, ends, 2.5 if limits_asked else 9.0),
        (Cue.BACKGROUND, {Cue.BACKGROUND, Cue.DEFINITION}, 2.0),
        (Cue.EVALUATION, {Cue.EVALUATION}, 8.0),
    ]
    for role, cues, place in plans:
        if role in skipped or n_sections + len(groups) >= MOST_SECTIONS - 2:
            continue
        fitting = [s for s in left if s.cues & cues]
        members = _spread(fitting, PER_SECTION if limits_asked and role is Cue.LIMITATION else min(8, len(left) // 4))
        if len(members) >= LEAST + 1 and len({s.paper.paper_id for s in members}) >= 3:
            _take(left, members)
            groups.append(Group("", tuple(members), role, place=place))
    return groups


def _asks_for_limits(analysis: QuestionAnalysis) -> bool:
    """Whether limits are what the question is about, so that they come right after the background."""
    return bool(
        {stem(a) for a in analysis.asks_for}
        & {stem(w) for w in ("challenges", "limitations", "problems", "barriers", "obstacles")}
    )


def _spread(statements: Sequence[Statement], n: int) -> list[Statement]:
    """The first `n`, at most two of a paper."""
    seen: Counter[str] = Counter()
    kept: list[Statement] = []
    for s in statements:
        if seen[s.paper.paper_id] < 2 and len(kept) < n:
            seen[s.paper.paper_id] += 1
            kept.append(s)
    return kept


def _take(left: list[Statement], members: Sequence[Statement]) -> None:
    gone = {id(s) for s in members}
    left[:] = [s for s in left if id(s) not in gone]


_ROLE_TITLES = {
    Cue.BACKGROUND: ("Background: {}", "Background and Main Ideas"),
    Cue.LIMITATION: ("Limits and Open Problems: {}", "Reported Limits and Open Problems"),
    Cue.EVALUATION: ("Evaluation: {}", "Evaluation and Measured Results"),
}
_DOING = {
    Cue.METHOD: "Methods for {}",
    Cue.EVALUATION: "Studies and Evaluations of {}",
    Cue.NUMBERS: "Measured Results on {}",
    Cue.APPLICATION: "Uses of {}",
    Cue.BACKGROUND: "Background on {}",
}
_GENERAL_TITLES = ("Findings on {}", "Other Aspects of {}", "More on {}")
_GENERAL_OPENINGS = tuple(form.partition("{}")[0] for form in _GENERAL_TITLES)


def _named(
    groups: Sequence[Group],
    named: Sequence[Candidate],
    everyone: Sequence[Statement],
    analysis: QuestionAnalysis,
    lexicon: Lexicon,
) -> list[Group]:
    """The groups with telling phrases, and titles where they have none; no two titles share their last word's stem where that can be helped."""
    titles = [g.title for g in groups if g.title]
    result = []
    for group in sorted(groups, key=_specificity):  # "Findings on" comes before "Other Aspects of"
        phrases = tuple(dict.fromkeys((*group.phrases, *phrases_of(group.statements, named, everyone, 8))))
        others = [g.phrases[0] for g in groups if g is not group and g.phrases]
        title = group.title or _title(group, phrases, [*titles, *others], analysis, lexicon)
        general = not (group.title or group.role) and title.startswith(_GENERAL_OPENINGS)
        titles.append(title)
        place = group.place if group.place != UNPLACED else 4.0 + _specificity(group)
        result.append(replace(group, title=title, phrases=phrases[:4], place=place, is_general=general))
    return result


def _title(group: Group, phrases: Sequence[str], taken: Sequence[str], analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """The telling phrase, after the role's name if there is one; a single word is joined with another phrase or the topic."""
    free = [p for p in phrases if not shares_word(p, taken) and _bears_out(group, p)]
    telling = [p for p in free if " " in p or "-" in p]
    if group.role in _ROLE_TITLES:
        form, alone = _ROLE_TITLES[group.role]
        return form.format(lexicon.title_case(telling[0])) if telling else alone
    first = tuple(p for p in group.phrases[:1] if _bears_out(group, p)) or tuple(telling[:1])
    pair = [*first, *[p for p in telling if p not in first and not (first and shares_word(p, first))][:1]]
    pair.sort(key=lambda p: " " not in p and "-" not in p)
    if pair and (" " in pair[0] or len(pair) > 1):
        return lexicon.title_case(pair[0] if " " in pair[0] else " and ".join(pair))
    topic = _topic_name(group, analysis, lexicon)
    if pair and topic and not shares_word(topic, taken):
        return lexicon.title_case(f"{pair[0]} and {topic}")
    return _general(group, taken, lexicon.title_case(topic) if topic else "the Question")


def _bears_out(group: Group, phrase: str) -> bool:
    """Whether at least half of the group's passages speak of it, and a quarter of the sentences themselves, two at least."""
    stems = set(content_stems(phrase))
    said = sum(stems <= s.stems for s in group.statements)
    near = sum(stems <= s.stems or stems <= s.around for s in group.statements)
    return 2 * near >= len(group.statements) and said >= max(2, len(group.statements) / 4)


def _topic_name(group: Group, analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """The core phrase that can stand as a noun and that most of the group's sentences hold; empty for a question that names no topic."""
    core = [without_possessive(p) for p in analysis.core_phrases]
    nouns = [p for p in core if " " in p or "-" in p or lexicon.is_noun(p)] or core[:1]
    held = {p: sum(set(content_stems(p)) <= s.stems for s in group.statements) for p in nouns}
    return max(nouns, key=lambda p: held[p], default="")


def _general(group: Group, taken: Sequence[str], topic: str) -> str:
    """A title for what belongs to the question's topic and to no theme: what most of its sentences do."""
    doing = Counter(cue for s in group.statements for cue in s.cues if cue in _DOING)
    forms = [_DOING[cue] for cue, n in doing.most_common() if 2 * n >= len(group.statements)]
    return next(
        (t for form in (*forms, *_GENERAL_TITLES) if (t := form.format(topic)) not in taken), f"{topic}: Other Statements"
    )


def _specificity(group: Group) -> float:
    """In [0, 1.5]: topical groups with more relevant statements come first, the one without a theme last."""
    return 1 - float(np.mean([s.relevance for s in group.statements])) + (0.5 if not group.phrases else 0.0)
