"""The pairs of an order, made side by side and kept as they are."""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager
from hashlib import sha256
from multiprocessing.queues import SimpleQueue
from typing import Any

from eval.datasets.questions import read_questions
from eval.datasets.rubrics import read_rubrics
from eval.domain.persona import QuestionPersona
from eval.domain.rubric import Rubric
from eval.judges.names import LOCAL, open_model
from eval.studies.in_processes import processes
from eval.studies.lines import Lines
from eval.studies.steering.order import SteeringOrder
from eval.studies.steering.pairs import in_drawn_order, pairs_of
from eval.studies.steering.personas import write_pairs
from eval.studies.steering.trees import Searches
from eval.studies.versions import judging_version, study_version
from eval.systems.pooled import begin_process
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, ModelCall, Progress
from myscholar.text.likeness import likeness_by
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import open_sources

PAIRS = "pairs.jsonl"
Done = SimpleQueue[Any]
_TOLD: list[Done | None] = []
"""Of this process, where it is one of several: whom it tells what it has done."""


class PairsOfQuestion(Frozen):
    of: str
    """What they depend on."""
    query_id: str
    pairs: tuple[QuestionPersona, ...] = ()
    failures: tuple[str, ...] = ()
    """Why a model could not write others, each as `QUESTION: NAME: message`."""
    model_calls: int = 0
    dollars: float | None = 0.0


def pairs_in(chosen: Sequence[PairsOfQuestion], limit: int) -> tuple[QuestionPersona, ...]:
    return tuple(pair for line in chosen for pair in line.pairs)[:limit]


def choose_pairs(
    order: SteeringOrder, lines: Lines[PairsOfQuestion], progress: Progress
) -> tuple[PairsOfQuestion, ...]:
    """Of questions in the order in which they were drawn, until there are enough pairs."""
    questions = {q.query_id: q.query for q in read_questions(order.questions)}
    rubrics = read_rubrics(order.rubrics)
    of = made_of(order)
    kept = {line.query_id: line for line in lines.read() if line.of == of}
    drawn = in_drawn_order(questions.keys() & rubrics.keys(), order.seed)
    chosen: list[PairsOfQuestion] = []
    progress(Event(step="Choosing pairs", total=order.limit))
    with processes_for(order.processes) as executor:
        for at in range(0, len(drawn), order.processes):
            batch = drawn[at : at + order.processes]
            asked = [
                executor.submit(
                    choose_unit,
                    PairsOfQuestion(of=of, query_id=query_id),
                    questions[query_id],
                    rubrics[query_id],
                    order,
                )
                for query_id in batch
                if query_id not in kept
            ]
            for done in asked:
                line = done.result()
                kept[line.query_id] = line
                lines.append(line)
            chosen += [kept[query_id] for query_id in batch]
            n = min(sum(len(of.pairs) for of in chosen), order.limit)
            progress(Event(step="Choosing pairs", done=n, total=order.limit))
            if n >= order.limit:
                break
    return tuple(chosen)


def made_of(order: SteeringOrder) -> str:
    """Pairs of other questions or rubrics count no more, either."""
    texts = sha256(order.questions.read_bytes() + b"\0" + order.rubrics.read_bytes())
    of_texts = texts.hexdigest()[:12]
    return f"{order.source} {order.personas} {order.seed} {code_version()} {of_texts}"


def choose_unit(
    line: PairsOfQuestion, question: str, rubrics: Sequence[Rubric], order: SteeringOrder
) -> PairsOfQuestion:
    """In a process of its own, which opens the corpus itself."""
    return asyncio.run(_choose_unit(line, question, rubrics, order))


async def _choose_unit(
    line: PairsOfQuestion, question: str, rubrics: Sequence[Rubric], order: SteeringOrder
) -> PairsOfQuestion:
    services, calls = open_services(), list[ModelCall]()
    opened = open_sources(services, (order.source,))
    try:
        corpus = Searches(opened.sources, services.background)
        if order.personas == LOCAL:
            pairs = await pairs_of(line.query_id, question, rubrics, corpus)
            return line.model_copy(update={"pairs": pairs})
        if not await corpus.branches(question):
            return line
        async with open_model(order.personas, services, on_call=calls.append) as model:
            likeness = likeness_by(services.embedder())
            pairs, failures = await write_pairs(
                line.query_id, question, llm=model.llm, likeness=likeness, seed=order.seed
            )
        update = {"pairs": pairs, "failures": failures, **paid_for(calls)}
        return line.model_copy(update=update)
    finally:
        await opened.aclose()


def processes_for(
    n: int, done: "Done | None" = None
) -> AbstractContextManager[ProcessPoolExecutor]:
    """What they do is told to `done`, if anything."""
    return processes(n, _hear, (done,))


def _hear(done: "Done | None") -> None:
    begin_process()
    _TOLD.append(done)


def tell_done(what: Any) -> None:
    """To the process that asked for it."""
    if _TOLD and _TOLD[-1]:
        _TOLD[-1].put(what)


def paid_for(calls: Sequence[ModelCall]) -> Mapping[str, float | int | None]:
    """What was answered from this machine's own store was paid for before."""
    dollars = [call.dollars for call in calls if not call.replayed]
    return {
        "model_calls": len(dollars),
        "dollars": None if None in dollars else sum(d for d in dollars if d is not None),
    }


def code_version() -> str:
    return f"{study_version('steering')}+{judging_version()}"
