"""Which of the papers found are read, and which of them in depth."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import zip_longest

from myscholar.domain.evidence import Hit, QueryKind
from myscholar.domain.papers import PaperId
from myscholar.domain.report import QueryResult
from myscholar.search.fusion import RANK_DAMPING, keys_of

MOST_READ = 88
"""Papers read for one report; by hand: twice Ai2 ScholarQA's 50 passages, at the cost of once."""
MOST_READ_MORE = 32
"""Papers read beyond those of a head start, for the actions; by hand."""
MOST_IN_DEPTH = 12
"""Of the papers read, those of which more is read than what the search found; by hand."""
BEST_OF_AN_ACTION = 3
"""New papers of an action's own searches that are read in any case; by hand."""


def choose(
    hits: Sequence[Hit],
    results: Sequence[QueryResult],
    limit: int,
    *,
    read: Collection[PaperId] = (),
    kept: Collection[PaperId] = (),
) -> tuple[Hit, ...]:
    """At most `limit` of the fused hits, in their order, those `read` already left out: those that
    are `kept` in any case, the best three new papers of each action's searches, then the most
    relevant of the rest.

    New is what no search for the question itself found. Where there is no room for three of each
    action, each action's best comes first, then each one's second. `results` are what the hits were
    fused from.
    """
    open_to = {place for place, hit in enumerate(hits) if hit.paper.paper_id not in read}
    sure = [place for place in sorted(open_to) if hits[place].paper.paper_id in kept]
    own = [place for place in _of_actions(hits, results) if place in open_to]
    chosen = set(list(dict.fromkeys((*sure, *own)))[:limit])
    chosen.update(
        [place for place in sorted(open_to) if place not in chosen][: limit - len(chosen)]
    )
    return tuple(hits[place] for place in sorted(chosen))


def _of_actions(hits: Sequence[Hit], results: Sequence[QueryResult]) -> Iterator[int]:
    """Places of each action's three best new papers: the best of each, then the second of each."""
    places = _Places(hits)
    asked = set(places.found_by(r for r in results if r.record.query.kind is not QueryKind.ACTION))
    actions = dict.fromkeys(a for r in results for a in r.record.query.action_ids)
    best = []
    for action_id in actions:
        own = places.found_by(r for r in results if action_id in r.record.query.action_ids)
        best.append([place for place in own if place not in asked][:BEST_OF_AN_ACTION])
    return (p for row in zip_longest(*best) for p in dict.fromkeys(row) if p is not None)


def found_by(hits: Sequence[Hit], results: Iterable[QueryResult]) -> tuple[Hit, ...]:
    """Those of the fused hits that these results found, best first by reciprocal rank."""
    return tuple(hits[place] for place in _Places(hits).found_by(results))


class _Places:
    """Where a paper of a result stands among the fused hits."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._places: dict[str, int] = {}
        for place, hit in enumerate(hits):
            for key in keys_of(hit.paper):
                self._places.setdefault(key, place)

    def found_by(self, results: Iterable[QueryResult]) -> list[int]:
        scores = defaultdict[int, float](float)
        for result in results:
            for rank, hit in enumerate(result.hits, 1):
                keys = (key for key in keys_of(hit.paper) if key in self._places)
                if key := next(keys, None):
                    scores[self._places[key]] += 1 / (RANK_DAMPING + rank)
        return sorted(scores, key=lambda place: -scores[place])
