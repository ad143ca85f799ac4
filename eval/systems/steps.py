"""The three workflows by either engine, with what they cost."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.orders import ReportOrder
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import RunCancelled
from myscholar.workflows.actions.propose_actions import actions_order, propose_actions
from myscholar.workflows.profile.infer_profile import infer_profile, profile_order
from myscholar.workflows.report.records import record_of
from myscholar.workflows.report.write_report import report_order
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.runs.run_work import carry_out
from myscholar.workflows.services import Services

NAME = "Synthetic user"
_ANY = SearchFilters()


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
class ExtractiveSteps:
    """Without a model; costs nothing."""

    services: Services
    sources: tuple[str, ...]

    async def profile(self, papers: Sequence[Paper], tally: Tally) -> Profile:  # noqa: ARG002
        return await infer_profile(self.services, papers, name=NAME, engine=Engine.EXTRACTIVE)

    async def actions(
        self,
        question: str,
        profile: Profile | None,
        more: ActionList | None,
        tally: Tally,  # noqa: ARG002
    ) -> ActionList:
        return await propose_actions(
            self.services,
            question,
            profile=profile,
            sources=self.sources,
            engine=Engine.EXTRACTIVE,
            more=more,
        )

    async def report(
        self,
        question: str,
        actions: Sequence[Action],
        profile: Profile | None,
        tally: Tally,
    ) -> Report:
        order = report_order(
            self.services,
            question,
            actions=actions,
            profile=profile,
            sources=self.sources,
            filters=_ANY,
            engine=Engine.EXTRACTIVE,
            with_tables=True,
            head_start=None,
        )
        return await _written(self.services, order, tally)


@dataclass(frozen=True)
class ModelSteps:
    """With the configured models. Answers stay in the gateway's cache: a step that was cut off is
    not paid for twice."""

    services: Services
    sources: tuple[str, ...]
    visibility: str = "all"

    async def profile(self, papers: Sequence[Paper], tally: Tally) -> Profile:
        order = profile_order(self.services, papers, name=NAME, engine=Engine.LLM)
        return Profile.model_validate(
            await _run(self.services, RunKind.PROFILE, NAME, order.model_dump(mode="json"), tally)
        )

    async def actions(
        self, question: str, profile: Profile | None, more: ActionList | None, tally: Tally
    ) -> ActionList:
        order = actions_order(
            self.services,
            question,
            profile=profile,
            sources=self.sources,
            engine=Engine.LLM,
            more=more,
            like=None,
        )
        return ActionList.model_validate(
            await _run(
                self.services, RunKind.ACTIONS, question, order.model_dump(mode="json"), tally
            )
        )

    async def report(
        self, question: str, actions: Sequence[Action], profile: Profile | None, tally: Tally
    ) -> Report:
        order = report_order(
            self.services,
            question,
            actions=actions,
            profile=profile,
            sources=self.sources,
            filters=_ANY,
            engine=Engine.LLM,
            visibility=self.visibility,
            with_tables=True,
            head_start=None,
        )
        return await _written(self.services, order, tally)


async def _written(services: Services, order: ReportOrder, tally: Tally) -> Report:
    inputs = order.model_dump(mode="json")
    return record_of(await _run(services, RunKind.REPORT, order.question, inputs, tally)).report


async def _run(
    services: Services, kind: RunKind, title: str, inputs: Mapping[str, Any], tally: Tally
) -> Any:
    """A run of the product, deleted once its result is there, so that a user's list of runs stays
    theirs."""
    run_id = RunId(services.new_id())
    try:
        made = await carry_out(services, kind, title, inputs, run_id=run_id)
    except RunCancelled:
        raise asyncio.CancelledError from None
    finally:
        info = services.runs.info(run_id)
        tally.add(info.n_calls, info.dollars)
    delete_run(services, run_id)
    return made
