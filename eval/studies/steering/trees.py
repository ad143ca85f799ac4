"""One tree steered by a simulated user, and what came of it. Source: STEER §3.1, §3.3."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import Field

from eval.studies.steering.pairs import QuestionPersona
from myscholar.actions.literature import read_literature
from myscholar.domain.dialogue import Answer, AnswerKind, Question
from myscholar.domain.evidence import Hit, SearchFilters, SearchQuery, Source
from myscholar.domain.interaction import (
    Interaction,
    PauseDecision,
    Pausing,
    Persona,
    ResearchNode,
    ResearchPlan,
    TreeChange,
    TreeLimits,
    UserKind,
    UserSpec,
)
from myscholar.domain.model import Frozen
from myscholar.domain.orders import ReportOrder
from myscholar.domain.report import QueryResult, Report, ReportId, Researched, SearchAll
from myscholar.domain.runs import Event, ModelCall, RunId
from myscholar.errors import NoEvidenceFound
from myscholar.interactive.steer.extractive.mind import ExtractiveTreeMind
from myscholar.interactive.steer.extractive.propose import HALFWAY
from myscholar.interactive.steer.growth import DEEP
from myscholar.interactive.steer.looking import marks_by_words
from myscholar.interactive.steer.mind import DirectionCandidate
from myscholar.interactive.steer.pausing import pause_cost
from myscholar.interactive.steer.tree import research_as_tree
from myscholar.interactive.steer.utility import FULL, alignment
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

TOLERANCE, DEPTH, BREADTH, WEIGHT = 3, 3, 3, 0.5
"""Source: STEER §3.1, §3.3."""
NOW = "2026-01-01T00:00:00Z"


class Steered(Frozen):
    """What came of one tree. `base_cost` None: nothing was asked, whatever it would have cost, or
    an agent decided."""

    version: str
    """Of the product that grew it."""
    pair_id: str
    query_id: str
    base_cost: float | None
    agent: str = ""
    """The model, as `provider:name`, that decided in the rule's place."""
    halfway: int
    """Papers that give a direction a confidence of one half."""
    seed: int
    n_pauses: int = Field(ge=0)
    n_decisions: int = Field(ge=0)
    n_by_agent: int = Field(default=0, ge=0)
    n_positive: int = Field(ge=0)
    """Decisions at which asking had a gain, however much it would have cost."""
    n_chosen: int = Field(ge=0)
    """Questions answered with a choice."""
    n_added: int = Field(ge=0)
    """Questions answered in own words."""
    n_nodes: int = Field(ge=0)
    alignment: float = Field(ge=0, le=1)
    """Of the report to the true aspects."""
    in_full: float = Field(ge=0, le=1)
    """Share of the true aspects that one sentence of the report has in full."""
    persona_alignment: float = Field(ge=0, le=1)
    """Of the inferred aspects to the true ones."""


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


@dataclass(frozen=True)
class DoubtingMind(ExtractiveTreeMind):
    """With another number of papers that give a direction a confidence of one half."""

    halfway: int = HALFWAY

    async def propose(
        self, node: ResearchNode, hits: Sequence[Hit], said: Sequence[str], persona: Persona
    ) -> tuple[DirectionCandidate, ...]:
        proposed = await super().propose(node, hits, said, persona)
        return tuple(
            c.model_copy(update={"confidence": rescaled(c.confidence, self.halfway)})
            for c in proposed
        )


def rescaled(confidence: float, halfway: int) -> float:
    """n / (n + halfway), from n / (n + HALFWAY); of what the person wants, nearly so."""
    own = HALFWAY * confidence
    return own / (own + halfway * (1 - confidence))


