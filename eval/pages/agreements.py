"""Two judges on the same outputs: how often they say the same, and which is kinder."""

from collections.abc import Sequence
from itertools import groupby

from eval.domain.metric import FACTS
from eval.domain.results import JudgesAgreement, Results
from eval.pages.document import Cell, Part, Table
from eval.pages.words import interval_of, number, short
from myscholar.domain.text import counted

_NONE = "·"


def agreements_part(results: Sequence[Results]) -> tuple[Part, ...]:
    """A part for each pair of judges."""
    found = sorted((g for r in results for g in r.agreements), key=lambda g: (g.a, g.b))
    return tuple(
        _part(a, b, tuple(group)) for (a, b), group in groupby(found, key=lambda g: (g.a, g.b))
    )


def _part(a: str, b: str, agreements: Sequence[JudgesAgreement]) -> Part:
    n = max(g.n_instances for g in agreements)
    text = (
        f"On the same outputs, up to {counted(n, 'instance')}. Kappa is the share of same verdicts "
        "beyond chance; it is small where nearly all verdicts are alike. Citations are compared by "
        "report, since judges differ in which sentences they take for claims. In place of a "
        f"figure, {_NONE} says that there is none of this metric.",
    )
    return Part(
        heading=f"{short(b)} beside {short(a)}", text=text, tables=(_table(a, b, agreements),)
    )


def _table(a: str, b: str, agreements: Sequence[JudgesAgreement]) -> Table:
    columns = (
        "Metric",
        "Same verdict",
        "Items",
        "Kappa",
        "Correlation",
        f"{short(b)} minus {short(a)}",
        "Instances",
        "Unscored",
    )
    return Table(
        caption="Agreement of the two judges",
        columns=columns,
        rows=tuple(_row(g) for g in agreements),
        flows=True,
    )


def _row(g: JudgesAgreement) -> tuple[str | Cell, ...]:
    d = g.difference
    return (
        FACTS[g.metric].label,
        _NONE if g.same is None else number(g.same),
        f"{g.n_items:,}" if g.n_items else _NONE,
        _NONE if g.kappa is None else number(g.kappa),
        _NONE if g.same is not None or g.pearson is None else number(g.pearson),
        Cell(text=number(d.mean, signed=True), under=(interval_of(d, signed=True),))
        if d
        else _NONE,
        f"{g.n_instances:,}",
        f"{g.n_unscored:,}",
    )
