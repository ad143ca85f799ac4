"""What actions ask of a report, as rules: more than a mention must show it."""

import re
from collections.abc import Callable, Iterable
from itertools import pairwise

from eval.domain.judgment import Unscored
from eval.judges.local.action_case import NAMED, AdherenceCase, Finding, ReportPart
from eval.judges.local.asked import Topic, joint
from eval.judges.local.lexicon import finds

Rule = Callable[[AdherenceCase], Finding]
CLAIMS = 3
"""Sentences about a topic from which it is treated: fewer are mentions."""
MOST = 0.5
"""Share from which something is preferred to the rest, or a section is about it."""
FOCUS = 0.2
"""Share of sentences from which a thing is in focus, beside the question."""
FIRST = 5
"""Sentences at the head of a report, at most, most of which must be of what is put first."""
LISTED = 0.5
"""Share of lines that are items from which a report is one of lists."""
WORDS_A_HEADING = 250
"""Words a heading, at most, where there are many."""
BRIEF = 700
"""Words up to which a report is brief."""
ORDERED = 0.9
"""Share of neighbouring years in order from which a report is ordered by them."""
FORMULAS = 4
"""Sentences with formulas, at most, where they are avoided."""
KINDS = ("numbers", "examples", "comparison")
"""Kinds of sentences that words tell; see `shows` in words.toml."""
_FORMULA = re.compile(
    r"\$[^$]+\$|\\[(\[]|\\(?:frac|sum|mathcal)|[∑∫∂√∈∇≤≥]|\w\s?=\s?[\w(]+\s?[+*/^(-]"
)
_ITEM = re.compile(r"^[ \t]*(?:[-•*+]|\d{1,2}[.)])[ \t]+")
_CITED_YEAR = re.compile(
    r"(?:\bet al\.?|[A-Z][\w’'-]{1,60}),? \(?((?:19|20)\d\d)[a-z]?\)|\| ((?:19|20)\d\d) \|"
)
"""Of markers with names, and of cells of a table: years of publications."""


def not_visible(case: AdherenceCase) -> Finding:
    asked = case.asked.clause[:80]
    return Unscored(reason=f"NotVisible: a report's words don't show whether it did “{asked}”.")


def not_told(case: AdherenceCase) -> Finding:
    asked = f"“{case.asked.clause[:80]}”"
    return Unscored(
        reason=f"NotTold: words don't tell sentences of the kind that is asked: {asked}."
    )


def treats(case: AdherenceCase) -> Finding:
    """Each topic in three sentences; those asked for together, in the same."""
    if not case.asked.groups:
        return not_visible(case)
    for group in case.asked.groups:
        n = len(case.claims(group))
        if n < CLAIMS:
            return False, f"{n} sentences are about {_named(group)}."
    return True, f"Sentences enough are about {', '.join(map(_named, case.asked.groups))}."


def focuses(case: AdherenceCase) -> Finding:
    if not case.asked.groups:
        return not_visible(case)
    n, of = len({s for g in case.asked.groups for s in case.claims(g)}), len(case.sentences)
    return n >= max(CLAIMS, FOCUS * of), f"{n} of its {of} sentences are about it."


def puts_first(case: AdherenceCase) -> Finding:
    """Most of the first sentences, the very first among them."""
    kinds, groups = _kinds(case), case.asked.groups
    if not (groups or kinds):
        return not_visible(case)
    own = case.asked.own_topics if kinds else [t for group in groups for t in group]
    fits = {s for s in case.claims(own) if _is_of(kinds, s)}
    head = case.sentences[: min(FIRST, len(fits))]
    n = sum(s in fits for s in head)
    is_first = bool(head) and head[0] in fits and n > MOST * len(head)
    return is_first, f"{n} of its first {len(head)} sentences are of it."


def has_section(case: AdherenceCase) -> Finding:
    """In its title; where the action names more than the question, most of its sentences do too."""
    topic = case.asked.section
    if not topic:
        return not_visible(case)
    is_own = not case.asked.of_question.issuperset(topic)
    n = sum(
        bool(p.sentences) and (case.holds(topic, p.title) or (is_own and _mostly(case, p, topic)))
        for p in case.parts
    )
    return n > 0, f"{n} sections are about {_named([topic])}."


def leaves_out(case: AdherenceCase) -> Finding:
    topic = joint(case.asked.own_topics or case.asked.topics)
    if not topic:
        return not_visible(case)
    n = len(case.claims([topic]))
    headed = any(case.holds(topic, t, NAMED) for t in case.titles)
    what = f"{n} sentences are about it{', and a heading names it' if headed else ''}."
    return n < CLAIMS and not headed, what


def skips_section(case: AdherenceCase) -> Finding:
    topic = case.asked.section
    if not topic:
        return not_visible(case)
    headed = any(case.holds(topic, t, NAMED) for t in case.titles)
    return not headed, "A heading names it." if headed else "No heading names it."


