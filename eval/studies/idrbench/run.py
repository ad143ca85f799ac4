"""The whole benchmark: every question in every way of interacting, kept as it goes."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path

from pydantic import Field

from eval.domain.instance import Instance
from eval.domain.metric import Metric
from eval.domain.results import Comparison, Measured, Results, Row
from eval.judges.intent_aspects import IntentAspectJudge, LocalIntentAspects, ModelIntentAspects
from eval.judges.local.words import Words
from eval.judges.names import LOCAL, open_model
from eval.metrics.rows import ALL, Sample, comparisons_of, rows_of
from eval.studies.idrbench.beside import Beside, costs_of, open_embedder
from eval.studies.idrbench.cases import ReferenceSet, ResearchCase, draw, make_case, read_references
from eval.studies.idrbench.teams import ARMS, AUTONOMOUS, Arm, research_case
from eval.studies.in_processes import in_processes
from eval.studies.lines import Lines, write_text
from eval.studies.steering.trees import Searches
from eval.studies.versions import study_version, versions
from eval.systems.steps import Tally
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, ModelCall, Progress, ignore
from myscholar.domain.text import counted, listed
from myscholar.errors import InputError
from myscholar.gateways.embedding.embedder import Embedder
from myscholar.gateways.llm.llm import LLM
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import open_sources

ANSWERS = "answers.jsonl"
FIGURES = "figures.jsonl"
ELSEWHERE = f"{AUTONOMOUS.name}, of another question"
"""What reports reach that were written for something else: the floor of each figure."""
DIFFERENT = (
    "Searched is a corpus, and the passages that reports on the shared questions cite, those of "
    "the references among them; the paper searches the web, and so finds something on the general "
    "tasks of DeepResearch Bench.",
    "Similarity is by the embedder that is named below; the paper's is Qwen3-0.6B. The threshold "
    "of 0.8 is the paper's: it tells as much as figures of reports on another question lie below.",
    "Tokens are words and marks of punctuation.",
    "Without a model, aspects are what experts want in an answer and noun phrases of the "
    "reference, marked by their words; questions lose whole parts and read as cut; simulated users "
    "reply by likeness of words. All of this is a model's task in the paper.",
    "At one stage only, one turn is taken, as in the paper's table 4.",
)
Key = tuple[str, str]
Known = dict[Key, "Answered"]


class IdrOrder(Frozen):
    shared: Path
    rubrics: Path
    """In the folder of the shared data."""
    sets: tuple[ReferenceSet, ...]
    limit: int
    arms: tuple[str, ...]
    sources: tuple[str, ...]
    """That are searched, as `corpus:NAME`."""
    judge: str
    """`local`, or a model that also shortens the questions and speaks for whoever is asked."""
    embedder: str
    seed: int
    processes: int

    @property
    def ways(self) -> tuple[Arm, ...]:
        return tuple(arm for arm in ARMS if arm.name in self.arms)


class Answered(Frozen):
    """One report: a line of the file."""

    made_by: str
    """Whatever it depends on."""
    query_id: str
    arm: str
    asked: str
    """The question as it was put."""
    text: str
    """Of the report; empty where nothing was found to quote."""
    exchanges: tuple[tuple[str, str, str, str], ...]
    """Stage, turn, what was asked, what was answered."""
    n_searches: int
    seconds: float = Field(default=0, ge=0)
    model_calls: int = Field(default=0, ge=0)
    """Of whoever was asked; none that was replayed."""
    dollars: float | None = 0.0


class FiguresOfReport(Frozen):
    """What was measured of one report: a line of the file, without a text of the data."""

    query_id: str
    of: ReferenceSet
    arm: str
    judge: str
    embedder: str
    figures: Mapping[Metric, float | None]
    """None: nothing could be scored."""


class CaseUnit(Frozen):
    """What one process does at once: a question in all ways that are missing."""

    case: ResearchCase
    arms: tuple[str, ...]
    sources: tuple[str, ...]
    judge: str
    made_by: str
    seed: int


def run_idrbench(order: IdrOrder, folder: Path, progress: Progress = ignore) -> Results:
    """Goes on with what is in the folder. Raises UnreadableFile, UnknownName, CorpusCorrupt,
    LLMError, and InputError where there is no question."""
    return asyncio.run(_run(order, folder, progress))


async def _run(order: IdrOrder, folder: Path, progress: Progress) -> Results:
    services = open_services()
    async with AsyncExitStack() as stack:
        llm: LLM | None = None
        calls: Sequence[ModelCall] = ()
        judge: IntentAspectJudge
        if order.judge == LOCAL:
            judge = LocalIntentAspects(Words(services.background))
        else:
            opened = await stack.enter_async_context(open_model(order.judge, services))
            llm, calls = opened.llm, opened.calls
            judge = ModelIntentAspects(llm, order.judge)
        drawn = draw(
            read_references(order.shared, order.rubrics, order.sets), order.limit, order.seed
        )
        if not drawn:
            raise InputError(f"There is no question with a reference in {order.shared}.")
        make = partial(
            make_case, judge=judge, llm=llm, background=services.background, seed=order.seed
        )
        cases = []
        for n, (of, reference) in enumerate(drawn):
            progress(Event(step="Making questions vaguer", done=n, total=len(drawn)))
            cases.append(await make(of, reference))
            await _hear_stop()
        progress(Event(step="Making questions vaguer", done=len(drawn), total=len(drawn)))
        embedder = _open_embedder(order, folder, services.embedder_key, progress)
        await _hear_stop()
        lines = Lines(folder / ANSWERS, Answered)
        known = known_of(lines.read(), order, cases)
        _research(order, cases, known, lines, progress)
        measured = await _measure(Beside(embedder, judge), order, cases, known, progress)
        write_figures(folder, order, cases, measured)
        return results_of(order, cases, known, measured, tally_of(calls))


async def _hear_stop() -> None:
    """Ctrl-C that came since the last wait ends the work here: without a model nothing waits."""
    await asyncio.sleep(0)


def _open_embedder(order: IdrOrder, folder: Path, key: str | None, progress: Progress) -> Embedder:
    progress(Event(step="Learning which words are alike", total=1))
    opened = open_embedder(order.embedder, order.shared, folder, key=key)
    progress(Event(step="Learning which words are alike", done=1, total=1))
    return opened


def known_of(lines: Iterable[Answered], order: IdrOrder, cases: Sequence[ResearchCase]) -> Known:
    """Reports by another product, seed, model or source, or on another case, count no more."""
    made_by = {case.query_id: _made_by(order, case) for case in cases}
    return {(a.query_id, a.arm): a for a in lines if a.made_by == made_by.get(a.query_id)}


def _made_by(order: IdrOrder, case: ResearchCase) -> str:
    """A case is its wording, what is wanted and the reference: simulated users reply by them."""
    of_case = sha256(case.model_dump_json().encode()).hexdigest()[:12]
    version = study_version("idrbench", "steering")  # whose searches it uses
    return f"{version} {order.seed} {order.judge} {','.join(order.sources)} {of_case}"


def _research(
    order: IdrOrder,
    cases: Sequence[ResearchCase],
    known: Known,
    lines: Lines[Answered],
    progress: Progress,
) -> None:
    units = [
        CaseUnit(
            case=case,
            arms=missing,
            sources=order.sources,
            judge=order.judge,
            made_by=_made_by(order, case),
            seed=order.seed,
        )
        for case in cases
        for missing in [tuple(a for a in order.arms if (case.query_id, a) not in known)]
        if missing
    ]
    progress(Event(step="Researching questions", total=len(units)))
    for n, made in enumerate(in_processes(answer_unit, units, order.processes), start=1):
        for answered in made:
            lines.append(answered)
            known[answered.query_id, answered.arm] = answered
        progress(Event(step="Researching questions", done=n, total=len(units)))


def answer_unit(unit: CaseUnit) -> tuple[Answered, ...]:
    """In a process of its own, which opens the sources itself."""
    return asyncio.run(_answer_unit(unit))


async def _answer_unit(unit: CaseUnit) -> tuple[Answered, ...]:
    services = open_services()
    opened = open_sources(services, unit.sources)
    search = Searches(opened.sources, services.background)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(opened.aclose)
        llm: LLM | None = None
        calls: Sequence[ModelCall] = ()
        if unit.judge != LOCAL:
            model = await stack.enter_async_context(open_model(unit.judge, services))
            llm, calls = model.llm, model.calls
        made = []
        for arm in (arm for arm in ARMS if arm.name in unit.arms):
            began, n_before = time.perf_counter(), len(calls)
            found = await research_case(
                unit.case, arm, search, services.background, llm=llm, seed=unit.seed
            )
            spent = tally_of(calls[n_before:])
            made.append(
                Answered(
                    made_by=unit.made_by,
                    query_id=unit.case.query_id,
                    arm=arm.name,
                    asked=unit.case.vague.text,
                    model_calls=spent.calls,
                    dollars=spent.dollars,
                    seconds=round(time.perf_counter() - began, 3),
                    **found._asdict(),
                )
            )
        return tuple(made)


MeasuredOf = Mapping[str, Mapping[str, Sequence[Measured]]]
"""By arm, then by question."""


async def _measure(
    beside: Beside,
    order: IdrOrder,
    cases: Sequence[ResearchCase],
    known: Known,
    progress: Progress,
) -> MeasuredOf:
    found: dict[str, dict[str, Sequence[Measured]]] = defaultdict(dict)
    progress(Event(step="Measuring reports", total=len(cases)))
    for n, case in enumerate(cases, start=1):
        for arm in order.ways:
            answered = known[case.query_id, arm.name]
            found[arm.name][case.query_id] = (
                *await beside.measure(case, answered.text),
                *costs_of(answered.exchanges),
            )
        # the next question stands for any other
        other = known.get((cases[n % len(cases)].query_id, AUTONOMOUS.name))
        if other and other.query_id != case.query_id:
            found[ELSEWHERE][case.query_id] = await beside.measure(case, other.text)
        progress(Event(step="Measuring reports", done=n, total=len(cases)))
        await _hear_stop()
    return found


def write_figures(
    folder: Path, order: IdrOrder, cases: Sequence[ResearchCase], measured: MeasuredOf
) -> None:
    """Anew: all of the order, and nothing of an earlier one. Raises UnwritableFile."""
    lines = [
        FiguresOfReport(
            query_id=case.query_id,
            of=case.of,
            arm=arm,
            judge=order.judge,
            embedder=order.embedder,
            figures={m.metric: m.score for m in found[case.query_id]},
        )
        for case in cases
        for arm, found in measured.items()
        if case.query_id in found
    ]
    write_text(folder / FIGURES, "".join(f"{line.model_dump_json()}\n" for line in lines))


def tally_of(calls: Iterable[ModelCall]) -> Tally:
    """Of what was sent."""
    tally = Tally()
    for call in calls:
        if not call.replayed:
            tally.add(1, call.dollars)
    return tally


def results_of(
    order: IdrOrder,
    cases: Sequence[ResearchCase],
    known: Known,
    measured: MeasuredOf,
    spent: Tally,
) -> Results:
    """`spent` is what measuring took in this process; of what it asked before nothing is known."""
    made = [known[case.query_id, arm] for case in cases for arm in order.arms]
    for each in made:
        spent.add(each.model_calls, each.dollars)
    rows, comparisons = _figures(order, cases, measured)
    return Results(
        benchmark="idrbench",
        dataset=f"{listed([str(s) for s in order.sets])} on {listed(order.sources)}",
        seed=order.seed,
        versions={**versions(), "embedder": order.embedder},
        rows=tuple(rows),
        comparisons=tuple(comparisons),
        failures=tuple(
            f"{each.query_id}: {each.arm}: nothing was found to quote."
            for each in made
            if not each.text
        ),
        seconds=round(sum(each.seconds for each in made), 3),
        model_calls=spent.calls,
        dollars=spent.dollars,
        notes=(*_notes(cases), *DIFFERENT),
    )


def _figures(
    order: IdrOrder, cases: Sequence[ResearchCase], measured: MeasuredOf
) -> tuple[list[Row], list[Comparison]]:
    """Of all and of each set; differences by set of the average score alone."""
    rows, comparisons = list[Row](), list[Comparison]()
    autonomous = measured.get(AUTONOMOUS.name)
    for group, of in _groups(cases):
        sample = Sample([_instance(case) for case in of], order.judge, order.seed)
        named = {"group": group}
        for name, found in measured.items():
            rows += [row.model_copy(update=named) for row in rows_of(sample, found, name)]
            if not autonomous or name in (AUTONOMOUS.name, ELSEWHERE):
                continue
            compared = comparisons_of(sample, autonomous, found, (AUTONOMOUS.name, name))
            comparisons += [
                c.model_copy(update=named)
                for c in compared
                if group == ALL or c.metric is Metric.AVERAGE_SCORE
            ]
    return rows, comparisons


def _groups(cases: Sequence[ResearchCase]) -> list[tuple[str, list[ResearchCase]]]:
    """All, then those of each set where there are several."""
    by_set = defaultdict[str, list[ResearchCase]](list)
    for case in cases:
        by_set[str(case.of)].append(case)
    return [(ALL, list(cases)), *(by_set.items() if len(by_set) > 1 else ())]


def _instance(case: ResearchCase) -> Instance:
    return Instance(instance_id=case.query_id, query_id=case.query_id, query=case.vague.text)


def _notes(cases: Sequence[ResearchCase]) -> tuple[str, ...]:
    gone = sorted(case.vague.compression for case in cases if case.vague.compression)
    n_whole = len(cases) - len(gone)
    n_aspects = [len(case.aspects) for case in cases]
    shorter = (
        f"Questions were made vaguer by {gone[0]:.0%} to {gone[-1]:.0%} of their tokens, "
        f"{sum(gone) / len(gone):.0%} on average; {counted(n_whole, 'question')} could not be and "
        "stayed whole."
        if gone
        else "No question could be made vaguer."
    )
    return (
        shorter,
        f"Aspects of a question: {min(n_aspects)} to {max(n_aspects)}, "
        f"{sum(n_aspects) / len(n_aspects):.1f} on average.",
    )
