"""What each form of action asks of a report, as rules: each requirement that words can show must be shown, in the place asked for, by more than a mention."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

from eval.domain.judgment import Unscored
from eval.judges.local.action_case import ABOUT, CLAIMS, NAMED, SOURCES, Case, Part, Topic
from eval.judges.local.action_words import (
    ANNOUNCES,
    COMPARING,
    OF_THE_READER,
    OWN,
    answer_asked,
    cited_years,
    defined,
    kinds_asked,
    papers_on,
    sides,
    together,
)
from eval.judges.local.words import stems
from myscholar.report.cues import Cue, cues_of

LISTED = 0.5
"""Share of lines that are items from which a report is one of lists."""
WORDS_A_HEADING = 250
"""Words a heading, at most, where there are many."""
BRIEF = 700
"""Words up to which a report is brief."""
MOST = 0.5
"""Share from which something is preferred to the rest, or a section is about it."""
FOCUS = 0.2
"""Share of sentences about a thing from which a report has it in focus: the question, not the action, is what the others are about."""
FIRST = 5
"""Sentences at the head of a report, at most, most of which must be of what is put first."""

Finding = tuple[bool, str] | Unscored
Rule = Callable[[Case], Finding]
_ITEM = re.compile(r"^[ \t]*(?:[-•*+]|\d{1,2}[.)])[ \t]+")


def treats(case: Case) -> Finding:
    """Each topic in three claims or two sources; where it is asked within or together with others, all in the same ones."""
    groups, kind = _groups(case), kinds_asked(case.clause)
    for group in groups:
        n_claims = sum(kind(s) for s in case.claims(group))
        n_sources = sum(kind(s) and all(case.share(t, s) >= ABOUT for t in group) for s in case.sources)
        if n_claims < CLAIMS and n_sources < SOURCES:
            return False, f"{n_claims} sentences and {n_sources} sources are about {_named(group)}."
    return True, f"Sentences or sources enough are about {', '.join(map(_named, groups))}."


def focuses(case: Case) -> Finding:
    groups, kind = _groups(case), kinds_asked(case.clause)
    n = len({s for group in groups for s in case.claims(group) if kind(s)})
    return n >= max(CLAIMS, FOCUS * len(case.sentences)), f"{n} of its {len(case.sentences)} sentences are about it."


def puts_first(case: Case) -> Finding:
    """Most of the first sentences, the very first among them."""
    kind, own = kinds_asked(case.clause), case.all_topics if together(case.clause) else case.own_topics
    fits = {s for s in case.claims(own) if kind(s)}
    head = case.sentences[: min(FIRST, len(fits))]
    n = sum(s in fits for s in head)
    return bool(head) and head[0] in fits and n > MOST * len(head), f"{n} of its first {len(head)} sentences are of it."


def has_section(case: Case) -> Finding:
    topic = _joint(case.topics)
    found = [p.title for p in case.parts if p.sentences and _is_about(case, p, topic)]
    return bool(topic) and bool(found), f"{len(found)} sections are about {_named([topic])}."


def leaves_out(case: Case) -> Finding:
    """No section on it, and no more than a mention."""
    topic = _joint(case.topics)
    n_claims, n_sources = len(case.claims([topic])), sum(case.share(topic, s) >= ABOUT for s in case.sources)
    headed = any(case.share(topic, p.title) >= NAMED for p in case.parts)
    out = n_claims < CLAIMS and n_sources < SOURCES and not headed
    return out, f"{n_claims} sentences and {n_sources} sources are about it{', and a heading names it' if headed else ''}."


def skips_section(case: Case) -> Finding:
    topic = _joint(case.topics) or case.words.weights(" ".join(case.directive.terms))
    headed = any(case.share(topic, p.title) >= NAMED for p in case.parts)
    return not headed, "A heading names it." if headed else "No heading names it."


def has_table(case: Case) -> Finding:
    """Its header or cells hold what is asked; sides that it sets side by side are each a column or the start of a row."""
    rows = [row for p in case.parts for row in p.rows]
    if len(rows) < 3:
        return False, "It has no table."
    heads = " ".join((rows[0], *(row.strip(" |").split("|")[0] for row in rows[1:])))
    if absent := [side for side in sides(case.clause) if case.words.share(case.words.weights(side), stems(heads)) < NAMED]:
        return False, f"Its table has no column or row of {absent[0]}."
    cells, topic = " ".join(rows), _joint(case.all_topics)
    share = case.share(topic, cells) if topic else 1.0
    return share >= ABOUT, f"Its table holds {share:.0%} of what it names by weight."


def compares(case: Case) -> Finding:
    """Two comparing sentences that name both sides, each with the sentence before it."""
    named = [t for t in map(case.topic, sides(case.clause)) if t] or list(case.topics)
    kind = kinds_asked(case.clause)
    n = sum(
        bool(COMPARING.search(s)) and kind(s) and all(case.share(t, f"{before} {s}") >= NAMED for t in named)
        for p in case.parts
        for before, s in pairwise(("", *p.sentences))
    )
    return n >= 2, f"{n} of its sentences set what it names against each other."


def is_divided(case: Case) -> Finding:
    """Its headings: each of the sides, or the ground of division twice."""
    titles = [p.title for p in case.parts if p.title]
    if both := [t for t in map(case.topic, sides(case.clause)) if t]:
        n = sum(any(case.share(t, title) >= NAMED for title in titles) for t in both)
        return n == len(both), f"{n} of {len(both)} sides have a heading."
    topic = _joint(case.topics)
    n = sum(case.share(topic, title) >= NAMED for title in titles) if topic else 0
    return n >= 2, f"{n} headings name what it is divided by."


def asks_on(case: Case) -> Finding:
    """Open questions: not the announcement of some. Where it says what they are about or what could answer them, one says so."""
    open_ = [
        s for s in case.sentences if s.rstrip(" ”\"'").endswith("?") or (Cue.FUTURE in cues_of(s) and not ANNOUNCES.search(s))
    ]
    named = [t for t in (case.topic(answer_asked(case.clause)), *case.own_topics) if t]
    missing = [t for t in named if not any(case.share(t, s) >= NAMED for s in open_)]
    return len(open_) >= 2 and not missing, f"{len(open_)} open questions; {len(missing)} of {len(named)} things are in none."


def defines(case: Case) -> Finding:
    """Each term at the head of a definition; on first mention, where it first occurs."""
    defining = [s for s in case.sentences if Cue.DEFINITION in cues_of(s)]
    for topic in case.all_topics:
        found = [s for s in defining if case.share(topic, defined(s)) >= ABOUT]
        mentions = [s for s in case.sentences if case.share(topic, s) >= ABOUT]
        if not found or (re.search(r"\bfirst (?:mention|occur|use)", case.clause, re.IGNORECASE) and mentions[0] not in found):
            return False, f"{_named([topic])} is {'not defined where it first occurs' if found else 'nowhere defined'}."
    return bool(defining), f"{len(defining)} of its sentences define."


def does_not_define(case: Case) -> Finding:
    topics = case.all_topics
    n = sum(
        Cue.DEFINITION in cues_of(s) and (not topics or any(case.share(t, defined(s)) >= ABOUT for t in topics))
        for s in case.sentences
    )
    return n == 0, f"{n} of its sentences define it."


def admits_limits(case: Case) -> Finding:
    """Limits, of what the action names; where papers are to admit them, their own."""
    own = bool(re.search(r"\b(?:admit|acknowledge|concede|own)\w*", case.clause, re.IGNORECASE))
    stated = [s for s in case.sentences if Cue.LIMITATION in cues_of(s) and (not own or OWN.search(s))]
    n = sum(all(case.share(t, s) >= NAMED for t in case.own_topics) for s in stated)
    return n >= 3, f"{n} of its sentences state {'their own ' if own else ''}limits."


def has_numbers(case: Case) -> Finding:
    n = sum(Cue.NUMBERS in cues_of(s) for s in case.sentences)
    least = (
        MOST * len(case.sentences)
        if re.search(r"\b(?:prefer|prioriti[sz]e|focus|emphasi[sz]e)", case.clause, re.IGNORECASE)
        else 5
    )
    return n >= max(least, CLAIMS), f"{n} of its {len(case.sentences)} sentences hold measured results."


def connects(case: Case) -> Finding:
    """Sentences that name the reader's papers together with what the action names."""
    named = [t for t in [case.words.weights(papers_on(case.clause))] if t]
    n = sum(all(case.share(t, s) >= NAMED for t in named) for s in case.sentences if OF_THE_READER.search(s))
    return n >= 2, f"{n} sentences name your papers with it."


