"""Figures as tables, with what each rests on: instances, questions, unscored items."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eval.commands.screen import plain_table, price_of, table_of
from eval.domain.metric import FACTS, Metric
from eval.domain.results import (
    FEWEST_QUESTIONS,
    Comparison,
    Estimate,
    JudgesAgreement,
    Results,
    Row,
)
from eval.judges.local.caveats import CAVEATS
from eval.metrics.rows import ALL
from myscholar.domain.text import counted

SHOWN_FAILURES = 5
LOCAL = "local"
FEW = "*"
"""Stands where an interval would, of too few questions."""
MEAN, COUNTS = "mean, 95 % interval", "instances\n(questions)"
LABEL_WIDTH, FIGURE_WIDTH = 24, 21
"""Columns of the longest name of a metric, and of a share with its interval."""


def show_results(results: Results, out: Console) -> None:
    _show_warnings(results, out)
    if not any(row.estimate for row in results.rows):
        _say(out, "[yellow]Nothing was scored: the reasons are below.[/]")
    for judge in dict.fromkeys(row.judge for row in results.rows):
        rows = [row for row in results.rows if row.judge == judge]
        named = f"\n[bold]{escape(rows[0].system)}[/] judged by [bold]{escape(judge)}[/]"
        _say(out, named)
        out.print(table_of([row for row in rows if row.group == ALL], _FIGURES))
        if split := [row for row in rows if row.group != ALL and FACTS[row.metric].of == "actions"]:
            out.print(_by_group(split))
        _show_few([row.estimate for row in rows], out)
        _show_caveats(judge, {row.metric for row in rows}, out)
    _show_agreements(results.agreements, out)
    _show_failures(results, out)
    _show_notes(results, out)
    spent = f"{counted(results.model_calls, 'model call')}, {price_of(results.dollars)}"
    _say(out, f"[dim]{results.seconds:.0f} s of work, {spent}. {escape(results.dataset)}[/]")


def show_compared(results: Results, out: Console) -> None:
    _show_warnings(results, out)
    for judge in dict.fromkeys(row.judge for row in results.rows):
        rows = [row for row in results.rows if row.judge == judge and row.group == ALL]
        most = max((row.estimate.n_instances for row in rows if row.estimate), default=0)
        named = f"\njudged by [bold]{escape(judge)}[/], each system on what it has a score of"
        _say(out, f"{named}, up to {counted(most, 'instance')}")
        out.print(_side_by_side(rows, out.width))
        estimates = [row.estimate for row in rows]
        of_judge = [c for c in results.comparisons if (c.judge, c.group) == (judge, ALL)]
        for other in dict.fromkeys(c.b for c in of_judge):
            found = [c for c in of_judge if c.b == other]
            _say(out, f"\n[bold]{escape(other)}[/] minus {escape(found[0].a)}")
            out.print(table_of(found, _DIFFERENCES))
            estimates += [c.difference for c in found]
        _show_few(estimates, out)
        _show_caveats(judge, {row.metric for row in rows}, out)
    _show_failures(results, out)
    _show_notes(results, out)


def _say(out: Console, text: str) -> None:
    """In one line, which the terminal may wrap."""
    out.print(text, soft_wrap=True)


def _show_caveats(judge: str, metrics: Collection[Metric], out: Console) -> None:
    """How far the judge without a model goes with people, each text once with its metrics."""
    if judge != LOCAL:
        return
    metrics = [m for m in Metric if m in metrics and m in CAVEATS]
    for text in dict.fromkeys(CAVEATS[m] for m in metrics):
        labels = ", ".join(FACTS[m].label for m in metrics if CAVEATS[m] == text)
        _say(out, f"[dim]{labels}, without a model: {escape(text)}[/]")


def _show_warnings(results: Results, out: Console) -> None:
    for warning in results.warnings:
        _say(out, f"[bold yellow]{escape(warning)}[/]")


def _show_notes(results: Results, out: Console) -> None:
    for note in (n for n in results.notes if n not in results.warnings):
        _say(out, f"[dim]{escape(note)}[/]")


def _show_few(estimates: Iterable[Estimate | None], out: Console) -> None:
    if any(e and not e.has_interval for e in estimates):
        few = f"too few questions for an interval (fewer than {FEWEST_QUESTIONS})"
        _say(out, f"[dim]{FEW} {few}[/]")


def _show_failures(results: Results, out: Console) -> None:
    failures = results.failures
    if failures:
        out.print(f"\n[yellow]{counted(len(failures), 'instance')} not answered wholly:[/]")
    for failure in failures[:SHOWN_FAILURES]:
        _say(out, f"  {escape(failure)}")
    if more := failures[SHOWN_FAILURES:]:
        out.print(f"  and {len(more)} more; all are in the results file")


def _show_agreements(agreements: Sequence[JudgesAgreement], out: Console) -> None:
    """Of items, then how much kinder the second is."""
    for a, b in dict.fromkeys((g.a, g.b) for g in agreements):
        found = [g for g in agreements if (g.a, g.b) == (a, b)]
        named = f"\n[bold]{escape(b)}[/] beside [bold]{escape(a)}[/], on what both scored"
        _say(out, named)
        out.print(table_of(found, _SAME))
        if paired := [g for g in found if g.difference]:
            out.print(table_of(paired, _KINDER))
        _show_few([g.difference for g in found], out)


def _side_by_side(rows: Sequence[Row], width: int) -> Table:
    """A column a system, or where that would be too wide a line a metric and system."""
    systems = tuple(dict.fromkeys(row.system for row in rows))
    if LABEL_WIDTH + sum(2 + max(FIGURE_WIDTH, len(s)) for s in systems) > width:
        return _stack(rows)
    table = plain_table("", *map(escape, systems))
    for metric in Metric:
        found = {row.system: row for row in rows if row.metric is metric}
        if found:
            cells = (_estimate(found[s]) if s in found else "·" for s in systems)
            table.add_row(FACTS[metric].label, *cells)
    return table


def _stack(rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("system", overflow="fold")
    table.add_column(MEAN, justify="right", no_wrap=True)
    for metric in Metric:
        for n, row in enumerate(r for r in rows if r.metric is metric):
            table.add_row("" if n else FACTS[metric].label, escape(row.system), _estimate(row))
    return table


def _by_group(rows: Sequence[Row]) -> Table:
    """A line a group: side by side three are too wide for a usual terminal."""
    table = plain_table("by expertise", "", MEAN, COUNTS)
    for metric in dict.fromkeys(row.metric for row in rows):
        for n, row in enumerate(r for r in rows if r.metric is metric):
            label = "" if n else FACTS[metric].label
            table.add_row(label, row.group, _estimate(row), _counts(row.estimate))
    return table


def _label(row: Row | Comparison | JudgesAgreement) -> str:
    return FACTS[row.metric].label


def _counts(e: Estimate | None) -> str:
    return f"{e.n_instances} ({e.n_questions})" if e else "0"


def _estimate(row: Row) -> str:
    return _interval(row.estimate, FACTS[row.metric].high) if row.estimate else "unscored"


def _difference(row: Comparison | JudgesAgreement) -> str:
    return _interval(row.difference, FACTS[row.metric].high, sign=True) if row.difference else ""


def _p(c: Comparison) -> str:
    if not c.difference.has_interval:
        return "·"
    return "< 0.001" if c.p_value < 0.001 else f"{c.p_value:.3f}"


def _interval(e: Estimate, high: float | None, *, sign: bool = False) -> str:
    """Shares in percent and their differences in percentage points, everything else as it is;
    without an interval where there are too few questions."""
    times, form = (100, "+.1f" if sign else ".1f") if high == 1 else (1, "+.2f" if sign else ".2f")
    unit = "" if high != 1 else " pp" if sign else " %"
    span = f"[{e.low * times:{form}}, {e.high * times:{form}}]" if e.has_interval else FEW
    return f"{e.mean * times:{form}}{unit} {span}"


def _number(value: float | None) -> str:
    return "·" if value is None else f"{value:.2f}"


_FIGURES: Mapping[str, Callable[[Row], str]] = {
    "": _label,
    MEAN: _estimate,
    COUNTS: lambda row: _counts(row.estimate),
    "items": lambda row: str(row.n_scored),
    "unscored": lambda row: str(row.n_unscored or "·"),
}
_DIFFERENCES: Mapping[str, Callable[[Comparison], str]] = {
    "": _label,
    "difference, 95 % interval": _difference,
    "p": _p,
    COUNTS: lambda c: _counts(c.difference),
}
_SAME: Mapping[str, Callable[[JudgesAgreement], str]] = {
    "": _label,
    "same": lambda g: "·" if g.same is None else f"{g.same:.0%}",
    "items": lambda g: str(g.n_items or "·"),
    "kappa": lambda g: _number(g.kappa),
    "correlation": lambda g: "·" if g.same is not None else _number(g.pearson),
    "unscored": lambda g: str(g.n_unscored or "·"),
}
_KINDER: Mapping[str, Callable[[JudgesAgreement], str]] = {
    "": _label,
    "difference, 95 % interval": _difference,
    COUNTS: lambda g: _counts(g.difference),
}
