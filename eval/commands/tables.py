"""Figures as a table: the mean, its interval, and on how many instances, questions and unscored
items it rests."""

from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

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
COUNTS = "instances\n(questions)"
LABEL_WIDTH, FIGURE_WIDTH = 24, 21
"""Columns of the longest name of a metric, and of a share with its interval."""


def show_results(results: Results, out: Console) -> None:
    """Warnings; a table a judge and part (profile, actions, report) with how far the judge goes;
    failures, notes, time and cost."""
    _show_warnings(results, out)
    if not any(row.estimate for row in results.rows):
        out.print("[yellow]Nothing was scored: the reasons are below.[/]", soft_wrap=True)
    for judge in dict.fromkeys(row.judge for row in results.rows):
        rows = [row for row in results.rows if row.judge == judge]
        out.print(
            f"\n[bold]{escape(rows[0].system)}[/] judged by [bold]{escape(judge)}[/]",
            soft_wrap=True,
        )
        out.print(_figures(rows))
        if split := [row for row in rows if row.group != ALL and FACTS[row.metric].of == "actions"]:
            out.print(_by_group(split))
        _show_few([row.estimate for row in rows], out)
        show_caveats(judge, {row.metric for row in rows}, out)
    _show_agreements(results.agreements, out)
    show_failures(results, out)
    _show_notes(results, out)
    price = "price unknown" if results.dollars is None else f"${results.dollars:.2f}"
    out.print(
        f"[dim]{results.seconds:.0f} s of work, {counted(results.model_calls, 'model call')}, "
        f"{price}. {escape(results.dataset)}[/]",
        soft_wrap=True,
    )


def show_caveats(judge: str, metrics: Collection[Metric], out: Console) -> None:
    """How far the judge without a model goes with people, each text once with the metrics that it
    is about."""
    if judge != LOCAL:
        return
    texts = dict.fromkeys(CAVEATS[m] for m in Metric if m in metrics and m in CAVEATS)
    for text in texts:
        labels = ", ".join(
            FACTS[m].label for m in Metric if m in metrics and CAVEATS.get(m) == text
        )
        out.print(f"[dim]{labels}, without a model: {escape(text)}[/]", soft_wrap=True)


def _show_warnings(results: Results, out: Console) -> None:
    for warning in results.warnings:
        out.print(f"[bold yellow]{escape(warning)}[/]", soft_wrap=True)


def _show_notes(results: Results, out: Console) -> None:
    for note in (n for n in results.notes if n not in results.warnings):
        out.print(f"[dim]{escape(note)}[/]", soft_wrap=True)


def _show_few(estimates: Iterable[Estimate | None], out: Console) -> None:
    """What the mark stands for, where it stands."""
    if any(e and not e.has_interval for e in estimates):
        out.print(
            f"[dim]{FEW} too few questions for an interval (fewer than {FEWEST_QUESTIONS})[/]",
            soft_wrap=True,
        )


def show_failures(results: Results, out: Console) -> None:
    if not results.failures:
        return
    out.print(f"\n[yellow]{counted(len(results.failures), 'instance')} not answered wholly:[/]")
    for failure in results.failures[:SHOWN_FAILURES]:
        out.print(f"  {escape(failure)}", soft_wrap=True)
    if len(results.failures) > SHOWN_FAILURES:
        out.print(
            f"  and {len(results.failures) - SHOWN_FAILURES} more; all are in the results file"
        )


def show_compared(results: Results, out: Console) -> None:
    """By each judge: the systems side by side, then what every other one has more than the first
    where both have a score."""
    _show_warnings(results, out)
    for judge in dict.fromkeys(row.judge for row in results.rows):
        rows = [row for row in results.rows if row.judge == judge and row.group == ALL]
        out.print(
            f"\njudged by [bold]{escape(judge)}[/], each system on what it has a score of, up to "
            f"{_n_instances(rows)}",
            soft_wrap=True,
        )
        out.print(_side_by_side(rows, out.width))
        estimates = [row.estimate for row in rows]
        for other in dict.fromkeys(c.b for c in results.comparisons):
            found = [
                c for c in results.comparisons if (c.b, c.judge, c.group) == (other, judge, ALL)
            ]
            if found:
                out.print(f"\n[bold]{escape(other)}[/] minus {escape(found[0].a)}", soft_wrap=True)
                out.print(_differences(found))
                estimates += [c.difference for c in found]
        _show_few(estimates, out)
        show_caveats(judge, {row.metric for row in rows}, out)
    show_failures(results, out)
    _show_notes(results, out)