def is_listed(case: Case) -> Finding:
    lines = [line for p in case.parts for line in p.lines]
    share = sum(bool(_ITEM.match(line)) for line in lines) / (len(lines) or 1)
    return share >= LISTED, f"{share:.0%} of its lines are items."


def is_brief(case: Case) -> Finding:
    n = len(case.whole.split())
    return n <= BRIEF, f"It has {n} words."


def has_many_headings(case: Case) -> Finding:
    n = sum(bool(p.title) for p in case.parts)
    return n >= len(case.whole.split()) / WORDS_A_HEADING, f"It has {n} headings."


def worded(pattern: re.Pattern[str], least: int, what: str) -> Rule:
    def rule(case: Case) -> Finding:
        n = sum(bool(pattern.search(s)) for s in case.sentences)
        return n >= least, f"{n} of its sentences read like {what}."

    return rule


def without(pattern: re.Pattern[str], most: int, what: str) -> Rule:
    def rule(case: Case) -> Finding:
        n = sum(bool(pattern.search(s)) for s in case.sentences)
        return n <= most, f"{n} of its sentences read like {what}."

    return rule


def is_by_year(case: Case) -> Finding:
    """The years of what is cited, within each section where it says so."""
    runs = [cited_years(text) for text in (case.raw if "each" in case.clause else ("\n".join(case.raw),))]
    steps = [(a, b) for run in runs for a, b in pairwise(run)]
    newest = bool(re.search(r"newest|latest|recent", case.clause, re.IGNORECASE))
    ordered = sum((a >= b) if newest else (a <= b) for a, b in steps) / max(1, len(steps))
    return len(steps) >= CLAIMS and ordered >= 0.75, f"{ordered:.0%} of its years are in order."


def keeps_to(case: Case) -> Finding:
    """Years that the report shows can contradict a filter; that it holds, and what was never searched, no text shows."""
    filters = case.directive.filters
    out = [y for y in cited_years("\n".join(case.raw)) if y < (filters.year_min or y) or y > (filters.year_max or y)]
    if out:
        return False, f"It cites work of {out[0]}."
    return Unscored(reason="NotVisible: a report's text does not show which papers were left out of the search.")


def _groups(case: Case) -> list[tuple[Topic, ...]]:
    """Topics that must be met in one place together; one empty group where only a kind of sentence is asked for."""
    return [case.all_topics] if together(case.clause) or not case.topics else [(t,) for t in case.topics]


def _is_about(case: Case, part: Part, topic: Topic) -> bool:
    if case.share(topic, part.title) >= ABOUT:
        return True
    return len(part.sentences) >= CLAIMS and len(case.only(part).claims([topic])) >= MOST * len(part.sentences)


def _joint(topics: Iterable[Topic]) -> Topic:
    return {s: w for t in topics for s, w in t.items()}


def _named(topics: Iterable[Topic]) -> str:
    return " + ".join(" ".join(t) for t in topics)