def has_table(case: AdherenceCase) -> Finding:
    """Header or cells hold what is asked; sides are each a column or a row's start."""
    rows = [row for p in case.parts for row in p.rows]
    if len(rows) < 3:
        return False, "It has no table."
    heads = " ".join((rows[0], *(row.strip(" |").split("|")[0] for row in rows[1:])))
    if absent := [side for side in case.asked.sides if not case.holds(side, heads, NAMED)]:
        return False, f"Its table has no column or row of {_named(absent[:1])}."
    topic, cells = joint(case.asked.topics), " ".join(rows)
    holds = not topic or case.holds(topic, cells)
    return holds, f"Its table {'speaks' if holds else 'does not speak'} of what is named."


def compares(case: AdherenceCase) -> Finding:
    """Sentences that name all sides, each with the one before it; one of them compares, of which
    words find every other."""
    named = case.asked.sides or case.asked.topics
    if not named:
        return not_visible(case)
    both = [
        s
        for before, s in case.with_before()
        if all(case.holds(t, f"{before} {s}", NAMED) for t in named)
    ]
    n = sum(finds("shows.comparison", s) for s in both)
    return n > 0 and len(both) >= 2, f"{len(both)} sentences name all sides, {n} compare them."


def is_divided(case: AdherenceCase) -> Finding:
    """Its headings: each of the sides, or the ground of division twice."""
    titles = case.titles
    if sides := case.asked.sides:
        n = sum(any(case.holds(side, title, NAMED) for title in titles) for side in sides)
        return n == len(sides), f"{n} of {len(sides)} sides have a heading."
    if not case.asked.ground:
        return not_visible(case)
    n = sum(case.holds(case.asked.ground, title, NAMED) for title in titles)
    return n >= 2, f"{n} headings name what it is divided by."


def has_kinds(case: AdherenceCase) -> Finding:
    """Sentences of the kind asked for; half of all where they are preferred."""
    kinds, own = _kinds(case), case.asked.own_topics
    mostly = case.asked.wants("mostly")
    of = len(case.sentences)
    n = sum(
        _is_of(kinds, s) and (mostly or all(case.holds(t, f"{before} {s}", NAMED) for t in own))
        for before, s in case.with_before()
    )
    return n >= max(CLAIMS, MOST * of * mostly), f"{n} of its {of} sentences are of the kind asked."


def connects(case: AdherenceCase) -> Finding:
    """Sentences that name the reader's papers together with what the action names."""
    topic = case.asked.of_their_papers
    theirs = [s for s in case.sentences if finds("shows.the_reader", s)]
    n = sum(not topic or case.holds(topic, s, NAMED) for s in theirs)
    return n >= 2, f"{n} sentences name your papers with it."


def is_listed(case: AdherenceCase) -> Finding:
    lines = [line for p in case.parts for line in p.lines]
    share = sum(bool(_ITEM.match(line)) for line in lines) / (len(lines) or 1)
    return share >= LISTED, f"{share:.0%} of its lines are items."


def is_brief(case: AdherenceCase) -> Finding:
    n = len(case.whole.split())
    return n <= BRIEF, f"It has {n} words."


def has_many_headings(case: AdherenceCase) -> Finding:
    n = len(case.titles)
    return n >= len(case.whole.split()) / WORDS_A_HEADING, f"It has {n} headings."


def has_formulas(case: AdherenceCase) -> Finding:
    n = sum(bool(_FORMULA.search(s)) for s in case.sentences)
    is_done = n <= FORMULAS if case.asked.wants("left_out") else n >= 2
    return is_done, f"{n} of its sentences hold formulas."


def is_by_year(case: AdherenceCase) -> Finding:
    """The years of what is cited, within each section where it says so."""
    texts = case.raw if case.asked.wants("each") else ("\n".join(case.raw),)
    steps = [(a, b) for text in texts for a, b in pairwise(cited_years(text))]
    newest = case.asked.wants("newest")
    ordered = sum((a >= b) if newest else (a <= b) for a, b in steps) / max(1, len(steps))
    return len(steps) >= CLAIMS and ordered >= ORDERED, f"{ordered:.0%} of its years are in order."


def keeps_to_years(case: AdherenceCase) -> Finding:
    """By the years that markers and tables show; fewer than three speak for no report."""
    since, until = case.asked.years
    years = cited_years("\n".join(case.raw))
    if len(years) < CLAIMS:
        return not_visible(case)
    out = [y for y in years if y < (since or y) or y > (until or y)]
    return not out, f"It cites work of {out[0] if out else f'{min(years)} to {max(years)}'}."


def cited_years(text: str) -> tuple[int, ...]:
    return tuple(int(m[1] or m[2]) for m in _CITED_YEAR.finditer(text))


def _kinds(case: AdherenceCase) -> tuple[str, ...]:
    return tuple(kind for kind in KINDS if case.asked.wants(kind))


def _is_of(kinds: Iterable[str], sentence: str) -> bool:
    return all(finds(f"shows.{kind}", sentence) for kind in kinds)


def _mostly(case: AdherenceCase, part: ReportPart, topic: Topic) -> bool:
    of = len(part.sentences)
    return of >= CLAIMS and len(case.only(part).claims([topic])) >= MOST * of


def _named(topics: Iterable[Topic]) -> str:
    return " + ".join(" ".join(sorted(t)) for t in topics)
