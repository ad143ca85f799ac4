"""What is doubtful about actions: what shuts out too much (NARROW), and two facts of the product,
what it can't carry out and chosen actions that undo each other. Source: MySQA Table 9.

Rules of words for the other types did not carry over to researchers in whose sight they were not
written; a model that proposes may doubt what it proposes (`Flag.origin`).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from myscholar.actions.conflicts import contradict
from myscholar.actions.executable import beyond_models, beyond_rules
from myscholar.actions.scope import FOCUSES_ON_PART, left_out, narrows, says_only
from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, analyse_question
from myscholar.text.terms import content_stems

_OURS = frozenset(e for e in ErrorType if e.value.startswith("action."))
NARROW_CITATIONS, NARROW_YEARS = 100, 2
"""A limit to so many citations, or to a span of fewer years, is doubted; by hand."""


class AskedQuestion(NamedTuple):
    """What was found in a question when it was taken apart."""

    text: str
    core_phrases: tuple[str, ...]


_Question = QuestionAnalysis | AskedQuestion
_Found = tuple[Severity, str, str | None]
"""How severe, the reason, and a better wording."""


def check_actions(
    actions: Sequence[Action],
    question: _Question | str,
    background: Background | None = None,
) -> tuple[Action, ...]:
    """The same actions with fresh flags: each with its reason and, where there is one, a better
    wording. Flags of other rooms and of models are kept."""
    idf = background.idf if background else None
    analysis = analyse_question(question, idf=idf) if isinstance(question, str) else question
    undone = list(_undone(actions))
    return tuple(
        action.model_copy(
            update={
                "flags": (
                    *(f for f in action.flags if f.error_type not in _OURS or f.origin),
                    *_flags(action, analysis),
                    *(flag for flagged, flag in undone if flagged == action.action_id),
                )
            }
        )
        for action in actions
    )


def by_model(action: Action) -> bool:
    """Whether its words are a model's: written freely, and carried out by a model that reads
    them."""
    return action.origin not in ("extractive", "user")


def _flags(action: Action, analysis: _Question) -> Iterator[Flag]:
    for error_type, found in (
        (ErrorType.TRUST, _trust(action)),
        (ErrorType.NARROW, _narrow(action, analysis)),
    ):
        if found:
            severity, reason, repair = found
            yield Flag(error_type=error_type, severity=severity, reason=reason, repair=repair)


def _trust(action: Action) -> _Found | None:
    beyond = beyond_models if by_model(action) else beyond_rules
    asked_too_much = beyond(action.tldr, action.text)
    if asked_too_much is None:
        return None
    reason = "This tool reads papers and writes a report from them; it can't "
    about = next(iter(action.directive.terms), "it")
    repair = f"Search for papers that report on {about}"
    return Severity.WARNING, f"{reason}“{asked_too_much}”.", repair


def _narrow(action: Action, analysis: _Question) -> _Found | None:
    d, filters = action.directive, action.directive.filters
    first, last, cited = filters.year_min, filters.year_max, filters.min_citations
    if d.verb is Verb.EXCLUDE and _rules_out_topic(d.terms, analysis):
        reason = f"Leaving out “{d.terms[0]}” would shut out what the question is about."
        return Severity.WARNING, reason, None
    if cited is not None and cited >= NARROW_CITATIONS:
        reason = f"Few papers have {cited} citations, and no new ones."
        return Severity.HINT, reason, "Keep to papers cited at least 10 times"
    if first is not None and last is not None and last - first < NARROW_YEARS:
        reason = "So few years hold few papers on one question."
        return Severity.HINT, reason, f"Keep to papers from {first - 3} on"
    if not d.terms:
        return None
    instead = f"Put papers on {d.terms[0]} first"
    if d.verb is Verb.FOCUS and says_only(action):
        reason = "“Only” would leave out papers that answer the question in other settings."
        return Severity.HINT, reason, instead
    if not by_model(action) or narrows(action, analysis.text) < FOCUSES_ON_PART:
        return None
    if d.verb is Verb.EXCLUDE:
        reason = f"Leaving out “{left_out(d)}” may cost a part of the answer."
        return Severity.HINT, reason, None
    return Severity.HINT, f"“{d.terms[0]}” is only a part of what is asked.", instead


def _rules_out_topic(terms: tuple[str, ...], analysis: _Question) -> bool:
    core = [set(content_stems(p)) for p in analysis.core_phrases[:3]]
    left = [stems for term in terms if (stems := set(content_stems(term)))]
    return any(stems <= phrase for stems in left for phrase in core)


def _undone(actions: Sequence[Action]) -> Iterator[tuple[ActionId, Flag]]:
    """The later of two that are switched on and can't both be carried out."""
    for first, later in combinations((a for a in actions if a.enabled), 2):
        if contradict(first.directive, later.directive):
            reason = f"It contradicts “{first.tldr}”: choose one of the two."
            kind = ErrorType.ACTION_GLOBAL
            yield later.action_id, Flag(error_type=kind, severity=Severity.WARNING, reason=reason)
