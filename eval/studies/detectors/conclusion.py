"""What the flags' figures say, in words that follow from them."""

from collections.abc import Iterator, Sequence

from eval.domain.words import percent
from eval.studies.detectors.figures import Figures, Items
from eval.studies.detectors.kept import FalseAlarms
from eval.studies.detectors.run import DetectorResults
from myscholar.domain.text import counted, listed

FEWEST_FLAGS = 5
"""From fewer no flag is called one to trust, however right they are."""


def conclude(results: DetectorResults) -> tuple[str, ...]:
    wide = [f for f in results.figures if f.items is Items.ALL]
    return (
        *_when_raised(wide),
        *_missed(wide),
        *_scores(wide),
        *(said for f in results.figures for said in _flags_everything(f)),
        *_on_kept(results.false_alarms),
    )


def _when_raised(figures: Sequence[Figures]) -> Iterator[str]:
    raised = [f for f in figures if f.flags.precision.n]
    better = [f for f in raised if f.flags.precision.low > f.base_rate]
    often = [f for f in better if f.flags.precision.n >= FEWEST_FLAGS]
    wrong_too = "Right more often than at random, yet wrong as often as right or more"
    by_chance = "Not told from flags at random, which are right as often as the base rate"
    seldom = f"Right more often than at random, but raised fewer than {FEWEST_FLAGS} times"
    groups = {
        "Trust these when they are raised (an upper end: their rules were written in sight of "
        "these judgments)": [f for f in often if _share(f) > 0.5],
        wrong_too: [f for f in often if _share(f) <= 0.5],
        seldom: [f for f in better if f not in often],
        by_chance: [f for f in raised if f not in better],
    }
    yield from (f"{said}: {_each(of)}." for said, of in groups.items() if of)
    if silent := [f.error_type.name for f in figures if not f.flags.precision.n]:
        yield f"Never raised on these judgments: {listed(silent)}."


def _share(f: Figures) -> float:
    return f.flags.precision.share or 0.0


def _each(figures: Sequence[Figures]) -> str:
    best_first = sorted(figures, key=lambda f: (-_share(f), f.error_type.name))
    return "; ".join(
        f"{f.error_type.name} ({f.flags.precision.k} of {f.flags.precision.n} right, at random "
        f"{percent(f.base_rate)})"
        for f in best_first
    )


def _missed(figures: Sequence[Figures]) -> Iterator[str]:
    found, deserved = sum(f.flags.recall.k for f in figures), sum(f.flags.recall.n for f in figures)
    if deserved:
        half = [
            f.error_type.name
            for f in figures
            if f.flags.recall.share is not None and f.flags.recall.share < 0.5
        ]
        said = f"; less than half are found of {listed(half)}" if half else ""
        yield (
            f"Of {counted(deserved, 'complaint')} the flags find {found} "
            f"({percent(found / deserved)}){said}. That nothing is flagged says little."
        )


def _scores(figures: Sequence[Figures]) -> Iterator[str]:
    known = [f for f in figures if f.auc]
    above = [f.error_type.name for f in known if f.auc and f.auc.low > 0.5]
    others = [f.error_type.name for f in known if f.auc and f.auc.low <= 0.5]
    if above:
        yield (
            "Their scores put complaints above acceptances (interval of the AUC above 0.50): "
            f"{listed(above)}."
        )
    if others:
        yield f"Scores that can't be told from none: {listed(others)}."


def _flags_everything(f: Figures) -> Iterator[str]:
    left = f.left_out
    if f.n and not left.true_negatives and not left.false_negatives and left.false_positives:
        yield (
            f"{f.error_type.name}, left out, flags all of {counted(f.n, 'item')} "
            f"({f.items.value.replace('_', ' ')}): no threshold on the others' items "
            "is better than flagging everything, so that its left-out recall of 100 % says nothing."
        )


def _on_kept(alarms: Sequence[FalseAlarms]) -> Iterator[str]:
    if alarms:
        worst = max(alarms, key=lambda a: a.flagged.share or 0)
        yield (
            f"Of {counted(worst.flagged.n, 'statement')} that users kept, no type flags more than "
            f"{percent(worst.flagged.share or 0)} ({worst.error_type.name}, {worst.flagged.k})."
        )
