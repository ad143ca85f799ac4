"""Whether a report follows an action, strictly: exactly what its words ask for, where they ask for
it. Source: MySQA D.12.

Read are the action's own words and the report's text, as D.12 reads them: no source that it cites,
and no list by which our report writer chooses. Each requirement that words can show must be shown:
the topic by more than a mention, the kind of sentence, the place, the form. What no text can show
is unscored, and so is a kind of sentence that words don't tell. A kind counts as told where, on
sentences of others' reports labelled before any rule was run, a "yes" is right in 4 of 5 and every
other one is found: of 214 to choose words and 335 to try them, measured amounts (right 0.91, found
0.71), comparisons (0.85, 0.55) and examples (0.88, 1.00) are; limits (0.47, 0.59), definitions
(0.83 of 6, 0.38) and open questions (0.83 of 6, 0.38) are not. With the product's own lists, which
decided before, the six had 0.90 and 0.64, 0.35 and 0.75, 0.39 and 0.79, 0.56 and 0.23, 0.40 and
0.31, 1.00 of 6 and 0.46.

On 42 of our actions beside reports of five other systems, read by a person who did not know the
verdicts: 17 of 18 found followed are, and 4 of 24 found not followed are too; all four name the
thing in other words or by its acronym. On real users' reports: 6 of 10 actions surely carried out,
none of 6 of which users complained that they were not (IGNORE), 11 % of 549 actions of other users.
"""

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.report import ScholarReport
from eval.judges.local import action_rules as rules
from eval.judges.local.action_case import AdherenceCase, Finding, ReportPart, read_case
from eval.judges.local.action_rules import Rule
from eval.judges.local.lexicon import finds
from eval.judges.local.words import Words, foreign, unreadable

_RULES: tuple[tuple[str, Rule], ...] = (
    ("table", rules.has_table),
    ("by_year", rules.is_by_year),
    ("headings", rules.has_many_headings),
    ("listed", rules.is_listed),
    ("section", rules.has_section),
    ("brief", rules.is_brief),
    ("formulas", rules.has_formulas),
    ("divided", rules.is_divided),
    ("definitions", rules.not_told),
    ("limits", rules.not_told),
    ("open", rules.not_told),
    ("manner", rules.not_told),
    ("first", rules.puts_first),
    ("since", rules.keeps_to_years),
    ("until", rules.keeps_to_years),
    ("of_search", rules.not_visible),
    ("left_out", rules.leaves_out),
    ("numbers", rules.has_kinds),
    ("examples", rules.has_kinds),
    ("comparison", rules.compares),
    ("their_papers", rules.connects),
    ("focus", rules.focuses),
)
"""By what its words ask for, the most visible first; what asks for none of these names a topic."""


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
        return rule(case)
    rule = rules.has_section if rule in (rules.treats, rules.focuses) else rule
    finding = rule(case.only(place))
    if isinstance(finding, Unscored):
        return finding
    return finding[0], f"In “{place.title or 'the part without a heading'}”: {finding[1]}"


def _rule(case: AdherenceCase) -> Rule:
    rule = next((rule for name, rule in _RULES if case.asked.wants(name)), rules.treats)
    skips = rule is rules.has_section and case.asked.wants("left_out")
    return rules.skips_section if skips else rule


def _place(case: AdherenceCase) -> ReportPart | None:
    parts = [p for p in case.parts if p.lines and not finds("reports.references", p.title)]
    if parts and case.asked.wants("at_end"):
        return parts[-1]
    return parts[0] if parts and case.asked.wants("at_start") else None
