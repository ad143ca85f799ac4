"""Whether a report follows an action, strictly: exactly what its words ask for, where they ask for
it. Source: MySQA D.12.

Each requirement that words can show must be shown: the topic by more than a mention, the kind (open
questions, definitions, limits, examples), the place (first, at the end), the form (a table with the
columns asked for). What no text can show, such as papers passed over, is unscored.

On 15 real reports of 9 users with their own actions: 46 % (16) of 35 that users saw carried out are
called followed (8 of the 20 that belong to one report only), none of 9 of which they complained
that they were not (IGNORE), and 14 % of 616 actions of other reports, many of which (no heavy math,
skip X) any report follows. So a "no" often means that the report has other words. A reader of 24
actions of our own reports agrees on 22; the other two are called followed here only. These 24 were
known when the rules were made.
"""

import re
from collections.abc import Mapping

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.report import ScholarReport
from eval.judges.local import action_forms as forms
from eval.judges.local import action_rules as rules
from eval.judges.local.action_case import AdherenceCase, Finding, ReportPart, Rule, read_case
from eval.judges.local.action_words import ANALOGY, CODE, EXAMPLE, FORMULA
from eval.judges.local.words import Words, foreign, unreadable
from myscholar.domain.actions import Verb

_DENIED = r"\b(?:avoid|omit|skip|no|without|minimi[sz]e|reduce|limit|exclude|less)\b[^.;,]{0,25}"
_FORMS: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), rule)
    for pattern, rule in (
        (r"\btables?\b", rules.has_table),
        (
            r"^(?:put|rank|show|list|place|present|bring|mention|discuss|cite|give|cover"
            r"|prefer)\b.*(?<!oldest )(?<!newest )(?<!latest )\bfirst\b(?! "
            r"(?:mention|occur|use|author|order))"
            r"|^first\b|(?<!oldest )(?<!newest )(?<!latest )\bfirst$|\b(?:at the|on) top\b|^lead "
            r"with\b",
            rules.puts_first,
        ),
        (r"\b(?:sub-?)?headings?\b", forms.has_many_headings),
        (
            r"\bbullet|\bnumbered list|\bas (?:a )?lists?\b|\bchecklist\b(?!.*\bsection)",
            forms.is_listed,
        ),
        (
            r"^(?:structure|organi[sz]e|categori[sz]e|group|split|divide|arrange|break "
            r"down)\b.*\bby\b(?! year)",
            rules.is_divided,
        ),
        (
            rf"{_DENIED}\b(?:math|equations?|formula\w*|proofs?)",
            forms.without(FORMULA, 4, "formulas"),
        ),
        (
            r"\b(?:math\w*|equations?|formula\w*|derivations?)\b",
            forms.worded(FORMULA, 2, "formulas"),
        ),
        (r"\b(?:analog(?:y|ies)|metaphors?)\b", forms.worded(ANALOGY, 2, "analogies")),
        (
            r"\bcode availab|\bopen[- ]source\b|\bcode links?\b",
            forms.worded(CODE, 2, "notes on code"),
        ),
        (r"\bexamples?\b(?!.*\bsection)", forms.worded(EXAMPLE, 3, "examples")),
        (r"\b(?:vs\.?|versus|differences? between)(?!\w)", rules.compares),
    )
)
"""What the words of an action ask of the form, strictest first."""
_RULES: Mapping[Verb, Rule] = {
    Verb.ADD_SECTION: rules.has_section,
    Verb.FOCUS: rules.focuses,
    Verb.EXCLUDE: rules.leaves_out,
    Verb.SKIP_SECTION: rules.skips_section,
    Verb.SKIP_DEFINITIONS: rules.does_not_define,
    Verb.COMPARE: rules.compares,
    Verb.LIST: forms.is_listed,
    Verb.BRIEF: forms.is_brief,
    Verb.LIMIT: forms.keeps_to,
    Verb.NUMBERS: rules.has_numbers,
    Verb.LIMITATIONS: rules.admits_limits,
    Verb.NEXT_STEPS: rules.asks_on,
    Verb.DEFINE: rules.defines,
    Verb.CONNECT: rules.connects,
    Verb.ORDER_BY_YEAR: forms.is_by_year,
}
_AT_END = re.compile(
    r"^(?:end|close|conclude|finish)\b|\bat the (?:very )?end\b|\blast section\b", re.IGNORECASE
)
_AT_START = re.compile(
    r"^(?:start|begin|open)\b.{0,20}\b(?:with|by)\b|\bat the (?:very )?(?:start|beginning)\b",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"\W*(?:\d+\.?\s*)?(?:references|bibliography|sources|works cited)\W*$", re.IGNORECASE
)


def judge_adherence(query: str, action: str, report: ScholarReport, words: Words) -> Judgment:
    if why := unreadable(action, "the action"):
        return why
    if not report.text.strip():
        return Unscored(reason="EmptyReport: the report has no text.")
    if foreign(report.text):
        return Unscored(
            reason="ForeignText: the report is not in English; its words can't be compared."
        )
    finding = _find(read_case(query, action, report, words))
    if isinstance(finding, Unscored):
        return finding
    return Scored(score=float(finding[0]), reason=finding[1])


def _find(case: AdherenceCase) -> Finding:
    """In the place asked for, and what is asked for there; a place of its own is a section."""
    rule, place = _rule(case), _place(case)
    if place is None:
        finding = rule(case)
        filtered = case.directive.verb is Verb.FOCUS and not case.directive.filters.is_empty
        found = not isinstance(finding, Unscored) and finding[0]
        return forms.keeps_to(case) if filtered and found else finding
    rule = rules.has_section if rule in (rules.treats, rules.focuses) else rule
    finding = rule(case.only(place))
    if isinstance(finding, Unscored):
        return finding
    return finding[0], f"In “{place.title or 'the part without a heading'}”: {finding[1]}"


def _rule(case: AdherenceCase) -> Rule:
    """By what its words ask of the form, else by what the report writer would do with it."""
    for pattern, rule in _FORMS:
        if pattern.search(case.clause):
            return rule
    return _RULES.get(case.directive.verb, rules.treats)


def _place(case: AdherenceCase) -> ReportPart | None:
    parts = [p for p in case.parts if p.lines and not _REFERENCES.match(p.title)]
    if parts and _AT_END.search(case.clause):
        return parts[-1]
    return parts[0] if parts and _AT_START.search(case.clause) else None
