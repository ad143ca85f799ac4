"""What actions ask of a report's form, as rules: lists, length, headings, wording, years."""

import re
from itertools import pairwise

from eval.domain.judgment import Unscored
from eval.judges.local.action_case import CLAIMS, AdherenceCase, Finding, Rule
from eval.judges.local.action_words import cited_years

LISTED = 0.5
"""Share of lines that are items from which a report is one of lists."""
WORDS_A_HEADING = 250
"""Words a heading, at most, where there are many."""
BRIEF = 700
"""Words up to which a report is brief."""
ORDERED = 0.9
"""Share of neighbouring years in order from which a report is ordered by them."""
_ITEM = re.compile(r"^[ \t]*(?:[-•*+]|\d{1,2}[.)])[ \t]+")


def is_listed(case: AdherenceCase) -> Finding:
    lines = [line for p in case.parts for line in p.lines]
    share = sum(bool(_ITEM.match(line)) for line in lines) / (len(lines) or 1)
    return share >= LISTED, f"{share:.0%} of its lines are items."


def is_brief(case: AdherenceCase) -> Finding:
    n = len(case.whole.split())
    return n <= BRIEF, f"It has {n} words."


def has_many_headings(case: AdherenceCase) -> Finding:
    n = sum(bool(p.title) for p in case.parts)
    return n >= len(case.whole.split()) / WORDS_A_HEADING, f"It has {n} headings."


def worded(pattern: re.Pattern[str], least: int, what: str) -> Rule:
    def rule(case: AdherenceCase) -> Finding:
        n = sum(bool(pattern.search(s)) for s in case.sentences)
        return n >= least, f"{n} of its sentences read like {what}."

    return rule


def without(pattern: re.Pattern[str], most: int, what: str) -> Rule:
    def rule(case: AdherenceCase) -> Finding:
        n = sum(bool(pattern.search(s)) for s in case.sentences)
        return n <= most, f"{n} of its sentences read like {what}."

    return rule


def is_by_year(case: AdherenceCase) -> Finding:
    """The years of what is cited, within each section where it says so."""
    runs = [
        cited_years(text)
        for text in (case.raw if "each" in case.clause else ("\n".join(case.raw),))
    ]
    steps = [(a, b) for run in runs for a, b in pairwise(run)]
    newest = bool(re.search(r"newest|latest|recent", case.clause, re.IGNORECASE))
    ordered = sum((a >= b) if newest else (a <= b) for a, b in steps) / max(1, len(steps))
    return len(steps) >= CLAIMS and ordered >= ORDERED, f"{ordered:.0%} of its years are in order."


def keeps_to(case: AdherenceCase) -> Finding:
    """Shown years can contradict a filter; that it holds, no text shows."""
    filters = case.directive.filters
    out = [
        y
        for y in cited_years("\n".join(case.raw))
        if y < (filters.year_min or y) or y > (filters.year_max or y)
    ]
    if out:
        return False, f"It cites work of {out[0]}."
    return Unscored(
        reason="NotVisible: a report's text does not show which papers were left out of the search."
    )
