"""Every fault kind of both servers at 20 %: how many reports were finished, which named errors
stopped the others, what was paid for and not kept.

    python -m eval.bench.llm_faults --server-python SERVERS/bin/python [--kinds 429,reset]
    [--reports 5] [--time-scale 0.02]

Each report is a process of its own with a new home folder, at one request a second to Semantic
Scholar. `lost`: answers that the model server sent whole and that break no schema, but that are not
in the home folder's store afterwards. `left`: answers that we did not wait for to the end.
"""

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from eval.bench.llm_paid import paid, stored
from eval.bench.llm_servers import (
    QUESTIONS,
    Conditions,
    Json,
    Servers,
    client_command,
    parser,
    questions,
    servers,
)

SHARE = 0.2
MODEL_KINDS = (
    "429",
    "500",
    "529",
    "slow",
    "reset",
    "truncated",
    "malformed",
    "invalid",
    "refusal",
    "empty",
)
SCHOLAR_KINDS = ("429", "403", "500", "504", "slow", "reset", "malformed", "missing", "empty")
KINDS = (
    "none",
    *(f"model {kind}" for kind in MODEL_KINDS),
    *(f"scholar {kind}" for kind in SCHOLAR_KINDS),
)
MARKS_OF_ERRORS = (
    "Error code",
    "Traceback",
    "overloaded",
    "Internal server error",
    "Rate limit",
    "status_code",
)
"""What must not stand in a report's sections; its notes say what could not be read, and why."""


@dataclass(frozen=True)
class FaultOutcome:
    """One report. `lost` as in the module's head, with the start of each prompt; `error_text`:
    words of an error found in the report."""

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
    servers: Servers, kind: str, conditions: Conditions, question: str, seed: int, modules: Path
) -> FaultOutcome:
    where, _, name = kind.partition(" ")
    servers.set(
        conditions,
        model_faults=[{"kind": name, "p": SHARE}] if where == "model" else [],
        scholar_faults=[{"kind": name, "probability": SHARE}] if where == "scholar" else [],
    )
    servers.seed(seed)
    with tempfile.TemporaryDirectory() as folder:
        home, out, text = (
            Path(folder) / "home",
            Path(folder) / "out.json",
            Path(folder) / "report.json",
        )
        command = client_command("report", out, "--question", question, "--actions", "--tables")
        command += ["--modules", str(modules), "--report", str(text)]
        subprocess.run(
            command, env=servers.environment(home), stderr=subprocess.PIPE, timeout=600, check=False
        )
        log = servers.settled()
        told = json.loads(out.read_text(encoding="utf-8"))
        kept = stored(home)
        written = (
            json.dumps(json.loads(text.read_text(encoding="utf-8"))["sections"])
            if text.exists()
            else ""
        )
    return outcome(
        told, log, lost=lost(servers, log, kept), struck_elsewhere=struck(servers), written=written
    )


def lost(servers: Servers, log: Sequence[Json], kept: set[str]) -> tuple[str, ...]:
    numbers = {answer.number for answer in paid(log, servers.said()) if answer.content not in kept}
    return tuple(
        f"{entry['schema'] or 'text'} (request {entry['number']})"
        for entry in log
        if entry["number"] in numbers
    )


def struck(servers: Servers) -> int:
    return sum(visit["fault"] is not None for visit in servers.scholar_log())


def outcome(
    told: Json, log: Sequence[Json], *, lost: tuple[str, ...], struck_elsewhere: int, written: str
) -> FaultOutcome:
    return FaultOutcome(
        error=told["error"],
        seconds=told["run"]["wall_s"],
        calls=len(log),
        struck=sum(bool(entry["fault"]) for entry in log) + struck_elsewhere,
        lost=lost,
        left=sum(entry["outcome"] == "client left" for entry in log),
        error_text=tuple(mark for mark in MARKS_OF_ERRORS if mark in written),
        notes=tuple(told.get("notes", ())),
        sections=len(told.get("words_by_section", ())),
    )


def row(kind: str, outcomes: Sequence[FaultOutcome]) -> list[str]:
    errors = Counter(o.error for o in outcomes if o.error)
    return [
        kind,
        f"{sum(o.error is None for o in outcomes)} of {len(outcomes)}",
        ", ".join(f"{name} {n}" for name, n in errors.items()),
        f"{sum(o.struck for o in outcomes)} in {sum(o.calls for o in outcomes)}",
        f"{sum(len(o.lost) for o in outcomes)}",
        f"{sum(o.left for o in outcomes)}",
        f"{sum(bool(o.error_text) for o in outcomes)}",
        "-".join(
            str(n)
            for n in sorted({min(o.sections for o in outcomes), max(o.sections for o in outcomes)})
        ),
        f"{max(o.seconds for o in outcomes):.1f}",
    ]


def main() -> None:
    options = parser(__doc__)
    options.add_argument(
        "--kinds", default=",".join(KINDS), help='such as "model 429,scholar reset"; default: all'
    )
    options.add_argument("--reports", type=int, default=5, help="a kind")
    options.add_argument("--out", type=Path, help="file for every report's outcome (JSON)")
    options.set_defaults(time_scale=0.02)
    chosen = options.parse_args()
    conditions = Conditions(time_scale=chosen.time_scale)
    asked = list(questions(chosen.shared, QUESTIONS).values())
    shown = Table(
        "fault",
        "finished",
        "stopped with",
        "struck, calls",
        "lost",
        "left",
        "error text",
        "sections",
        "slowest s",
    )
    console, kept = Console(width=170), {}
    with tempfile.TemporaryDirectory() as folder, servers(chosen, conditions) as running:
        for kind in chosen.kinds.split(","):
            modules = Path(folder) / "modules.txt"
            outcomes = [
                report(running, kind, conditions, asked[n % len(asked)], n, modules)
                for n in range(chosen.reports)
            ]
            kept[kind] = [vars(o) for o in outcomes]
            shown.add_row(*row(kind, outcomes))
            console.print(*row(kind, outcomes), sep=" | ")
            if chosen.out:
                chosen.out.write_text(
                    json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8"
                )
    console.print(shown)


if __name__ == "__main__":
    main()
