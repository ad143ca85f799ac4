"""The local model server and the local scholar server for one benchmark: each a process of its own
on a free loopback port, stopped by its id.

They want a Python with aiohttp, jsonschema and what `scholar_server/requirements.txt` names, which
the product needs none of: give one with `--server-python`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Json = dict[str, Any]
SHAPED = Path(__file__).with_name("shaped.py")
QUESTIONS = ("cs2-004", "cs2-013", "cs2-026")
"""Those of the reference condition (`tools/peers/README.md`)."""
MODEL = "claude-sonnet-4-20250514"
"""The peer's default for every step; ours is given the same one."""


@dataclass(frozen=True)
class Conditions:
    """The reference condition. Seconds, at time scale 1."""

    time_scale: float = 1.0
    ttft: float = 1.2
    tokens_per_s: float = 70.0
    prefill_per_1k: float = 0.1
    words: int = 500
    latency: float = 0.6
    """Of each answer of the scholar server."""
    keyed_rate: float = 0.0
    """Requests a second that a key may send; 0: no limit."""

    def of_model_server(self) -> Json:
        names = ("time_scale", "ttft", "tokens_per_s", "prefill_per_1k", "words")
        return {name: getattr(self, name) for name in names} | {"jitter": 0.0, "faults": []}

    def of_scholar_server(self) -> Json:
        return {name: getattr(self, name) for name in ("time_scale", "latency", "keyed_rate")} | {
            "faults": []
        }


def client_command(work: str, out: Path, *options: str) -> list[str]:
    """`llm_client` in a process of its own: `work` is report, profile or rewrite, `out` the JSON
    file for what it took."""
    return [sys.executable, "-m", "eval.bench.llm_client", work, str(out), *options]


@dataclass(frozen=True)
class Servers:
    """Both servers, running. Log times are seconds since 1970."""

    model_url: str
    scholar_url: str | None
    """None where it was not wanted."""
    answers: Path
    """What the model server said, a line an answer: `prompt_hash` as in its log, and `text`."""

    def set(
        self,
        conditions: Conditions,
        *,
        model_faults: Sequence[Json] = (),
        scholar_faults: Sequence[Json] = (),
    ) -> None:
        """New conditions, empty logs, an empty prompt cache."""
        post(
            f"{self.model_url}/_control",
            conditions.of_model_server() | {"faults": list(model_faults), "reset": True},
        )
        if self.scholar_url:
            scholar = conditions.of_scholar_server() | {
                "faults": list(scholar_faults),
                "seed": 7,
                "clear_log": True,
            }
            post(f"{self.scholar_url}/_control", scholar)

    def seed(self, number: int) -> None:
        """Another seed for chances (and for what the model server makes up)."""
        post(f"{self.model_url}/_control", {"seed": number})
        if self.scholar_url:
            post(f"{self.scholar_url}/_control", {"seed": number})

    def model_log(self) -> list[Json]:
        return list(get(f"{self.model_url}/_log"))

    def scholar_log(self) -> list[Json]:
        return list(get(f"{self.scholar_url}/_log"))

    def settled(self, *, patience_s: float = 20.0) -> list[Json]:
        """The model server's log once nothing is in flight any more."""
        until = time.monotonic() + patience_s
        while get(f"{self.model_url}/_control")["in_flight"] and time.monotonic() < until:
            time.sleep(0.05)
        return self.model_log()

    def said(self) -> Mapping[str, str]:
        """Whole answers, before any fault, by their `prompt_hash`."""
        if not self.answers.exists():
            return {}
        rows = (json.loads(line) for line in self.answers.read_text(encoding="utf-8").splitlines())
        return {row["prompt_hash"]: row["text"] for row in rows}

    def environment(self, home: Path, *, limited: bool = True) -> dict[str, str]:
        """What a process of ours needs to use the servers, and nothing of the caller's own keys or
        settings.

        `limited`: it keeps to one request a second to Semantic Scholar, as it does by itself;
        otherwise to a hundred.
        """
        theirs = ("MYSCHOLAR_", "ANTHROPIC_", "OPENAI_", "GOOGLE_", "GEMINI_", "S2_API_KEY")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(theirs)}
        ours = {
            "MYSCHOLAR_HOME": str(home),
            "MYSCHOLAR_MODEL": f"anthropic:{MODEL}",
            "ANTHROPIC_BASE_URL": self.model_url,
            "ANTHROPIC_API_KEY": "local",
        }
        scholar = (
            {"MYSCHOLAR_S2_URL": self.scholar_url, "S2_API_KEY": "local"}
            if self.scholar_url
            else {}
        )
        return kept | ours | scholar | ({} if limited else {"MYSCHOLAR_S2_RATE": "100"})


@contextmanager
def servers(
    options: argparse.Namespace, conditions: Conditions, *, scholar: bool = True
) -> Iterator[Servers]:
    """Both servers in these conditions, each once its address is printed (the first start of the
    scholar server takes about a minute).

    `scholar` False leaves the second one out.
    """
    shared: Path = options.shared.resolve()
    tools = shared / "tools"
    environ = os.environ | {"PYTHONPATH": os.pathsep.join([str(tools), str(tools / "peers")])}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="myscholar-bench-")))
        answers = folder / "answers.jsonl"
        model = [
            str(SHAPED),
            "serve",
            "--port",
            "0",
            "--log",
            str(folder / "model.jsonl"),
            "--answers",
            str(answers),
        ]
        cache: Path = options.scholar_cache or folder / "scholar_cache"
        other = [
            "-m",
            "scholar_server",
            "--data",
            str(shared / "data"),
            "--cache",
            str(cache.resolve()),
            "--port",
            "0",
        ]
        python = str(options.server_python)
        model_url = stack.enter_context(_running([python, *model], environ, folder))
        scholar_url = (
            stack.enter_context(_running([python, *other], environ, folder)) if scholar else None
        )
        running = Servers(model_url, scholar_url, answers)
        running.set(conditions)
        yield running


@contextmanager
def _running(command: Sequence[str], environ: Mapping[str, str], folder: Path) -> Iterator[str]:
    """A server that prints `... at http://...` on its first line; what it prints later is dropped.
    Raises RuntimeError when it does not start."""
    process = subprocess.Popen(command, env=environ, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next(
            (word.strip(",") for word in line.split() if word.startswith("http://")), None
        )
        if address is None:
            raise RuntimeError(
                f"{Path(command[1]).name} did not start; see above (is --server-python right?)"
            )
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return json.load(answer)


def post(url: str, body: Json) -> Any:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def parser(description: str | None) -> argparse.ArgumentParser:
    """The options that all benchmarks of the language-model engine have."""
    made = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "--shared",
        type=Path,
        default=Path("../shared"),
        help="folder of the shared research data and tools",
    )
    made.add_argument(
        "--server-python",
        type=Path,
        default=Path(sys.executable),
        help="Python that can run both servers",
    )
    made.add_argument(
        "--scholar-cache",
        type=Path,
        help="folder for the scholar server's indexes; default: a temporary one",
    )
    made.add_argument(
        "--time-scale",
        type=float,
        default=1.0,
        help="factor on every simulated wait of both servers",
    )
    return made


def questions(shared: Path, wanted: Sequence[str] = QUESTIONS) -> dict[str, str]:
    """Questions of ScholarQA-CS2 by id, in the order wanted."""
    path = shared / "data/queries/scholarqa_cs2_dev.jsonl"
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    texts = {row["query_id"]: row["query"] for row in rows}
    return {query_id: texts[query_id] for query_id in wanted}
