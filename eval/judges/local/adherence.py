"""Whether a report follows an action, strictly: what its words ask for is looked up in the report's text and form. Source: MySQA D.12.

On 15 real reports of 9 users with their own actions: 66 % of 35 that users saw carried out are called followed, 22 % of 9 of which they complained that they were not (IGNORE),
and 20 % of 616 actions of other reports, many of which (leave out X, give examples) any report follows. It is strict: topics must stand together in two neighbouring
paragraphs, sections in headings, tables as tables; other wordings of a topic are not seen, and neither is how deep or how well something is treated.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.report import ScholarReport
from eval.judges.local.report_text import headings_of, paragraphs_of, plain_sections
from eval.judges.local.words import Words, foreign, stems, unreadable
from myscholar.actions.interpret import clause_of, interpret
from myscholar.domain.actions import Directive, Verb
from myscholar.report.cues import Cue, cues_of
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems

SPOKEN_OF = 0.7
"""Share of an action's weighed words that two neighbouring paragraphs must hold for the report to speak of it."""
IN_HEADING = 0.5
"""The same for a heading."""
LISTED = 0.3
"""Share of lines that are items from which a report is one of lists."""
WORDS_A_HEADING = 250
"""Words a heading, at most, where there are many."""
BRIEF = 700
"""Words up to which a report is brief."""
_ROW = re.compile(r"^[ \t]*\|.+\|[ \t]*$|^[^|\n]+(?: \| [^|\n]+){2,}$", re.M)
"""A row as Markdown has it, and as a line of cells."""
_OF_FORM = frozenset(
    content_stems(
        "paper papers section style approach example examples result results include link present structure organize categorize start frame map use provide add"
    )
)
"""What an action says of the report rather than of its subject."""
_ITEM = re.compile(r"^[ \t]*(?:[-•*+]|\d{1,2}[.)])[ \t]+", re.M)


@dataclass(frozen=True)
class _Case:
    """An action and a report, read: what every rule looks at."""

    action: str
    directive: Directive
    texts: tuple[str, ...]
    places: tuple[str, ...]
    """Each paragraph with the next."""
    headings: tuple[str, ...]
    words: Words
    asked: frozenset[str]
    """Stems of the question."""

    @cached_property
    def whole(self) -> str:
        return "\n".join(self.texts)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return tuple(s for text in self.texts for s in sentences(text))

    @property
    def about(self) -> str:
        return " ".join(self.directive.terms) or clause_of(self.action)

    def named_in(self, places: Sequence[str]) -> float:
        """Largest share of what the action names that one of the places holds, by weight; the question's own words only where it names no others."""
        said = {s: w for s, w in self.words.weights(self.about).items() if s not in _OF_FORM}
        said = {s: w for s, w in said.items() if s not in self.asked} or said
        return max((self.words.share(said, stems(place)) for place in places), default=0.0)


_Finding = tuple[bool, str] | Unscored
_Rule = Callable[[_Case], _Finding]


def judge_adherence(query: str, action: str, report: ScholarReport, words: Words) -> Judgment:
    if why := unreadable(action, "the action"):
        return why
    if not report.text.strip():
        return Unscored(reason="EmptyReport: the report has no text.")
    if foreign(report.text):
        return Unscored(reason="ForeignText: the report is not in English; its words can't be compared.")
    directive = interpret(clause_of(action))
    paragraphs = paragraphs_of(report)
    places = tuple(f"{a}\n{b}" for a, b in pairwise(paragraphs)) or paragraphs
    finding = _rule(directive, action)(
        _Case(action, directive, plain_sections(report), places, headings_of(report), words, stems(query))
    )
    if isinstance(finding, Unscored):
        return finding
    return Scored(score=float(finding[0]), reason=finding[1])


def _rule(directive: Directive, action: str) -> _Rule:
    """By what its words ask of the form, else by what the report writer would do with it."""
    for pattern, rule in _FORMS:
        if pattern.search(action):
            return rule
    return _RULES.get(directive.verb, _speaks)


def _speaks(case: _Case) -> _Finding:
    share = case.named_in(case.places)
    return share >= SPOKEN_OF, f"One place holds {share:.0%} of what it names by weight."


def _section(case: _Case) -> _Finding:
    share = case.named_in(case.headings)
    return share >= IN_HEADING, f"One heading holds {share:.0%} of what it names by weight."


def _leaves_out(case: _Case) -> _Finding:
    share = case.named_in(case.headings)
    return share < IN_HEADING, "No heading names it." if share < IN_HEADING else "A heading names it."


def _table(case: _Case) -> _Finding:
    found = len(_ROW.findall(case.whole)) >= 3
    return found, "It has a table." if found else "It has no table."


def _compares(case: _Case) -> _Finding:
    n = sum(bool(_COMPARING.search(s)) and case.named_in([s]) >= IN_HEADING for s in case.sentences)
    return n >= 2, f"{n} of its sentences set what it names against something."


def _lists(case: _Case) -> _Finding:
    lines = [line for line in case.whole.split("\n") if line.strip()]
    share = sum(bool(_ITEM.match(line)) for line in lines) / (len(lines) or 1)
    return share >= LISTED, f"{share:.0%} of its lines are items."


