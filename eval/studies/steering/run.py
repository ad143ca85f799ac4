"""The whole benchmark: every pair by every system and at every cost of a pause, kept as it goes."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from multiprocessing import get_context
from pathlib import Path

from eval.domain.instance import Instance
from eval.domain.judgment import Scored
from eval.domain.metric import Metric
from eval.domain.persona import QuestionPersona
from eval.domain.results import Item, Measured, Results
from eval.judges.names import open_aspect_judge, open_model
from eval.metrics.rows import Sample, comparisons_of, rows_of
from eval.studies.lines import Lines
from eval.studies.steering.choosing import (
    PAIRS,
    Done,
    PairsOfQuestion,
    choose_pairs,
    code_version,
    paid_for,
    pairs_in,
    processes_for,
    tell_done,
)
from eval.studies.steering.figures import (
    AtCost,
    BesideAgent,
    WithHalfway,
    beside_agents,
    by_costs,
    halves_of,
    with_halfway,
)
from eval.studies.steering.order import TRIED, USUAL, SteeringOrder
from eval.studies.steering.systems import SystemName, TreeSpec
from eval.studies.steering.trees import Gardener, Searches, Steered
from eval.studies.versions import versions
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, ModelCall, Progress, ignore
from myscholar.errors import InputError
from myscholar.gateways.llm.llm import Role
from myscholar.interactive.steer.extractive.propose import HALFWAY
from myscholar.interactive.steer.llm.pausing import LlmPauseAgent
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import open_sources

TREES = "trees.jsonl"
LOOK_S = 0.5
"""Seconds between two looks at what the processes have done."""
Known = dict[tuple[str, TreeSpec], Steered]


class Steering(Frozen):
    """What is kept of the benchmark: no text of the questions or personas."""

    benchmark: str = "steering"
    results: Results
    judge: str
    personas: str
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
    specs: tuple[TreeSpec, ...]
    judge: str
    source: str
    version: str
    seed: int


def run_steering(order: SteeringOrder, folder: Path, progress: Progress = ignore) -> Steering:
    """Goes on with what is in the folder. Raises UnreadableFile, UnknownName, CorpusCorrupt, and
    InputError where no question can be answered."""
    chosen = choose_pairs(order, Lines(folder / PAIRS, PairsOfQuestion), progress)
    pairs = pairs_in(chosen, order.limit)
    if not pairs:
        raise InputError(f"{order.source} can answer none of the questions of {order.questions}.")
    lines = Lines(folder / TREES, Steered)
    known = known_of(lines.read(), order)
    units = [
        Unit(
            pair=pair,
            specs=missing,
            judge=order.judge,
            source=order.source,
            version=version_of(order),
            seed=order.seed,
        )
        for place, pair in enumerate(pairs)
        if (missing := tuple(_missing(order, place, pair, known)))
    ]
    _grow(units, order.processes, lines, known, progress)
    return steering_of(order, chosen, known)


def _missing(
    order: SteeringOrder, place: int, pair: QuestionPersona, known: Known
) -> Iterator[TreeSpec]:
    by_agent = TreeSpec(system=SystemName.OURS, agent=order.agent)
    wanted = (*order.specs, *([by_agent] if order.agent and place < order.n_agents else []))
    return (spec for spec in wanted if (pair.pair_id, spec) not in known)


def steering_of(order: SteeringOrder, chosen: Sequence[PairsOfQuestion], known: Known) -> Steering:
    pairs = pairs_in(chosen, order.limit)
    of_pairs = {pair.pair_id for pair in pairs}
    asked_for = set(order.specs)  # others are of earlier commands, and of other pairs
    done = [
        tree
        for tree in known.values()
        if tree.pair_id in of_pairs and (tree.spec in asked_for or tree.spec.agent)
    ]
    ours = [t for t in done if t.spec.system in (SystemName.OURS, SystemName.UNASKED)]
    by_rule = [t for t in ours if not t.spec.agent]
    own = [t for t in by_rule if t.spec.halfway == HALFWAY]
    tried = [t for t in by_rule if t.spec.base_cost in (None, *TRIED)]
    halves = halves_of([pair.query_id for pair in pairs])
    return Steering(
        results=results_of(order, chosen, done),
        judge=order.judge,
        personas=order.personas,
        halfway=HALFWAY,
        n_pairs=len(pairs),
        n_questions=len({pair.query_id for pair in pairs}),
        at_costs=by_costs(own, seed=order.seed),
        with_halfways=tuple(
            with_halfway(halfway, chosen_on, [t for t in tried if t.query_id in half])
            for chosen_on, half in zip((True, False), halves, strict=True)
            for halfway in order.halfways
            if half and order.compares_confidences
        ),
        with_agents=beside_agents([t for t in ours if t.spec.agent], own, seed=order.seed),
    )


def results_of(
    order: SteeringOrder, chosen: Sequence[PairsOfQuestion], done: Sequence[Steered]
) -> Results:
    """Each system at the usual C0, then ours at the others; ours beside every other system."""
    pairs = pairs_in(chosen, order.limit)
    sample = Sample(
        [Instance(instance_id=p.pair_id, query_id=p.query_id, query=p.question) for p in pairs],
        order.judge,
        order.seed,
    )
    measured: dict[str, dict[str, tuple[Measured, ...]]] = {}
    for spec in order.specs:
        if spec.halfway == HALFWAY:
            measured[name_of(spec)] = {
                tree.pair_id: measured_of(tree) for tree in done if tree.spec == spec
            }
    ours = measured[SystemName.OURS]
    others = {name: of for name, of in measured.items() if name in list(SystemName)}
    spent: tuple[PairsOfQuestion | Steered, ...] = (*chosen, *done)
    dollars = [each.dollars for each in spent]
    return Results(
        benchmark="steer",
        dataset=f"{order.questions.name} on {order.source}",
        seed=order.seed,
        versions=versions(),
        rows=tuple(row for name, of in measured.items() for row in rows_of(sample, of, name)),
        comparisons=tuple(
            compared
            for name, of in others.items()
            if name != SystemName.OURS
            for compared in comparisons_of(sample, of, ours, (name, SystemName.OURS))
        ),
        seconds=round(sum(tree.seconds for tree in done), 3),
        dollars=None if None in dollars else sum(d for d in dollars if d is not None),
        model_calls=sum(each.model_calls for each in spent),
        failures=tuple(failure for line in chosen for failure in line.failures),
    )


def name_of(spec: TreeSpec) -> str:
    """Ours at the usual C0 is `ours`."""
    usual = spec.base_cost in (None, USUAL)
    return spec.system.value if usual else f"{spec.system.value} at C0 = {spec.base_cost:g}"


def measured_of(tree: Steered) -> tuple[Measured, ...]:
    """With what is counted without a judge; a system that can't ask has no pauses."""
    counts = {Metric.N_PAUSES: tree.n_pauses} if tree.spec.system.asks else {}
    if tree.spec.system is not SystemName.PLAIN:
        counts[Metric.N_DIRECTIONS] = tree.n_nodes
    counted = (
        Measured(metric=metric, items=(Item(name="count", judgment=Scored(score=n)),))
        for metric, n in counts.items()
    )
    return (*tree.measured, *counted)


