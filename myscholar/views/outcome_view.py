"""What became of each action, in words for a screen."""

from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import ActionId
from myscholar.domain.model import Frozen
from myscholar.domain.report import ActionOutcome, OutcomeStatus, Report
from myscholar.views.section_text import Shown

STATUS_WORDS = {
    OutcomeStatus.DONE: "Done",
    OutcomeStatus.PARTLY: "Partly done",
    OutcomeStatus.NOT_DONE: "Not done",
}
_SHOWS = {
    Stage.SEARCH_ADD: "in the sources",
    Stage.SEARCH_REFINE: "in the sources",
    Stage.ORGANIZATION: "in how it is built",
    Stage.GENERATION: "throughout",
}
_UNLIT = {
    Stage.SEARCH_ADD: "It changed which papers were searched for: it shows in the sources, and no "
    "single words could be lit up.",
    Stage.SEARCH_REFINE: "It changed which papers were searched for and used: it shows in the "
    "sources, and no single words could be lit up.",
    Stage.ORGANIZATION: "It changed how the report is put together: it shows in the sections as a "
    "whole, and no single words could be lit up.",
    Stage.GENERATION: "It changed what was written or left out throughout, so there are no single "
    "words to light up.",
}
"""Where an action without lit words shows. Readers took the absence of a highlight for the absence
of the work. Source: MySQA §5, Lesson 2."""
_UNCHECKED = (
    "No words were marked for it. That can be an oversight of the marking: what it asks for may "
    "still be in the text."
)
_LEFT_UNDONE = "No words are lit up for it: it was not carried out, for the reason above."


class ActionView(Frozen):
    """`status` is done, partly or not_done, or empty; `words` says it. `kinds`: for whom it is, and
    whether it is emphasized.

    `shows` and `where` say, shortly and fully, where an action without lit words shows.
    """

    action_id: ActionId
    label: str
    tldr: Shown
    text: Shown
    kinds: str
    status: str
    words: str
    reason: str
    trace: tuple[str, ...]
    shows: str
    where: str
    can_retry: bool


def action_labels(report: Report) -> dict[ActionId, str]:
    """`A1`, `A2` ... in the order of the report's actions."""
    return {action.action_id: f"A{i}" for i, action in enumerate(report.actions, start=1)}


def action_views(report: Report) -> tuple[ActionView, ...]:
    outcomes = {o.action_id: o for o in report.outcomes}
    lit = {h.action_id for s in report.sections for h in s.highlights}
    for section in report.sections:
        lit |= {*section.action_ids, *(section.table.action_ids if section.table else ())}
    return tuple(
        _view(action, label, outcomes.get(action.action_id), is_lit=action.action_id in lit)
        for action, label in zip(report.actions, action_labels(report).values(), strict=True)
    )


def _view(action: Action, label: str, outcome: ActionOutcome | None, *, is_lit: bool) -> ActionView:
    status = outcome.status if outcome else None
    shows = where = ""
    if not is_lit and status is None:
        where = _UNCHECKED
    elif not is_lit and status is OutcomeStatus.NOT_DONE:
        where = _LEFT_UNDONE
    elif not is_lit:
        shows, where = _SHOWS[action.stage], _UNLIT[action.stage]
    return ActionView(
        action_id=action.action_id,
        label=label,
        tldr=action.tldr,
        text=action.text,
        kinds=("for you" if action.personalized else "for anyone")
        + (", emphasized" if action.emphasis else ""),
        status=status.value if status else "",
        words=STATUS_WORDS[status] if status else "",
        reason=outcome.said if outcome else "",
        trace=outcome.trace if outcome else (),
        shows=shows,
        where=where,
        can_retry=status in (OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE),
    )
