"""From chosen statements to sections: what actions ask for, what the question sets side by side, roles, and topics.

Order: the reader's emphasized sections, background, topics (most relevant first), evaluation, limits and open problems.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from myscholar.domain.actions import Verb
from myscholar.domain.evidence import ActionId
from myscholar.report.aims import Aim, of_verb
from myscholar.report.choice import Choice
from myscholar.report.cues import Cue
from myscholar.report.statements import Statement
from myscholar.report.titles import Lexicon, heading_phrases, section_titles
from myscholar.report.topic import Topic
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.similarity import tfidf
from myscholar.text.terms import content_stems

LEAST = 4
"""Statements that a section of its own needs."""
MOST_SECTIONS = 7
PER_SECTION = 10


@dataclass(frozen=True)
class Group:
    """A section before it is written. `phrases` are its telling noun phrases, for its TL;DR and the openings of its paragraphs."""

    title: str
    statements: tuple[Statement, ...]
    role: Cue | None = None
    action_ids: tuple[ActionId, ...] = ()
    phrases: tuple[str, ...] = ()
    place: float = 5.0
    """Sections are ordered by this, low first."""


def outline(
    choice: Choice, analysis: QuestionAnalysis, aims: Sequence[Aim], topic: Topic, background: Background, lexicon: Lexicon
) -> tuple[Group, ...]:
    """Every chosen statement in exactly one group, but for the least relevant of groups that are too long; groups in reading order."""
    left = list(choice.statements)
    groups: list[Group] = []
    for aim in of_verb(aims, Verb.ADD_SECTION, Verb.NEXT_STEPS):
        groups.extend(_asked_for(aim, left, lexicon))
    groups.extend(_sides(analysis, left, lexicon))
    skipped = frozenset(cue for aim in of_verb(aims, Verb.SKIP_SECTION) for cue in aim.parts)
    groups.extend(_roles(left, skipped, has_next_steps=bool(of_verb(aims, Verb.NEXT_STEPS)), n_sections=len(groups)))
    groups.extend(Group("", tuple(members)) for members in _topics(left, topic, MOST_SECTIONS - len(groups), brief=bool(of_verb(aims, Verb.BRIEF))))
    return tuple(sorted(_named(groups, lexicon, background, topic), key=lambda g: g.place))


def _asked_for(aim: Aim, left: list[Statement], lexicon: Lexicon) -> list[Group]:
    members = [s for s in left if aim.action_id in s.action_ids][: PER_SECTION if aim.action.emphasis else 8]
    if not members:
        return []
    _take(left, members)
    if aim.verb is Verb.NEXT_STEPS:
        return [Group("Open Questions for a Next Study", tuple(members), Cue.FUTURE, (aim.action_id,), place=1.0 if aim.action.emphasis else 9.5)]
    title = lexicon.title_case(" and ".join(aim.action.directive.terms[:2]))
    return [Group(title, tuple(members), None, (aim.action_id,), place=1.0 if aim.action.emphasis else 6.0)]


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
    groups = [Group(f"What Is Said of {lexicon.title_case(t)}", tuple(m), place=3.0 + i / 10) for i, (t, m) in enumerate(sides) if len(m) >= LEAST]
    if len(both) >= LEAST:
        groups.append(Group(f"{lexicon.title_case(' and '.join(t for t, _ in things))} Side by Side", tuple(both), place=2.5))
    for group in groups:
        _take(left, group.statements)
    return groups


def _roles(left: list[Statement], skipped: frozenset[Cue], *, has_next_steps: bool, n_sections: int) -> list[Group]:
    """Sections by what sentences do: a background one, one on limits and open problems; each only with enough statements of several papers."""
    if len(left) < 14:
        return []
    groups = []
    ends = {Cue.FUTURE} if has_next_steps else {Cue.LIMITATION, Cue.FUTURE}
    plans = [(Cue.LIMITATION, ends, 9.0), (Cue.BACKGROUND, {Cue.BACKGROUND, Cue.DEFINITION}, 2.0), (Cue.EVALUATION, {Cue.EVALUATION}, 8.0)]
    for role, cues, place in plans:
        if role in skipped or n_sections + len(groups) >= MOST_SECTIONS - 2:
            continue
        fitting = [s for s in left if s.cues & cues]
        members = _spread(fitting, min(8, len(left) // 4))
        if len(members) >= LEAST + 1 and len({s.paper.paper_id for s in members}) >= 3:
            _take(left, members)
            groups.append(Group("", tuple(members), role, place=place))
    return groups


def _spread(statements: Sequence[Statement], n: int) -> list[Statement]:
    """The first `n`, at most two of a paper."""
    seen: Counter[str] = Counter()
    kept = []
    for s in statements:
        if seen[s.paper.paper_id] < 2 and len(kept) < n:
            seen[s.paper.paper_id] += 1
            kept.append(s)
    return kept


def _take(left: list[Statement], members: Sequence[Statement]) -> None:
    gone = {id(s) for s in members}
    left[:] = [s for s in left if id(s) not in gone]


def _topics(left: Sequence[Statement], topic: Topic, most: int, *, brief: bool) -> list[list[Statement]]:
    """Groups of statements on one matter each, by Ward's method on latent vectors; groups that are too small join the nearest."""
    if not left:
        return []
    n_groups = max(1, min(most, 3 if brief else 5, round(len(left) / 8)))
    if n_groups == 1 or len(left) < 2 * LEAST:
        return [list(left)[: PER_SECTION + 2]]
    vectors = _vectors(left, topic)
    labels = _merged(_ward(vectors, n_groups), vectors)
    groups = [[s for s, label in zip(left, labels, strict=True) if label == group] for group in dict.fromkeys(labels)]
    return [group[: PER_SECTION + 2] for group in groups]


