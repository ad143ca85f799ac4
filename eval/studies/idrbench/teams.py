"""The product's team with interaction in all stages, in one or in none, and the report that it
writes. Source: IDRBench §3.1, §4.4, table 4."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from eval.datasets.scholarqa import from_report
from eval.studies.idrbench.asking import AskedUser, listened_to, spec_of
from eval.studies.idrbench.cases import ResearchCase
from eval.studies.steering.trees import RunOnce, written_of
from myscholar.domain.evidence import Hit, SearchFilters
from myscholar.domain.interaction import Persona, ResearchMode, ResearchPlan
from myscholar.domain.report import SearchAll
from myscholar.gateways.llm.llm import LLM
from myscholar.interactive.team.budget import TeamStage, TurnBudget
from myscholar.interactive.team.extractive.mind import ExtractiveTeam
from myscholar.interactive.team.research import research_as_team
from myscholar.interactive.team.state import Evaluation, TeamState
from myscholar.report.extractive.search_plan import plan_queries
from myscholar.text.background import Background

ALL_STAGES = frozenset(TeamStage)


class Arm(NamedTuple):
    """One way of interacting."""

    name: str
    asked: AskedUser
    stages: frozenset[TeamStage] = ALL_STAGES


AUTONOMOUS = Arm("autonomous", AskedUser.NOBODY, frozenset())
INTERACTIVE = Arm("interactive", AskedUser.REFERENCE)
ARMS = (
    AUTONOMOUS,
    INTERACTIVE,
    *(Arm(f"{stage} only", AskedUser.REFERENCE, frozenset({stage})) for stage in TeamStage),
    *(
        Arm(f"interactive, {asked}", asked)
        for asked in (AskedUser.PERSONA, AskedUser.INTENTS, AskedUser.SKIPS)
    ),
)


@dataclass(frozen=True)
class StagedTeam(ExtractiveTeam):
    """That asks in some stages only, and then in one turn, as in table 4; in all stages as the
    product does."""

    stages: frozenset[TeamStage] = ALL_STAGES

    async def evaluate(self, state: TeamState, stage: TeamStage, budget: TurnBudget) -> Evaluation:
        if stage not in self.stages:
            return Evaluation(should_ask=False, reason="Nothing is asked at this stage.")
        if self.stages != ALL_STAGES and state.turns:
            return Evaluation(should_ask=False, reason="It asked already.")
        return await super().evaluate(state, stage, budget)


class Researched(NamedTuple):
    text: str
    """Of the report; empty where nothing was found to quote."""
    exchanges: tuple[tuple[str, str, str, str], ...]
    n_searches: int


async def research_case(
    case: ResearchCase,
    arm: Arm,
    search: SearchAll,
    background: Background,
    *,
    llm: LLM | None,
    seed: int,
) -> Researched:
    """`llm` speaks for the simulated user. Raises LLMError."""
    run, question = RunOnce(), case.vague.text
    spec = spec_of(arm.asked, case, seed)
    listener = listened_to(arm.asked, spec, run, llm)
    researched = await research_as_team(
        run,
        question,
        plan_queries(question, background=background),
        plan=ResearchPlan(mode=ResearchMode.TEAM, user=spec),
        mind=StagedTeam(background, arm.stages),
        search=search,
        user=listener,
        filters=SearchFilters(),
        estimate=_unknown,
    )
    report = await asyncio.to_thread(written_of, question, researched, background)
    text = from_report(report, query_id=case.query_id, system=arm.name).text if report else ""
    exchanges = tuple((e.stage, e.turn, e.asked, e.answered) for e in listener.exchanges)
    return Researched(text, exchanges, len(researched.results))


async def _unknown(hits: Sequence[Hit]) -> Persona:
    """Nothing is known of who asks: never called."""
    raise AssertionError(f"a persona of nobody, by {len(hits)} papers")
