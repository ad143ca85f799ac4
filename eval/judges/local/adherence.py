"""Whether a report follows an action, strictly: what its words ask for is looked up in the report's text and form. Source: MySQA D.12."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.report import ScholarReport
from eval.judges.local.report_text import headings_of, paragraphs_of, plain_sections
from eval.judges.local.words import Words, foreign, stems, unreadable
from myscholar.actions.interpret import clause_of, interpret
from myscholar.domain.actions import Directive, Verb
from myscholar.report.cues import Cue, cues_of
from myscholar.text.sentences import sentences

SPOKEN_OF = 0.7
"""Share of an action's weighed words that one paragraph must hold for the report to speak of it."""
IN_HEADING = 0.5
"""The same for a heading."""
LISTED = 0.3
"""Share of lines that are items from which a report is one of lists."""
BRIEF = 700
"""Words up to which a report is brief."""
_ROW = re.compile(r"^\s*\|.+\|\s*$", re.M)
_ITEM = re.compile(r"^\s*(?:[-•*+]|\d{1,2}[.)])\s+", re.M)


@dataclass(frozen=True)
class _Case:
    """An action and a report, read: what every rule looks at."""

    action: str
    directive: Directive
    texts: tuple[str, ...]
    paragraphs: tuple[str, ...]
    headings: tuple[str, ...]
    words: Words
    asked: frozenset[str]
    """Stems of the question."""

    @property
    def whole(self) -> str:
        return "\n".join(self.texts)

    @property
    def about(self) -> str:
        return " ".join(self.directive.terms) or clause_of(self.action)

    def named_in(self, places: Sequence[str]) -> float:
        """Largest share of what the action names that one of the places holds, by weight; the question's own words only where it names no others."""
        said = self.words.weights(self.about)
        said = {s: w for s, w in said.items() if s not in self.asked} or said
        return max((self.words.share(said, stems(place)) for place in places), default=0.0)


_Finding = tuple[bool, str]


def judge_adherence(query: str, action: str, report: ScholarReport, words: Words) -> Judgment:
    if why := unreadable(action, "the action"):
        return why
    if not report.text.strip():
        return Unscored(reason="EmptyReport: the report has no text.")
    if foreign(report.text):
        return Unscored(reason="ForeignText: the report is not in English; its words can't be compared.")
    directive = interpret(clause_of(action))
    case = _Case(action, directive, plain_sections(report), paragraphs_of(report), headings_of(report), words, stems(query))
    found, said = _RULES.get(directive.verb, _speaks)(case)
    return Scored(score=float(found), reason=said)


def _speaks(case: _Case) -> _Finding:
    share = case.named_in(case.paragraphs)
    return share >= SPOKEN_OF, f"One paragraph holds {share:.0%} of what it names by weight."


def _section(case: _Case) -> _Finding:
    share = case.named_in(case.headings)
    return share >= IN_HEADING, f"One heading holds {share:.0%} of what it names by weight."


def _leaves_out(case: _Case) -> _Finding:
    share = case.named_in(case.headings)
    return share < IN_HEADING, "No heading names it." if share < IN_HEADING else "A heading names it."


def _table(case: _Case) -> _Finding:
    found = len(_ROW.findall(case.whole)) >= 3
    return found, "It has a table." if found else "It has no table."


def _lists(case: _Case) -> _Finding:
    lines = [line for line in case.whole.split("\n") if line.strip()]
    share = sum(bool(_ITEM.match(line)) for line in lines) / (len(lines) or 1)
    return share >= LISTED, f"{share:.0%} of its lines are items."


def _brief(case: _Case) -> _Finding:
    n = len(case.whole.split())
    return n <= BRIEF, f"It has {n} words."


def _cued(cue: Cue, least: int) -> Callable[[_Case], _Finding]:
    def rule(case: _Case) -> _Finding:
        n = sum(cue in cues_of(s) for text in case.texts for s in sentences(text))
        return n >= least, f"{n} of its sentences read like {cue.value}."

    return rule


def _years(case: _Case) -> _Finding:
    years = [int(y) for y in re.findall(r"\b(?:19|20)\d{2}\b", case.whole)]
    ordered = sum(a <= b for a, b in pairwise(years)) / max(1, len(years) - 1)
    return len(years) >= 4 and ordered >= 0.75, f"{ordered:.0%} of its years follow an earlier or equal one."


_RULES: Mapping[Verb, Callable[[_Case], _Finding]] = {
    Verb.ADD_SECTION: _section,
    Verb.EXCLUDE: _leaves_out,
    Verb.SKIP_SECTION: _leaves_out,
    Verb.COMPARE: _table,
    Verb.LIST: _lists,
    Verb.BRIEF: _brief,
    Verb.NUMBERS: _cued(Cue.NUMBERS, 5),
    Verb.LIMITATIONS: _cued(Cue.LIMITATION, 3),
    Verb.NEXT_STEPS: _cued(Cue.FUTURE, 2),
    Verb.DEFINE: _cued(Cue.DEFINITION, 1),
    Verb.ORDER_BY_YEAR: _years,
}
