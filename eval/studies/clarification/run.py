"""The whole study: every question with each asker, with and without a profile, kept as it goes."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from eval.datasets.questions import read_questions
from eval.datasets.rubrics import read_rubrics
from eval.datasets.users import read_users
from eval.studies.clarification.cases import VagueCase, choose_cases
from eval.studies.clarification.dialogues import AskerName, CaseDialogues, Dialogued
from eval.studies.clarification.figures import COMPARED, Beyond, OfAsker, beyond, of_asker
from eval.studies.in_processes import in_processes
from eval.studies.lines import Lines
from eval.studies.steering.trees import NOW, Searches
from eval.studies.versions import product_version, versions
from eval.systems.ours import product_paper
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileId
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError
from myscholar.profile.extractive.infer import infer_profile
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import open_sources

DRAWS = 5
"""Of random questions, for each case."""
DIALOGUES = "dialogues.jsonl"
Known = dict[str, tuple[Dialogued, ...]]


class ClarificationOrder(Frozen):
    questions: Path
    rubrics: Path
    corpus: Path
    """Folder of the papers that simulated researchers wrote."""
    source: str
    """That is looked through, as `corpus:NAME`."""
    seed: int
    processes: int


class ClarificationResults(Frozen):
    """What is kept of the study: no text of the questions or intents."""

    benchmark: str = "clarification"
    dataset: str
    seed: int
    versions: Mapping[str, str]
    n_questions: int
    n_intents: int
    n_without: int
    """Questions that ours asks nothing about."""
    askers: tuple[OfAsker, ...]
    beyond: tuple[Beyond, ...]


class OfCase(Frozen):
    """All dialogues on one case: a line of the file."""

    version: str
    query_id: str
    seed: int
    held: tuple[Dialogued, ...]


class CaseUnit(Frozen):
    case: VagueCase
    source: str
    version: str
    seed: int


def run_clarification(
    order: ClarificationOrder, folder: Path, progress: Progress = ignore
) -> ClarificationResults:
    """Goes on with what is in the folder. Raises UnreadableFile, UnknownName, CorpusCorrupt, and
    InputError where no question can be answered."""
    cases = asyncio.run(_cases(order))
    if not cases:
        raise InputError(f"{order.source} can answer none of the questions of {order.questions}.")
    lines = Lines(folder / DIALOGUES, OfCase)
    known = _known(lines.read(), order)
    units = [
        CaseUnit(case=case, source=order.source, version=product_version(), seed=order.seed)
        for case in cases
        if case.query_id not in known
    ]
    for n, of_case in enumerate(in_processes(hold_unit, units, order.processes), start=1):
        lines.append(of_case)
        known[of_case.query_id] = of_case.held
        progress(Event(step="Holding dialogues", done=n, total=len(units)))
    return results_of(order, cases, known)


def results_of(
    order: ClarificationOrder, cases: Sequence[VagueCase], known: Known
) -> ClarificationResults:
    plain = (d for case in cases for d in known[case.query_id] if not d.with_profile)
    return ClarificationResults(
        dataset=f"{order.questions.name} on {order.source}",
        seed=order.seed,
        versions=versions(),
        n_questions=len(cases),
        n_intents=sum(len(case.intents) for case in cases),
        n_without=sum(d.stopped == 0 for d in plain if d.asker is AskerName.OURS),
        askers=tuple(
            of_asker(held, chosen_on=chosen_on, seed=order.seed)
            for chosen_on, _, held in _groups(cases, known)
        ),
        beyond=tuple(
            beyond(ours, held, turn, chosen_on=chosen_on, seed=order.seed)
            for chosen_on, ours, held in _groups(cases, known)
            if held is not ours
            for turn in COMPARED
        ),
    )


def _groups(
    cases: Sequence[VagueCase], known: Known
) -> Iterator[tuple[bool, list[Dialogued], list[Dialogued]]]:
    """Dialogues of each asker on each half, with ours of the same."""
    for chosen_on in (False, True):
        half = [d for c in cases if c.chosen_on is chosen_on for d in known[c.query_id]]
        for with_profile in (False, True):
            by = {
                name: [d for d in half if (d.asker, d.with_profile) == (name, with_profile)]
                for name in AskerName
            }
            for held in filter(None, by.values()):
                yield chosen_on, by[AskerName.OURS], held


async def _cases(order: ClarificationOrder) -> tuple[VagueCase, ...]:
    questions = {q.query_id: q.query for q in read_questions(order.questions)}
    services = open_services()
    opened = open_sources(services, (order.source,))
    try:
        return await choose_cases(
            questions,
            read_rubrics(order.rubrics),
            read_users(order.corpus),
            Searches(opened.sources, services.background),
        )
    finally:
        await opened.aclose()


def _known(lines: Iterable[OfCase], order: ClarificationOrder) -> Known:
    """Of this product and seed: others count no more."""
    mine = (product_version(), order.seed)
    return {line.query_id: line.held for line in lines if (line.version, line.seed) == mine}


def hold_unit(unit: CaseUnit) -> OfCase:
    """In a process of its own, which opens the corpus itself."""
    return asyncio.run(_hold_unit(unit))


async def _hold_unit(unit: CaseUnit) -> OfCase:
    services = open_services()
    opened = open_sources(services, (unit.source,))
    profile = infer_profile(
        [product_paper(paper) for paper in unit.case.papers],
        background=services.background,
        now=NOW,
        profile_id=ProfileId("study"),
        name="A simulated researcher",
    )
    asking = CaseDialogues(
        unit.case, opened.sources, services.background, profile, unit.version, unit.seed
    )
    try:
        held = [
            await asking.hold(asker, with_profile=with_profile, draw=draw)
            for with_profile in (False, True)
            for asker in AskerName
            for draw in range(DRAWS if asker is AskerName.RANDOM else 1)
        ]
    finally:
        await opened.aclose()
    return OfCase(
        version=unit.version, query_id=unit.case.query_id, seed=unit.seed, held=tuple(held)
    )
