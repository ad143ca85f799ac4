"""Figures as a table: the mean, its interval, and on how many instances, questions and unscored items it rests."""

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from eval.domain.metric import FACTS, Metric
from eval.domain.results import Comparison, Estimate, JudgesAgreement, Results, Row
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
    _show_agreements(results.agreements, out)
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


def show_compared(results: Results, out: Console) -> None:
    """By each judge: a column a system, then what every other one has more than the first where both have a score."""
    for judge in dict.fromkeys(row.judge for row in results.rows):
        rows = [row for row in results.rows if row.judge == judge and row.group == ALL]
        out.print(
            f"\njudged by [bold]{escape(judge)}[/], each system on what it has a score of, up to {_n_instances(rows)}",
            soft_wrap=True,
        )
        out.print(_side_by_side(rows))
        for other in dict.fromkeys(c.b for c in results.comparisons):
            found = [c for c in results.comparisons if (c.b, c.judge, c.group) == (other, judge, ALL)]
            if found:
                out.print(f"\n[bold]{escape(other)}[/] minus {escape(found[0].a)}", soft_wrap=True)
                out.print(_differences(found))
    show_failures(results, out)
    for note in results.notes:
        out.print(f"[dim]{escape(note)}[/]", soft_wrap=True)


def _show_agreements(agreements: Sequence[JudgesAgreement], out: Console) -> None:
    """How far each two judges say the same of the same outputs."""
    for a, b in dict.fromkeys((g.a, g.b) for g in agreements):
        out.print(f"\n[bold]{escape(b)}[/] beside [bold]{escape(a)}[/], on what both scored", soft_wrap=True)
        table = _table("", "same verdict", "items", "kappa", "correlation", "difference, 95 % interval", "instances", "unscored")
        for g in (g for g in agreements if (g.a, g.b) == (a, b)):
            facts = FACTS[g.metric]
            table.add_row(
                facts.label,
                "·" if g.same is None else f"{g.same:.0%}",
                str(g.n_items or "·"),
                "·" if g.kappa is None else f"{g.kappa:.2f}",
                "·" if g.same is not None or g.pearson is None else f"{g.pearson:.2f}",
                _interval(g.difference, facts.high, sign=True) if g.difference else "·",
                str(g.n_instances),
                str(g.n_unscored or "·"),
            )
        out.print(table)


def _n_instances(rows: Sequence[Row]) -> str:
    return counted(max((row.estimate.n_instances for row in rows if row.estimate), default=0), "instance")


def _side_by_side(rows: Sequence[Row]) -> Table:
    systems = tuple(dict.fromkeys(row.system for row in rows))
    table = _table("", *(escape(s) for s in systems))
    for metric in Metric:
        found = {row.system: row for row in rows if row.metric is metric}
        if found:
            table.add_row(FACTS[metric].label, *(_estimate(found[s]) if s in found else "·" for s in systems))
    return table


def _differences(comparisons: Sequence[Comparison]) -> Table:
    table = _table("", "difference, 95 % interval", "p", "questions", "instances")
    for c in comparisons:
        d, facts = c.difference, FACTS[c.metric]
        table.add_row(facts.label, _interval(d, facts.high, sign=True), _p(c.p_value), str(d.n_questions), str(d.n_instances))
    return table


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


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
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=len(others) < 5)
    return table
