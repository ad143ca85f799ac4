"""The same report over each of the three wires, and from an OpenAI-compatible server without a key.

python -m eval.bench.llm_wires --server-python SERVERS/bin/python
"""

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from eval.bench.llm_servers import (
    QUESTIONS,
    Conditions,
    Servers,
    client_command,
    parser,
    questions,
    servers,
)


def ways(url: str) -> dict[str, Mapping[str, str]]:
    """The environment of each."""
    return {
        "Anthropic": {
            "MYSCHOLAR_MODEL": "anthropic:claude-sonnet-4-5",
            "ANTHROPIC_API_KEY": "local",
            "ANTHROPIC_BASE_URL": url,
        },
        "OpenAI": {
            "MYSCHOLAR_MODEL": "openai:gpt-5-mini",
            "OPENAI_API_KEY": "local",
            "OPENAI_BASE_URL": f"{url}/v1",
        },
        "Google": {
            "MYSCHOLAR_MODEL": "google:gemini-2.5-flash",
            "GOOGLE_API_KEY": "local",
            "GOOGLE_GEMINI_BASE_URL": url,
        },
        "compatible, no key": {
            "MYSCHOLAR_MODEL": "compatible:qwen3",
            "MYSCHOLAR_MODEL_URL": f"{url}/v1",
        },
    }


def row(
    running: Servers, conditions: Conditions, name: str, environ: Mapping[str, str], question: str
) -> list[str]:
    running.set(conditions)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        own = {
            k: v
            for k, v in running.environment(Path(folder) / "home").items()
            if not k.startswith("ANTHROPIC_")
        }
        command = client_command("report", out, "--question", question, "--actions", "--tables")
        subprocess.run(command, env={**own, **environ}, check=False)
        told = json.loads(out.read_text(encoding="utf-8"))
    log = running.settled()
    cost = told.get("cost", {})
    return [
        name,
        f"{told['error']}: {told['message']}" if told["error"] else "finished",
        ", ".join(sorted({f"{e['provider']} {e['endpoint']}" for e in log})),
        ", ".join(f"{outcome} {n}" for outcome, n in Counter(e["outcome"] for e in log).items()),
        f"{sum(e['input_tokens'] for e in log):,} / {sum(e['output_tokens'] for e in log):,}",
        f"{cost.get('input_tokens', 0):,} / {cost.get('output_tokens', 0):,}",
        "unknown" if cost.get("dollars") is None else f"${cost['dollars']:.3f}",
        f"{len(told.get('words_by_section', ()))}",
        f"{told.get('citations', 0)}",
        f"{told['imports']['cpu_s'] + told['run']['cpu_s']:.1f}",
        f"{told['peak_mb']:.0f}",
    ]


def main() -> None:
    options = parser(__doc__)
    options.set_defaults(time_scale=0.02)
    chosen = options.parse_args()
    conditions = Conditions(time_scale=chosen.time_scale)
    question = next(iter(questions(chosen.shared, QUESTIONS).values()))
    columns = (
        "wire",
        "report",
        "spoken",
        "calls",
        "tokens, server",
        "tokens, ours",
        "price",
        "sections",
        "citations",
        "cpu s in all",
        "MB",
    )
    shown = Table(*columns)
    with servers(chosen, conditions) as running:
        for name, environ in ways(running.model_url).items():
            shown.add_row(*row(running, conditions, name, environ, question))
    Console(width=190).print(shown)


if __name__ == "__main__":
    main()
