"""The three workflows by either engine, with what they cost."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.orders import ActionsOrder, Made, Order, ProfileOrder, ReportOrder, Visibility
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.errors import RunCancelled
from myscholar.workflows.jobs import start, wait
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.services import Services

NAME = "Synthetic user"


@dataclass
class Tally:
    """What one instance cost so far. `dollars` None: a price is unknown."""

    calls: int = 0
    dollars: float | None = 0.0

    def add(self, calls: int, dollars: float | None) -> None:
        self.calls += calls
        self.dollars = None if self.dollars is None or dollars is None else self.dollars + dollars


class Steps(Protocol):
    """Each step raises what its workflow raises."""

    async def profile(self, papers: Sequence[Paper], tally: Tally) -> Profile: ...

    async def actions(
        self, question: str, profile: Profile | None, more: ActionList | None, tally: Tally
    ) -> ActionList: ...

    async def report(
        self, question: str, actions: Sequence[Action], profile: Profile | None, tally: Tally
    ) -> Report: ...


@dataclass(frozen=True)
class ProductSteps:
    """The product's, by one of its engines. A run is deleted once its result is there, so that a
    user's list of runs stays theirs; answers of models stay in the gateway's cache: a step that was
    cut off is not paid for twice."""

    services: Services
    sources: tuple[str, ...]
    engine: Engine
    visibility: Visibility = Visibility.ALL

    async def profile(self, papers: Sequence[Paper], tally: Tally) -> Profile:
        order = ProfileOrder(papers=tuple(papers), name=NAME, engine=self.engine)
        return await self._make(order, tally)

    async def actions(
        self, question: str, profile: Profile | None, more: ActionList | None, tally: Tally
    ) -> ActionList:
        order = ActionsOrder(
            question=question,
            profile=profile,
            sources=self.sources,
            engine=self.engine,
            more=more,
        )
        return await self._make(order, tally)

    async def report(
        self, question: str, actions: Sequence[Action], profile: Profile | None, tally: Tally
    ) -> Report:
        order = ReportOrder(
            question=question,
            actions=tuple(actions),
            profile=profile,
            sources=self.sources,
            engine=self.engine,
            visibility=self.visibility,
        )
        return await self._make(order, tally)

    async def _make(self, order: Order[Made], tally: Tally) -> Made:
        run_id = start(self.services, order)
        try:
            made: Made = await wait(self.services, run_id)
        except RunCancelled:
            raise asyncio.CancelledError from None
        finally:
            info = self.services.runs.info(run_id)
            tally.add(info.n_calls, info.dollars)
        delete_run(self.services, run_id)
        return made