def _show_agreements(agreements: Sequence[JudgesAgreement], out: Console) -> None:
    """How far each two judges say the same of the same outputs: of items, then how much kinder the
    second is."""
    for a, b in dict.fromkeys((g.a, g.b) for g in agreements):
        found = [g for g in agreements if (g.a, g.b) == (a, b)]
        out.print(
            f"\n[bold]{escape(b)}[/] beside [bold]{escape(a)}[/], on what both scored",
            soft_wrap=True,
        )
        same = _table("", "same", "items", "kappa", "correlation", "unscored")
        kinder = _table("", "difference, 95 % interval", COUNTS)
        for g in found:
            facts = FACTS[g.metric]
            same.add_row(
                facts.label,
                "·" if g.same is None else f"{g.same:.0%}",
                str(g.n_items or "·"),
                "·" if g.kappa is None else f"{g.kappa:.2f}",
                "·" if g.same is not None or g.pearson is None else f"{g.pearson:.2f}",
                str(g.n_unscored or "·"),
            )
            if g.difference:
                kinder.add_row(
                    facts.label,
                    _interval(g.difference, facts.high, sign=True),
                    _counts(g.difference),
                )
        out.print(same)
        if kinder.row_count:
            out.print(kinder)
        _show_few([g.difference for g in found], out)


def _n_instances(rows: Sequence[Row]) -> str:
    return counted(
        max((row.estimate.n_instances for row in rows if row.estimate), default=0), "instance"
    )


def _side_by_side(rows: Sequence[Row], width: int) -> Table:
    """A column a system, or where that would be too wide a line a metric and system."""
    systems = tuple(dict.fromkeys(row.system for row in rows))
    if LABEL_WIDTH + sum(2 + max(FIGURE_WIDTH, len(s)) for s in systems) > width:
        return _stacked(rows)
    table = _table("", *(escape(s) for s in systems))
    for metric in Metric:
        found = {row.system: row for row in rows if row.metric is metric}
        if found:
            table.add_row(
                FACTS[metric].label, *(_estimate(found[s]) if s in found else "·" for s in systems)
            )
    return table


def _stacked(rows: Sequence[Row]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("system", overflow="fold")
    table.add_column("mean, 95 % interval", justify="right", no_wrap=True)
    for metric in Metric:
        for n, row in enumerate(r for r in rows if r.metric is metric):
            table.add_row("" if n else FACTS[metric].label, escape(row.system), _estimate(row))
    return table


def _differences(comparisons: Sequence[Comparison]) -> Table:
    table = _table("", "difference, 95 % interval", "p", COUNTS)
    for c in comparisons:
        d, facts = c.difference, FACTS[c.metric]
        p = _p(c.p_value) if d.has_interval else "·"
        table.add_row(facts.label, _interval(d, facts.high, sign=True), p, _counts(d))
    return table


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _figures(rows: Sequence[Row]) -> Table:
    table = _table("", "mean, 95 % interval", COUNTS, "items", "unscored")
    for row in rows:
        if row.group == ALL:
            table.add_row(
                FACTS[row.metric].label,
                _estimate(row),
                _counts(row.estimate),
                str(row.n_scored),
                str(row.n_unscored or "·"),
            )
    return table


def _by_group(rows: Sequence[Row]) -> Table:
    """A line a group: side by side the figures of three groups need more than a usual terminal is
    wide."""
    table = _table("by expertise", "", "mean, 95 % interval", COUNTS)
    for metric in dict.fromkeys(row.metric for row in rows):
        for n, row in enumerate(r for r in rows if r.metric is metric):
            table.add_row(
                "" if n else FACTS[metric].label, row.group, _estimate(row), _counts(row.estimate)
            )
    return table


def _counts(e: Estimate | None) -> str:
    return f"{e.n_instances} ({e.n_questions})" if e else "0"


def _estimate(row: Row) -> str:
    return _interval(row.estimate, FACTS[row.metric].high) if row.estimate else "unscored"


def _interval(e: Estimate, high: float | None, *, sign: bool = False) -> str:
    """Shares in percent and their differences in percentage points, everything else as it is;
    without an interval where there are too few questions."""
    times, form = (100, "+.1f" if sign else ".1f") if high == 1 else (1, "+.2f" if sign else ".2f")
    unit = "" if high != 1 else " pp" if sign else " %"
    mean = f"{e.mean * times:{form}}{unit}"
    return (
        f"{mean} [{e.low * times:{form}}, {e.high * times:{form}}]"
        if e.has_interval
        else f"{mean} {FEW}"
    )


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table
