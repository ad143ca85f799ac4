"""Every fault kind of both servers at 20 %: how many reports were finished, which named errors
stopped the others, what was paid for and not kept.

Each report is a process of its own with a new home folder, at one request a second to Semantic
Scholar. `lost`: answers that the model server sent whole and that break no schema, but that are not
in the home folder's store afterwards. `left`: answers that we did not wait for to the end.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from eval.bench.client_order import ClientOrder, Work
from eval.bench.llm_paid import paid
from eval.bench.servers import Conditions, Servers, questions, servers

SHARE = 0.2
TIME_SCALE = 0.02
MODEL_KINDS = "429 500 529 slow reset truncated malformed invalid refusal empty".split()
SCHOLAR_KINDS = "429 403 500 504 slow reset malformed missing empty".split()
KINDS = (
    "none",
    *(f"model {kind}" for kind in MODEL_KINDS),
    *(f"scholar {kind}" for kind in SCHOLAR_KINDS),
)
MARKS_OF_ERRORS = (
    "Error code", "Traceback", "overloaded", "Internal server error", "Rate limit", "status_code",
)  # fmt: skip
"""What must not stand in a report's sections; its notes say what could not be read, and why."""


@dataclass(frozen=True)
class FaultOutcome:
    """One report. `lost` as in the module's head; `error_text`: words of errors in the report."""

    error: str | None
    seconds: float
    calls: int
    struck: int
    lost: tuple[str, ...]
    left: int
    error_text: tuple[str, ...]
    notes: tuple[str, ...]
    sections: int


def report(
    running: Servers, kind: str, conditions: Conditions, question: str, seed: int, folder: Path
) -> FaultOutcome:
    where, _, name = kind.partition(" ")
    running.set(
        conditions,
        model_faults=[{"kind": name, "p": SHARE}] if where == "model" else [],
        scholar_faults=[{"kind": name, "probability": SHARE}] if where == "scholar" else [],
    )
    running.seed(seed)
    file = folder / "report.json"
    file.unlink(missing_ok=True)
    seen = running.client(
        ClientOrder(
            work=Work.REPORT,
            question=question,
            actions=True,
            tables=True,
            modules=folder / "modules.txt",
            report=file,
        )
    )
    whole = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    text, told, log = json.dumps(whole.get("sections")), seen.told, seen.log
    lost = {a.number for a in paid(log, running.said()) if a.content not in seen.kept}
    visits = running.scholar_log()
    return FaultOutcome(
        error=told["error"],
        seconds=told["run"]["wall_s"],
        calls=len(log),
        struck=sum(bool(e["fault"]) for e in log) + sum(v["fault"] is not None for v in visits),
        lost=tuple(
            f"{e['schema'] or 'text'} (request {e['number']})" for e in log if e["number"] in lost
        ),
        left=sum(entry["outcome"] == "client left" for entry in log),
        error_text=tuple(mark for mark in MARKS_OF_ERRORS if mark in text),
        notes=tuple(told.get("notes", ())),
        sections=len(told.get("words_by_section", ())),
    )


Outcomes = Sequence[FaultOutcome]


def errors(outcomes: Outcomes) -> str:
    found = Counter(o.error for o in outcomes if o.error)
    return ", ".join(f"{name} {n}" for name, n in found.items())


COLUMNS: Mapping[str, Callable[[Outcomes], str]] = {
    "finished": lambda of: f"{sum(o.error is None for o in of)} of {len(of)}",
    "stopped with": errors,
    "struck, calls": lambda of: f"{sum(o.struck for o in of)} in {sum(o.calls for o in of)}",
    "lost": lambda of: f"{sum(len(o.lost) for o in of)}",
    "left": lambda of: f"{sum(o.left for o in of)}",
    "error text": lambda of: f"{sum(bool(o.error_text) for o in of)}",
    "sections": lambda of: "-".join(
        map(str, sorted({min(o.sections for o in of), max(o.sections for o in of)}))
    ),
    "slowest s": lambda of: f"{max(o.seconds for o in of):.1f}",
}


def main(
    context: typer.Context,
    kinds: Annotated[
        str, typer.Option(help='Such as "model 429,scholar reset"; default: all.')
    ] = "",
    reports: Annotated[int, typer.Option(help="A kind.")] = 5,
    out: Annotated[Path | None, typer.Option(help="Every report's outcome (JSON).")] = None,
) -> None:
    setup = context.obj
    conditions = Conditions(time_scale=setup.time_scale or TIME_SCALE)
    asked = list(questions(setup.shared).values())
    console, shown, kept = Console(width=170), Table("fault", *COLUMNS), {}
    with tempfile.TemporaryDirectory() as folder, servers(setup, conditions) as running:
        for kind in kinds.split(",") if kinds else KINDS:
            outcomes = [
                report(running, kind, conditions, asked[n % len(asked)], n, Path(folder))
                for n in range(reports)
            ]
            kept[kind] = [vars(o) for o in outcomes]
            row = [kind, *(cell(outcomes) for cell in COLUMNS.values())]
            shown.add_row(*row)
            console.print(*row, sep=" | ")
            if out:
                out.write_text(json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8")
    console.print(shown)
