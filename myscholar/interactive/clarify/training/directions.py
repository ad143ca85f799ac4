"""What an asker is shown that it might ask about: what people wanted who asked other questions, and
what the papers on this one differ in. Our own: the paper's model thinks of it by itself."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from random import Random

from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.training.examples import TurnExample
from myscholar.interactive.clarify.training.rewards import Similarity
from myscholar.text.terms import content_stems

LONGEST = 5
"""Words of a direction; by hand: a choice is read at a glance."""
HOW = 1 / 8
"""Share of the targets from which a word in them says how a wish is put and not what it is of ("I
want the report to ..."); by hand."""


class AskableDirection(Frozen):
    text: str
    queries: tuple[str, ...]
    """Of whose expert dialogues it is a choice."""


def pool_of(
    examples: Sequence[TurnExample], *, similarity: Similarity, relevant: float, n: int
) -> tuple[AskableDirection, ...]:
    """The choices of experts that concern most targets of queries other than their own, each new
    one counting only what no earlier one concerns (greedy cover, ties by first seen)."""
    found = defaultdict[str, dict[str, None]](dict)
    for example in examples:
        for choice in example.choices:
            if len(choice.split()) <= LONGEST:
                found[choice][example.query] = None
    targets = dict.fromkeys((target, e.query) for e in examples for target in e.targets)
    if not (found and targets and n > 0):
        return ()
    how = _ways_of_putting(list(dict.fromkeys(target for target, _ in targets)))
    offered = [_without(choice, how) for choice in found]
    wanted = [_without(target, how) for target, _ in targets]
    import numpy as np

    concerns = np.asarray(similarity(offered, wanted)) >= relevant
    own = np.array([[query in queries for _, query in targets] for queries in found.values()])
    concerns &= ~own
    left, kept = np.ones(len(targets), dtype=bool), list[int]()
    while len(kept) < min(n, len(found)):
        gains = (concerns & left).sum(axis=1)
        gains[kept] = -1
        best = int(gains.argmax())
        if gains[best] == 0:
            break
        kept.append(best)
        left &= ~concerns[best]
    texts = list(found)
    return tuple(AskableDirection(text=texts[k], queries=tuple(found[texts[k]])) for k in kept)


def _ways_of_putting(targets: Sequence[str]) -> set[str]:
    counts = Counter(stem for target in targets for stem in set(content_stems(target)))
    return {stem for stem, n in counts.items() if n > max(1, HOW * len(targets))}


def _without(text: str, stems: set[str]) -> str:
    return " ".join(word for word in text.split() if stems.isdisjoint(content_stems(word)))


def directions_for(
    query: str,
    pool: Sequence[AskableDirection],
    own: Mapping[str, Sequence[str]] | Sequence[str],
    *,
    n: int,
    seed: int,
) -> tuple[str, ...]:
    """`own`: what the papers on the query differ in; at most half of the `n`. Nothing that comes
    from the query's own experts; in an order that tells nothing."""
    labels = own.get(query, ()) if isinstance(own, Mapping) else own
    mine = list(dict.fromkeys(labels))[: n // 2]
    others = [d.text for d in pool if query not in d.queries and d.text not in mine]
    shown = [*mine, *others[: n - len(mine)]]
    Random(f"{seed}/{query}").shuffle(shown)
    return tuple(shown)
