"""A report's material gathered in several searches, with a person asked on the way. Sources: STEER
§2, IDRBench §3.1."""

import asyncio
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from functools import partial
from itertools import count
from typing import NamedTuple

from pydantic import ValidationError

from myscholar.actions.own import new_action
from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import QueryKind, SearchFilters, SearchQuery
from myscholar.domain.interaction import (
    Interaction,
    Pausing,
    ResearchMode,
    ResearchPlan,
    UserKind,
    UserSpec,
    snapshot_name,
)
from myscholar.domain.orders import ReportOrder
from myscholar.domain.report import QueryResult, Researched
from myscholar.domain.runs import Event, RunId
from myscholar.errors import UnreadableRecord
from myscholar.gateways.llm.llm import LLM
from myscholar.interactive.steer.growth import GrownTree
from myscholar.interactive.steer.mind import TreeMind
from myscholar.interactive.steer.tree import research_as_tree
from myscholar.interactive.steer.valuing import PauseAgent
from myscholar.interactive.team.mind import TeamMind
from myscholar.interactive.team.research import research_as_team
from myscholar.interactive.users.user_of import user_of
from myscholar.runs.run import Run, both
from myscholar.search.retrieve import fused, retrieve
from myscholar.workflows.library.sources import RESEARCH_REQUESTS, open_sources
from myscholar.workflows.report.records import SearchResult
from myscholar.workflows.services import Services

POOL = 160
"""Papers kept for the writer. Measured without a model on ten trees: 29 papers cited for 26 of 80,
and what was wanted covered a little better (0.60 for 0.58)."""


class Minds(NamedTuple):
    """What takes judgement, of one engine."""

    tree: TreeMind
    team: TeamMind
    agent: PauseAgent | None = None


class TreeBefore(NamedTuple):
    """The tree of the report before, to go on from."""

    grown: GrownTree
    beside: tuple[QueryResult, ...] = ()
    """What was found for the report otherwise, by actions that were chosen later."""


async def research(
    services: Services,
    run: Run,
    order: ReportOrder,
    plan: ResearchPlan,
    planned: Awaitable[Sequence[SearchQuery]],
    *,
    minds: Minds,
    llm: LLM | None = None,
    before: TreeBefore | None = None,
) -> tuple[Researched, SearchResult]:
    """What happened, and what all searches found together. `planned` are the queries of the
    question itself; the sources are opened meanwhile. Raises UnknownName, CorpusCorrupt, LLMError,
    and what `planned` raises."""
    run.tell(Event(step="Opening sources"))
    opening = asyncio.to_thread(
        open_sources, services, order.sources, progress=run.tell, n_requests=RESEARCH_REQUESTS
    )
    queries, opened = await both(planned, opening)

    async def search(queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        return (await retrieve(queries, opened.sources, limit=limit)).results

    async with aclosing(opened):
        user = user_of(_from_now_on(plan.user, before), run=run, llm=llm)
        asked, filters = order.question, _filters_of(order, queries)
        if plan.mode is ResearchMode.TREE:
            researched = await research_as_tree(
                run,
                order.question,
                queries,
                plan=plan,
                mind=minds.tree,
                search=search,
                user=user,
                filters=filters,
                grown=before.grown if before else None,
                agent=minds.agent if plan.pausing is Pausing.AGENT else None,
            )
        else:
            researched = await research_as_team(
                run,
                order.question,
                queries,
                plan=plan,
                mind=minds.team,
                search=search,
                user=user,
                filters=filters,
                estimate=partial(minds.tree.estimate, asked, plan.persona),
                profile=order.profile,
            )
        results = (*researched.results, *(before.beside if before else ()))
        findings = await asyncio.to_thread(
            fused, results, limit=POOL, kept=researched.interaction.taught_by
        )
        found = SearchResult(findings=findings, notes=opened.notes, n_requests=opened.n_requests)
        return researched, found


def _from_now_on(spec: UserSpec, before: TreeBefore | None) -> UserSpec:
    """A script goes on behind the replies that it has given."""
    if before is None or spec.kind is not UserKind.SCRIPTED:
        return spec
    left = spec.items[len(before.grown.interaction.turns) :]
    return spec.model_copy(update={"items": left}) if left else UserSpec(kind=UserKind.NOBODY)


def _filters_of(order: ReportOrder, queries: Sequence[SearchQuery]) -> SearchFilters:
    """Those of the whole report: the order's, narrowed by the question's years and by actions."""
    asked = (query.filters for query in queries if query.kind is QueryKind.QUESTION)
    return next(asked, order.filters)


def with_wishes_of(order: ReportOrder, researched: Researched) -> ReportOrder:
    """The order, with what was said on the way as actions of the person's own, each once."""
    stand = tuple(a for a in order.actions if a.tldr not in researched.taken_back)
    said_before = {action.tldr for action in stand}
    taken = {action.action_id for action in order.actions}
    ids = (name for n in count(1) if (name := f"u{n}") not in taken)
    said = tuple(
        _searched_for(new_action(wish, action_id=name, question=order.question))
        for wish, name in zip(
            (wish for wish in researched.wishes if wish not in said_before), ids, strict=False
        )
    )
    return order.model_copy(update={"actions": (*stand, *said)})


def _searched_for(action: Action) -> Action:
    """What was said on the way is looked for on the way: it is left to the writing."""
    if action.stage not in (Stage.SEARCH_ADD, Stage.SEARCH_REFINE):
        return action
    return action.model_copy(update={"stage": Stage.ORGANIZATION})


def interaction_so_far(services: Services, run_id: RunId) -> Interaction | None:
    """What a run that researches in several steps has done and asked until now; None of another
    run, and before its first search is done. Raises UnknownName, UnreadableRecord."""
    done = services.runs.step_names(run_id)
    newest = 0
    while snapshot_name(newest + 1) in done:
        newest += 1
    if not newest:
        return None
    stored = services.runs.step_result(run_id, snapshot_name(newest))
    with reading_tree(run_id):
        return Interaction.model_validate(stored)


@contextmanager
def reading_tree(run_id: RunId) -> Iterator[None]:
    """Raises UnreadableRecord for what another version has kept in another form."""
    try:
        yield
    except (ValidationError, KeyError) as error:
        raise UnreadableRecord(
            f"What run {run_id} found and asked was kept by another version of myscholar, in a "
            "form that this one can't read. Research the question anew."
        ) from error
