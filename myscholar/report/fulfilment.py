"""Whether the words that carry an action out are what was asked for: enough of them, and in the
form asked.

Flags UNINFORM, PRESENT and IGNORE, beside the outcome of an action. Source: MySQA Table 9.
"""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import ActionOutcome, OutcomeStatus, Section, SectionFormat
from myscholar.domain.text import counted

THIN = 40
"""A sentence or two; of 76 actions in 15 real reports one in nine has so few words."""

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


class Form(StrEnum):
    """What an action can ask for that is seen without reading, as named in a sentence."""

    TABLE = "a table"
    FIGURE = "a figure"
    CODE = "code or where to find it"
    HEADINGS = "headings within its sections"
    FORMULAS = "formulas"
    LIST = "a list"


_SHAPES = frozenset({Form.FORMULAS, Form.LIST})
"""What stands there in other shape where it is missing, and so is badly presented; another thing
that is not there was ignored."""


def _p(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


_ASKS = {
    Form.TABLE: _p(r"\b(?:tables?|tabulate)\b(?! (?:of contents|question|qa|retrieval))"),
    Form.FIGURE: _p(r"\b(?:diagrams?|(?:flow ?)?charts?|plots)\b"),
    Form.CODE: _p(r"\b(?:pseudo-?code|source code|code (?:snippet|example|availab)|github)"),
    Form.HEADINGS: _p(r"\b(?:sub-?)?headings?\b"),
    Form.FORMULAS: _p(r"\b(?:equations?|formulas|math\w* (?:formulation|notation|detail)s?)\b"),
    Form.LIST: _p(r"\b(?:check-?lists?|bullet\w*|numbered lists?|as a list)\b"),
}
_SHOWS = {
    Form.TABLE: _p(r"^\s*\|.*\|.*\||<table\b"),
    Form.FIGURE: _p(r"!\[|<(?:img|svg)\b|```mermaid"),
    Form.CODE: _p(
        r"```|\bgit(?:hub|lab)\b|\brepositor|\bcode (?:is|are) (?:\w+ )?available|\bopen[- ]source"
    ),
    Form.HEADINGS: _p(r"^#{3,6} |^\*\*[^*]{3,80}\*\*\s*$"),
    Form.FORMULAS: _p(
        r"\$[^$\n]+\$|\\[(\[]|\\begin\{|\b[a-z]\w{0,3}\s?=\s?[^\s=]+\s?[-+*/^]|[∑∫∂∇√≤≥∈]"
    ),
    Form.LIST: _p(r"^\s*(?:[-*•]|\d{1,2}[.)])\s"),
}
_NOT_OF_REPORT = _p(
    r"\b(?:not?|don'?t|avoid|than|instead of)\b|\b(?:papers?|studies|work)\b[^.;,]{0,20}\b(?:with"
    r"|that|on)\b"
    r"|\b(?:on|about)\b[^.;,]*$|\b(?:of|for) (?:[\w-]+ ){0,2}$"
)
"""What stands before a form that is unwanted, that papers are to have, or that is the topic itself:
"a section on charts"."""
_GIVES = _p(
    r"(?:^|\b(?:add|include|provide|give|show|us(?:e|ing)|make|create|draw|write|end|with|as"
    r"|in)\b[^.;]{0,60})$"
)
"""What stands before a form that the report is to have; elsewhere it is what the report speaks of:
"explain hash tables"."""
_READS = frozenset(
    {Verb.SEARCH, Verb.FOCUS, Verb.EXCLUDE, Verb.LIMIT, Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS}
)
"""Verbs that choose what is read, or leave out: a form named there is what papers are about."""


def fulfilment_flags(asked: str, verb: Verb, spans: Sequence[str], report: str) -> tuple[Flag, ...]:
    """What is doubtful about how a report carries an action out; at most one flag an error type.

    `asked` are the action's words, `spans` the words that carry it out, `report` the whole report
    as Markdown.
    """
    said: dict[ErrorType, str] = {}
    wanted = forms_asked(asked) if verb not in _READS else ()
    if missing := [form for form in wanted if not has_form(form, report)]:
        form = missing[0]
        if form in _SHAPES:
            said[ErrorType.PRESENT] = f"It asks for {form.value}, but stands in running text."
        else:
            said[ErrorType.IGNORE] = f"It asks for {form.value}, and the report has none."
    if adds_words(verb) and 0 < n_words(spans) < THIN:
        said[ErrorType.UNINFORM] = (
            f"Only {counted(n_words(spans), 'word')} of the report carry it out, which may be less "
            "than you hoped for."
        )
    return tuple(
        Flag(error_type=kind, severity=Severity.HINT, reason=reason)
        for kind, reason in said.items()
    )


def with_flags(
    actions: Iterable[Action], outcomes: Iterable[ActionOutcome], sections: Sequence[Section]
) -> tuple[ActionOutcome, ...]:
    """The outcomes, each with the flags that its action has in these sections. What was not done at
    all, or only in part, says so already."""
    report, by_id = markdown_of(sections), {action.action_id: action for action in actions}

    def flags(outcome: ActionOutcome) -> tuple[Flag, ...]:
        action = by_id.get(outcome.action_id)
        if action is None or outcome.status is not OutcomeStatus.DONE:
            return ()
        # what the action might help with is not what it asks; the words of the tables that were
        # made for it carry it out as much as the sentence above them
        asked = f"{action.tldr}. {action.text.partition('which might help')[0]}"
        spans = [sections[s.section].text[s.start : s.end] for s in outcome.spans]
        own = (s for s in sections if is_table_for(action.action_id, s))
        words = [*spans, *(cell.text for s in own for cell in s.cells)]
        return fulfilment_flags(asked, action.directive.verb, words, report)

    return tuple(o.model_copy(update={"flags": flags(o)}) for o in outcomes)


def is_table_for(action_id: ActionId, section: Section) -> bool:
    """Whether the section has a table that was made for the action."""
    return section.table is not None and action_id in (
        *section.table.action_ids,
        *section.action_ids,
    )


def n_words(spans: Sequence[str]) -> int:
    return sum(len(span.split()) for span in spans)


def forms_asked(asked: str) -> tuple[Form, ...]:
    """Not those that are to be avoided, that papers are to have ("papers with diagrams"), or that
    are the topic ("a section on charts")."""

    def is_wanted(at: int) -> bool:
        before = re.split(r"[.;] ", asked[:at])[-1]
        return bool(_GIVES.search(before)) and not _NOT_OF_REPORT.search(before)

    return tuple(
        form
        for form, pattern in _ASKS.items()
        if any(is_wanted(m.start()) for m in pattern.finditer(asked))
    )


def has_form(form: Form, report: str) -> bool:
    return bool(_SHOWS[form].search(report))


def adds_words(verb: Verb) -> bool:
    """Whether the action puts words into the report; others leave out or order."""
    return verb in _ADDING


def markdown_of(sections: Sequence[Section]) -> str:
    """As `fulfilment_flags` reads it: a line with bars for each row of a table."""
    lines: list[str] = []
    for section in sections:
        lines += [f"## {section.title}", section.text]
        lines += ["- "] if section.format is SectionFormat.LIST else []
        rows = section.table.rows if section.table else ()
        lines += ["| " + " | ".join(c.text for c in row) + " |" for row in rows]
    return "\n".join(lines)
