"""What readers said -> figures by system and by pair of systems."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from eval.domain.blind import Better, BlindResults, Coverage, Opinion
from eval.domain.judgment import Unscored, mean_of
from eval.domain.results import Estimate
from eval.statistics.bootstrap import bootstrap_mean

N_RESAMPLES = 10_000


class PairVerdict(NamedTuple):
    """What one reader says of one pair in all orders in which it was shown."""

    query_id: str
    a: str
    b: str
    reader: str
    score: float | None
    """1: `a` is better, 0: `b` is, 0.5: neither; None: unscored."""
    is_inconsistent: bool
    """The verdict changed with the order; it counts as a tie."""
    reasons: tuple[str, ...]


class Preference(NamedTuple):
    """Of one reader, over all questions: how often `a` is preferred to `b`."""

    a: str
    b: str
    reader: str
    n_wins: int
    n_ties: int
    """Inconsistent ones included."""
    n_losses: int
    n_inconsistent: int
    n_unscored: int
    win_rate: Estimate | None
    """Mean of 1 for a win, 0.5 for a tie, 0 for a loss. None: nothing was scored."""


def verdicts_of(found: BlindResults) -> tuple[PairVerdict, ...]:
    """`a` is the system of `found.of` that comes first, where one of the two is."""
    groups: dict[tuple[str, str, str, str], list[Opinion]] = defaultdict(list)
    for opinion in found.opinions:
        a, b = _in_order(opinion.first, opinion.second, found.of)
        groups[opinion.query_id, a, b, opinion.reader].append(opinion)
    return tuple(_verdict(key, opinions) for key, opinions in groups.items())


def _in_order(one: str, other: str, of: Sequence[str]) -> tuple[str, str]:
    places = {name: place for place, name in enumerate(of)}
    last = len(places)
    a, b = sorted((one, other), key=lambda name: (places.get(name, last), name))
    return a, b


def _verdict(key: tuple[str, str, str, str], opinions: Sequence[Opinion]) -> PairVerdict:
    """One that could not be given leaves the pair unscored: half of two orders says nothing."""
    scores = [_score(opinion, key[1]) for opinion in opinions]
    known = [s for s in scores if s is not None]
    is_inconsistent = len(known) == len(scores) and len(set(known)) > 1
    score = None if len(known) < len(scores) else 0.5 if is_inconsistent else known[0]
    return PairVerdict(*key, score, is_inconsistent, tuple(o.reason for o in opinions))


def _score(opinion: Opinion, a: str) -> float | None:
    if opinion.better is None:
        return None
    if opinion.better is Better.TIE:
        return 0.5
    better = opinion.first if opinion.better is Better.FIRST else opinion.second
    return float(better == a)


def preferences_of(found: BlindResults) -> tuple[Preference, ...]:
    groups: dict[tuple[str, str, str], list[PairVerdict]] = defaultdict(list)
    for verdict in verdicts_of(found):
        groups[verdict.a, verdict.b, verdict.reader].append(verdict)
    return tuple(_preference(key, mine, found.seed) for key, mine in groups.items())


def _preference(key: tuple[str, str, str], mine: Sequence[PairVerdict], seed: int) -> Preference:
    scores = [v.score for v in mine if v.score is not None]
    by_question: dict[str, list[float]] = defaultdict(list)
    for verdict in mine:
        if verdict.score is not None:
            by_question[verdict.query_id].append(verdict.score)
    return Preference(
        *key,
        n_wins=scores.count(1.0),
        n_ties=scores.count(0.5),
        n_losses=scores.count(0.0),
        n_inconsistent=sum(v.is_inconsistent for v in mine),
        n_unscored=len(mine) - len(scores),
        win_rate=bootstrap_mean(by_question, seed=seed, n=N_RESAMPLES) if scores else None,
    )


def share_for_first(opinions: Iterable[Opinion]) -> float | None:
    """Of the decided opinions, those for the report shown first, in [0, 1]; 0.5 is no bias where
    each pair was shown in both orders. None where nothing was decided."""
    decided = [o.better for o in opinions if o.better in (Better.FIRST, Better.SECOND)]
    return decided.count(Better.FIRST) / len(decided) if decided else None


class ReadersAgreement(NamedTuple):
    """Two readers on the pairs that both scored."""

    one: str
    other: str
    n_pairs: int
    n_same: int
    """A win of the same report, or a tie, for both."""
    n_opposite: int


def agreements_of(found: BlindResults) -> tuple[ReadersAgreement, ...]:
    """None of two readers who share no pair."""
    by_reader: dict[str, dict[tuple[str, str, str], float]] = defaultdict(dict)
    for v in verdicts_of(found):
        if v.score is not None:
            by_reader[v.reader][v.query_id, v.a, v.b] = v.score
    return tuple(_agreements(by_reader))


def _agreements(
    by_reader: Mapping[str, Mapping[tuple[str, str, str], float]],
) -> Iterator[ReadersAgreement]:
    for one, other in combinations(sorted(by_reader), 2):
        shared = sorted(by_reader[one].keys() & by_reader[other].keys())
        both = [(by_reader[one][key], by_reader[other][key]) for key in shared]
        if both:
            same = sum(x == y for x, y in both)
            yield ReadersAgreement(
                one, other, len(both), same, sum(abs(x - y) == 1 for x, y in both)
            )


def coverage_score(covered: Coverage) -> float | None:
    """Weighted mean of the criteria, in [0, 1]; None where none was scored."""
    return mean_of([c.judgment for c in covered.criteria], [c.weight for c in covered.criteria])


def coverages_of(found: BlindResults, system: str, query_id: str | None = None) -> list[float]:
    """A score a reader and report, of the system, on one question or all."""
    mine = (c for c in found.coverage if c.system == system and query_id in (None, c.query_id))
    return [score for c in mine if (score := coverage_score(c)) is not None]


def n_faults_of(found: BlindResults, system: str, query_id: str | None = None) -> list[int]:
    """How many errors each reader found in each report."""
    mine = (f for f in found.faults if f.system == system and query_id in (None, f.query_id))
    return [len(f.faults) for f in mine if not isinstance(f.faults, Unscored)]
