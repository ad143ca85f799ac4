"""What is done again when one action of a finished report changes, or one section is asked for
anew, beside the whole report.

    python -m eval.bench.llm_incremental --server-python SERVERS/bin/python

The changed action is one of generation; the model server plans to expand two sections for it. Calls
are the model server's count.
"""

import json
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

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


def measure(servers: Servers, conditions: Conditions, question: str) -> tuple[Json, list[Json]]:
    """What the process told, and the model server's log."""
    servers.set(conditions)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = client_command("rewrite", out, "--question", question, "--tables", "--loud")
        subprocess.run(command, env=servers.environment(Path(folder) / "home"), check=False)
        told = json.loads(out.read_text(encoding="utf-8"))
    return told, servers.settled()


def rows(told: Json, log: list[Json]) -> list[list[str]]:
    made, began = [], 0.0
    for name, seconds, ended, changes in told["changes"]:
        calls = [entry for entry in log if began <= entry["arrived"] < ended]
        kinds = Counter(entry["schema"] or "section" for entry in calls)
        began = ended
        made.append(
            [
                name,
                f"{seconds:.1f}",
                f"{seconds / told['changes'][0][1]:.0%}",
                f"{len(calls)}",
                ", ".join(f"{kind} {n}" for kind, n in kinds.items()),
                f"{sum(e['input_tokens'] for e in calls):,} / "
                f"{sum(e['output_tokens'] for e in calls):,}",
                ", ".join(
                    f"{what} {n}"
                    for what, n in Counter(line.split(":")[0] for line in changes).items()
                ),
            ]
        )
    return made


def main() -> None:
    chosen = parser(__doc__).parse_args()
    conditions = Conditions(time_scale=chosen.time_scale)
    question = next(iter(questions(chosen.shared, QUESTIONS).values()))
    shown = Table("what", "wall s", "of the whole", "calls", "which", "tokens in / out", "sections")
    with servers(chosen, conditions) as running:
        for row in rows(*measure(running, conditions, question)):
            shown.add_row(*row)
    Console(width=170).print(shown)


if __name__ == "__main__":
    main()
