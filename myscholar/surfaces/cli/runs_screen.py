"""Runs on a terminal."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from myscholar.domain.runs import (
    RunCall,
    RunEvent,
    RunId,
    RunInfo,
    RunQuestion,
    RunStatus,
    RunTrace,
)
from myscholar.domain.text import counted, shorten
from myscholar.surfaces.cli.asked import command
from myscholar.surfaces.cli.screen import escape, out
from myscholar.views.question_view import decides_at, numbered
from myscholar.views.times import took

STYLES = {
    RunStatus.WAITING: "cyan",
    RunStatus.RUNNING: "cyan",
    RunStatus.ASKING: "bold magenta",
    RunStatus.INTERRUPTED: "yellow",
    RunStatus.FINISHED: "green",
    RunStatus.FAILED: "red",
    RunStatus.CANCELLED: "yellow",
}


_ASKS = f"[{STYLES[RunStatus.ASKING]}]asks you[/]"


def show_runs(runs: Sequence[RunInfo], asking: Collection[RunId]) -> None:
    """`asking` are those that wait for a person's answer."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("run", "kind", "status", "took", "cost", "began (UTC)", "title"):
        table.add_column(
            name, justify="right" if name in ("took", "cost") else "left", no_wrap=name != "title"
        )
    for run in runs:
        status = _ASKS if run.run_id in asking else _status(run)
        title = Text.from_markup(escape(shorten(run.title, 80)), emoji=False, overflow="ellipsis")
        title.no_wrap = True
        began = _minute(run.created_at)[5:]
        table.add_row(run.run_id, run.kind, status, _took(run), _cost(run), began, title)
    out.print(table)


def show_trace(trace: RunTrace, *, now: float) -> None:
    run = trace.run
    out.print(f"[bold]{escape(run.title)}[/]")
    facts = (
        run.kind,
        _took(run),
        counted(len(run.steps), "step"),
        counted(run.n_calls, "call"),
        _cost(run),
        f"{_minute(run.created_at)} UTC",
    )
    out.print(
        f"[dim]{run.run_id}[/] {_status(run)} [dim]{' · '.join(facts)}[/]",
        soft_wrap=True,
    )
    if run.error:
        out.print(f"[red]{escape(run.error)}[/]")
    _show_steps(trace)
    for asked in trace.questions:
        _show_question(asked, waits=run.status.goes_on and asked.answer is None, now=now)
    if trace.events:
        out.print("\n[bold]Events[/]")
    for event in _last_of_each(trace.events):
        count = f" {event.done}/{event.total}" if event.total else ""
        message = f": {escape(event.message)}" if event.message else ""
        out.print(f"  [dim]{_clock(event.at)}[/] {escape(event.step)}{count}{message}")
    for part in trace.parts if run.status is not RunStatus.FINISHED else ():
        out.print(f"\n[bold]{escape(part.part)}[/] [dim](so far)[/]")
        out.print(Padding(escape(part.text), (0, 0, 0, 2)))


def _show_question(asked: RunQuestion, *, waits: bool, now: float) -> None:
    question, answer = asked.question, asked.answer
    said = f" [dim]{escape(answer.in_words)}[/]" if answer else ""
    out.print(f"\n[bold]{escape(question.text)}[/]{said}")
    if not waits:
        return
    takes = f"Takes: {'; '.join(question.ways)}. {decides_at(asked, now)}"
    for line in (question.why, *numbered(question), takes, f"Answer it: {command(asked)}"):
        if line:
            out.print(Padding(escape(line), (0, 0, 0, 2)))


def _status(run: RunInfo) -> str:
    return f"[{STYLES[run.status]}]{run.status}[/]"


def _show_steps(trace: RunTrace) -> None:
    rows = [(s.name, _clock(s.started_at), f"{s.seconds:.1f} s") for s in trace.steps]
    done = {s.name for s in trace.steps}
    rows += [
        (name, "", "") for name in dict.fromkeys(c.step for c in trace.calls) if name not in done
    ]
    if not rows:
        return
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    for name in ("step", "began", "took", "calls", "tokens in", "cached", "out", "cost"):
        table.add_column(
            name, justify="left" if name in ("step", "began") else "right", no_wrap=name != "step"
        )
    for name, began, lasted in rows:
        table.add_row(
            escape(name or "(no step)"),
            began,
            lasted,
            *_spent([c for c in trace.calls if c.step == name]),
        )
    out.print()
    out.print(table)


def _spent(calls: Sequence[RunCall]) -> tuple[str, ...]:
    if not calls:
        return ("",) * 5
    paid = [c for c in calls if not c.replayed]
    counts = (
        sum(c.input_tokens for c in paid),
        sum(c.cached_tokens for c in paid),
        sum(c.output_tokens for c in paid),
    )
    replayed = f" ({len(calls) - len(paid)} replayed)" if len(paid) < len(calls) else ""
    known = [c.dollars for c in paid if c.dollars is not None]
    cost = f"${sum(known):.4f}" if known or not paid else "unknown"
    return (f"{len(calls)}{replayed}", *(f"{n:,}" for n in counts), cost)


def _took(run: RunInfo) -> str:
    return took(run.seconds) if run.spans else "-"


def _cost(run: RunInfo) -> str:
    return "unknown" if run.dollars is None else f"${run.dollars:.2f}" if run.n_calls else "-"


def _minute(iso: str) -> str:
    return iso[:16].replace("T", " ")


def _clock(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M:%S")


def _last_of_each(events: Sequence[RunEvent]) -> list[RunEvent]:
    """Of events that count one step up, the last."""
    following = (*events[1:], None)
    return [
        e
        for e, after in zip(events, following, strict=False)
        if after is None or not (e.total and after.step == e.step)
    ]
