"""A chart of a run from its own trace: every model call with its wait and its answer, by step, the
critical path marked.

    myscholar report "..." --engine llm --trace run.json
    python -m eval.bench.critical_path run.json run.svg

The critical path is followed backwards from the call that ended last: before each call stands the
one that ended last before it began.
"""

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

WIDTH, LEFT, RIGHT, TOP, ROW, GAP, HEAD = 1180, 190, 70, 64, 9, 10, 18
INK, FAINT, WAIT, ANSWER, CRITICAL_WAIT, CRITICAL, ERROR = (
    "#1f2328",
    "#d8dee4",
    "#c9d1d9",
    "#8aa4c8",
    "#f3b994",
    "#d9480f",
    "#cf222e",
)
WAIT_S = 0.3
"""What checking an answer may take after it has come."""
TOLERANCE_S = 0.05
"""Calls begin within the same step at slightly different times."""


@dataclass(frozen=True)
class Bar:
    """One call or one search. Seconds since the run began; `first_byte` None where nothing came or
    nothing is known."""

    group: str
    label: str
    start: float
    first_byte: float | None
    end: float
    is_error: bool = False


def bars_of(trace: dict[str, Any]) -> list[Bar]:
    """Replayed answers took no time and are left out; steps without a call (a search) are bars
    themselves."""
    calls = [call for call in trace["calls"] if not call["replayed"]]
    bars = [
        Bar(
            group=call["prompt"].split("@")[0],
            label=f"{call['prompt']}{' (repair)' if call['attempt'] else ''}, "
            f"{call['output_tokens']:,} tokens",
            start=call["started_at"],
            first_byte=call["started_at"] + call["first_byte_s"] if call["first_byte_s"] else None,
            end=call["started_at"] + call["seconds"],
            is_error=call["error"] is not None,
        )
        for call in calls
    ]
    asked = {call["step"] for call in trace["calls"]}
    steps = [
        Bar(
            step["name"],
            step["name"],
            step["started_at"],
            None,
            step["started_at"] + step["seconds"],
        )
        for step in trace["steps"]
        if step["name"] not in asked
    ]
    bars += [step for step in steps if not any(waited_for(step, call) for call in bars)]
    began = min((b.start for b in bars), default=0.0)
    return sorted((moved(b, began) for b in bars), key=lambda b: (b.start, b.end))


def waited_for(step: Bar, call: Bar) -> bool:
    """Whether the step ended with a call that an earlier step had begun."""
    return call.start < step.start and abs(call.end - step.end) < WAIT_S


def moved(bar: Bar, began: float) -> Bar:
    first = None if bar.first_byte is None else bar.first_byte - began
    return Bar(bar.group, bar.label, bar.start - began, first, bar.end - began, bar.is_error)


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


def svg(bars: Sequence[Bar], title: str) -> ET.Element:
    path = critical(bars)
    grouped = groups(bars)
    end = max((b.end for b in bars), default=1.0)
    scale = (WIDTH - LEFT - RIGHT) / end
    bottom = TOP + sum(len(each) * ROW + GAP + HEAD for _, each in grouped)
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {bottom + 30}",
            "font-family": "system-ui, sans-serif",
            "role": "img",
        },
    )
    ET.SubElement(root, "title").text = title
    rect(root, 0, 0, WIDTH, bottom + 30, "#ffffff")
    text(root, 16, 24, title, size=15, weight="600")
    legend(root)
    for second in ticks(end):
        x = LEFT + second * scale
        ET.SubElement(
            root,
            "line",
            {
                "x1": f"{x:.1f}",
                "x2": f"{x:.1f}",
                "y1": str(TOP),
                "y2": str(bottom),
                "stroke": FAINT,
            },
        )
        text(root, x, bottom + 16, f"{second:g} s", anchor="middle")
    y = float(TOP)
    for name, members in grouped:
        y = draw_group(root, y, name, members, path, scale)
    return root


