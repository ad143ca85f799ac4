"""Time and calls of a question researched in several steps, by a team and as a tree, with nobody
asked and with somebody who answers at once, beside the report of one search.

Each is the whole command on a terminal, in a new home folder, with a model at the reference latency
and without one. Nobody's time counts: who is asked answers at once, and what a simulated persona's
own replies take of a model is in no figure.
"""

import json
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from eval.bench.command import table_of
from eval.bench.processes import Json
from eval.bench.servers import Conditions, Servers, servers
from eval.bench.typed_report import SOURCE, last_line
from eval.bench.whole_command import WORD, Typed, readable, run_typed
from myscholar.domain.report import Report

CONDITIONS = Conditions(prefill_per_1k=0.05, jitter=0.3)
QUESTION = "How are citations of generated answers verified?"
PERSONA = "I evaluate question answering for lawyers, and care about citations."
ASPECTS = ("entailment judges", "human annotators", "long documents")
REPLIES = ["1"] * 20
"""The first choice, to whatever is asked."""
TEAM, TREE = ("research", "--mode", "team"), ("research", "--mode", "tree")
WAYS: Mapping[str, tuple[str, ...]] = {
    "report": ("report",),
    "team": (*TEAM, "--user", "nobody"),
    "team_asked": (*TEAM, "--user", "scripted:{replies}"),
    "tree": (*TREE, "--user", "nobody"),
    "tree_asked": (*TREE, "--user", "simulated:{persona}"),
}
OWN = "users/"
"""How prompts of simulated persons are named."""


@dataclass(frozen=True)
class ResearchRow:
    """One command, or medians of several. Seconds from Enter; without what persons took."""

    way: str
    error: str
    wall_s: float
    progress_s: float
    """Until the first word stood on the terminal."""
    person_s: float
    """In which nothing went on but a simulated person's reply: not in `wall_s`."""
    cpu_s: float
    questions: int
    searches: int
    requests: int
    """To Semantic Scholar."""
    calls: int
    input_tokens: int
    output_tokens: int
    dollars: float
    references: int
    by_prompt: Mapping[str, int]
    """Calls by what was asked of the model."""


def row_of(
    running: Servers, way: str, typed: Sequence[object], folder: Path, *, limited: bool
) -> ResearchRow:
    report, trace = folder / f"{way}.json", folder / f"{way}.trace.json"
    for old in (report, trace):
        old.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        environ = running.environment(Path(temporary) / "home", limited=limited)
        done = run_typed([*typed, "--out", report, "--trace", trace], environ)
    running.wait_settled()
    traced = json.loads(trace.read_text(encoding="utf-8")) if trace.exists() else {"calls": []}
    own = [call for call in traced["calls"] if call["prompt"].startswith(OWN)]
    calls = [call for call in traced["calls"] if call not in own]
    made = Report.model_validate_json(report.read_text()) if report.exists() else None
    person_s = alone_s(own, calls)
    return ResearchRow(
        way=way,
        error=last_line(done) if done.status else "",
        wall_s=done.wall_s - person_s,
        progress_s=first_progress_s(done),
        person_s=person_s,
        cpu_s=done.cpu_s,
        questions=len(made.interaction.turns) if made and made.interaction else 0,
        searches=len(made.searches) if made else 0,
        requests=len(running.scholar_log()) if running.scholar_url else 0,
        calls=len(calls),
        input_tokens=sum(call["input_tokens"] for call in calls),
        output_tokens=sum(call["output_tokens"] for call in calls),
        dollars=sum(call["dollars"] or 0 for call in calls),
        references=len(made.references) if made else 0,
        by_prompt=Counter(call["prompt"].split("@")[0] for call in calls),
    )


def alone_s(some: Sequence[Json], others: Sequence[Json]) -> float:
    """Seconds in which one of `some` calls was under way and none of the `others`."""
    own, busy = (
        [(call["started_at"], call["started_at"] + call["seconds"]) for call in calls]
        for calls in (some, others)
    )

    def is_within(spans: Sequence[tuple[float, float]], at: float) -> bool:
        return any(start <= at < end for start, end in spans)

    edges = sorted({edge for span in (*own, *busy) for edge in span})
    return float(
        sum(
            end - start
            for start, end in pairwise(edges)
            if is_within(own, start) and not is_within(busy, start)
        )
    )


def first_progress_s(done: Typed) -> float:
    return next((at for at, piece in done.drawn if WORD.search(readable(piece))), done.wall_s)