class Grown(NamedTuple):
    halfway: int
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
    """Grows trees for one pair, each that differs once."""

    pair: QuestionPersona
    search: SearchAll
    background: Background
    version: str
    seed: int
    grown: list[Grown] = field(default_factory=list)

    async def steer(self, base_cost: float | None, halfway: int = HALFWAY) -> Steered:
        """Nothing is asked where `base_cost` is None."""
        for each in self.grown:
            alike = base_cost is not None and asks_alike(each.pauses, base_cost)
            if alike and each.halfway == halfway:
                return each.steered.model_copy(update={"base_cost": base_cost})
        interaction, report = await self._grow(self._plan(base_cost), halfway)
        steered = self._measured(base_cost, halfway, interaction, report)
        self.grown.append(Grown(halfway, interaction.pauses, steered))
        return steered

    async def steer_by(self, agent: PauseAgent, name: str) -> Steered:
        """An agent decides where to ask; C0 counts only where it can't."""
        plan = self._plan(TreeLimits().base_cost)
        interaction, report = await self._grow(plan, HALFWAY, agent)
        steered = self._measured(None, HALFWAY, interaction, report)
        return steered.model_copy(update={"agent": name})

    async def _grow(
        self, plan: ResearchPlan, halfway: int, agent: PauseAgent | None = None
    ) -> tuple[Interaction, Report | None]:
        run = RunOnce()
        researched = await research_as_tree(
            run,
            self.pair.question,
            plan_queries(self.pair.question, background=self.background),
            plan=plan,
            mind=DoubtingMind(self.pair.question, self.background, None, halfway),
            search=self.search,
            user=user_of(plan.user, run=run),
            filters=SearchFilters(),
            agent=agent,
        )
        return researched.interaction, await asyncio.to_thread(
            written_of, self.pair.question, researched, self.background
        )

    def _measured(
        self,
        base_cost: float | None,
        halfway: int,
        interaction: Interaction,
        report: Report | None,
    ) -> Steered:
        aspects = self.pair.aspects
        inferred = [aspect.text for aspect in interaction.persona.wanted]
        marks = marks_by_words(aspects, said_with_evidence(report) if report else ())
        return Steered(
            version=self.version,
            pair_id=self.pair.pair_id,
            query_id=self.pair.query_id,
            base_cost=base_cost,
            halfway=halfway,
            seed=self.seed,
            alignment=alignment(marks),
            in_full=marks.count(FULL) / len(marks),
            persona_alignment=alignment(marks_by_words(aspects, inferred)),
            **_counts(interaction),
        )

    def _plan(self, base_cost: float | None) -> ResearchPlan:
        user = UserSpec(
            kind=UserKind.NOBODY if base_cost is None else UserKind.PERSONA,
            text=self.pair.persona,
            items=self.pair.aspects,
            seed=self.seed,
        )
        limits = TreeLimits(
            base_cost=base_cost or 0,
            tolerance=TOLERANCE,
            depth=DEPTH,
            breadth=BREADTH,
            explore_weight=WEIGHT,
            information_weight=WEIGHT,
        )
        persona = self.pair.first_sentence
        return ResearchPlan(persona=persona, user=user, tree=limits, ahead=False)


def written_of(question: str, researched: Researched, background: Background) -> Report | None:
    """As the product writes it; None where nothing was found to quote."""
    order = with_wishes_of(ReportOrder(question=question), researched)
    try:
        return write_digest(
            question,
            findings=fused(researched.results, limit=POOL, kept=researched.interaction.taught_by),
            queries=tuple(dict.fromkeys(result.record.query for result in researched.results)),
            actions=order.actions,
            background=background,
            report_id=ReportId("study"),
            now=NOW,
        )
    except NoEvidenceFound:
        return None


def said_with_evidence(report: Report) -> tuple[str, ...]:
    """Sentences that cite: what a report repeats of its asker's words or says of itself tells
    nothing of an aspect."""
    said = []
    for section in report.sections:
        at = [citation.start for citation in section.citations]
        for start, end in sentence_spans(section.text):
            if any(start <= place < end for place in at):
                said.append(section.text[start:end])
    return tuple(said)


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
