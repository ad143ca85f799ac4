"""What the figures say, in words that follow from them."""

from collections.abc import Sequence

from eval.domain.words import percent
from eval.studies.satisfaction.cases import JudgedKind
from eval.studies.satisfaction.figures import LEVEL, Figure, Permutation, Satisfaction, Source
from myscholar.domain.text import counted, listed


def conclude(result: Satisfaction) -> tuple[str, ...]:
    found = []
    for source, name in ((Source.TRAINED, "trained predictors"), (Source.MODEL, "model judges")):
        tested = [f for f in result.figures if f.source is source and f.p_value is not None]
        if tested:
            found.extend(_of_source(tested, name, result.n_tests))
    found.extend(_of_ranking([f for f in result.figures if f.source is not Source.BASELINE]))
    found.extend(_of_permutation(p) for p in result.permutations)
    return (*found, *_of_power(result), *_of_places(result))


def _of_source(tested: Sequence[Figure], name: str, n_tests: int) -> list[str]:
    winners = [f for f in tested if f.beats_baseline]
    of = f"after correction for {counted(n_tests, 'test')}"
    if winners:
        first = (
            f"Of {counted(len(tested), 'test')} of {name}, {len(winners)} beat the majority "
            f"baseline {of}: {listed([_name(f) for f in winners])}."
        )
    else:
        low = [f for f in tested if f.p_value is not None and f.p_value <= LEVEL]
        first = (
            f"None of {counted(len(tested), 'test')} of {name} beats the majority baseline {of}. "
            f"Before correction {counted(len(low), 'test')} had p of at most {LEVEL:g}, where "
            f"chance alone gives up to {LEVEL * len(tested):.1f}."
        )
    best = min(tested, key=lambda f: (f.p_value, f.predictor))
    return [
        first,
        f"The strongest is {_name(best)}: {_shares(best)}, p = {best.p_value:.3f}, corrected "
        f"{best.p_corrected:.2f}.",
    ]


def _of_ranking(figures: Sequence[Figure]) -> list[str]:
    """Intervals are not corrected for their number, and the sentence says so."""
    ranked = [f for f in figures if f.ranking is not None]
    above = [f for f in ranked if f.ranking and f.ranking.low > 1 / 3]
    below = [f for f in ranked if f.ranking and f.ranking.high < 1 / 3]
    if not ranked:
        return []
    return [
        f"Within triplets, of {counted(len(ranked), 'figure')} {len(above)} rank the complaint "
        f"lowest more often than chance (1/3) and {len(below)} "
        "more seldom, by intervals that are not corrected for their number."
    ]


def _of_permutation(p: Permutation) -> str:
    nothing = "can't be told from itself on shuffled verdicts"
    knows = "knows something" if p.p_corrected <= LEVEL else nothing
    return (
        f"The best of all rows for {p.kind.value}s, {p.predictor}, {knows}: area {p.auc:.2f} "
        f"against {p.shuffled_mean:.2f} on average over {counted(p.n, 'shuffle')}, p = "
        f"{p.p_value:.3f}, corrected for choosing the best {p.p_corrected:.2f}."
    )


def _of_power(result: Satisfaction) -> list[str]:
    types = [p for p in result.power if p.error_type is not None and p.detectable is not None]
    wholes = [p for p in result.power if p.error_type is None and p.detectable is not None]
    if not types or result.n_tests == 0:
        return []
    easiest = min(types, key=lambda p: p.detectable or 1)
    hardest = max(types, key=lambda p: p.detectable or 1)
    said = (
        "Little could have been seen: for one type of error a predictor must be right on "
        f"{percent(easiest.detectable)} ({easiest.n} rows) to {percent(hardest.detectable)} "
        f"({hardest.n} rows) to be recognized in 80 % of such studies"
    )
    kinds = listed([f"{percent(p.detectable)} for {p.kind.value}s ({p.n})" for p in wholes])
    return [f"{said}; for all of a kind, {kinds}." if kinds else f"{said}."]


def _of_places(result: Satisfaction) -> list[str]:
    return [
        f"{counted(o.n, f'{o.kind.value} row')} may stand beside another question or report: "
        f"{o.n_satisfied} of them ({percent(o.n_satisfied / o.n)}) "
        f"were accepted, of all {percent(_accepted(result, o.kind))}."
        for o in result.out_of_place
    ]


def _accepted(result: Satisfaction, kind: JudgedKind) -> float:
    of_all = (Source.BASELINE, kind, None)
    whole = next(f for f in result.figures if (f.source, f.kind, f.error_type) == of_all)
    return whole.n_satisfied / whole.n if whole.n else 0.0


def _name(f: Figure) -> str:
    return f"{f.predictor} on {f.error_type.name if f.error_type else f'all {f.kind.value}s'}"


def _shares(f: Figure) -> str:
    right = f"{f.n_right} of {f.n} right ({percent(f.n_right / f.n)})"
    return f"{right}, baseline {percent(f.baseline)}"
