"""What a training of an asker is run with, from a data set; kept in its folder."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from eval.studies.intentrl.data import IntentData, Split
from eval.studies.intentrl.telling import Ask, simulated
from eval.studies.lines import Lines, make_folder, parse, write_text
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import Hit, SearchQuery
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError
from myscholar.interactive.clarify.agent import no_more
from myscholar.interactive.clarify.extractive.ask import (
    choices_open,
    literature_on,
    next_question,
    open_questions,
)
from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.clarify.summary import plain_summary
from myscholar.interactive.clarify.training.rewards import (
    Thresholds,
    similarity_of,
)
from myscholar.interactive.clarify.training.train.settings import (
    Ablation,
    TrainingSettings,
)
from myscholar.interactive.clarify.training.train.stages import Training
from myscholar.search.retrieve import retrieve
from myscholar.text.likeness import Likeness
from myscholar.text.similarity import overlap
from myscholar.workflows.ask.clarify import LOOK_UP
from myscholar.workflows.jobs import open_services
from myscholar.workflows.library.sources import open_sources

RULE_BASED, RULE_BASED_ON = "rule-based", "rule-based, not stopping"
ORDER, LABELS = "order.json", "labels.jsonl"


class TrainOrder(Frozen):
    """What a folder is about: another order belongs in another one."""

    data: str
    settings: TrainingSettings
    corpus: str
    seed: int


class QueryLabels(Frozen):
    """What the papers found on a query differ in, as the rule-based asker would offer it."""

    query: str
    labels: tuple[str, ...]


def check_order(folder: Path, order: TrainOrder) -> None:
    """Keeps it the first time. Raises InputError where the folder is about something else."""
    make_folder(folder)
    path = folder / ORDER
    if not path.is_file():
        write_text(path, order.model_dump_json(indent=1) + "\n")
    elif parse(path, path.read_text(encoding="utf-8"), TrainOrder) != order:
        raise InputError(
            f"{folder} holds a training with other settings, data or seed. Give another --out."
        )


async def label_queries(
    folder: Path, data: IntentData, corpus: str, progress: Progress = ignore
) -> dict[str, tuple[str, ...]]:
    """Of all queries of the set, looked up once; none without a corpus. Raises UnknownName."""
    lines = Lines(folder / LABELS, QueryLabels)
    known = {line.query: line.labels for line in lines.read()}
    queries = list(dict.fromkeys(query.query for query in data.queries.all))
    left = [query for query in queries if query not in known] if corpus else []
    if not left:
        return known
    services = open_services()
    opened = open_sources(services, (corpus,))
    try:
        for n, query in enumerate(left, 1):
            found = await retrieve((SearchQuery(text=query),), opened.sources, limit=LOOK_UP)
            labels = choices_open(
                Dialogue(question=query), found.hits, background=services.background
            )
            line = QueryLabels(query=query, labels=labels)
            lines.append(line)
            known[query] = labels
            progress(Event(step="Looking queries up", done=n, total=len(left)))
    finally:
        await opened.aclose()
    return known


def training_of(
    folder: Path,
    order: TrainOrder,
    data: IntentData,
    labels: dict[str, tuple[str, ...]],
    ablation: Ablation,
    likeness: Likeness,
    progress: Progress = ignore,
) -> Training:
    """Raises InputError where the set has no turns."""
    turns = data.turns.of(Split.TRAIN)
    if not turns:
        raise InputError(
            f"{data.folder} has no turns to learn from: python -m eval intentrl dialogues makes "
            "them."
        )
    return Training(
        folder=folder,
        settings=order.settings,
        ablation=ablation,
        seed=order.seed,
        examples=turns,
        own=labels,
        similarity=similarity_of(likeness),
        thresholds=Thresholds(likeness.repeats, likeness.relevant),
        user_of=lambda intents: simulated(intents, likeness),
        judge=verdict,
        progress=progress,
    )


def verdict(question: str, targets: Sequence[str]) -> float:
    """A judge's, without a model: 1 where the question has half of a target's words, 0.5 where it
    has a fifth, else 0. The paper asks a model."""
    most = max(overlap(question, target) for target in targets)
    return 1.0 if most >= 1 / 2 else 0.5 if most >= 1 / 5 else 0.0


def read_order(folder: Path) -> TrainOrder:
    """Raises InputError where it is no folder of a training, UnreadableFile."""
    path = folder / ORDER
    if not path.is_file():
        raise InputError(f"{folder} is no folder of intentrl train.")
    return parse(path, path.read_text(encoding="utf-8"), TrainOrder)


@asynccontextmanager
async def rule_based(corpus: str) -> AsyncIterator[Mapping[str, Ask]]:
    """The product's asker without a model, which looks anew at each turn: as it stops, and going on
    as long as there is anything to ask. None without a corpus."""
    if not corpus:
        yield {}
        return
    services = open_services()
    opened = open_sources(services, (corpus,))

    async def look(dialogue: Dialogue) -> Sequence[Hit]:
        text = plain_summary(dialogue.question, dialogue.turns)
        found = await retrieve((SearchQuery(text=text),), opened.sources, limit=LOOK_UP)
        return found.hits

    async def as_it_stops(dialogue: Dialogue) -> Question | None:
        if dialogue.turns and no_more(dialogue):
            return None
        hits = await look(dialogue)
        return next_question(dialogue, hits, background=services.background).question

    async def going_on(dialogue: Dialogue) -> Question | None:
        literature = literature_on(dialogue, await look(dialogue), background=services.background)
        first = next(open_questions(dialogue, literature), None)
        return first and first.question

    try:
        yield {RULE_BASED: as_it_stops, RULE_BASED_ON: going_on}
    finally:
        await opened.aclose()
