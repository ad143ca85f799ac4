"""Conditions on papers that a question or an action states, as a model reads them, and as
filters."""

import re
from collections.abc import Callable, Sequence

from pydantic import ValidationError

from myscholar.domain.actions import Action, Stage, Verb, Wish
from myscholar.domain.evidence import SearchFilters
from myscholar.errors import BadFilter
from myscholar.report.llm.replies import Limit, LimitKind
from myscholar.report.llm.shown import Numbered
from myscholar.text.wishes import limits_in

Asked = Sequence[tuple[Limit, Action | None]]
"""Each limit with the action that asks for it; None: the question does."""


def asked_limits(limits: Sequence[Limit], question: str, seen: Numbered, notes: list[str]) -> Asked:
    """Each limit with the action that asks for it (None: the question does); those that nobody
    asked for, by words or by the value itself, can empty a search and are left out with a note."""
    by_number = dict(seen)
    asked: list[tuple[Limit, Action | None]] = []
    for limit in limits:
        if limit.action and limit.action not in by_number:
            continue
        action = by_number.get(limit.action)
        said = f"{action.text} {action.tldr}" if action else question
        spoken_of = (action.wishes or ()) if action else limits_in(question)
        if limit.value.casefold() in said.casefold() or Wish(limit.kind.value) in spoken_of:
            asked.append((limit, action))
        else:
            notes.append(
                "A limit that nobody asked for was left out "
                f"({limit.kind.value.replace('_', ' ')} {limit.value})."
            )
    return asked


def limits_all(action: Action) -> bool:
    """Whether an action's limits hold for the whole search; those of an action that adds papers or
    a section hold for its own queries."""
    return action.directive.verb is Verb.LIMIT or action.stage is Stage.SEARCH_REFINE


def filters_of_action(action: Action, asked: Asked) -> SearchFilters:
    """What an action says on the papers: its own filters, else the model's reading of it."""
    if not action.directive.filters.is_empty:
        return action.directive.filters
    return filters_of(
        [limit for limit, of in asked if of is not None and of.action_id == action.action_id]
    )


def filters_of(limits: Sequence[Limit]) -> SearchFilters:
    """Raises BadFilter for a number that is none, and for limits that make no sense together."""

    def number(kind: LimitKind, pick: Callable[[list[int]], int]) -> int | None:
        return (
            pick(found)
            if (found := [_number(limit) for limit in limits if limit.kind is kind])
            else None
        )

    def names(kind: LimitKind) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(
                limit.value.strip()
                for limit in limits
                if limit.kind is kind and limit.value.strip()
            )
        )

    try:
        return SearchFilters(
            year_min=number(LimitKind.YEAR_MIN, max),
            year_max=number(LimitKind.YEAR_MAX, min),
            venues=names(LimitKind.VENUE),
            fields=names(LimitKind.FIELD),
            min_citations=number(LimitKind.MIN_CITATIONS, max),
            open_access=any(
                limit.kind is LimitKind.OPEN_ACCESS and _says_yes(limit.value) for limit in limits
            ),
        )
    except ValidationError as broken:
        raise BadFilter(str(broken.errors()[0]["msg"])) from broken


def _number(limit: Limit) -> int:
    found = re.fullmatch(r"\D{0,12}(\d{1,3}(?:,\d{3})+|\d+)\D{0,12}", limit.value.strip())
    if not found:
        raise BadFilter(f"{limit.kind.value.replace('_', ' ')} “{limit.value}” is not a number")
    return int(found[1].replace(",", ""))


def _says_yes(value: str) -> bool:
    return value.strip().casefold() not in ("", "no", "false", "0")