def draw_group(
    root: ET.Element, y: float, name: str, members: Sequence[Bar], path: Sequence[Bar], scale: float
) -> float:
    """Draws a step from height `y` on; gives the height where the next one begins."""
    span = f"{min(b.start for b in members):.1f}-{max(b.end for b in members):.1f} s"
    text(root, 16, y + HEAD - 5, name, weight="600")
    text(
        root,
        16,
        y + HEAD + 8,
        f"{len(members)} calls, {span}" if len(members) > 1 else span,
        fill="#57606a",
        size=10,
    )
    y += HEAD / 2
    for bar in members:
        draw_bar(root, y, bar, scale, is_critical=bar in path)
        y += ROW
    return y + GAP + HEAD / 2


def draw_bar(root: ET.Element, y: float, bar: Bar, scale: float, *, is_critical: bool) -> None:
    begun = bar.first_byte if bar.first_byte is not None else bar.start
    wait, answer = (CRITICAL_WAIT, CRITICAL) if is_critical else (WAIT, ANSWER)
    group = ET.SubElement(root, "g")
    ET.SubElement(group, "title").text = f"{bar.label}: {bar.start:.2f} to {bar.end:.2f} s"
    rect(group, LEFT + bar.start * scale, y, (begun - bar.start) * scale, ROW - 2, wait)
    rect(
        group,
        LEFT + begun * scale,
        y,
        (bar.end - begun) * scale,
        ROW - 2,
        ERROR if bar.is_error else answer,
    )
    if is_critical:
        text(
            group,
            LEFT + bar.end * scale + 4,
            y + ROW - 2,
            f"{bar.end - bar.start:.1f} s",
            size=9,
            fill=CRITICAL,
        )


def legend(root: ET.Element) -> None:
    entries = (
        (WAIT, "wait for the first byte"),
        (ANSWER, "answer (or search)"),
        (CRITICAL, "critical path"),
        (ERROR, "ended by an error"),
    )
    for place, (color, meaning) in enumerate(entries):
        rect(root, LEFT + place * 190, 38, 12, 10, color)
        text(root, LEFT + place * 190 + 18, 47, meaning)


def ticks(end: float) -> list[float]:
    step = next(s for s in (1, 2, 5, 10, 20, 30, 60, 120, 300, math.inf) if end / s <= 12)
    return [n * step for n in range(int(end // step) + 1)]


def rect(parent: ET.Element, x: float, y: float, width: float, height: float, fill: str) -> None:
    values = {"x": x, "y": y, "width": max(width, 0.0), "height": height}
    ET.SubElement(
        parent, "rect", {name: f"{value:.1f}" for name, value in values.items()} | {"fill": fill}
    )


def text(
    parent: ET.Element,
    x: float,
    y: float,
    words: str,
    *,
    size: int = 11,
    weight: str = "400",
    fill: str = INK,
    anchor: str = "start",
) -> None:
    attributes = {
        "x": f"{x:.1f}",
        "y": f"{y:.1f}",
        "font-size": str(size),
        "font-weight": weight,
        "fill": fill,
        "text-anchor": anchor,
    }
    ET.SubElement(parent, "text", attributes).text = words


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trace", type=Path)
    parser.add_argument("svg", type=Path)
    parser.add_argument("--title", help="default: what the run is called")
    options = parser.parse_args()
    trace = json.loads(options.trace.read_text(encoding="utf-8"))
    bars = bars_of(trace)
    made = svg(bars, options.title or f"{trace['run']['kind']}: {trace['run']['title']}")
    ET.indent(made)
    options.svg.write_text(ET.tostring(made, encoding="unicode") + "\n", encoding="utf-8")
    for bar in critical(bars):
        print(f"{bar.start:7.2f} {bar.end:7.2f} {bar.end - bar.start:6.2f} s  {bar.label}")


if __name__ == "__main__":
    main()
