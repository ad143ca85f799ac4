"""One research, steered by a simulated user or not, and what came of it. Source: STEER §3.1-3.4."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import Field

from eval.datasets.scholarqa import from_report
from eval.domain.metric import Metric
from eval.domain.persona import QuestionPersona
from eval.domain.report import ScholarReport
from eval.domain.results import Measured
from eval.judges.aspects import AspectJudge
from eval.metrics import steer as metrics
from eval.studies.steering.systems import SystemName, TreeSpec, VariedMind
from myscholar.actions.literature import read_literature
from myscholar.domain.actions import Action
from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.evidence import SearchFilters, SearchQuery, Source
from myscholar.domain.interaction import (
    Interaction,
    PauseDecision,
    Pausing,
    ResearchPlan,
    TreeChange,
    TreeLimits,
    UserKind,
    UserSpec,
)
from myscholar.domain.model import Frozen
from myscholar.domain.orders import ReportOrder
from myscholar.domain.report import (
    Findings,
    QueryResult,
    Report,
    ReportId,
    Researched,
    SearchAll,
)
from myscholar.domain.runs import Event, ModelCall, RunId
from myscholar.errors import NoEvidenceFound
from myscholar.interactive.steer.growth import DEEP
from myscholar.interactive.steer.looking import marks_by_words
from myscholar.interactive.steer.pausing import pause_cost
from myscholar.interactive.steer.tree import research_as_tree
from myscholar.interactive.steer.utility import FULL
from myscholar.interactive.steer.valuing import PauseAgent
from myscholar.interactive.users.user_of import user_of
from myscholar.report.extractive.assemble import write_digest
from myscholar.report.extractive.search_plan import plan_queries
from myscholar.runs.run import StepWork, T
from myscholar.search.retrieve import fused, retrieve
from myscholar.text.background import Background
from myscholar.text.question import analyse_question
from myscholar.text.sentences import sentence_spans
from myscholar.workflows.report.research import POOL, with_wishes_of

if TYPE_CHECKING:
    pass

TOLERANCE, DEPTH, BREADTH, WEIGHT = 3, 3, 3, 0.5
"""Source: STEER §3.1, §3.3."""
NOW = "2026-01-01T00:00:00Z"


class Steered(Frozen):
    """What came of one research."""

    version: str
    """Of the product that did it, of what judged it, and the corpus."""
    judge: str
    pair_id: str
    query_id: str
    spec: TreeSpec
    seed: int
    n_pauses: int = Field(default=0, ge=0)
    n_decisions: int = Field(default=0, ge=0)
    n_by_agent: int = Field(default=0, ge=0)
    n_positive: int = Field(default=0, ge=0)
    """Decisions at which asking had a gain, however much it would have cost."""
    n_chosen: int = Field(default=0, ge=0)
    """Questions answered with a choice."""
    n_added: int = Field(default=0, ge=0)
    """Questions answered in own words."""
    n_nodes: int = Field(default=1, ge=0)
    seconds: float = Field(default=0, ge=0)
    """Of research and judging; 0 where another one stands for it."""
    model_calls: int = Field(default=0, ge=0)
    dollars: float | None = 0.0
    measured: tuple[Measured, ...]

    def score(self, metric: Metric) -> float | None:
        """None where nothing of it was scored."""
        return next((m.score for m in self.measured if m.metric is metric), None)


class RunOnce:
    """A run of which nothing is kept."""

    run_id = RunId("study")

    async def step(self, name: str, kind: Any, work: StepWork[T]) -> T:  # noqa: ARG002
        return await work()

    async def together(self, kind: Any, works: Sequence[tuple[str, StepWork[T]]]) -> list[T]:
        return [await self.step(name, kind, work) for name, work in works]

    def tell(self, event: Event) -> None: ...

    def show(self, part: str, text: str) -> None: ...

    def spent(self, call: ModelCall) -> None: ...

    async def calls(self) -> tuple[ModelCall, ...]:
        return ()

    async def stop_clock(self) -> float:
        return 0.0

    async def ask(self, question_id: str, question: Question) -> Answer:
        raise AssertionError(f"{question_id}: nobody waits here for {question.text!r}")

    async def changes(self, *, after: int, is_last: bool = False) -> tuple[TreeChange, ...]:  # noqa: ARG002
        return ()


@dataclass
class Searches:
    """Each made once: most of what one tree searches the next one of the pair does too."""

    sources: Sequence[Source]
    background: Background
    made: dict[tuple[SearchQuery, int], tuple[QueryResult, ...]] = field(default_factory=dict)

    async def __call__(self, queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        for query in queries:
            if (query, limit) not in self.made:
                found = await retrieve([query], self.sources, limit=limit)
                self.made[query, limit] = found.results
        return tuple(result for query in queries for result in self.made[query, limit])

    async def branches(self, question: str) -> bool:
        results = await self(plan_queries(question, background=self.background), DEEP)
        hits = fused(results, limit=DEEP).hits
        analysis = analyse_question(question, idf=self.background.idf)
        return len(read_literature(hits, analysis, self.background).sides) >= BREADTH

    async def answers(self, question: str, aspect: str) -> bool:
        topic = analyse_question(question, idf=self.background.idf).topic
        found = await self([SearchQuery(text=f"{aspect} {topic}")], DEEP)
        texts = [p.text for hit in fused(found).hits for p in hit.paper.readable]
        said = [text[start:end] for text in texts for start, end in sentence_spans(text)]
        return marks_by_words([aspect], said) == (FULL,)


class Grown(NamedTuple):
    spec: TreeSpec
    pauses: tuple[PauseDecision, ...]
    steered: Steered


def asks_alike(pauses: Sequence[PauseDecision], base_cost: float) -> bool:
    """Whether a tree with these decisions would have asked at the same ones had a pause cost so
    much; then it is the same tree."""
    return all(
        pause.asked == (pause.gain > pause_cost(base_cost, pause.n_pauses, pause.tolerance_share))
        for pause in pauses
    )


@dataclass
class Gardener:
    """Researches for one pair, each that differs once."""

    pair: QuestionPersona
    search: SearchAll
    background: Background
    judge: AspectJudge
    version: str
    seed: int
    grown: list[Grown] = field(default_factory=list)

    async def steer(self, spec: TreeSpec, agent: PauseAgent | None = None) -> Steered:
        """An agent decides where to ask; C0 counts only where it can't."""
        for each in () if agent else self.grown:
            if _is_alike(each, spec):
                return each.steered.model_copy(update={"spec": spec})
        if spec.system is SystemName.PLAIN:
            interaction, report = (
                None,
                await asyncio.to_thread(
                    digest_of, self.pair.question, await self._plain(), self.background
                ),
            )
        else:
            researched = await self._research(spec, agent)
            interaction = researched.interaction
            report = await asyncio.to_thread(
                written_of, self.pair.question, researched, self.background
            )
        steered = await self._measured(spec, interaction, report)
        if interaction and not agent:
            self.grown.append(Grown(spec, interaction.pauses, steered))
        return steered

    async def _research(self, spec: TreeSpec, agent: PauseAgent | None) -> Researched:
        plan, run = self._plan(spec), RunOnce()
        diverse = spec.system is not SystemName.NO_DIVERSITY
        return await research_as_tree(
            run,
            self.pair.question,
            self._queries,
            plan=plan,
            mind=VariedMind(self.pair.question, self.background, None, spec.halfway, diverse),
            search=self.search,
            user=user_of(plan.user, run=run),
            filters=SearchFilters(),
            agent=agent,
        )

    async def _measured(
        self, spec: TreeSpec, interaction: Interaction | None, report: Report | None
    ) -> Steered:
        """A report that could not be written covers nothing."""
        pair = self.pair
        written = (
            from_report(report, query_id=pair.query_id, system=spec.system)
            if report
            else ScholarReport(query_id=pair.query_id, question=pair.question, system=spec.system)
        )
        return Steered(
            version=self.version,
            judge=self.judge.name,
            pair_id=pair.pair_id,
            query_id=pair.query_id,
            spec=spec,
            seed=self.seed,
            measured=await judge_steered(
                pair, written, interaction, self.judge, asks=spec.system.asks
            ),
            **_counts(interaction) if interaction else {},
        )

    def _plan(self, spec: TreeSpec) -> ResearchPlan:
        system = spec.system
        user = UserSpec(
            kind=UserKind.PERSONA if system.asks else UserKind.NOBODY,
            text=self.pair.persona,
            items=self.pair.wanted,
            seed=self.seed,
        )
        usual = TreeLimits().base_cost  # where an agent decides and can't
        limits = TreeLimits(
            base_cost=usual if spec.base_cost is None else spec.base_cost,
            tolerance=TOLERANCE,
            depth=DEPTH,
            breadth=BREADTH,
            explore_weight=0 if system is SystemName.NO_EXPLORATION else WEIGHT,
            information_weight=0 if system is SystemName.NO_INFORMATION else WEIGHT,
        )
        told_all = system is SystemName.TOLD
        persona = self.pair.persona if told_all else self.pair.first_sentence
        return ResearchPlan(persona=persona, user=user, tree=limits, ahead=False)

    @property
    def _queries(self) -> Sequence[SearchQuery]:
        return plan_queries(self.pair.question, background=self.background)

    async def _plain(self) -> Findings:
        return fused(await self.search(self._queries, POOL), limit=POOL)