def rows_of(
    running: Servers,
    conditions: Conditions,
    commands: Mapping[str, Sequence[object]],
    rounds: int,
    folder: Path,
) -> Iterator[ResearchRow]:
    """In turn, so that what else the machine does falls on all of them."""
    for number in range(rounds):
        for way, typed in commands.items():
            running.set(conditions)
            running.seed(number)
            place = folder / f"{number}"
            place.mkdir(parents=True, exist_ok=True)
            yield row_of(running, way, typed, place, limited=conditions.keyed_rate > 0)


def middle(rows: Sequence[ResearchRow]) -> ResearchRow:
    """Medians of those that did not fail."""
    mine = [row for row in rows if not row.error] or list(rows)
    names = [name for name, value in vars(mine[0]).items() if isinstance(value, int | float)]
    medians = {name: statistics.median(getattr(row, name) for row in mine) for name in names}
    prompts = dict.fromkeys(name for row in mine for name in row.by_prompt)
    failed = sum(bool(row.error) for row in rows)
    return replace(
        mine[0],
        **{name: round(value) if name in INTEGERS else value for name, value in medians.items()},
        error=f"{failed} failed" if failed else "",
        by_prompt={
            prompt: round(statistics.median(row.by_prompt.get(prompt, 0) for row in mine))
            for prompt in prompts
        },
    )


COLUMNS: Mapping[str, Callable[[ResearchRow], str]] = {
    "": lambda row: row.way,
    "error": lambda row: row.error,
    "wall s": lambda row: f"{row.wall_s:.1f}",
    "first progress s": lambda row: f"{row.progress_s:.1f}",
    "questions": lambda row: f"{row.questions}",
    "searches": lambda row: f"{row.searches}",
    "S2": lambda row: f"{row.requests}",
    "calls": lambda row: f"{row.calls}",
    "tokens in / out": lambda row: f"{row.input_tokens:,} / {row.output_tokens:,}",
    "$": lambda row: f"{row.dollars:.2f}",
    "references": lambda row: f"{row.references}",
    "cpu s": lambda row: f"{row.cpu_s:.1f}",
    "person s (not counted)": lambda row: f"{row.person_s:.1f}",
}
INTEGERS = (
    "questions",
    "searches",
    "requests",
    "calls",
    "input_tokens",
    "output_tokens",
    "references",
)


def main(
    context: typer.Context,
    question: str = QUESTION,
    source: Annotated[
        str,
        typer.Option(help=f"`sample`, or {SOURCE}: the stand-in over all shared papers."),
    ] = "sample",
    ways: Annotated[str, typer.Option(help="Parted by commas.")] = ",".join(WAYS),
    engines: str = "llm,extractive",
    rounds: int = 3,
    keyed_rate: Annotated[
        float, typer.Option(help="Requests a second that Semantic Scholar allows.")
    ] = 1.0,
    out: Annotated[Path | None, typer.Option(help="Folder to keep reports and traces in.")] = None,
) -> None:
    scholar = source == SOURCE
    conditions = replace(
        CONDITIONS,
        time_scale=context.obj.time_scale or 1.0,
        keyed_rate=keyed_rate if scholar else 0.0,
    )
    with (
        tempfile.TemporaryDirectory() as temporary,
        servers(context.obj, conditions, scholar=scholar) as running,
    ):
        folder = (out or Path(temporary)).resolve()
        people = _people(folder)
        for engine in engines.split(","):
            commands = {
                way: _command(way, question, source, engine, people) for way in ways.split(",")
            }
            place = folder / engine
            rows = list(rows_of(running, conditions, commands, rounds, place))
            show([middle([row for row in rows if row.way == way]) for way in commands], engine)
            kept = json.dumps([vars(row) for row in rows], indent=1)
            (place / "rows.json").write_text(kept, encoding="utf-8")


def _people(folder: Path) -> Mapping[str, Path]:
    """Files that say who answers."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {"replies": REPLIES, "persona": {"persona": PERSONA, "aspects": ASPECTS}}
    for name, said in told.items():
        (folder / f"{name}.json").write_text(json.dumps(said), encoding="utf-8")
    return {name: folder / f"{name}.json" for name in told}


def _command(
    way: str, question: str, source: str, engine: str, people: Mapping[str, Path]
) -> tuple[str, ...]:
    name, *options = (word.format(**people) for word in WAYS[way])
    who = ("--persona", PERSONA) if name == "research" else ()
    return (name, question, *options, *who, "--engine", engine, "--source", source)


def show(rows: Sequence[ResearchRow], engine: str) -> None:
    console = Console(width=190)
    console.print(table_of(rows, COLUMNS, title=engine))
    for row in rows:
        if row.by_prompt:
            console.print(f"{row.way}: {', '.join(f'{p} {n}' for p, n in row.by_prompt.items())}")
