"""A data set for askers, in a folder. Source: IntentRL A.1, table 4.

data.json                       what the set is made of
queries.{train,test}.jsonl      a QueryIntents a line
graphs.{train,test}.jsonl       a QueryGraph a line
dialogues.{train,test}.jsonl    an IntentDialogue a line
turns.{train,test}.jsonl        a TurnExample a line
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from statistics import mean
from typing import Generic, TypeVar

from eval.datasets.wanted import Wanted
from eval.studies.lines import Lines
from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.graph import depth
from myscholar.interactive.clarify.training.examples import (
    IntentDialogue,
    QueryGraph,
    QueryIntents,
    TurnExample,
)

N = TypeVar("N", bound=Frozen)


class Split(StrEnum):
    TRAIN = "train"
    TEST = "test"


class InSplits(Generic[N]):
    """Nouns of one kind, in a file a split. Those made side by side are kept as they come, and read
    in the order of their ids."""

    def __init__(self, folder: Path, name: str, noun: type[N], id_of: Callable[[N], str]) -> None:
        self._files = {s: Lines(folder / f"{name}.{s.value}.jsonl", noun) for s in Split}
        self._place = lambda each: _in_numbers(id_of(each))

    def of(self, split: Split) -> tuple[N, ...]:
        """Raises UnreadableFile."""
        return tuple(sorted(self._files[split].read(), key=self._place))

    @property
    def all(self) -> Iterator[N]:
        return chain.from_iterable(map(self.of, Split))

    def append(self, split: Split, noun: N) -> None:
        """Raises UnwritableFile."""
        self._files[split].append(noun)


def _in_numbers(key: str) -> tuple[str, ...]:
    """`q/10` comes after `q/9`."""
    return tuple(part.zfill(9) if part.isdigit() else part for part in key.split("/"))


class IntentData:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.queries = InSplits(folder, "queries", QueryIntents, lambda q: q.query_id)
        self.graphs = InSplits(folder, "graphs", QueryGraph, lambda g: g.query_id)
        self.dialogues = InSplits(folder, "dialogues", IntentDialogue, lambda d: d.dialogue_id)
        self.turns = InSplits(folder, "turns", TurnExample, lambda t: t.example_id)


def drawn(sources: Sequence[Sequence[Wanted]], limit: int | None, seed: int) -> tuple[Wanted, ...]:
    """By seed and from each source in turn; a larger limit keeps what a smaller one took."""
    shuffled = [sorted(source, key=lambda wanted: wanted.query_id) for source in sources]
    for n, source in enumerate(shuffled):
        Random(f"{seed}/{n}").shuffle(source)
    turns = chain.from_iterable(zip_longest(*shuffled))
    return tuple([wanted for wanted in turns if wanted is not None][:limit])


def split_of(query_id: str, seed: int) -> Split:
    """A question is in one of them as a whole, whatever else is in the set."""
    return Split.TRAIN if Random(f"{seed}/{query_id}").random() < 1 / 2 else Split.TEST


class Spread(Frozen):
    least: int
    mean: float
    most: int


class OfSplit(Frozen):
    """What a part of a set consists of. Source: IntentRL table 4."""

    split: str
    n_queries: int
    n_graphs: int
    n_shallow: int | None
    """None: not told."""
    n_deep: int | None
    nodes: Spread | None
    depth: Spread | None
    trajectories: Spread | None
    n_turns: int


def of_split(data: IntentData, split: Split) -> OfSplit:
    queries, graphs, turns = data.queries.of(split), data.graphs.of(split), data.turns.of(split)
    dialogues = [d.query_id for d in data.dialogues.of(split)]
    return OfSplit(
        split=split.value,
        n_queries=len(queries),
        n_graphs=len(graphs),
        n_shallow=sum(len(query.shallow) for query in queries),
        n_deep=sum(len(query.deep) for query in queries),
        nodes=_spread([len(each.graph.nodes) for each in graphs]),
        depth=_spread([depth(each.graph) for each in graphs]),
        trajectories=_spread([dialogues.count(key) for key in dict.fromkeys(dialogues)]),
        n_turns=len(turns),
    )


def _spread(numbers: Sequence[int]) -> Spread | None:
    if not numbers:
        return None
    return Spread(least=min(numbers), mean=mean(numbers), most=max(numbers))
