"""Two judges on the same outputs: how often they say the same, and which is kinder."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from eval.domain.metric import FACTS
from eval.domain.results import JudgesAgreement, Results
from eval.domain.words import NONE, number, short
from eval.show.document import Cell, Part, table_of
from eval.show.families import counts_of, estimate_cell
from myscholar.domain.text import counted


def agreements_parts(results: Sequence[Results]) -> tuple[Part, ...]:
    found = sorted((g for r in results for g in r.agreements), key=lambda g: (g.a, g.b))
    pairs = groupby(found, key=lambda g: (g.a, g.b))
    return tuple(_part(short(a), short(b), tuple(group)) for (a, b), group in pairs)


def _part(a: str, b: str, agreements: Sequence[JudgesAgreement]) -> Part:
    n = max(g.n_instances for g in agreements)
    text = (
        f"On the same outputs, up to {counted(n, 'instance')}. Kappa is the share of same verdicts "
        "beyond chance; it is small where nearly all verdicts are alike. Citations are compared by "
        "report, since judges differ in which sentences they take for claims. In place of a "
        f"figure, {NONE} says that there is none of this metric."
    )
    columns: Mapping[str, Callable[[JudgesAgreement], Cell | str]] = {
        "Metric": lambda g: FACTS[g.metric].label,
        "Same verdict": lambda g: NONE if g.same is None else f"{g.same:.0%}",
        "Items": lambda g: f"{g.n_items:,}" if g.n_items else NONE,
        "Kappa": lambda g: number(g.kappa),
        "Correlation": lambda g: NONE if g.same is not None else number(g.pearson),
        f"{b} minus {a}": _difference,
        "Instances (questions)": lambda g: counts_of(g.difference),
        "Unscored": lambda g: f"{g.n_unscored:,}",
    }
    table = table_of("Agreement of the two judges", agreements, columns, flows=True)
    return Part(heading=f"{b} beside {a}", text=(text,), tables=(table,))


def _difference(g: JudgesAgreement) -> Cell | str:
    return estimate_cell(g.difference, g.metric, signed=True) if g.difference else NONE