def _vectors(statements: Sequence[Statement], topic: Topic) -> NDArray[np.float64]:
    """Unit rows: the sentence with half of its passage, without the question's words, which all share, in latent dimensions."""
    from sklearn.decomposition import TruncatedSVD

    asked = set(topic.weights)
    own = tfidf([_without(s.text, asked) for s in statements] + [_without(s.paper.title + ". " + s.passage.text, asked) for s in statements])
    n = len(statements)
    mixed = own[:n] + 0.6 * own[n:]
    size = min(24, n - 1, mixed.shape[1] - 1)
    latent = TruncatedSVD(n_components=size, algorithm="arpack", random_state=0).fit_transform(mixed)
    norms = np.linalg.norm(latent, axis=1, keepdims=True)
    return np.asarray(latent / np.where(norms > 0, norms, 1), dtype=np.float64)


def _without(text: str, asked: set[str]) -> str:
    return " ".join(word for word in text.split() if not asked.intersection(content_stems(word)))


def _ward(vectors: NDArray[np.float64], n_groups: int) -> list[int]:
    from sklearn.cluster import AgglomerativeClustering

    return [int(label) for label in AgglomerativeClustering(n_clusters=n_groups, linkage="ward").fit_predict(vectors)]


def _merged(labels: list[int], vectors: NDArray[np.float64]) -> list[int]:
    """The same labels with every group below LEAST joined to the group of the nearest centre, smallest first."""
    while True:
        sizes = Counter(labels)
        small = min(sizes, key=lambda g: (sizes[g], g))
        if sizes[small] >= LEAST or len(sizes) == 1:
            return labels
        centres = {g: vectors[[i for i, label in enumerate(labels) if label == g]].mean(axis=0) for g in sizes}
        nearest = max((g for g in sizes if g != small), key=lambda g: (float(centres[g] @ centres[small]), -g))
        labels = [nearest if label == small else label for label in labels]


_ROLE_TITLES = {
    Cue.BACKGROUND: "Background: {}",
    Cue.LIMITATION: "Limits and Open Problems: {}",
    Cue.EVALUATION: "Evaluation: {}",
}
_ROLE_ALONE = {
    Cue.BACKGROUND: "Background and Main Ideas",
    Cue.LIMITATION: "Reported Limits and Open Problems",
    Cue.EVALUATION: "How It Is Evaluated",
}


def _named(groups: Sequence[Group], lexicon: Lexicon, background: Background, topic: Topic) -> list[Group]:
    """The groups with telling phrases, and titles where they have none."""
    phrases = heading_phrases([[s.text for s in g.statements] for g in groups], lexicon, background, topic)
    taken = [g.title for g in groups if g.title]
    open_ones = [i for i, g in enumerate(groups) if not g.title]
    titles = dict(zip(open_ones, section_titles([phrases[i] for i in open_ones], lexicon, taken), strict=True))
    named = []
    for i, group in enumerate(groups):
        title = group.title or _titled(titles[i], group.role, i)
        place = group.place if group.place != 5.0 else 4.0 + _specificity(group)
        named.append(Group(title, group.statements, group.role, group.action_ids, phrases[i], place))
    return named


def _titled(title: str, role: Cue | None, i: int) -> str:
    if role in _ROLE_TITLES:
        return _ROLE_TITLES[role].format(title) if title else _ROLE_ALONE[role]
    return title or f"Further Findings {i}"


def _specificity(group: Group) -> float:
    """In [0, 2): topical groups with more relevant statements come first."""
    return 1 - float(np.mean([s.relevance for s in group.statements])) + 0.5 * float(np.mean([Cue.NUMBERS in s.cues for s in group.statements]))
