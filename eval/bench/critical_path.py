"""A chart of a run from its own trace: every model call with its wait and its answer, by step, the
critical path marked.

    myscholar report "..." --engine llm --trace run.json
    python -m eval bench critical_path run.json run.svg

The critical path is followed backwards from the call that ended last: before each call stands the
one that ended last before it began.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from myscholar.errors import UnreadableFile

WIDTH, ROW, FRAME = 16, 0.15, 1.2
"""Inches: of the drawing, of a call, and of all that is not calls."""
NAME_ROWS = 2
WAIT, ANSWER, CRITICAL_WAIT, CRITICAL, ERROR = "#c9d1d9 #8aa4c8 #f3b994 #d9480f #cf222e".split()
LEGEND = {
    "wait for the first byte": WAIT,
    "answer (or search)": ANSWER,
    "critical path": CRITICAL,
    "ended by an error": ERROR,
}
WAIT_S = 0.3
"""What checking an answer may take after it has come."""
TOLERANCE_S = 0.05
"""Calls begin within the same step at slightly different times."""


@dataclass(frozen=True)
class Bar:
    """Seconds since the run began; `first_byte` None where nothing came or is known."""

    group: str
    label: str
    start: float
    first_byte: float | None
    end: float
    is_error: bool = False


def bars_of(trace: dict[str, Any]) -> list[Bar]:
    """Without replayed answers, which took no time; steps without a call are bars themselves."""
    calls = [call for call in trace["calls"] if not call["replayed"]]
    bars = []
    for call in calls:
        repair, begun = " (repair)" if call["attempt"] else "", call["started_at"]
        label = f"{call['prompt']}{repair}, {call['output_tokens']:,} tokens"
        first_byte = begun + call["first_byte_s"] if call["first_byte_s"] else None
        times = (begun, first_byte, begun + call["seconds"])
        bars.append(Bar(call["prompt"].split("@")[0], label, *times, call["error"] is not None))
    asked, steps = {call["step"] for call in trace["calls"]}, []
    for step in trace["steps"]:
        if step["name"] not in asked:
            name, begun = step["name"], step["started_at"]
            steps.append(Bar(name, name, begun, None, begun + step["seconds"]))
    bars += [step for step in steps if not any(waited_for(step, call) for call in bars)]
    began = min((b.start for b in bars), default=0.0)
    return sorted((shift(b, began) for b in bars), key=lambda b: (b.start, b.end))


def waited_for(step: Bar, call: Bar) -> bool:
    """Whether the step ended with a call that an earlier step had begun."""
    return call.start < step.start and abs(call.end - step.end) < WAIT_S


def shift(bar: Bar, began: float) -> Bar:
    first = None if bar.first_byte is None else bar.first_byte - began
    return replace(bar, start=bar.start - began, first_byte=first, end=bar.end - began)


def critical(bars: Sequence[Bar]) -> list[Bar]:
    """The chain that decided how long the run took, first bar first."""
    path: list[Bar] = []
    left = list(bars)
    while left:
        last = max(left, key=lambda b: b.end)
        path.insert(0, last)
        left = [b for b in bars if b.end <= last.start + TOLERANCE_S and b.start < last.start]
    return path


def groups(bars: Sequence[Bar]) -> list[tuple[str, list[Bar]]]:
    """By step, in the order in which the steps began."""
    found: dict[str, list[Bar]] = {}
    for bar in bars:
        found.setdefault(bar.group, []).append(bar)
    return list(found.items())


def chart(bars: Sequence[Bar], title: str) -> Figure:
    """A row a bar, with an empty one after each step."""
    path, grouped = critical(bars), groups(bars)
    n_rows = sum(max(len(members), NAME_ROWS) + 1 for _, members in grouped)
    figure = Figure(figsize=(WIDTH, FRAME + n_rows * ROW), dpi=72, layout="constrained")
    axes = figure.subplots()
    row, places, names = 0, [], []
    for name, members in grouped:
        span = f"{min(b.start for b in members):.1f}-{max(b.end for b in members):.1f} s"
        counted = f"{len(members)} calls, " if len(members) > 1 else ""
        places.append(row + (len(members) - 1) / 2)
        names.append(f"{name}\n{counted}{span}")
        for place, bar in enumerate(members, row):
            draw(axes, bar, place, is_critical=bar in path)
        row += max(len(members), NAME_ROWS) + 1
    axes.set(title=title, xlabel="seconds", ylim=(row, -1))
    axes.set_yticks(places, names)
    axes.grid(axis="x", color="#d8dee4")
    axes.set_axisbelow(True)
    colors = [Patch(color=color, label=meaning) for meaning, color in LEGEND.items()]
    figure.legend(handles=colors, ncols=4, loc="outside lower right", frameon=False)
    return figure


def draw(axes: Axes, bar: Bar, row: int, *, is_critical: bool) -> None:
    begun = bar.start if bar.first_byte is None else bar.first_byte
    wait, answer = (CRITICAL_WAIT, CRITICAL) if is_critical else (WAIT, ANSWER)
    spans = [(bar.start, begun - bar.start), (begun, bar.end - begun)]
    axes.broken_barh(
        spans, (row, 0.8), align="center", facecolors=[wait, ERROR if bar.is_error else answer]
    )
    if is_critical:
        said = f" {bar.end - bar.start:.1f} s"
        axes.text(bar.end, row, said, color=CRITICAL, size=9, va="center")


def main(
    trace: Path,
    svg: Path,
    title: Annotated[str, typer.Option(help="Default: what the run is called.")] = "",
) -> None:
    try:
        made = json.loads(trace.read_text(encoding="utf-8"))
        bars, run = bars_of(made), made["run"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableFile(trace, f"it holds no trace of a run ({error})") from error
    chart(bars, title or f"{run['kind']}: {run['title']}").savefig(svg, format="svg")
    for bar in critical(bars):
        print(f"{bar.start:7.2f} {bar.end:7.2f} {bar.end - bar.start:6.2f} s  {bar.label}")
