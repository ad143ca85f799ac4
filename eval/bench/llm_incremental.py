"""What is done again when one action of a finished report changes, or one section is asked for
anew, beside the whole report: whole commands on a terminal, from Enter to the prompt.

The changed actions are of generation. The sections of the model server leave every fourth action
undone, the last one too, and a repair has to carry it out after them. Calls are the model server's
count.
"""

import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from eval.bench.client_order import ClientOrder, Work
from eval.bench.llm_actions import eight_actions
from eval.bench.processes import Json
from eval.bench.servers import Conditions, Servers, questions, servers
from eval.bench.typed_report import last_line, type_report
from eval.bench.whole_command import run_typed
from myscholar.domain.actions import Action, ActionList
from myscholar.domain.report import Report

REWORDED = {
    6: "I can state the measured results with their spread, which might help you judge how sure "
    "the effects are.",
    7: "I can name the limitations that each study admits, which might help you weigh its claims.",
}


@dataclass(frozen=True)
class Done:
    """One command and what the model server saw of it."""

    what: str
    wall_s: float
    log: Sequence[Json]
    changes: Sequence[str] = ()


def reworded(place: int) -> tuple[Action, ...]:
    actions = list(eight_actions())
    actions[place] = actions[place].model_copy(update={"text": REWORDED[place]})
    return tuple(actions)


def measure(running: Servers, conditions: Conditions, question: str, home: Path) -> Iterable[Done]:
    whole = home.with_name("report.json")
    files = {"report": whole, "trace": home.with_name("trace.json")}
    order = ClientOrder(work=Work.REPORT, question=question, actions=True, tables=True, **files)
    running.set(conditions)
    told = type_report(running, order, home, limited=True)
    yield Done("whole report with eight actions", told["whole_s"], told["log"])
    base = Report.model_validate_json(whole.read_text(encoding="utf-8")).report_id
    for what, place in (
        ("one generation action changed", 6),
        ("one that is left to the repair", 7),
    ):
        listed = ActionList(question=question, actions=reworded(place))
        chosen = home.with_name("changed.json")
        chosen.write_text(listed.model_dump_json(), encoding="utf-8")
        yield change(running, conditions, home, what, (base, "--actions", chosen))
    yield change(running, conditions, home, "one section written anew", (base, "--section", 3))


def change(
    running: Servers, conditions: Conditions, home: Path, what: str, options: Sequence[object]
) -> Done:
    """Raises RuntimeError where the command fails."""
    running.set(conditions)
    out = home.with_name("changed.md")
    typed = run_typed(["rewrite", *options, "--out", out], running.environment(home))
    if typed.status:
        raise RuntimeError(last_line(typed))
    words = ("kept:", "expanded:", "rewritten:", "added:", "deleted:")
    lines = [line.strip() for line in typed.text.splitlines()]
    changes = [line for line in lines if line.startswith(words)]
    return Done(what, typed.wall_s, running.wait_settled(), changes)


def row(done: Done, whole_s: float) -> list[str]:
    tokens = (sum(e[f"{way}_tokens"] for e in done.log) for way in ("input", "output"))
    return [
        done.what,
        f"{done.wall_s:.1f}",
        f"{done.wall_s / whole_s:.0%}",
        f"{len(done.log)}",
        counts(entry["schema"] or "section" for entry in done.log),
        " / ".join(f"{n:,}" for n in tokens),
        counts(line.split(":")[0] for line in done.changes),
    ]


def counts(names: Iterable[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in Counter(names).items())


def main(context: typer.Context) -> None:
    setup = context.obj
    conditions = Conditions(time_scale=setup.time_scale or 1.0)
    question = next(iter(questions(setup.shared).values()))
    names = "what", "whole s", "of the whole", "calls", "which", "tokens in / out", "sections"
    shown, whole_s = Table(*names), 0.0
    with servers(setup, conditions) as running, tempfile.TemporaryDirectory() as folder:
        for done in measure(running, conditions, question, Path(folder) / "home"):
            whole_s = whole_s or done.wall_s
            shown.add_row(*row(done, whole_s))
    Console(width=170).print(shown)
