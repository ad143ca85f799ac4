"""This product as a system, with a report without actions. Source: MySQA §3.3, A.3."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from eval.datasets.scholarqa import from_report
from eval.domain.instance import Instance, UserPaper
from eval.domain.output import Output, OutputAction, OutputInference
from eval.domain.report import ScholarReport
from eval.systems.steps import Steps, Tally
from eval.systems.system import CONCERNS_ALL, error_line
from myscholar.domain.actions import Action, ActionList, Stage
from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import Profile
from myscholar.errors import InputError, MyScholarError
from myscholar.library.records import BadRecord, paper_of
from myscholar.workflows.actions.choose_actions import choose_only

MOST_PROPOSALS = 6
"""How often more actions are asked for before there are as many as wanted."""


@dataclass
class _Made:
    profile: Profile | None = None
    actions: ActionList | None = None
    report: ScholarReport | None = None
    plain_report: ScholarReport | None = None
    error: str = ""


@dataclass(frozen=True)
class MyScholarSystem:
    """`n_actions` chosen, half generic, half personalized; without a user the generic half."""

    name: str
    identity: str
    steps: Steps
    timer: Callable[[], float]
    """Seconds, as of `time.perf_counter`."""
    n_actions: int = 8
    with_plain_report: bool = True
    """Whether the report without actions is written, which uniqueness needs."""
    _plain: dict[str, "asyncio.Task[ScholarReport]"] = field(default_factory=dict)
    """By question: its users share one."""

    async def answer(self, instance: Instance) -> Output:
        started, tally, made = self.timer(), Tally(), _Made()
        try:
            await self._make(instance, made, tally)
        except CONCERNS_ALL:
            raise
        except MyScholarError as error:
            made.error = error_line(error)
        return Output(
            instance_id=instance.instance_id,
            system=self.name,
            inferences=inferences_of(made.profile) if made.profile else (),
            actions=outputs_of(made.actions) if made.actions else (),
            report=made.report,
            plain_report=made.plain_report,
            seconds=round(self.timer() - started, 3),
            dollars=tally.dollars,
            model_calls=tally.calls,
            error=made.error,
        )

    def close(self) -> None:
        """It holds nothing that outlives it."""

    async def _make(self, instance: Instance, made: _Made, tally: Tally) -> None:
        if instance.papers:
            papers = [product_paper(p) for p in instance.papers]
            made.profile = await self.steps.profile(papers, tally)
        made.actions = await self._choose(instance, made.profile, tally)
        made.report = await self._report(instance, made.actions.chosen, made.profile, tally)
        if self.with_plain_report:
            made.plain_report = await self._plain_report(instance, tally)

    async def _choose(
        self, instance: Instance, profile: Profile | None, tally: Tally
    ) -> ActionList:
        """Proposed until there are enough; the first of each stage in turn are switched on."""
        a_kind, kinds = self.n_actions // 2, (False, True) if profile else (False,)
        actions = await self.steps.actions(instance.query, profile, None, tally)
        for _ in range(MOST_PROPOSALS):
            known = len(actions.actions)
            if known and min(len(of_kind(actions, kind)) for kind in kinds) >= a_kind:
                break
            actions = await self.steps.actions(instance.query, profile, actions, tally)
            if len(actions.actions) == known:
                break
        wanted = [a for kind in (False, True) for a in in_turn(of_kind(actions, kind))[:a_kind]]
        return choose_only(actions, {a.action_id for a in wanted})

    async def _report(
        self, instance: Instance, actions: Sequence[Action], profile: Profile | None, tally: Tally
    ) -> ScholarReport:
        written = await self.steps.report(instance.query, actions, profile, tally)
        return from_report(
            written, query_id=instance.query_id, system=self.name, split=instance.split
        )

    async def _plain_report(self, instance: Instance, tally: Tally) -> ScholarReport:
        """Whoever asks first pays for it."""
        if instance.query_id not in self._plain:
            self._plain[instance.query_id] = asyncio.ensure_future(
                self._report(instance, (), None, tally)
            )
        return await self._plain[instance.query_id]


def product_paper(paper: UserPaper) -> Paper:
    """As the product knows papers, under the same id. Raises InputError without a title."""
    try:
        return paper_of({**paper.model_dump(), "authors": list(paper.authors)}, Relation.MINE)
    except BadRecord as error:
        raise InputError(
            f"Paper {paper.paper_id!r} of the dataset can't be used: {error}."
        ) from error


def inferences_of(profile: Profile) -> tuple[OutputInference, ...]:
    return tuple(
        OutputInference(
            text=i.text, aspect=i.aspect, cited=tuple(str(s.paper_id) for s in i.supports)
        )
        for i in profile.enabled
    )


def outputs_of(actions: ActionList) -> tuple[OutputAction, ...]:
    return tuple(
        OutputAction(text=a.text, personalized=a.personalized, chosen=a.enabled)
        for a in actions.actions
    )


def of_kind(actions: ActionList, personalized: bool) -> list[Action]:
    return [a for a in actions.actions if a.personalized is personalized]


def in_turn(actions: Sequence[Action]) -> list[Action]:
    """The first of each stage, then the second of each: blind to how good an action is."""
    places = {stage: place for place, stage in enumerate(Stage)}
    nth = {
        a.action_id: [b.action_id for b in actions if b.stage is a.stage].index(a.action_id)
        for a in actions
    }
    return sorted(actions, key=lambda a: (nth[a.action_id], places[a.stage]))
