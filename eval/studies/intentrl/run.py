"""The whole study: every held-back graph with each asker, with and without a profile, kept as it
goes."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from pydantic import Field

from eval.datasets.users import read_users
from eval.domain.results import Results
from eval.studies.in_processes import in_processes
from eval.studies.intentrl.askers import AskerName
from eval.studies.intentrl.cases import IntentCase, held_back
from eval.studies.intentrl.data import IntentData
from eval.studies.intentrl.dialogues import CaseDialogues, Dialogued
from eval.studies.intentrl.figures import OfAsker, compared, of_asker, rows_of
from eval.studies.intentrl.offline import OfTurn, quality_rows
from eval.studies.lines import Lines
from eval.studies.steering.trees import NOW
from eval.studies.versions import study_version, versions
from eval.systems.ours import product_paper
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileId
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError
from myscholar.interactive.clarify.training.policy import (
    Policy,
    identity_of,
    load_policy,
    read_facts,
)
from myscholar.profile.extractive.infer import infer_profile
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import open_sources

DRAWS = 5
"""Of random questions, for each case."""
DIALOGUES = "dialogues.jsonl"


class IntentOrder(Frozen):
    data: Path
    """Folder of the data set."""
    corpus: Path
    """Folder of the papers that simulated researchers wrote."""
    source: str
    """That is looked through, as `corpus:NAME`."""
    limit: int | None
    seed: int
    processes: int
    policies: tuple[Path, ...] = ()
    """Folders of trained askers."""


class IntentResults(Results):
    """No text of the queries or intents is kept."""

    n_intents: int
    n_without: int
    """Queries that ours asks nothing about."""
    askers: tuple[OfAsker, ...]
    by_source: Mapping[str, tuple[OfAsker, ...]] = {}


class OfCase(Frozen):
    """All dialogues on one case, and single turns: a line of the file."""

    version: str
    query_id: str
    intents: str
    """Fingerprint of what the user wants: another data set is another case."""
    source: str
    seed: int
    policies: tuple[str, ...] = ()
    """Each with its identity: of an asker that was trained anew it is another one."""
    seconds: float = Field(default=0, ge=0)
    """Of work, the opening of the corpus included."""
    held: tuple[Dialogued, ...]
    turns: tuple[OfTurn, ...]


class IntentUnit(Frozen):
    case: IntentCase
    source: str
    version: str
    seed: int
    policies: tuple[Path, ...] = ()


def run_intentrl(order: IntentOrder, folder: Path, progress: Progress = ignore) -> IntentResults:
    """Goes on with what is in the folder. Raises UnreadableFile, UnknownName, CorpusCorrupt, and
    InputError where the data set has no graph to measure on."""
    cases = held_back(IntentData(order.data), read_users(order.corpus), order.limit)
    if not cases:
        raise InputError(f"{order.data} holds no graph of the test split.")
    refuse_learned(order.policies, cases)
    lines = Lines(folder / DIALOGUES, OfCase)
    units = {case.query_id: _unit(case, order) for case in cases}
    known = {line.query_id: line for line in lines.read() if is_of(line, units)}
    left = [unit for query_id, unit in units.items() if query_id not in known]
    for n, of_case in enumerate(in_processes(hold_unit, left, order.processes), start=1):
        lines.append(of_case)
        known[of_case.query_id] = of_case
        progress(Event(step="Asking simulated users", done=n, total=len(left)))
    return results_of(order, cases, known)


def refuse_learned(policies: Sequence[Path], cases: Sequence[IntentCase]) -> None:
    """Raises InputError for an asker that learned from a query that is held back here: it was
    trained on another split."""
    questions = {case.question for case in cases}
    for folder in policies:
        if not questions.isdisjoint(read_facts(folder).queries):
            raise InputError(
                f"{folder} learned from queries that are held back here. Measure it on the data "
                "set that it was trained on, with --data."
            )


def results_of(
    order: IntentOrder, cases: Sequence[IntentCase], known: Mapping[str, OfCase]
) -> IntentResults:
    held = [each for case in cases for each in known[case.query_id].held]
    groups = tuple(_groups(held))
    ours = {each[0].with_profile: each for each in groups if each[0].asker == AskerName.OURS}
    sources = dict.fromkeys(case.source for case in cases)
    return IntentResults(
        benchmark="intentrl",
        dataset=f"{len(cases)} held-back queries on {order.source}",
        seed=order.seed,
        versions=versions(),
        seconds=round(sum(known[case.query_id].seconds for case in cases), 3),
        n_intents=sum(len(case.intents) for case in cases),
        n_without=sum(each.stopped == 0 for each in ours[False]),
        rows=(
            *(row for group in groups for row in rows_of(group, seed=order.seed)),
            *quality_rows([t for c in cases for t in known[c.query_id].turns], seed=order.seed),
        ),
        comparisons=tuple(
            comparison
            for group in groups
            if group[0].asker not in (AskerName.OURS, AskerName.EXPERT)
            for comparison in compared(ours[group[0].with_profile], group, seed=order.seed)
        ),
        askers=tuple(of_asker(group, seed=order.seed) for group in groups),
        by_source={
            source: tuple(
                of_asker(group, seed=order.seed)
                for group in _groups(
                    [d for c in cases if c.source == source for d in known[c.query_id].held]
                )
                if not group[0].with_profile
            )
            for source in sources
        },
    )


def _groups(held: Iterable[Dialogued]) -> Iterator[list[Dialogued]]:
    """Dialogues of each asker, without a profile first."""
    found: dict[tuple[bool, str], list[Dialogued]] = {}
    for each in held:
        found.setdefault((each.with_profile, each.asker), []).append(each)
    yield from (found[key] for key in sorted(found, key=lambda key: key[0]))


def _unit(case: IntentCase, order: IntentOrder) -> IntentUnit:
    return IntentUnit(
        case=case,
        source=order.source,
        version=study_version("intentrl"),
        seed=order.seed,
        policies=order.policies,
    )


def is_of(line: OfCase, units: Mapping[str, IntentUnit]) -> bool:
    """Whether it is of this product, data set, corpus and seed: others count no more."""
    unit = units.get(line.query_id)
    return unit is not None and line.model_copy(update={"held": (), "turns": ()}) == line_of(unit)


def line_of(
    unit: IntentUnit, held: tuple[Dialogued, ...] = (), turns: tuple[OfTurn, ...] = ()
) -> OfCase:
    return OfCase(
        version=unit.version,
        query_id=unit.case.query_id,
        intents=unit.case.fingerprint,
        source=unit.source,
        seed=unit.seed,
        policies=tuple(f"{name_of(each)} {identity_of(each)}" for each in unit.policies),
        held=held,
        turns=turns,
    )


def name_of(policy: Path) -> str:
    """`RUN/STAGE`."""
    return f"{policy.parent.name}/{policy.name}"


@cache
def _policy(folder: Path) -> Policy:
    return load_policy(folder)


def hold_unit(unit: IntentUnit) -> OfCase:
    """In a process of its own, which opens the corpus itself."""
    began = time.perf_counter()
    of_case = asyncio.run(_hold_unit(unit))
    return of_case.model_copy(update={"seconds": round(time.perf_counter() - began, 3)})


async def _hold_unit(unit: IntentUnit) -> OfCase:
    services = open_services()
    opened = open_sources(services, (unit.source,))
    profile = infer_profile(
        [product_paper(paper) for paper in unit.case.papers],
        background=services.background,
        now=NOW,
        profile_id=ProfileId("study"),
        name="A simulated researcher",
    )
    policies = {name_of(folder): _policy(folder) for folder in unit.policies}
    asking = CaseDialogues(
        unit.case, opened.sources, services.background, profile, unit.seed, policies
    )
    try:
        held = [
            await asking.hold(asker, with_profile=with_profile, draw=draw)
            for with_profile in (False, True)
            for asker in (*AskerName, *policies)
            if not (with_profile and asker in (AskerName.EXPERT, *policies))
            for draw in range(DRAWS if asker == AskerName.RANDOM else 1)
        ]
        turns = [turn async for turn in asking.single_turns()]
    finally:
        await opened.aclose()
    return line_of(unit, tuple(held), tuple(turns))
