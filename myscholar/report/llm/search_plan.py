"""From a question and actions to search queries, by a model. Source: MySQA §2.3 (several search terms from the question and the actions)."""

import re
from collections.abc import Callable, Sequence

from pydantic import ValidationError

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.evidence import ActionId, QueryKind, SearchFilters, SearchQuery
from myscholar.domain.model import Frozen
from myscholar.errors import BadFilter
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.replies import Limit, LimitKind, PlannedQuery, SearchPlanReply
from myscholar.report.llm.shown import Numbered, Visibility, ids_of, printed, shown
from myscholar.text.terms import content_stems

MOST_QUERIES = 8
"""The question's own among them."""
FEWEST_FACETS = 2
LONGEST_QUERY = 200
"""Characters."""
DEFAULT_LANGUAGE = "English"

_LANGUAGE = re.compile(r"[A-Z][a-z]+(?: [A-Z]?[a-z]+)?")
_ASKED = {
    LimitKind.VENUE: re.compile(r"venue|conference|journal|proceedings|published (?:in|at)|workshop", re.IGNORECASE),
    LimitKind.FIELD: re.compile(r"field|disciplin|domain|area|science|studies", re.IGNORECASE),
    LimitKind.MIN_CITATIONS: re.compile(r"\bcit(?:ed|ations?)\b|\d", re.IGNORECASE),
    LimitKind.OPEN_ACCESS: re.compile(r"\bopen\b|\bfree", re.IGNORECASE),
    LimitKind.YEAR_MIN: re.compile(r"\b(?:year|decade|since|after|last|past)|\d{4}", re.IGNORECASE),
    LimitKind.YEAR_MAX: re.compile(r"\b(?:year|decade|before|until|till|up to|older)|\d{4}", re.IGNORECASE),
}
"""What whoever asks for a limit says, unless the value itself stands there: a limit that nobody asked for can empty a search."""


class SearchPlan(Frozen):
    """What will be searched. `filters` are those of the whole report: the user's own, the question's and those of actions that limit it."""

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
    prompt = render("report/plan_search", question=question, actions=printed(seen), this_year=this_year)
    answer = await llm.ask(Role.REPORT, prompt, SearchPlanReply, problems=problems)
    return plan_of(answer.value, question, seen, filters=filters, actions=actions).model_copy(update={"origin": answer.model})


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
    """What chosen actions add to a search that was made for the question alone: only the new queries, and the filters of both. Raises LLMError.

    Where actions narrow the filters, the question is searched again under them, and papers of the earlier search that `filters` does not
    accept are for the caller to leave out. Without actions nothing is asked.
    """
    seen = shown(actions, Stage.SEARCH_ADD, visibility)
    if not seen:
        return known.model_copy(update={"queries": ()})
    listed = "\n".join(f"- {query.text}" for query in known.queries)
    prompt = render("report/plan_actions", question=question, known=listed, actions=printed(seen), this_year=this_year)
    answer = await llm.ask(Role.REPORT, prompt, SearchPlanReply)
    notes: list[str] = []
    shared = _narrowed(known.filters, lambda: filters, notes)
    plan = plan_of(answer.value, question, seen, filters=shared, actions=actions, known=known)
    return plan.model_copy(update={"origin": answer.model})


