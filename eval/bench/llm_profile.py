"""Profiles of researchers with five papers, with language models in the reference condition.

    python -m eval.bench.llm_profile --server-python SERVERS/bin/python [--users u01 u02 u13]

`wall s` is the call of `infer_profile`; reading the papers' texts is before it. A repair is a
second call for an aspect whose answer had faults; `first answers s` is the time from the first call
to the last of the five first answers, so what a profile takes without repair but for our own work.
"""

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from eval.bench.llm_servers import Conditions, Json, Servers, client_command, parser, servers

USERS = ("u01", "u02", "u13")
"""Those of the interviews with five papers in full text."""
N_ASPECTS = 5


def profile(
    servers: Servers, conditions: Conditions, shared: Path, user: str, modules: Path
) -> tuple[Json, list[Json]]:
    """What the process told, and the model server's log."""
    servers.set(conditions)
    with tempfile.TemporaryDirectory() as folder:
        home, out = Path(folder) / "home", Path(folder) / "out.json"
        home.mkdir()
        command = client_command("profile", out, "--user", user, "--shared", str(shared))
        subprocess.run(
            [*command, "--modules", str(modules)], env=servers.environment(home), check=False
        )
        told = json.loads(out.read_text(encoding="utf-8"))
    return told, servers.settled()


def row(user: str, told: Json, log: Sequence[Json]) -> list[str]:
    faults = Counter(entry["outcome"] for entry in log if entry["outcome"] != "ok")
    return [
        user,
        f"{told['error']}: {told['message']}" if told["error"] else "",
        f"{told.get('n_papers', 0)}",
        f"{told.get('profile_s', told['run']['wall_s']):.1f}",
        f"{max(e['finished'] for e in log[:N_ASPECTS]) - log[0]['arrived']:.1f}" if log else "-",
        f"{len(log)}",
        f"{max(0, len(log) - N_ASPECTS)}",
        f"{sum(e['input_tokens'] for e in log):,}",
        f"{sum(e['cached_tokens'] for e in log):,}",
        f"{sum(e['output_tokens'] for e in log):,}",
        f"{told.get('n_inferences', 0)}",
        f"{told['run']['cpu_s']:.2f}",
        f"{told['imports']['cpu_s']:.2f}",
        f"{told['peak_mb']:.0f}",
        ", ".join(f"{name} {n}" for name, n in faults.items()),
    ]


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--users", nargs="*", default=list(USERS))
    chosen = options.parse_args()
    conditions = Conditions(time_scale=chosen.time_scale)
    shown = Table(
        "user",
        "error",
        "papers",
        "wall s",
        "first answers s",
        "calls",
        "repairs",
        "in",
        "cached",
        "out",
        "inferences",
        "cpu s",
        "imports",
        "MB",
        "faults",
    )
    with tempfile.TemporaryDirectory() as folder, servers(chosen, conditions) as running:
        modules = Path(folder) / "modules.txt"
        # to learn what is imported
        profile(running, Conditions(time_scale=0.01), chosen.shared, chosen.users[0], modules)
        for user in chosen.users:
            shown.add_row(*row(user, *profile(running, conditions, chosen.shared, user, modules)))
    Console(width=170).print(shown)


if __name__ == "__main__":
    main()
