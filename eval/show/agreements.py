"""Two judges on the same outputs: how often they say the same, and which is kinder."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from eval.domain.metric import FACTS
from eval.domain.results import JudgesAgreement, Results
from eval.domain.words import interval_of, number, short
from eval.show.document import Cell, Part, table_of
from myscholar.domain.text import counted

_NONE = "·"


def agreements_part(results: Sequence[Results]) -> tuple[Part, ...]:
    found = sorted((g for r in results for g in r.agreements), key=lambda g: (g.a, g.b))
    pairs = groupby(found, key=lambda g: (g.a, g.b))
    return tuple(_part(short(a), short(b), tuple(group)) for (a, b), group in pairs)


def _part(a: str, b: str, agreements: Sequence[JudgesAgreement]) -> Part:
    n = max(g.n_instances for g in agreements)
    text = (
        f"On the same outputs, up to {counted(n, 'instance')}. Kappa is the share of same verdicts "
        "beyond chance; it is small where nearly all verdicts are alike. Citations are compared by "
        "report, since judges differ in which sentences they take for claims. In place of a "
        f"figure, {_NONE} says that there is none of this metric."
    )
    columns: Mapping[str, Callable[[JudgesAgreement], Cell | str]] = {
        "Metric": lambda g: FACTS[g.metric].label,
        "Same verdict": lambda g: _number(g.same),
        "Items": lambda g: f"{g.n_items:,}" if g.n_items else _NONE,
        "Kappa": lambda g: _number(g.kappa),
        "Correlation": lambda g: _NONE if g.same is not None else _number(g.pearson),
        f"{b} minus {a}": _difference,
        "Instances": lambda g: f"{g.n_instances:,}",
        "Unscored": lambda g: f"{g.n_unscored:,}",
    }
    table = table_of("Agreement of the two judges", agreements, columns, flows=True)
    return Part(heading=f"{b} beside {a}", text=(text,), tables=(table,))


def _number(value: float | None) -> str:
    return _NONE if value is None else number(value)


def _difference(g: JudgesAgreement) -> Cell | str:
    d = g.difference
    if d is None:
        return _NONE
    return Cell(text=number(d.mean, signed=True), under=(interval_of(d, signed=True),))