def problems(reply: SearchPlanReply) -> tuple[str, ...]:
    """What one repair should mend: no query at all."""
    return (
        ()
        if any(_clean(q.query) for q in reply.queries)
        else ("`queries` holds no words to search for. Give three to five queries.",)
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
    """The reply as queries: the question's own first, then those of actions, then facets; at most eight, none twice.

    A LIMIT action's own filters hold whatever the model says; limits of actions that add to the search hold for their queries only.
    """
    notes: list[str] = []
    asked = _asked_limits(reply.limits, question, seen, notes)
    shared = _shared_filters(filters, asked, actions, notes)
    searched = known is not None and known.filters == shared
    queries = [] if searched else [SearchQuery(text=question, filters=shared)]
    queries += [_query(planned, seen, shared, asked, notes) for planned in reply.queries if _clean(planned.query)]
    return SearchPlan(
        queries=_most_useful(_without_doubles(queries, known.queries if known else ())),
        language=known.language if known else _language(reply.language),
        filters=shared,
        notes=(*(known.notes if known else ()), *dict.fromkeys(notes)),
    )


def _most_useful(queries: tuple[SearchQuery, ...]) -> tuple[SearchQuery, ...]:
    """At most eight: the question, the actions' and the facets, of which two stay even where many actions search."""
    question, by_action, facets = (
        [q for q in queries if q.kind is kind] for kind in (QueryKind.QUESTION, QueryKind.ACTION, QueryKind.FACET)
    )
    room = MOST_QUERIES - len(question)
    by_action = by_action[: room - min(FEWEST_FACETS, len(facets))]
    return (*question, *by_action, *facets[: room - len(by_action)])


def _query(
    planned: PlannedQuery, seen: Numbered, shared: SearchFilters, asked: Sequence[tuple[Limit, Action | None]], notes: list[str]
) -> SearchQuery:
    ids = ids_of(planned.actions, seen)
    serving = [action for _, action in seen if action.action_id in ids]
    own = shared
    for action in serving:
        if action.stage is Stage.SEARCH_ADD and action.directive.verb is not Verb.LIMIT:
            own = _narrowed(own, lambda a=action: _of_action(a, asked), notes)
    kind = QueryKind.ACTION if ids else QueryKind.FACET
    return SearchQuery(text=_clean(planned.query), kind=kind, filters=own, action_ids=ids)


def _of_action(action: Action, asked: Sequence[tuple[Limit, Action | None]]) -> SearchFilters:
    """What an action says on the papers: its own filters, else the model's reading of it."""
    if not action.directive.filters.is_empty:
        return action.directive.filters
    return filters_of([limit for limit, of in asked if of is not None and of.action_id == action.action_id])


def _shared_filters(
    filters: SearchFilters, asked: Sequence[tuple[Limit, Action | None]], actions: Sequence[Action], notes: list[str]
) -> SearchFilters:
    """The user's filters, narrowed by the question's and by those of each action that limits the whole search."""
    shared = _narrowed(filters, lambda: filters_of([limit for limit, of in asked if of is None]), notes)
    for action in actions:
        if action.directive.verb is Verb.LIMIT or action.stage is not Stage.SEARCH_ADD:
            shared = _narrowed(shared, lambda a=action: _of_action(a, asked), notes)
    return shared


def _narrowed(filters: SearchFilters, other: Callable[[], SearchFilters], notes: list[str]) -> SearchFilters:
    """Both at once, or the first alone and a note where the other can't be used."""
    try:
        return filters.narrowed(other())
    except BadFilter as refused:
        notes.append(f"A limit could not be applied: {refused}")
        return filters


def _asked_limits(limits: Sequence[Limit], question: str, seen: Numbered, notes: list[str]) -> list[tuple[Limit, Action | None]]:
    """Each limit with the action that asks for it (None: the question does); those that nobody asked for are left out with a note."""
    by_number = dict(seen)
    asked: list[tuple[Limit, Action | None]] = []
    for limit in limits:
        if limit.action and limit.action not in by_number:
            continue
        action = by_number.get(limit.action)
        said = f"{action.text} {action.tldr}" if action else question
        if limit.value.casefold() in said.casefold() or _ASKED[limit.kind].search(said):
            asked.append((limit, action))
        else:
            notes.append(f"A limit that nobody asked for was left out ({limit.kind.value.replace('_', ' ')} {limit.value}).")
    return asked


def filters_of(limits: Sequence[Limit]) -> SearchFilters:
    """Raises BadFilter for a number that is none, and for limits that make no sense together."""

    def number(kind: LimitKind, pick: Callable[[list[int]], int]) -> int | None:
        return pick(found) if (found := [_number(limit) for limit in limits if limit.kind is kind]) else None

    def names(kind: LimitKind) -> tuple[str, ...]:
        return tuple(dict.fromkeys(limit.value.strip() for limit in limits if limit.kind is kind and limit.value.strip()))

    try:
        return SearchFilters(
            year_min=number(LimitKind.YEAR_MIN, max),
            year_max=number(LimitKind.YEAR_MAX, min),
            venues=names(LimitKind.VENUE),
            fields=names(LimitKind.FIELD),
            min_citations=number(LimitKind.MIN_CITATIONS, max),
            open_access=any(limit.kind is LimitKind.OPEN_ACCESS and _says_yes(limit.value) for limit in limits),
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


def _clean(query: str) -> str:
    """One line without quotation marks and operators; empty if no word is in it."""
    line = re.sub(r"[\"“”]|\b(?:AND|OR|NOT)\b", " ", query)
    line = " ".join(line.split())[:LONGEST_QUERY].strip()
    return line if any(c.isalnum() for c in line) else ""


def _language(name: str) -> str:
    """The name if it can be one."""
    return name.strip() if _LANGUAGE.fullmatch(name.strip()) and len(name) <= 30 else DEFAULT_LANGUAGE


def _without_doubles(queries: Sequence[SearchQuery], known: Sequence[SearchQuery]) -> tuple[SearchQuery, ...]:
    """Queries of the same stems and filters become one that serves all their actions; those searched before go."""
    done = {_key(query) for query in known}
    merged: dict[tuple[object, SearchFilters], SearchQuery] = {}
    for query in queries:
        key = _key(query)
        if key in done:
            continue
        if key in merged:
            ids: tuple[ActionId, ...] = tuple(dict.fromkeys((*merged[key].action_ids, *query.action_ids)))
            merged[key] = merged[key].model_copy(update={"action_ids": ids})
        else:
            merged[key] = query
    return tuple(merged.values())


def _key(query: SearchQuery) -> tuple[object, SearchFilters]:
    return frozenset(content_stems(query.text)) or query.text.casefold(), query.filters
