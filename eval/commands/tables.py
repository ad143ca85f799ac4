"""Figures as a table: the mean, its interval, and on how many instances, questions and unscored items it rests."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eval.domain.metric import FACTS, Metric
from eval.domain.results import Comparison, Estimate, Results, Row
from eval.metrics.rows import ALL
from myscholar.domain.text import counted

SHOWN_FAILURES = 5


def show_results(results: Results, out: Console) -> None:
    """A table a judge and part (profile, actions, report), failures, notes, time and cost."""
    for judge in dict.fromkeys(row.judge for row in results.rows):
        rows = [row for row in results.rows if row.judge == judge]
        out.print(f"\n[bold]{escape(rows[0].system)}[/] judged by [bold]{escape(judge)}[/]", soft_wrap=True)
        out.print(_figures(rows))
        if split := [row for row in rows if row.group != ALL and FACTS[row.metric].of == "actions"]:
            out.print(_by_group(split))
    show_failures(results, out)
    for note in results.notes:
        out.print(f"[dim]{escape(note)}[/]", soft_wrap=True)
    price = "price unknown" if results.dollars is None else f"${results.dollars:.2f}"
    out.print(
        f"[dim]{results.seconds:.0f} s of work, {counted(results.model_calls, 'model call')}, {price}. {escape(results.dataset)}[/]",
        soft_wrap=True,
    )


def show_failures(results: Results, out: Console) -> None:
    if not results.failures:
        return
    out.print(f"\n[yellow]{counted(len(results.failures), 'instance')} not answered wholly:[/]")
    for failure in results.failures[:SHOWN_FAILURES]:
        out.print(f"  {escape(failure)}", soft_wrap=True)
    if len(results.failures) > SHOWN_FAILURES:
        out.print(f"  and {len(results.failures) - SHOWN_FAILURES} more; all are in the results file")


def show_side_by_side(
    columns: Sequence[tuple[str, Sequence[Row]]], out: Console, metrics: Sequence[Metric] = tuple(Metric)
) -> None:
    """A column a system or variant, a row a metric that any of them has."""
    table = _table("", *(escape(name) for name, _ in columns))
    by_column = [{row.metric: row for row in rows if row.group == ALL} for _, rows in columns]
    for metric in metrics:
        if any(metric in found for found in by_column):
            cells = [_estimate(found[metric]) if metric in found else "·" for found in by_column]
            table.add_row(FACTS[metric].label, *cells)
    out.print(table)


def show_comparisons(comparisons: Sequence[Comparison], out: Console) -> None:
    """`b` minus `a`."""
    table = _table("", "difference", "p", "questions", "instances")
    for c in comparisons:
        if c.group == ALL:
            d = c.difference
            table.add_row(
                FACTS[c.metric].label,
                _interval(d, FACTS[c.metric].high, sign=True),
                f"{c.p_value:.3f}",
                str(d.n_questions),
                str(d.n_instances),
            )
    out.print(table)


def _figures(rows: Sequence[Row]) -> Table:
    table = _table("", "mean, 95 % interval", "instances", "questions", "items", "unscored")
    for row in rows:
        if row.group == ALL:
            e = row.estimate
            counts = (str(e.n_instances), str(e.n_questions)) if e else ("0", "0")
            table.add_row(FACTS[row.metric].label, _estimate(row), *counts, str(row.n_scored), str(row.n_unscored or "·"))
    return table


def _by_group(rows: Sequence[Row]) -> Table:
    groups = tuple(dict.fromkeys(row.group for row in rows))
    table = _table("by expertise", *groups)
    for metric in dict.fromkeys(row.metric for row in rows):
        found = {row.group: row for row in rows if row.metric is metric}
        table.add_row(FACTS[metric].label, *(_estimate(found[g]) if g in found else "·" for g in groups))
    return table


def _estimate(row: Row) -> str:
    return _interval(row.estimate, FACTS[row.metric].high) if row.estimate else "unscored"


def _interval(e: Estimate, high: float | None, *, sign: bool = False) -> str:
    """Shares in percent, everything else as it is."""
    times, form = (100, "+.1f" if sign else ".1f") if high == 1 else (1, "+.2f" if sign else ".2f")
    return f"{e.mean * times:{form}} [{e.low * times:{form}}, {e.high * times:{form}}]"


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table
