"""What a data set for askers consists of, beside the paper's, as a document."""

from collections.abc import Callable, Mapping, Sequence

from eval.domain.words import NONE, number
from eval.show.document import Document, Part, definitions_of, table_of
from eval.studies.intentrl.data import OfSplit, Spread

PAPER = OfSplit(
    split="paper, train",
    n_queries=50,
    n_graphs=50,
    n_shallow=None,
    n_deep=None,
    nodes=None,
    depth=Spread(least=2, mean=4.4, most=8),
    trajectories=Spread(least=1, mean=7.4, most=45),
    n_turns=2347,
)
"""Source: IntentRL table 4, §3.4."""


def data_document(found: Sequence[OfSplit]) -> Document:
    table = table_of("The data set, beside the paper's", [*found, PAPER], _COLUMNS, flows=True)
    part = Part(heading="What it consists of", tables=(table,))
    words = Part(heading="What the words mean", definitions=definitions_of("intent_data"))
    return Document(title="Data to learn asking from", parts=(part, words))


def _range(spread: Spread | None) -> str:
    return f"{number(spread.mean, 1)} ({spread.least} to {spread.most})" if spread else NONE


def _count(n: int | None) -> str:
    return NONE if n is None else f"{n:,}"


_COLUMNS: Mapping[str, Callable[[OfSplit], str]] = {
    "Part": lambda s: s.split,
    "Queries": lambda s: _count(s.n_queries),
    "Shallow intents": lambda s: _count(s.n_shallow),
    "Deep intents": lambda s: _count(s.n_deep),
    "Graphs": lambda s: _count(s.n_graphs),
    "Questions a graph": lambda s: _range(s.nodes),
    "Depth": lambda s: _range(s.depth),
    "Trajectories a graph": lambda s: _range(s.trajectories),
    "Turns": lambda s: _count(s.n_turns),
}
