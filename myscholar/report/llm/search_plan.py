"""From a question and actions to search queries, by a model. Source: MySQA §2.3 (several search
terms from the question and the actions)."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import ActionId, QueryKind, SearchFilters, SearchQuery
from myscholar.domain.model import Frozen
from myscholar.domain.orders import Visibility
from myscholar.errors import BadFilter
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.replies import PlannedQuery, SearchPlanReply
from myscholar.report.llm.search_limits import (
    Asked,
    asked_limits,
    filters_of,
    filters_of_action,
    limits_all,
)
from myscholar.report.llm.shown import Numbered, ids_of, printed, shown
from myscholar.text.terms import content_stems

MOST_QUERIES = 8
"""The question's own among them."""
FEWEST_FACETS = 2
LONGEST_QUERY = 200
"""Characters."""
DEFAULT_LANGUAGE = "English"

_LANGUAGE = re.compile(r"[A-Z][a-z]+(?: [A-Z]?[a-z]+)?")


class SearchPlan(Frozen):
    """What will be searched. `filters` are those of the whole report: the user's own, the
    question's and those of actions that limit it."""

    queries: tuple[SearchQuery, ...]
    """The question itself first; then those of actions and the facets of the question."""
    language: str = DEFAULT_LANGUAGE
    """Of the question, by its English name."""
    filters: SearchFilters = SearchFilters()
    notes: tuple[str, ...] = ()
    """Limits that could not be applied, a sentence each."""
    origin: str = ""
    """The model."""


async def plan_search(
    question: str,
    actions: Sequence[Action] = (),
    *,
    llm: LLM,
    filters: SearchFilters = SearchFilters(),
    this_year: int,
    visibility: Visibility = Visibility.ALL,
) -> SearchPlan:
    """Plans the whole search. `filters` are the user's own. Raises LLMError."""
    seen = shown(actions, Stage.SEARCH_ADD, visibility)
    prompt = render(
        "report/plan_search", question=question, actions=printed(seen), this_year=this_year
    )
    answer = await llm.ask(Role.REPORT, prompt, SearchPlanReply, problems=problems)
    return plan_of(answer.value, question, seen, filters=filters, actions=actions).model_copy(
        update={"origin": answer.model}
    )


async def plan_actions(
    question: str,
    known: SearchPlan,
    actions: Sequence[Action],
    *,
    llm: LLM,
    filters: SearchFilters = SearchFilters(),
    this_year: int,
    visibility: Visibility = Visibility.ALL,
) -> SearchPlan:
    """What chosen actions add to a search that was made for the question alone: only the new
    queries, and the filters of both. Raises LLMError.

    Where actions narrow the filters, the question is searched again under them, and papers of the
    earlier search that `filters` does not accept are for the caller to leave out. Without actions
    nothing is asked.
    """
    seen = shown(actions, Stage.SEARCH_ADD, visibility)
    if not seen:
        return known.model_copy(update={"queries": ()})
    listed = "\n".join(f"- {query.text}" for query in known.queries)
    prompt = render(
        "report/plan_actions",
        question=question,
        known=listed,
        actions=printed(seen),
        this_year=this_year,
    )
    answer = await llm.ask(Role.REPORT, prompt, SearchPlanReply)
    notes: list[str] = []
    shared = _narrowed(known.filters, lambda: filters, notes)
    plan = plan_of(answer.value, question, seen, filters=shared, actions=actions, known=known)
    return plan.model_copy(update={"origin": answer.model})


def problems(reply: SearchPlanReply) -> tuple[str, ...]:
    """What one repair should mend: no query at all."""
    is_empty = not any(_clean(q.query) for q in reply.queries)
    return (
        ("`queries` holds no words to search for. Give three to five queries.",) if is_empty else ()
    )


