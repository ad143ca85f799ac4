"""Questions with a reference and with what they are after. Source: IDRBench §3.2, §3.4.1."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from random import Random

from eval.datasets.references import (
    read_bench_articles,
    read_expert_answers,
    read_system_reports,
)
from eval.domain.reference import Reference
from eval.judges.intent_aspects import IntentAspectJudge
from eval.studies.idrbench.ambiguity import Vague, make_vague, make_vague_by, wanted_compression
from myscholar.domain.model import Frozen
from myscholar.gateways.llm.llm import LLM
from myscholar.text.background import Background


class ReferenceSet(StrEnum):
    EXPERTS = "experts"
    """Answers by experts, of the natural sciences and language technology."""
    SYSTEMS = "systems"
    """Reports of a system on questions of computer science, with experts' rubrics."""
    BENCH = "drb"
    """DeepResearch Bench: general tasks, with a system's reports and criteria."""


class ResearchCase(Frozen):
    reference: Reference
    of: ReferenceSet
    vague: Vague
    """What the systems are asked."""
    aspects: tuple[str, ...]
    """What the question is after; nobody who researches is told."""

    @property
    def query_id(self) -> str:
        return self.reference.query_id


def read_references(
    shared: Path, rubrics: Path, sets: Sequence[ReferenceSet]
) -> Mapping[ReferenceSet, tuple[Reference, ...]]:
    """Raises UnreadableFile."""
    readers = {
        ReferenceSet.EXPERTS: lambda: read_expert_answers(shared),
        ReferenceSet.SYSTEMS: lambda: read_system_reports(shared, rubrics),
        ReferenceSet.BENCH: lambda: read_bench_articles(shared),
    }
    return {each: readers[each]() for each in sets}


def draw(
    references: Mapping[ReferenceSet, Sequence[Reference]], limit: int, seed: int
) -> tuple[tuple[ReferenceSet, Reference], ...]:
    """At most `limit`, of each set in turn, each in an order by seed; more of the others where one
    is used up. A larger limit keeps what a smaller one took."""
    orders = {}
    for each, found in references.items():
        orders[each] = sorted(found, key=lambda r: r.query_id)
        Random(f"{seed}/{each}").shuffle(orders[each])
    longest = max(map(len, orders.values()), default=0)
    in_turn = (
        (each, order[place])
        for place in range(longest)
        for each, order in orders.items()
        if place < len(order)
    )
    return tuple(in_turn)[:limit]


async def make_case(
    of: ReferenceSet,
    reference: Reference,
    *,
    judge: IntentAspectJudge,
    llm: LLM | None,
    background: Background,
    seed: int,
) -> ResearchCase:
    """By a model where one is given, where it can."""
    question, wanted = reference.question, wanted_compression(reference.query_id, seed)
    vague = (
        await make_vague_by(llm, question, wanted, background)
        if llm
        else make_vague(question, wanted, background)
    )
    aspects = await judge.aspects(reference)
    return ResearchCase(reference=reference, of=of, vague=vague, aspects=aspects)
