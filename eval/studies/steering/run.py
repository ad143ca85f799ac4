"""The whole study: every pair at every cost of a pause, and with several confidences, kept as it
goes."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from eval.datasets.questions import read_questions
from eval.datasets.rubrics import read_rubrics
from eval.judges.names import open_model
from eval.studies.in_processes import in_processes
from eval.studies.lines import Lines
from eval.studies.steering.figures import (
    AtCost,
    BesideAgent,
    WithHalfway,
    beside_agents,
    by_costs,
    halves_of,
    with_halfway,
)
from eval.studies.steering.pairs import QuestionPersona, choose_pairs
from eval.studies.steering.trees import Gardener, Searches, Steered
from eval.studies.versions import product_version, versions
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError
from myscholar.gateways.llm.llm import Role
from myscholar.interactive.steer.extractive.propose import HALFWAY
from myscholar.interactive.steer.llm.pausing import LlmPauseAgent
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import open_sources

COSTS = (None, *(n / 10 for n in range(11)))
"""C0 as in the paper's figure 6; None: nothing is asked."""
TRIED = (0.0, 0.1, 0.2, 0.4)
"""With another confidence than the product's: to its own C0."""
TREES = "trees.jsonl"
Known = dict[tuple[str, int, float | None, str], Steered]


class SteeringOrder(Frozen):
    questions: Path
    rubrics: Path
    source: str
    """That the trees search, as `corpus:NAME`."""
    limit: int
    """Pairs at most."""
    halfways: tuple[int, ...]
    agent: str
    """A model, as `provider:name`, that decides in the rule's place; empty: none does."""
    n_agents: int
    """Pairs that it decides for, the first ones."""
    seed: int
    processes: int


class Steering(Frozen):
    """What is kept of the study: no text of the questions or personas."""

    benchmark: str = "steering"
    dataset: str
    seed: int
    versions: Mapping[str, str]
    halfway: int
    """The product's own; `at_costs` are with it."""
    n_pairs: int
    n_questions: int
    at_costs: tuple[AtCost, ...]
    with_halfways: tuple[WithHalfway, ...]
    with_agents: tuple[BesideAgent, ...] = ()


class Unit(Frozen):
    """What one process does at once."""

    pair: QuestionPersona
    trees: tuple[tuple[int, float | None], ...]
    """Papers for a confidence of one half, and C0."""
    agent: str
    source: str
    version: str
    seed: int


def run_steering(order: SteeringOrder, folder: Path, progress: Progress = ignore) -> Steering:
    """Goes on with what is in the folder. Raises UnreadableFile, UnknownName, CorpusCorrupt, and
    InputError where no question can be answered."""
    pairs = asyncio.run(_pairs(order))
    if not pairs:
        raise InputError(f"{order.source} can answer none of the questions of {order.questions}.")
    lines = Lines(folder / TREES, Steered)
    known = _known(lines.read(), order)
    wanted = [
        (halfway, cost)
        for halfway in dict.fromkeys((HALFWAY, *order.halfways))
        for cost in (COSTS if halfway == HALFWAY else TRIED)
    ]
    units = [
        Unit(
            pair=pair,
            trees=missing,
            agent=agent,
            source=order.source,
            version=product_version(),
            seed=order.seed,
        )
        for place, pair in enumerate(pairs)
        for missing in [tuple(tree for tree in wanted if (pair.pair_id, *tree, "") not in known)]
        for agent in [order.agent if place < order.n_agents else ""]
        if missing or (agent and (pair.pair_id, HALFWAY, None, agent) not in known)
    ]
    _grow(units, order.processes, lines, known, progress)
    return results_of(order, pairs, known)


def results_of(order: SteeringOrder, pairs: Sequence[QuestionPersona], known: Known) -> Steering:
    of_pairs = {pair.pair_id for pair in pairs}
    grown = [tree for tree in known.values() if tree.pair_id in of_pairs]
    trees = [tree for tree in grown if not tree.agent]
    own = [tree for tree in trees if tree.halfway == HALFWAY]
    tried = [tree for tree in trees if tree.base_cost in (None, *TRIED)]
    halves = halves_of([pair.query_id for pair in pairs])
    return Steering(
        dataset=f"{order.questions.name} on {order.source}",
        seed=order.seed,
        versions=versions(),
        halfway=HALFWAY,
        n_pairs=len(pairs),
        n_questions=len({pair.query_id for pair in pairs}),
        at_costs=by_costs(own, seed=order.seed),
        with_halfways=tuple(
            with_halfway(halfway, chosen_on, [t for t in tried if t.query_id in half])
            for chosen_on, half in zip((True, False), halves, strict=True)
            for halfway in order.halfways
            if half
        ),
        with_agents=beside_agents([t for t in grown if t.agent], own, seed=order.seed),
    )


async def _pairs(order: SteeringOrder) -> tuple[QuestionPersona, ...]:
    questions = {q.query_id: q.query for q in read_questions(order.questions)}
    services = open_services()
    opened = open_sources(services, (order.source,))
    try:
        return await choose_pairs(
            questions,
            read_rubrics(order.rubrics),
            Searches(opened.sources, services.background),
            limit=order.limit,
            seed=order.seed,
        )
    finally:
        await opened.aclose()


def _known(trees: Iterable[Steered], order: SteeringOrder) -> Known:
    """Of this product and seed: others count no more."""
    return {
        (tree.pair_id, tree.halfway, tree.base_cost, tree.agent): tree
        for tree in trees
        if (tree.version, tree.seed) == (product_version(), order.seed)
    }


def _grow(
    units: Sequence[Unit], processes: int, lines: Lines[Steered], known: Known, progress: Progress
) -> None:
    for n, trees in enumerate(in_processes(grow_unit, units, processes), start=1):
        for tree in trees:
            lines.append(tree)
            known[tree.pair_id, tree.halfway, tree.base_cost, tree.agent] = tree
        progress(Event(step="Growing trees", done=n, total=len(units)))


def grow_unit(unit: Unit) -> tuple[Steered, ...]:
    """In a process of its own, which opens the corpus itself."""
    return asyncio.run(_grow_unit(unit))


async def _grow_unit(unit: Unit) -> tuple[Steered, ...]:
    services = open_services()
    opened = open_sources(services, (unit.source,))
    search = Searches(opened.sources, services.background)
    gardener = Gardener(unit.pair, search, services.background, unit.version, unit.seed)
    try:
        trees = [await gardener.steer(cost, halfway) for halfway, cost in unit.trees]
        if unit.agent:
            async with open_model(unit.agent, services) as model:
                agent = LlmPauseAgent(unit.pair.question, model.llm, Role.JUDGE)
                trees.append(await gardener.steer_by(agent, unit.agent))
        return tuple(trees)
    finally:
        await opened.aclose()
