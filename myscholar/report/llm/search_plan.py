"""From a question and actions to search queries, by a model. Source: MySQA §2.3 (several search
terms from the question and the actions)."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import QueryKind, SearchFilters, SearchQuery
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
from myscholar.report.llm.shown import Numbered, ids_of, number_actions, print_actions
from myscholar.report.queries import merge_queries

MOST_QUERIES = 8
"""Queries of a report, the question's own among them; by hand."""
FEWEST_FACETS = 2
"""Queries for sides of the question that stay where many actions search; by hand."""
LONGEST_QUERY = 200
"""Characters of a query; by hand."""
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
    seen = number_actions(actions, Stage.SEARCH_ADD, visibility)
    prompt = render(
        "report/plan_search", question=question, actions=print_actions(seen), this_year=this_year
    )
    answer = await llm.ask(Role.REPORT, prompt, SearchPlanReply, problems=problems)
    plan = plan_of(answer.value, question, seen, filters=filters, actions=actions)
    return plan.model_copy(update={"origin": answer.model})


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
    seen = number_actions(actions, Stage.SEARCH_ADD, visibility)
    if not seen:
        return known.model_copy(update={"queries": ()})
    listed = "\n".join(f"- {query.text}" for query in known.queries)
    prompt = render(
        "report/plan_actions",
        question=question,
        known=listed,
        actions=print_actions(seen),
        this_year=this_year,
    )
    answer = await llm.ask(Role.REPORT, prompt, SearchPlanReply)
    notes: list[str] = []
    shared = _narrowed(known.filters, lambda: filters, notes)
    plan = plan_of(answer.value, question, seen, filters=shared, actions=actions, known=known)
    return plan.model_copy(update={"origin": answer.model})


def problems(reply: SearchPlanReply) -> tuple[str, ...]:
    """What one repair should mend: no query at all."""
    if any(clean_query(q.query) for q in reply.queries):
        return ()
    return ("`queries` holds no words to search for. Give three to five queries.",)


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
    of_question = [limit for limit, of in asked if of is None]
    shared = _narrowed(filters, lambda: filters_of(of_question), notes)
    shared = _narrowed_by(filter(limits_all, actions), shared, asked, notes)
    said = reply.language.strip()
    language = said if _LANGUAGE.fullmatch(said) and len(said) <= 30 else DEFAULT_LANGUAGE
    searched = known is not None and known.filters == shared
    queries = [] if searched else [SearchQuery(text=question, filters=shared)]
    usable = (planned for planned in reply.queries if clean_query(planned.query))
    queries += [_query(planned, seen, shared, asked, notes) for planned in usable]
    return SearchPlan(
        queries=_most_useful(merge_queries(queries, known.queries if known else ())),
        language=known.language if known else language,
        filters=shared,
        notes=(*(known.notes if known else ()), *dict.fromkeys(notes)),
    )


def _most_useful(queries: tuple[SearchQuery, ...]) -> tuple[SearchQuery, ...]:
    """At most eight; two facets stay even where many actions search."""
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
    serving = (a for _, a in seen if a.action_id in ids and not limits_all(a))
    own = _narrowed_by(serving, shared, asked, notes)
    kind = QueryKind.ACTION if ids else QueryKind.FACET
    return SearchQuery(text=clean_query(planned.query), kind=kind, filters=own, action_ids=ids)


def _narrowed_by(
    actions: Iterable[Action], filters: SearchFilters, asked: Asked, notes: list[str]
) -> SearchFilters:
    for action in actions:
        filters = _narrowed(filters, partial(filters_of_action, action, asked), notes)
    return filters


def _narrowed(
    filters: SearchFilters, other: Callable[[], SearchFilters], notes: list[str]
) -> SearchFilters:
    """Both at once, or the first alone and a note where the other can't be used."""
    try:
        return filters.narrowed(other())
    except BadFilter as refused:
        notes.append(f"A limit could not be applied: {refused}")
        return filters


def clean_query(query: str) -> str:
    """One line without quotation marks and operators; empty if no word is in it."""
    line = re.sub(r"[\"“”]|\b(?:AND|OR|NOT)\b", " ", query)
    line = " ".join(line.split())[:LONGEST_QUERY].strip()
    return line if any(c.isalnum() for c in line) else ""
