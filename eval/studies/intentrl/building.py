"""Questions with rubrics -> a data set, kept as it is made: kill it, and it goes on."""

from collections.abc import Sequence
from pathlib import Path

from eval.datasets.wanted import Wanted
from eval.studies.at_once import at_once
from eval.studies.intentrl.data import IntentData, Split, split_of
from eval.studies.lines import parse, write_text
from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError, LLMBadAnswer
from myscholar.interactive.clarify.graph import Trajectory
from myscholar.interactive.clarify.training.examples import QueryGraph, QueryIntents
from myscholar.interactive.clarify.training.maker import Maker
from myscholar.interactive.clarify.training.trajectories import (
    dialogue_of,
    turn_examples,
    ways_through,
)

_FACTS = "data.json"


class DataFacts(Frozen):
    """What a set is made of; of another kind is another set."""

    seed: int
    by: str
    """The model; empty for none."""


async def build_queries(
    data: IntentData,
    wanted: Sequence[Wanted],
    maker: Maker,
    *,
    seed: int,
    parallel: int = 1,
    progress: Progress = ignore,
) -> int:
    """Queries and their graphs, and how many a model could not answer in a form that can be used.
    A query whose intents leave nothing to choose among has no graph. Raises InputError where the
    folder holds another set, and what the maker raises else."""
    _begin(data.folder, DataFacts(seed=seed, by=maker.by))
    known = {query.query_id: query for query in data.queries.all}
    done = {graph.query_id for graph in data.graphs.all}
    n_done = n_refused = 0

    async def build(each: Wanted) -> None:
        nonlocal n_done, n_refused
        split, query = split_of(each.query_id, seed), known.get(each.query_id)
        try:
            if query is None:
                query = await maker.query(each.query_id, each.question, each.criteria)
                data.queries.append(split, query)
            if each.query_id not in done and (graph := await maker.graph(query)):
                data.graphs.append(split, graph)
        except LLMBadAnswer:
            n_refused += 1
        n_done += 1
        progress(Event(step="Building graphs", done=n_done, total=len(wanted)))

    await at_once([build(each) for each in wanted], parallel)
    return n_refused


async def build_dialogues(
    data: IntentData, maker: Maker, *, parallel: int = 1, progress: Progress = ignore
) -> int:
    """Dialogues along the graphs of a set, and the turns to learn from; and how many a model could
    not word. Raises InputError where there is no graph, and what the maker raises else."""
    seed = facts_of(data.folder).seed
    works = [
        (split, query, graph, number, way)
        for split in Split
        for query, graph in _with_graphs(data, split)
        for number, way in enumerate(ways_through(graph.graph, seed=seed))
    ]
    if not works:
        raise InputError(f"{data.folder} holds no graph to go through.")
    done = {dialogue.dialogue_id for dialogue in data.dialogues.all}
    turned = {example.example_id for example in data.turns.all}
    n_done = n_refused = 0

    async def hold(
        split: Split, query: QueryIntents, graph: QueryGraph, number: int, way: Trajectory
    ) -> None:
        nonlocal n_done, n_refused
        n_done += 1
        progress(Event(step="Holding dialogues", done=n_done, total=len(works)))
        if f"{query.query_id}/{number}" not in done:
            try:
                turns = await maker.dialogue(graph, way)
            except LLMBadAnswer:
                n_refused += 1
                return
            dialogue = dialogue_of(graph, way, number, turns, maker.by)
            for example in turn_examples(query, graph, dialogue):
                if example.example_id not in turned:
                    data.turns.append(split, example)
            data.dialogues.append(split, dialogue)  # last: with it all its turns are there

    await at_once([hold(*work) for work in works], parallel)
    return n_refused


def facts_of(folder: Path) -> DataFacts:
    """Raises InputError where no set was begun there."""
    file = folder / _FACTS
    if not file.is_file():
        raise InputError(
            f"{folder} holds no data set. Make one with: python -m eval intentrl data --out "
            f"{folder}"
        )
    return parse(file, file.read_text(encoding="utf-8"), DataFacts)


def _begin(folder: Path, facts: DataFacts) -> None:
    if not (folder / _FACTS).is_file():
        write_text(folder / _FACTS, facts.model_dump_json(indent=1) + "\n")
    elif (there := facts_of(folder)) != facts:
        made = f"{there.by or 'no model'} and seed {there.seed}"
        raise InputError(f"{folder} holds a set made with {made}. Give another --out.")


def _with_graphs(data: IntentData, split: Split) -> list[tuple[QueryIntents, QueryGraph]]:
    queries = {query.query_id: query for query in data.queries.of(split)}
    return [(queries[graph.query_id], graph) for graph in data.graphs.of(split)]
