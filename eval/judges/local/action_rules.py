"""What actions ask of what a report says, as rules: more than a mention must show it."""

import re
from collections.abc import Iterable
from itertools import pairwise

from eval.domain.judgment import Unscored
from eval.judges.local.action_case import (
    ABOUT,
    CLAIMS,
    NAMED,
    SOURCES,
    AdherenceCase,
    Finding,
    ReportPart,
    Topic,
)
from eval.judges.local.action_words import (
    ANNOUNCES,
    COMPARING,
    OF_THE_READER,
    OWN,
    answer_asked,
    kinds_asked,
    names_kind,
    papers_on,
    sides,
    split_definition,
    together,
)
from eval.judges.local.words import stems
from myscholar.report.cues import SentenceRole, cues_of

MOST = 0.5
"""Share from which something is preferred to the rest, or a section is about it."""
FOCUS = 0.2
"""Share of sentences from which a thing is in focus, beside the question."""
FIRST = 5
"""Sentences at the head of a report, at most, most of which must be of what is put first."""

_NOTHING_NAMED = Unscored(
    reason="NotVisible: the action names nothing that a report's words can show."
)
_OF_SECTIONS = stems("section part chapter general skip omit drop avoid leave")


def treats(case: AdherenceCase) -> Finding:
    """Each topic in three claims or two sources; those asked for together, in the same."""
    groups, kind = _groups(case), kinds_asked(case.clause)
    if not groups:
        return _NOTHING_NAMED
    for group in groups:
        n_claims = sum(kind(s) for s in case.claims(group))
        fits = (all(case.share(t, s) >= ABOUT for t in group) and kind(s) for s in case.sources)
        n_sources = sum(fits)
        if n_claims < CLAIMS and n_sources < SOURCES:
            return False, f"{n_claims} sentences and {n_sources} sources are about {_named(group)}."
    return True, f"Sentences or sources enough are about {', '.join(map(_named, groups))}."


def focuses(case: AdherenceCase) -> Finding:
    groups, kind = _groups(case), kinds_asked(case.clause)
    if not groups:
        return _NOTHING_NAMED
    n = len({s for group in groups for s in case.claims(group) if kind(s)})
    of = len(case.sentences)
    return n >= max(CLAIMS, FOCUS * of), f"{n} of its {of} sentences are about it."


def puts_first(case: AdherenceCase) -> Finding:
    """Most of the first sentences, the very first among them."""
    kind, groups = kinds_asked(case.clause), _groups(case)
    if not groups:
        return _NOTHING_NAMED
    by_kind = names_kind(case.clause) and not together(case.clause)
    own = case.own_topics if by_kind else [t for group in groups for t in group]
    fits = {s for s in case.claims(own) if kind(s)}
    head = case.sentences[: min(FIRST, len(fits))]
    n = sum(s in fits for s in head)
    is_first = bool(head) and head[0] in fits and n > MOST * len(head)
    return is_first, f"{n} of its first {len(head)} sentences are of it."


def has_section(case: AdherenceCase) -> Finding:
    """Every section has the question's words: alone they must stand in the title."""
    own = _joint(case.own_topics or case.own(case.topic(case.clause)))
    topic = own or _joint(case.topics)
    if not topic:
        return _NOTHING_NAMED
    n = sum(
        bool(p.sentences)
        and (case.share(topic, p.title) >= ABOUT or (bool(own) and _mostly(case, p, own)))
        for p in case.parts
    )
    return n > 0, f"{n} sections are about {_named([topic])}."


def leaves_out(case: AdherenceCase) -> Finding:
    topic = _joint(case.topics)
    if not topic:
        return _NOTHING_NAMED
    n_claims = len(case.claims([topic]))
    n_sources = sum(case.share(topic, s) >= ABOUT for s in case.sources)
    headed = any(case.share(topic, p.title) >= NAMED for p in case.parts)
    what = f"{n_claims} sentences and {n_sources} sources are about it"
    is_out = n_claims < CLAIMS and n_sources < SOURCES and not headed
    return is_out, f"{what}{', and a heading names it' if headed else ''}."


def skips_section(case: AdherenceCase) -> Finding:
    said = case.words.weights(" ".join(case.directive.terms) or case.clause)
    topic = {s: w for s, w in said.items() if s not in _OF_SECTIONS}
    headed = any(case.share(topic, p.title) >= NAMED for p in case.parts)
    return not headed, "A heading names it." if headed else "No heading names it."


def has_table(case: AdherenceCase) -> Finding:
    """Header or cells hold what is asked; sides are each a column or a row's start."""
    rows = [row for p in case.parts for row in p.rows]
    if len(rows) < 3:
        return False, "It has no table."
    heads = " ".join((rows[0], *(row.strip(" |").split("|")[0] for row in rows[1:])))
    weigh, known = case.words.weights, stems(heads)
    if absent := [s for s in sides(case.clause) if case.words.share(weigh(s), known) < NAMED]:
        return False, f"Its table has no column or row of {absent[0]}."
    cells, topic = " ".join(rows), _joint(case.all_topics)
    share = case.share(topic, cells) if topic else 1.0
    return share >= ABOUT, f"Its table holds {share:.0%} of what it names by weight."