def plan_of(
    reply: SearchPlanReply,
    question: str,
    seen: Numbered,
    *,
    filters: SearchFilters = SearchFilters(),
    actions: Sequence[Action] = (),
    known: SearchPlan | None = None,
) -> SearchPlan:
    """The reply as queries: the question's own first, then those of actions, then facets; at most
    eight, none twice.

    A LIMIT action's own filters hold whatever the model says; limits of actions that add to the
    search hold for their queries only.
    """
    notes: list[str] = []
    asked = asked_limits(reply.limits, question, seen, notes)
    shared = _shared_filters(filters, asked, actions, notes)
    searched = known is not None and known.filters == shared
    queries = [] if searched else [SearchQuery(text=question, filters=shared)]
    queries += [
        _query(planned, seen, shared, asked, notes)
        for planned in reply.queries
        if _clean(planned.query)
    ]
    return SearchPlan(
        queries=_most_useful(_without_doubles(queries, known.queries if known else ())),
        language=known.language if known else _language(reply.language),
        filters=shared,
        notes=(*(known.notes if known else ()), *dict.fromkeys(notes)),
    )


def _most_useful(queries: tuple[SearchQuery, ...]) -> tuple[SearchQuery, ...]:
    """At most eight: the question, the actions' and the facets, of which two stay even where many
    actions search."""
    question, by_action, facets = (
        [q for q in queries if q.kind is kind]
        for kind in (QueryKind.QUESTION, QueryKind.ACTION, QueryKind.FACET)
    )
    room = MOST_QUERIES - len(question)
    by_action = by_action[: room - min(FEWEST_FACETS, len(facets))]
    return (*question, *by_action, *facets[: room - len(by_action)])


def _query(
    planned: PlannedQuery, seen: Numbered, shared: SearchFilters, asked: Asked, notes: list[str]
) -> SearchQuery:
    ids = ids_of(planned.actions, seen)
    serving = [action for _, action in seen if action.action_id in ids]
    own = shared
    for action in serving:
        if not limits_all(action):
            own = _narrowed(own, partial(filters_of_action, action, asked), notes)
    kind = QueryKind.ACTION if ids else QueryKind.FACET
    return SearchQuery(text=_clean(planned.query), kind=kind, filters=own, action_ids=ids)


def _shared_filters(
    filters: SearchFilters, asked: Asked, actions: Sequence[Action], notes: list[str]
) -> SearchFilters:
    """The user's filters, narrowed by the question's and by those of each action that limits the
    whole search."""
    shared = _narrowed(
        filters, lambda: filters_of([limit for limit, of in asked if of is None]), notes
    )
    for action in actions:
        if limits_all(action):
            shared = _narrowed(shared, partial(filters_of_action, action, asked), notes)
    return shared


def _narrowed(
    filters: SearchFilters, other: Callable[[], SearchFilters], notes: list[str]
) -> SearchFilters:
    """Both at once, or the first alone and a note where the other can't be used."""
    try:
        return filters.narrowed(other())
    except BadFilter as refused:
        notes.append(f"A limit could not be applied: {refused}")
        return filters


def _clean(query: str) -> str:
    """One line without quotation marks and operators; empty if no word is in it."""
    line = re.sub(r"[\"“”]|\b(?:AND|OR|NOT)\b", " ", query)
    line = " ".join(line.split())[:LONGEST_QUERY].strip()
    return line if any(c.isalnum() for c in line) else ""


def _language(name: str) -> str:
    """The name if it can be one."""
    return (
        name.strip() if _LANGUAGE.fullmatch(name.strip()) and len(name) <= 30 else DEFAULT_LANGUAGE
    )


def _without_doubles(
    queries: Sequence[SearchQuery], known: Sequence[SearchQuery]
) -> tuple[SearchQuery, ...]:
    """Queries of the same stems and filters become one that serves all their actions; those
    searched before go."""
    done = {_key(query) for query in known}
    merged: dict[tuple[object, SearchFilters], SearchQuery] = {}
    for query in queries:
        key = _key(query)
        if key in done:
            continue
        if key in merged:
            ids: tuple[ActionId, ...] = tuple(
                dict.fromkeys((*merged[key].action_ids, *query.action_ids))
            )
            merged[key] = merged[key].model_copy(update={"action_ids": ids})
        else:
            merged[key] = query
    return tuple(merged.values())


def _key(query: SearchQuery) -> tuple[object, SearchFilters]:
    return frozenset(content_stems(query.text)) or query.text.casefold(), query.filters
