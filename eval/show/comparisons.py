"""Systems on the same questions, two by two: differences with their intervals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from eval.domain.metric import FACTS
from eval.domain.results import FEWEST_QUESTIONS, Comparison, Results
from eval.domain.words import NONE, p_value, round_up, short
from eval.show.document import Axis, Cell, Chart, Line, Part, Table, mark_of, table_of
from eval.show.families import counts_of, estimate_cell
from myscholar.domain.text import counted

LEVEL = 0.05


def comparisons_parts(results: Sequence[Results]) -> tuple[Part, ...]:
    """One a judge."""
    found = [c for r in results for c in r.comparisons]
    n_all = sum(c.difference.has_interval for c in found)
    by_judge = groupby(sorted(found, key=lambda c: c.judge), key=lambda c: short(c.judge))
    return tuple(_part(judge, tuple(group), n_all) for judge, group in by_judge)


def _part(judge: str, comparisons: Sequence[Comparison], n_all: int) -> Part:
    pairs = list(dict.fromkeys((c.a, c.b) for c in comparisons))
    if len(pairs) == 1:
        a, b = map(short, pairs[0])
        return _of_pair(a, b, judge, comparisons, n_all)
    first = {a for a, _ in pairs}
    beside = f" with {short(pairs[0][0])}" if len(first) == 1 else ""
    names = {(a, b): short(b) if beside else f"{short(b)} minus {short(a)}" for a, b in pairs}
    how = (
        f"Two systems at a time on the same questions, judged by {judge}. "
        + (
            f"A difference is a column's figure minus that of {short(pairs[0][0])}. "
            if beside
            else ""
        )
        + f"Which is higher is said where p is below {LEVEL}."
    )
    return Part(
        heading=f"Compared{beside}, by {judge}",
        text=(how, chance_note(comparisons, n_all)),
        tables=(_side_by_side(comparisons, names),),
    )


def _side_by_side(comparisons: Sequence[Comparison], names: Mapping[tuple[str, str], str]) -> Table:
    """A row a metric, a column a pair."""
    found = {(_name(c), (c.a, c.b)): c for c in comparisons}

    def column(pair: tuple[str, str]) -> Callable[[str], Cell | str]:
        return lambda metric: _cell(found[metric, pair]) if (metric, pair) in found else NONE

    caption = (
        "Differences with their 95 % intervals (pp: percentage points), p, and the number n of "
        "questions"
    )
    columns = {name: column(pair) for pair, name in names.items()}
    metrics = dict.fromkeys(map(_name, comparisons))
    return table_of(caption, metrics, {"Metric": lambda m: m, **columns}, flows=True)


def _cell(c: Comparison) -> Cell:
    cell = estimate_cell(c.difference, c.metric, signed=True)
    tested = f"p {p_value(c.p_value)}, " if c.difference.has_interval else ""
    higher = {True: ", higher", False: ", lower"}[c.difference.mean > 0] if _is_told(c) else ""
    counted_on = f"{tested}n {c.difference.n_questions:,}{higher}"
    return cell.model_copy(update={"under": (*cell.under, counted_on)})


def _is_told(c: Comparison) -> bool:
    """Whether the two are told apart."""
    return c.difference.has_interval and c.p_value < LEVEL and c.difference.mean != 0


def _of_pair(a: str, b: str, judge: str, comparisons: Sequence[Comparison], n_all: int) -> Part:
    how = (
        f"Both systems on the same questions, judged by {judge}. A difference is the figure of "
        f"{b} minus the figure of {a}: above 0 {b} is higher, below 0 {a} is higher."
    )
    columns: Mapping[str, Callable[[Comparison], Cell | str]] = {
        "Metric": _name,
        "Difference": lambda c: estimate_cell(c.difference, c.metric, signed=True),
        "p": lambda c: p_value(c.p_value) if c.difference.has_interval else NONE,
        "Which is higher": lambda c: _higher(a, b, c),
        "Instances (questions)": lambda c: counts_of(c.difference),
    }
    caption = (
        f"Differences, {b} minus {a}, with their 95 % intervals (pp: percentage points); which is "
        f"higher is said where p is below {LEVEL}"
    )
    return Part(
        heading=f"{b} compared with {a}, by {judge}",
        text=(how, chance_note(comparisons, n_all)),
        charts=tuple(_charts(a, b, comparisons)),
        tables=(table_of(caption, comparisons, columns, flows=True),),
    )


def chance_note(comparisons: Sequence[Comparison], n_all: int) -> str:
    """How many of them chance alone would tell apart, of all that are tested."""
    tested = [c for c in comparisons if c.difference.has_interval]
    few = len(comparisons) - len(tested)
    left = (
        f"{counted(few, 'comparison')} on fewer than {FEWEST_QUESTIONS} questions: no interval and "
        "no p."
    )
    if not tested:
        return left
    return (
        f"{counted(len(tested), 'comparison')}; {sum(c.p_value < LEVEL for c in tested)} with p "
        f"below {LEVEL}. Of {n_all:,} comparisons here, chance alone would bring about "
        f"{n_all * LEVEL:.1f} such; corrected for their number (Bonferroni) the bar is p below "
        f"{LEVEL / n_all:.2g}.{f' {left}' if few else ''}"
    )


def _charts(a: str, b: str, comparisons: Sequence[Comparison]) -> Iterator[Chart]:
    """Shares apart from counts and grades, which have a scale of their own."""
    note = f"Left of the dashed line {a} is higher, right of it {b}"
    for is_share in (True, False):
        chosen = [c for c in comparisons if (FACTS[c.metric].high == 1) is is_share]
        marks = [mark_of(c.difference) for c in chosen]
        far = [abs(x) for mark in marks for x in mark.ends if abs(x) < 1e6]
        end = max(0.1, round_up(max(far, default=1)))
        axis = Axis(low=-end, high=end, reference=0, signed=True)
        if is_share:
            shown = {"times": 100, "digits": 1, "label": "percentage points"}
            axis = axis.model_copy(update=shown)
        lines = (Line(name=_name(c), marks=(m,)) for c, m in zip(chosen, marks, strict=True))
        title = f"Differences of {'shares' if is_share else 'counts and grades'}"
        if chosen:
            yield Chart(title=title, lines=tuple(lines), axis=axis, note=note)


def _name(c: Comparison) -> str:
    return FACTS[c.metric].label + ("" if c.group == "all" else f", {c.group}")


def _higher(a: str, b: str, c: Comparison) -> str:
    if not c.difference.has_interval:
        return "too few questions"
    if not _is_told(c):
        return "not told apart"
    return b if c.difference.mean > 0 else a
