"""The local model server and the local scholar server for one benchmark, each a process of its own.

They want a Python with aiohttp, jsonschema and what `scholar_server/requirements.txt` names, which
the product needs none of: give one with `--server-python`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from eval.bench.client_order import ClientOrder
from eval.bench.command import QUERIES, ROOT, BenchSetup
from eval.bench.llm_paid import read_stored
from eval.bench.processes import Json, get, post, printing_server

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
    jitter: float = 0.0
    """Of the first token, a share of its seconds."""
    words: int = 500
    latency: float = 0.6
    """Of each answer of the scholar server."""
    keyed_rate: float = 0.0
    """Requests a second that a key may send; 0: no limit."""


@dataclass(frozen=True)
class Told:
    """What `llm_client` said, what the model server saw, and the answers that the home keeps."""

    told: Json
    log: list[Json]
    kept: set[str]


@dataclass(frozen=True)
class Servers:
    """Both servers, running. Log times are seconds since 1970."""

    model_url: str
    scholar_url: str
    """Each empty where it was not wanted."""
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
        scale, c = {"time_scale": conditions.time_scale}, conditions
        model = {
            "ttft": c.ttft,
            "tokens_per_s": c.tokens_per_s,
            "prefill_per_1k": c.prefill_per_1k,
            "words": c.words,
            "jitter": c.jitter,
            "faults": list(model_faults),
            "reset": True,
        }
        if self.model_url:
            post(f"{self.model_url}/_control", scale | model)
        if self.scholar_url:
            faults = {"faults": list(scholar_faults), "seed": 7, "clear_log": True}
            scholar = {"latency": c.latency, "keyed_rate": c.keyed_rate} | faults
            post(f"{self.scholar_url}/_control", scale | scholar)

    def client(
        self, order: ClientOrder, *, limited: bool = True, instead: Mapping[str, str] | None = None
    ) -> Told:
        """`llm_client` in a process of its own with a new home folder; `instead`: another
        provider's environment."""
        with tempfile.TemporaryDirectory() as folder:
            home, out = Path(folder) / "home", Path(folder) / "out.json"
            home.mkdir()
            environ = self.environment(home, limited=limited)
            if instead:
                kept = {k: v for k, v in environ.items() if not k.startswith("ANTHROPIC_")}
                environ = {**kept, **instead}
            written = order.model_copy(update={"out": out}).model_dump_json()
            asked = [sys.executable, "-m", "eval.bench.llm_client", written]
            done = subprocess.run(asked, env=environ, timeout=900, check=False)
            if not out.exists():
                raise RuntimeError(f"the {order.work}'s process ended with {done.returncode}")
            told = json.loads(out.read_text(encoding="utf-8"))
            return Told(told, self.wait_settled(), read_stored(home))

    def seed(self, number: int) -> None:
        post(f"{self.model_url}/_control", {"seed": number})
        if self.scholar_url:
            post(f"{self.scholar_url}/_control", {"seed": number})

    def scholar_log(self) -> list[Json]:
        return list(get(f"{self.scholar_url}/_log"))

    def wait_settled(self, *, patience_s: float = 20.0) -> list[Json]:
        """The model server's log once nothing is in flight any more."""
        until = time.monotonic() + patience_s
        while get(f"{self.model_url}/_control")["in_flight"] and time.monotonic() < until:
            time.sleep(0.05)
        return list(get(f"{self.model_url}/_log"))

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
        kept.pop("PYTHONDONTWRITEBYTECODE", None)  # what a person has installed is compiled
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
    setup: BenchSetup, conditions: Conditions, *, model: bool = True, scholar: bool = True
) -> Iterator[Servers]:
    """Both servers in these conditions, or one of them, each once its address is printed (the first
    start of the scholar server takes about a minute)."""
    shared = setup.shared.resolve()
    tools, python = shared / "tools", str(setup.server_python)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="myscholar-bench-")))
        answers = folder / "answers.jsonl"
        path = os.pathsep.join(map(str, (ROOT, tools, tools / "peers")))
        environ = os.environ | {"PYTHONPATH": path, "BENCH_ANSWERS": str(answers)}
        model_url = scholar_url = ""
        if model:
            serve = [
                python,
                "-m",
                "eval.bench.shaped",
                "serve",
                "--port",
                0,
                "--log",
                folder / "model.jsonl",
            ]
            model_url = stack.enter_context(printing_server(serve, environ, folder))
        if scholar:
            cache = (setup.scholar_cache or folder / "scholar_cache").resolve()
            serve = [python, "-m", "scholar_server", "--data", shared / "data", "--port", 0]
            started = printing_server([*serve, "--cache", cache], environ, folder)
            scholar_url = stack.enter_context(started)
        running = Servers(model_url, scholar_url, answers)
        running.set(conditions)
        yield running


def questions(shared: Path, wanted: Sequence[str] = QUESTIONS) -> dict[str, str]:
    lines = (shared / QUERIES).read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    texts = {row["query_id"]: row["query"] for row in rows}
    return {query_id: texts[query_id] for query_id in wanted}
