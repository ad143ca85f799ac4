"""Profiles of researchers with five papers, with language models in the reference condition.

`wall s` is the call of `infer_profile`; reading the papers' texts is before it. A repair is a
second call for an aspect whose answer had faults; `first answers s` is the time from the first call
to the last of the five first answers, so what a profile takes without repair but for our own work.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from eval.bench.client_order import ClientOrder, Work
from eval.bench.command import table_of
from eval.bench.servers import Conditions, Told, servers

USERS = "u01,u02,u13"
"""Those of the interviews with five papers in full text."""
N_ASPECTS = 5


def first_answers_s(seen: Told) -> str:
    first = seen.log[:N_ASPECTS]
    return f"{max(e['finished'] for e in first) - first[0]['arrived']:.1f}" if first else "-"


def faults(seen: Told) -> str:
    found = Counter(entry["outcome"] for entry in seen.log if entry["outcome"] != "ok")
    return ", ".join(f"{name} {n}" for name, n in found.items())


def error(told: Mapping[str, str | None]) -> str:
    return f"{told['error']}: {told['message']}" if told["error"] else ""


COLUMNS: Mapping[str, Callable[[tuple[str, Told]], str]] = {
    "user": lambda row: row[0],
    "error": lambda row: error(row[1].told),
    "papers": lambda row: f"{row[1].told.get('n_papers', 0)}",
    "wall s": lambda row: f"{row[1].told.get('profile_s', row[1].told['run']['wall_s']):.1f}",
    "first answers s": lambda row: first_answers_s(row[1]),
    "calls": lambda row: f"{len(row[1].log)}",
    "repairs": lambda row: f"{max(0, len(row[1].log) - N_ASPECTS)}",
    "in": lambda row: f"{sum(e['input_tokens'] for e in row[1].log):,}",
    "cached": lambda row: f"{sum(e['cached_tokens'] for e in row[1].log):,}",
    "out": lambda row: f"{sum(e['output_tokens'] for e in row[1].log):,}",
    "inferences": lambda row: f"{row[1].told.get('n_inferences', 0)}",
    "cpu s": lambda row: f"{row[1].told['run']['cpu_s']:.2f}",
    "imports": lambda row: f"{row[1].told['imports']['cpu_s']:.2f}",
    "MB": lambda row: f"{row[1].told['peak_mb']:.0f}",
    "faults": lambda row: faults(row[1]),
}


def main(
    context: typer.Context,
    users: Annotated[str, typer.Option(help="Parted by commas.")] = USERS,
) -> None:
    setup, seen, asked = context.obj, [], users.split(",")
    conditions = Conditions(time_scale=setup.time_scale or 1.0)
    with tempfile.TemporaryDirectory() as folder, servers(setup, conditions) as running:
        known = ClientOrder(
            work=Work.PROFILE,
            shared=setup.shared.resolve(),
            user=asked[0],
            modules=Path(folder) / "modules.txt",
        )
        # to learn what is imported
        running.set(Conditions(time_scale=0.01))
        running.client(known)
        for user in asked:
            running.set(conditions)
            seen.append((user, running.client(known.model_copy(update={"user": user}))))
    Console(width=170).print(table_of(seen, COLUMNS))