def compares(case: AdherenceCase) -> Finding:
    """Two comparing sentences that name both sides, each with the sentence before it."""
    named = [t for t in map(case.topic, sides(case.clause)) if t] or list(case.topics)
    kind = kinds_asked(case.clause)
    n = sum(
        bool(COMPARING.search(s))
        and kind(s)
        and all(case.share(t, f"{before} {s}") >= NAMED for t in named)
        for p in case.parts
        for before, s in pairwise(("", *p.sentences))
    )
    return n >= 2, f"{n} of its sentences set what it names against each other."


def is_divided(case: AdherenceCase) -> Finding:
    """Its headings: each of the sides, or the ground of division twice."""
    titles = [p.title for p in case.parts if p.title]
    if both := [t for t in map(case.topic, sides(case.clause)) if t]:
        n = sum(any(case.share(t, title) >= NAMED for title in titles) for t in both)
        return n == len(both), f"{n} of {len(both)} sides have a heading."
    topic = _joint(case.topics)
    n = sum(case.share(topic, title) >= NAMED for title in titles) if topic else 0
    return n >= 2, f"{n} headings name what it is divided by."


def asks_on(case: AdherenceCase) -> Finding:
    """Open questions, not their announcement, on what it says, if it says so."""
    open_ = [
        s
        for s in case.sentences
        if s.rstrip(" ”\"'").endswith("?")
        or (SentenceRole.FUTURE in cues_of(s) and not ANNOUNCES.search(s))
    ]
    named = [t for t in (case.topic(answer_asked(case.clause)), *case.own_topics) if t]
    missing = [t for t in named if not any(case.share(t, s) >= NAMED for s in open_)]
    why = f"{len(open_)} open questions; {len(missing)} of {len(named)} things are in none."
    return len(open_) >= 2 and not missing, why


def defines(case: AdherenceCase) -> Finding:
    """Each term at the head of a definition; on first mention, where it first occurs."""
    defining = [s for s in case.sentences if SentenceRole.DEFINITION in cues_of(s)]
    at_first = re.search(r"\bfirst (?:mention|occur|use)", case.clause, re.IGNORECASE)
    for topic in case.all_topics:
        found = [s for s in defining if case.share(topic, split_definition(s)) >= ABOUT]
        if not found:
            return False, f"{_named([topic])} is nowhere defined."
        mentions = (s for s in case.sentences if case.share(topic, s) >= ABOUT)
        if at_first and next(mentions, None) not in found:
            return False, f"{_named([topic])} is not defined where it first occurs."
    return bool(defining), f"{len(defining)} of its sentences define."


def does_not_define(case: AdherenceCase) -> Finding:
    topics = case.all_topics
    n = sum(
        SentenceRole.DEFINITION in cues_of(s)
        and (not topics or any(case.share(t, split_definition(s)) >= ABOUT for t in topics))
        for s in case.sentences
    )
    return n == 0, f"{n} of its sentences define it."


def admits_limits(case: AdherenceCase) -> Finding:
    """Limits, of what the action names; where papers are to admit them, their own."""
    own = bool(re.search(r"\b(?:admit|acknowledge|concede|own)\w*", case.clause, re.IGNORECASE))
    stated = [
        s
        for s in case.sentences
        if SentenceRole.LIMITATION in cues_of(s) and (not own or OWN.search(s))
    ]
    n = sum(all(case.share(t, s) >= NAMED for t in case.own_topics) for s in stated)
    return n >= 3, f"{n} of its sentences state {'their own ' if own else ''}limits."


def has_numbers(case: AdherenceCase) -> Finding:
    n = sum(SentenceRole.NUMBERS in cues_of(s) for s in case.sentences)
    of, prefers = len(case.sentences), r"\b(?:prefer|prioriti[sz]e|focus|emphasi[sz]e)"
    least = MOST * of if re.search(prefers, case.clause, re.IGNORECASE) else 5
    return n >= max(least, CLAIMS), f"{n} of its {of} sentences hold measured results."


def connects(case: AdherenceCase) -> Finding:
    """Sentences that name the reader's papers together with what the action names."""
    topic = case.words.weights(papers_on(case.clause))
    theirs = [s for s in case.sentences if OF_THE_READER.search(s)]
    n = sum(not topic or case.share(topic, s) >= NAMED for s in theirs)
    return n >= 2, f"{n} sentences name your papers with it."


def _groups(case: AdherenceCase) -> list[tuple[Topic, ...]]:
    """To be met in one place; one empty group for a mere kind of sentence, none for nothing."""
    if together(case.clause) and case.all_topics:
        return [case.all_topics]
    return [(t,) for t in case.topics] or ([()] if names_kind(case.clause) else [])


def _mostly(case: AdherenceCase, part: ReportPart, topic: Topic) -> bool:
    of = len(part.sentences)
    return of >= CLAIMS and len(case.only(part).claims([topic])) >= MOST * of


def _joint(topics: Iterable[Topic]) -> Topic:
    return {s: w for t in topics for s, w in t.items()}


def _named(topics: Iterable[Topic]) -> str:
    return " + ".join(" ".join(sorted(t)) for t in topics)