def version_of(order: SteeringOrder) -> str:
    return f"{code_version()} {order.source}"


def known_of(trees: Iterable[Steered], order: SteeringOrder) -> Known:
    """Of this product, corpus, judge and seed: others count no more."""
    wanted = version_of(order), order.judge, order.seed
    return {
        (tree.pair_id, tree.spec): tree
        for tree in trees
        if (tree.version, tree.judge, tree.seed) == wanted
    }


def _grow(
    units: Sequence[Unit], processes: int, lines: Lines[Steered], known: Known, progress: Progress
) -> None:
    """Each is kept as soon as it is there, whatever is under way."""
    n, total = 0, sum(len(unit.specs) for unit in units)
    done: Done = get_context("spawn").SimpleQueue()
    progress(Event(step="Growing trees", done=n, total=total))
    with processes_for(processes, done) as executor:
        under_way = {executor.submit(grow_unit, unit) for unit in units}
        while under_way:
            ended, under_way = wait(under_way, LOOK_S, FIRST_COMPLETED)
            while not done.empty():
                tree = done.get()
                lines.append(tree)
                known[tree.pair_id, tree.spec] = tree
                n += 1
                progress(Event(step="Growing trees", done=n, total=total))
            for each in ended:
                each.result()


def grow_unit(unit: Unit) -> None:
    """In a process of its own, which opens the corpus itself."""
    asyncio.run(_grow_unit(unit))


async def _grow_unit(unit: Unit) -> None:
    services, calls = open_services(), list[ModelCall]()
    opened = open_sources(services, (unit.source,))
    search = Searches(opened.sources, services.background)
    try:
        async with open_aspect_judge(unit.judge, services, calls.append) as judge:
            gardener = Gardener(
                unit.pair, search, services.background, judge, unit.version, unit.seed
            )
            for spec in unit.specs:
                begun, n_calls = time.perf_counter(), len(calls)
                if spec.agent:
                    async with open_model(spec.agent, services, on_call=calls.append) as model:
                        agent = LlmPauseAgent(unit.pair.question, model.llm, Role.JUDGE)
                        tree = await gardener.steer(spec, agent)
                else:
                    tree = await gardener.steer(spec)
                tell_done(tree.model_copy(update=_spent(calls[n_calls:], begun)))
    finally:
        await opened.aclose()


def _spent(calls: Sequence[ModelCall], begun: float) -> Mapping[str, float | int | None]:
    return {"seconds": round(time.perf_counter() - begun, 3), **paid_for(calls)}
