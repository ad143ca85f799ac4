"""Whether the words that carry an action out are what was asked for: enough of them, and in the
form asked.

A rule of words raises UNINFORM; that something was ignored or is badly presented only a model that
judges can say: rules of words found one in seven of such complaints. Source: MySQA Table 9.
"""

import re
from collections.abc import Iterable, Sequence

from myscholar.domain.actions import Action, Stage, Verb, Wish
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import ActionOutcome, OutcomeStatus, Section, SectionFormat
from myscholar.domain.text import counted
from myscholar.report.outcome_evidence import ActionEvidence
from myscholar.text.lexicons import pattern

THIN = 40
"""Words below which what carries an action out is a sentence or two. Measured: in 15 real reports
one in nine of 76 actions has so few."""

_ADDING = frozenset(
    {
        Verb.SEARCH,
        Verb.FOCUS,
        Verb.ADD_SECTION,
        Verb.FREE,
        Verb.COMPARE,
        Verb.LIMITATIONS,
        Verb.NEXT_STEPS,
        Verb.LIMIT,
    }
)
"""Verbs that put something into the report. A definition or a number is told in a sentence; what
leaves something out needs no words."""


FORMS = {
    Wish.TABLE: "a table",
    Wish.FIGURE: "a figure",
    Wish.CODE: "code or where to find it",
    Wish.HEADINGS: "headings within its sections",
    Wish.FORMULAS: "formulas",
    Wish.LIST: "a list",
}
"""What an action can ask for that can be seen without reading, in a sentence."""


def _p(markup: str) -> re.Pattern[str]:
    return re.compile(markup, re.IGNORECASE | re.MULTILINE)


_SHOWS = {
    Wish.TABLE: _p(r"^[^\S\n]*\|(?:[^|\n]*\|){2}|<table\b"),
    Wish.FIGURE: _p(r"!\[|<(?:img|svg)\b|```mermaid"),
    Wish.CODE: pattern("reports.code"),
    Wish.HEADINGS: _p(r"^#{3,6} |^\*\*[^*]{3,80}\*\*\s*$"),
    Wish.FORMULAS: _p(
        r"\$[^$\n]+\$|\\[(\[]|\\begin\{|\b[a-z]\w{0,3}\s?=\s?[^\s=]+\s?[-+*/^]|[∑∫∂∇√≤≥∈]"
    ),
    Wish.LIST: _p(r"^[^\S\n]*(?:[-*•]|\d{1,2}[.)])\s"),
}
_READS = frozenset(
    {Verb.SEARCH, Verb.FOCUS, Verb.EXCLUDE, Verb.LIMIT, Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS}
)
"""Verbs that choose what is read, or leave out: a form named there is what papers are about."""


def thin_flags(verb: Verb, spans: Sequence[str]) -> tuple[Flag, ...]:
    """Whether the words that carry an action out, `spans`, may be less than was hoped for."""
    words = n_words(spans)
    if not adds_words(verb) or not 0 < words < THIN:
        return ()
    reason = (
        f"Only {counted(words, 'word')} of the report carry it out, which may be less than you "
        "hoped for."
    )
    return (Flag(error_type=ErrorType.UNINFORM, severity=Severity.HINT, reason=reason),)


def judged_flags(own: ActionEvidence) -> tuple[Flag, ...]:
    """What the judges of its sections find missing, if none of them finds it carried out: ignored,
    or, where the action is about the form of the report, badly presented."""
    if not own.verdicts or any(v.status is OutcomeStatus.DONE for v in own.verdicts):
        return ()
    in_part = [v for v in own.verdicts if v.status is OutcomeStatus.PARTLY]
    verdict = next((v for v in in_part or own.verdicts if v.why.strip()), own.verdicts[0])
    why = verdict.why.strip() or ("only a part of it is done" if in_part else "it is not done")
    is_form = own.action.stage is Stage.ORGANIZATION or any(map(own.action.has_wish, FORMS))
    flag = Flag(
        error_type=ErrorType.PRESENT if in_part and is_form else ErrorType.IGNORE,
        severity=Severity.HINT if in_part else Severity.WARNING,
        reason=f"{verdict.model or 'A judge'} finds: {why}",
        origin=verdict.model,
    )
    return (flag,)


def check_fulfilment(
    actions: Iterable[Action], outcomes: Iterable[ActionOutcome], sections: Sequence[Section]
) -> tuple[ActionOutcome, ...]:
    """The outcomes as these sections show them: what was done but lacks the form that was asked for
    is done in part; the flags of rules of words stand behind a model's."""
    by_id = {action.action_id: action for action in actions}
    return tuple(_checked(by_id.get(o.action_id), o, sections) for o in outcomes)


def _checked(
    action: Action | None, outcome: ActionOutcome, sections: Sequence[Section]
) -> ActionOutcome:
    """What was not done at all, or only in part, says so already."""
    is_done = outcome.status is OutcomeStatus.DONE or bool(outcome.lacks)
    if action is None or not is_done:
        return outcome
    lacks = missing_form(action, sections)
    judged = [flag for flag in outcome.flags if flag.origin]
    thin = () if lacks else thin_flags(action.directive.verb, _words_for(action, outcome, sections))
    status = OutcomeStatus.PARTLY if lacks else OutcomeStatus.DONE
    return outcome.model_copy(update={"status": status, "lacks": lacks, "flags": (*judged, *thin)})


def _words_for(
    action: Action, outcome: ActionOutcome, sections: Sequence[Section]
) -> Sequence[str]:
    """The words of tables made for it carry it out as much as the sentence above them."""
    spans = [sections[s.section].text[s.start : s.end] for s in outcome.spans]
    tables = (s for s in sections if is_table_for(action.action_id, s))
    return [*spans, *(cell.text for s in tables for cell in s.cells)]


def is_table_for(action_id: ActionId, section: Section) -> bool:
    """Whether the section has a table that was made for the action."""
    return section.table is not None and action_id in (
        *section.table.action_ids,
        *section.action_ids,
    )


def n_words(spans: Sequence[str]) -> int:
    return sum(len(span.split()) for span in spans)


def has_form(form: Wish, report: str) -> bool:
    return bool(_SHOWS[form].search(report))


def adds_words(verb: Verb) -> bool:
    """Whether the action puts words into the report, rather than leave something out or order
    it."""
    return verb in _ADDING


def markdown_of(sections: Sequence[Section]) -> str:
    """The text of sections as `has_form` reads it: a line with bars for each row of a
    table."""
    lines: list[str] = []
    for section in sections:
        lines += [f"## {section.title}", section.text]
        lines += ["- "] if section.format is SectionFormat.LIST else []
        rows = section.table.rows if section.table else ()
        lines += ["| " + " | ".join(c.text for c in row) + " |" for row in rows]
    return "\n".join(lines)


def missing_form(action: Action, sections: Sequence[Section]) -> str:
    """Says which form the action asks for and the report does not have; empty for none."""
    if action.directive.verb in _READS:
        return ""
    report = markdown_of(sections)
    lacking = (w for f, w in FORMS.items() if action.has_wish(f) and not has_form(f, report))
    return next((f"It asks for {words}, and there is none." for words in lacking), "")
