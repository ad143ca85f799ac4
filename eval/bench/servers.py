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

from eval.bench import command
from eval.bench.llm_paid import read_stored

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
        scale, c = {"time_scale": conditions.time_scale}, conditions
        model = {
            "ttft": c.ttft,
            "tokens_per_s": c.tokens_per_s,
            "prefill_per_1k": c.prefill_per_1k,
            "words": c.words,
            "jitter": 0.0,
            "faults": list(model_faults),
            "reset": True,
        }
        post(f"{self.model_url}/_control", scale | model)
        if self.scholar_url:
            faults = {"faults": list(scholar_faults), "seed": 7, "clear_log": True}
            scholar = {"latency": c.latency, "keyed_rate": c.keyed_rate} | faults
            post(f"{self.scholar_url}/_control", scale | scholar)

    def client(
        self,
        work: str,
        *options: object,
        limited: bool = True,
        instead: Mapping[str, str] | None = None,
    ) -> Told:
        """`llm_client` in a process of its own with a new home folder; `work` is report, profile or
        rewrite, `instead` another provider's environment."""
        with tempfile.TemporaryDirectory() as folder:
            home, out = Path(folder) / "home", Path(folder) / "out.json"
            home.mkdir()
            environ = self.environment(home, limited=limited)
            if instead:
                kept = {k: v for k, v in environ.items() if not k.startswith("ANTHROPIC_")}
                environ = {**kept, **instead}
            asked = [sys.executable, "-m", "eval.bench.llm_client", work, out, *options]
            done = subprocess.run(list(map(str, asked)), env=environ, timeout=900, check=False)
            if not out.exists():
                raise RuntimeError(f"the {work}'s process ended with {done.returncode}")
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
        python, cache = (
            str(options.server_python),
            options.scholar_cache or folder / "scholar_cache",
        )
        serve = [python, SHAPED, "serve", "--port", 0, "--log", folder / "model.jsonl"]
        model = _running([*serve, "--answers", answers], environ, folder)
        model_url, scholar_url = stack.enter_context(model), None
        if scholar:
            serve = [python, "-m", "scholar_server", "--data", shared / "data", "--port", 0]
            other = _running([*serve, "--cache", cache.resolve()], environ, folder)
            scholar_url = stack.enter_context(other)
        running = Servers(model_url, scholar_url, answers)
        running.set(conditions)
        yield running


@contextmanager
def _running(command: Sequence[object], environ: Mapping[str, str], folder: Path) -> Iterator[str]:
    """A server that prints `... at http://...` on its first line; what it prints later is dropped.
    Raises RuntimeError when it does not start."""
    words, out = list(map(str, command)), subprocess.PIPE
    process = subprocess.Popen(words, env=environ, cwd=folder, stdout=out, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next((w.strip(",") for w in line.split() if w.startswith("http://")), None)
        if address is None:
            name = Path(words[1]).name
            raise RuntimeError(f"{name} did not start; see above (is --server-python right?)")
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
    made = command.parser(description)
    python, scale = Path(sys.executable), "factor on every simulated wait of both servers"
    runs, cache = "Python that can run both servers", "folder for the scholar server's indexes"
    made.add_argument("--server-python", type=Path, default=python, help=runs)
    made.add_argument("--scholar-cache", type=Path, help=f"{cache}; default: a temporary one")
    made.add_argument("--time-scale", type=float, default=1.0, help=scale)
    return made


def questions(shared: Path, wanted: Sequence[str] = QUESTIONS) -> dict[str, str]:
    path = shared / "data/queries/scholarqa_cs2_dev.jsonl"
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    texts = {row["query_id"]: row["query"] for row in rows}
    return {query_id: texts[query_id] for query_id in wanted}