def written_of(question: str, researched: Researched, background: Background) -> Report | None:
    """As the product writes it; None where nothing was found to quote."""
    order = with_wishes_of(ReportOrder(question=question), researched)
    findings = fused(researched.results, limit=POOL, kept=researched.interaction.taught_by)
    return digest_of(question, findings, background, order.actions)


def digest_of(
    question: str, findings: Findings, background: Background, actions: Sequence[Action] = ()
) -> Report | None:
    try:
        return write_digest(
            question,
            findings=findings,
            queries=tuple(dict.fromkeys(r.record.query for r in findings.results)),
            actions=actions,
            background=background,
            report_id=ReportId("study"),
            now=NOW,
        )
    except NoEvidenceFound:
        return None


def _is_alike(grown: Grown, spec: TreeSpec) -> bool:
    """Whether it is what would be grown, at whichever cost."""
    cost = spec.base_cost
    same = grown.spec.model_copy(update={"base_cost": cost}) == spec
    return same and (cost is None or asks_alike(grown.pauses, cost))


async def judge_steered(
    pair: QuestionPersona,
    report: ScholarReport,
    interaction: Interaction | None,
    judge: AspectJudge,
    *,
    asks: bool,
) -> tuple[Measured, ...]:
    """All at once. What needs an interaction, or a user who could be asked, is left out where there
    is none."""
    marks = await judge.report(pair, report)
    measured = [
        metrics.alignment(marks),
        metrics.in_full(marks),
        metrics.focus_keypoints(await judge.keypoints(pair, report)),
        metrics.focus_sentences(await judge.sentences(pair, report)),
    ]
    if interaction:
        inferred = [aspect.text for aspect in interaction.persona.wanted]
        measured.append(metrics.persona_state(await judge.inferred(pair, inferred)))
    if interaction and asks:
        replies = replies_of(interaction)
        measured += [
            metrics.user_recall(await judge.replies(pair, replies)),
            metrics.user_precision(await judge.targeted(pair, replies)),
        ]
    return tuple(m for m in measured if m.items)


def replies_of(interaction: Interaction) -> tuple[str, ...]:
    """Directions that the user chose, and those in own words; in order."""
    answers = (turn.answer for turn in interaction.turns)
    return tuple(said for a in answers for said in (*a.choices, a.text) if said.strip())


def _counts(interaction: Interaction) -> Mapping[str, int]:
    kinds = [turn.answer.kind for turn in interaction.turns]
    return {
        "n_pauses": sum(pause.asked for pause in interaction.pauses),
        "n_decisions": len(interaction.pauses),
        "n_by_agent": sum(p.decided_by is Pausing.AGENT for p in interaction.pauses),
        "n_positive": sum(pause.gain > 0 for pause in interaction.pauses),
        "n_chosen": kinds.count(AnswerKind.CHOICE),
        "n_added": kinds.count(AnswerKind.TEXT),
        "n_nodes": sum(bool(node.learnings) for node in interaction.nodes),
    }