def _brief(case: _Case) -> _Finding:
    n = len(case.whole.split())
    return n <= BRIEF, f"It has {n} words."


def _many_headings(case: _Case) -> _Finding:
    n = len(case.headings)
    return n >= len(case.whole.split()) / WORDS_A_HEADING, f"It has {n} headings."


def _cued(cue: Cue, least: int) -> _Rule:
    return _worded(lambda sentence: cue in cues_of(sentence), least, cue.value)


def _worded(reads_so: Callable[[str], object], least: int, what: str) -> _Rule:
    def rule(case: _Case) -> _Finding:
        n = sum(bool(reads_so(s)) for s in case.sentences)
        return n >= least, f"{n} of its sentences read like {what}."

    return rule


def _not(rule: _Rule) -> _Rule:
    def opposite(case: _Case) -> _Finding:
        finding = rule(case)
        return finding if isinstance(finding, Unscored) else (not finding[0], finding[1])

    return opposite


def _defines(case: _Case) -> _Finding:
    """A definition of what it names; of anything, where it names nothing of its own."""
    defining = [s for s in case.sentences if Cue.DEFINITION in cues_of(s)]
    share = case.named_in(defining) if case.directive.terms else float(bool(defining))
    return share >= IN_HEADING, f"One definition holds {share:.0%} of what it names by weight."


def _years(case: _Case) -> _Finding:
    years = [int(y) for y in re.findall(r"\b(?:19|20)\d{2}\b", case.whole)]
    ordered = sum(a <= b for a, b in pairwise(years)) / max(1, len(years) - 1)
    return len(years) >= 4 and ordered >= 0.75, f"{ordered:.0%} of its years follow an earlier or equal one."


def _limits(case: _Case) -> _Finding:
    """Only limits of what was searched: a report shows the topics that it kept, not the papers that it passed over."""
    if case.directive.terms:
        return _speaks(case)
    return Unscored(reason="NotVisible: a report's text does not show which papers were left out of the search.")


_ANALOGY = re.compile(
    r"\b(?:analog\w+|metaphor\w*|akin to|just as|imagine|think of|can be likened|as if|much like|similar to how)\b", re.IGNORECASE
)
_EXAMPLE = re.compile(r"\b(?:for (?:example|instance)|such as|e\.g\.|case study|consider (?:a|an|the))\b", re.IGNORECASE)
_FORMULA = re.compile(r"\$[^$]+\$|\\[(\[]|\\(?:frac|sum|mathcal)|[∑∫∂√∈∇≤≥]|\w\s?=\s?[\w(]+\s?[+*/^(-]")
_CODE = re.compile(
    r"\b(?:github|open[- ]source[ds]?|code (?:is|was|are|base|release|availab\w+)|source code|publicly available|repositor(?:y|ies))\b",
    re.IGNORECASE,
)
_COMPARING = re.compile(
    r"\b(?:than|whereas|while|compared (?:to|with)|in contrast|unlike|versus|vs\.?|outperform\w*|trade-?offs?|differ\w*|both|by contrast)\b",
    re.IGNORECASE,
)
_OF_THE_READER = re.compile(r"\b(?:your|you)\b", re.IGNORECASE)
_DENIED = r"\b(?:avoid|omit|skip|no|without|minimi[sz]e|reduce|limit|exclude|less)\b[^.;,]{0,25}"
_FORMS: tuple[tuple[re.Pattern[str], _Rule], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rule)
    for pattern, rule in (
        (r"\btables?\b", _table),
        (r"\b(?:sub-?)?headings?\b", _many_headings),
        (r"\bbullet|\bnumbered list|\bas (?:a )?lists?\b|\bchecklist\b(?!.*\bsection)", _lists),
        (rf"{_DENIED}\b(?:math|equations?|formula\w*|proofs?)", _not(_worded(_FORMULA.search, 5, "formulas"))),
        (r"\b(?:math\w*|equations?|formula\w*|derivations?)\b", _worded(_FORMULA.search, 2, "formulas")),
        (r"\b(?:analog(?:y|ies)|metaphors?)\b", _worded(_ANALOGY.search, 2, "analogies")),
        (r"\bcode availab|\bopen[- ]source\b|\bcode links?\b", _worded(_CODE.search, 2, "notes on code")),
        (r"\bexamples?\b(?!.*\bsection)", _worded(_EXAMPLE.search, 3, "examples")),
    )
)  # fmt: skip
"""What the words of an action ask of the form, strictest first."""
_RULES: Mapping[Verb, _Rule] = {
    Verb.ADD_SECTION: _section,
    Verb.EXCLUDE: _leaves_out,
    Verb.SKIP_SECTION: _leaves_out,
    Verb.SKIP_DEFINITIONS: _not(_defines),
    Verb.COMPARE: _compares,
    Verb.LIST: _lists,
    Verb.BRIEF: _brief,
    Verb.LIMIT: _limits,
    Verb.NUMBERS: _cued(Cue.NUMBERS, 5),
    Verb.LIMITATIONS: _cued(Cue.LIMITATION, 3),
    Verb.NEXT_STEPS: _cued(Cue.FUTURE, 2),
    Verb.DEFINE: _defines,
    Verb.CONNECT: _worded(_OF_THE_READER.search, 1, "words to the reader"),
    Verb.ORDER_BY_YEAR: _years,
}
