"""Whether the words that carry an action out are what was asked for: enough of them, and in the
form asked.

Flags UNINFORM, PRESENT and IGNORE, beside the outcome of an action. Source: MySQA Table 9.
"""

import re
from collections.abc import Iterable, Sequence

from myscholar.domain.actions import Action, Verb, Wish
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import ActionOutcome, OutcomeStatus, Section, SectionFormat
from myscholar.domain.text import counted
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
_SHAPES = frozenset({Wish.FORMULAS, Wish.LIST})
"""What stands there in other shape where it is missing, and so is badly presented; another thing
that is not there was ignored."""


def _p(markup: str) -> re.Pattern[str]:
    return re.compile(markup, re.IGNORECASE | re.MULTILINE)


_SHOWS = {
    Wish.TABLE: _p(r"^\s*\|.*\|.*\||<table\b"),
    Wish.FIGURE: _p(r"!\[|<(?:img|svg)\b|```mermaid"),
    Wish.CODE: pattern("reports.code"),
    Wish.HEADINGS: _p(r"^#{3,6} |^\*\*[^*]{3,80}\*\*\s*$"),
    Wish.FORMULAS: _p(
        r"\$[^$\n]+\$|\\[(\[]|\\begin\{|\b[a-z]\w{0,3}\s?=\s?[^\s=]+\s?[-+*/^]|[∑∫∂∇√≤≥∈]"
    ),
    Wish.LIST: _p(r"^\s*(?:[-*•]|\d{1,2}[.)])\s"),
}
_READS = frozenset(
    {Verb.SEARCH, Verb.FOCUS, Verb.EXCLUDE, Verb.LIMIT, Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS}
)
"""Verbs that choose what is read, or leave out: a form named there is what papers are about."""


def fulfilment_flags(
    wishes: Sequence[Wish], verb: Verb, spans: Sequence[str], report: str
) -> tuple[Flag, ...]:
    """What is doubtful about how a report carries an action out; at most one flag an error type.

    `wishes` are the action's, `spans` the words that carry it out, `report` the whole report as
    Markdown.
    """
    return tuple(flag for flag in (_missing_form(wishes, verb, report), _thin(verb, spans)) if flag)


def with_flags(
    actions: Iterable[Action], outcomes: Iterable[ActionOutcome], sections: Sequence[Section]
) -> tuple[ActionOutcome, ...]:
    """The outcomes, each with the flags that its action has in these sections. What was not done at
    all, or only in part, says so already."""
    report, by_id = markdown_of(sections), {action.action_id: action for action in actions}
    return tuple(
        outcome.model_copy(
            update={"flags": _flags(by_id.get(outcome.action_id), outcome, sections, report)}
        )
        for outcome in outcomes
    )


def _flags(
    action: Action | None, outcome: ActionOutcome, sections: Sequence[Section], report: str
) -> tuple[Flag, ...]:
    if action is None or outcome.status is not OutcomeStatus.DONE:
        return ()
    spans = [sections[s.section].text[s.start : s.end] for s in outcome.spans]
    # the words of tables made for it carry it out as much as the sentence above them
    tables = (s for s in sections if is_table_for(action.action_id, s))
    words = [*spans, *(cell.text for s in tables for cell in s.cells)]
    return fulfilment_flags(action.wishes or (), action.directive.verb, words, report)


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
    """The text of sections as `fulfilment_flags` reads it: a line with bars for each row of a
    table."""
    lines: list[str] = []
    for section in sections:
        lines += [f"## {section.title}", section.text]
        lines += ["- "] if section.format is SectionFormat.LIST else []
        rows = section.table.rows if section.table else ()
        lines += ["| " + " | ".join(c.text for c in row) + " |" for row in rows]
    return "\n".join(lines)


def _missing_form(wishes: Sequence[Wish], verb: Verb, report: str) -> Flag | None:
    for form, words in FORMS.items() if verb not in _READS else ():
        if form in wishes and not has_form(form, report):
            if form in _SHAPES:
                return _hint(ErrorType.PRESENT, f"It asks for {words}, but stands in running text.")
            return _hint(ErrorType.IGNORE, f"It asks for {words}, and the report has none.")
    return None


def _thin(verb: Verb, spans: Sequence[str]) -> Flag | None:
    words = n_words(spans)
    if not adds_words(verb) or not 0 < words < THIN:
        return None
    return _hint(
        ErrorType.UNINFORM,
        f"Only {counted(words, 'word')} of the report carry it out, which may be less than you "
        "hoped for.",
    )


def _hint(kind: ErrorType, reason: str) -> Flag:
    return Flag(error_type=kind, severity=Severity.HINT, reason=reason)
