"""The servers of one benchmark, the local model server, the local scholar server and the app: each
a process of its own on a free loopback port, stopped by its id.

The first two want a Python with aiohttp, jsonschema and what `scholar_server/requirements.txt`
names, which the product needs none of: give one with `--server-python`.
"""

import json
import os
import socket
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
from typing import IO, Any

from eval.bench.client_order import ClientOrder
from eval.bench.command import QUERIES, ROOT, Setup
from eval.bench.llm_paid import read_stored

Json = dict[str, Any]
APP = ("myscholar.surfaces.cli", "app", "--no-browser", "--port")
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
            "jitter": 0.0,
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
    setup: Setup, conditions: Conditions, *, model: bool = True, scholar: bool = True
) -> Iterator[Servers]:
    """Both servers in these conditions, or one of them, each once its address is printed (the first
    start of the scholar server takes about a minute)."""
    shared = setup.shared.resolve()
    tools, python = shared / "tools", str(setup.server_python)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="myscholar-bench-")))
        answers = folder / "answers.jsonl"
        path = os.pathsep.join([str(tools), str(tools / "peers")])
        environ = os.environ | {"PYTHONPATH": path, "BENCH_ANSWERS": str(answers)}
        model_url = scholar_url = ""
        if model:
            serve = [python, SHAPED, "serve", "--port", 0, "--log", folder / "model.jsonl"]
            model_url = stack.enter_context(_printing(serve, environ, folder))
        if scholar:
            cache = (setup.scholar_cache or folder / "scholar_cache").resolve()
            serve = [python, "-m", "scholar_server", "--data", shared / "data", "--port", 0]
            started = _printing([*serve, "--cache", cache], environ, folder)
            scholar_url = stack.enter_context(started)
        running = Servers(model_url, scholar_url, answers)
        running.set(conditions)
        yield running


@contextmanager
def _printing(command: Sequence[object], environ: Mapping[str, str], folder: Path) -> Iterator[str]:
    """A server that prints `... at http://...` on its first line; what it prints later is dropped.
    Raises RuntimeError when it does not start."""
    pipe = subprocess.PIPE
    with _process(command, env=environ, cwd=folder, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = next((w.strip(",") for w in line.split() if w.startswith("http://")), None)
        if address is None:
            name = Path(str(command[1])).name
            raise RuntimeError(f"{name} did not start; see above (is --server-python right?)")
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield address


@contextmanager
def app_server(
    start: Sequence[str], environ: Mapping[str, str], log: IO[str] | int, patience_s: float
) -> Iterator[str]:
    """The app's address once it answers; `start` ends before the port. Raises TimeoutError."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address, give_up = f"http://127.0.0.1:{port}", time.monotonic() + patience_s
    command = [sys.executable, "-m", *start, port]
    with _process(command, cwd=ROOT, env=environ, stdout=log, stderr=log):
        while time.monotonic() < give_up:
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=60).close()
                break
            except OSError:
                time.sleep(0.02)
        else:
            raise TimeoutError("the app did not start")
        yield address


@contextmanager
def _process(command: Sequence[object], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Ended by its id, at once if need be."""
    process = subprocess.Popen(list(map(str, command)), **options)
    try:
        yield process
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


def questions(shared: Path, wanted: Sequence[str] = QUESTIONS) -> dict[str, str]:
    lines = (shared / QUERIES).read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    texts = {row["query_id"]: row["query"] for row in rows}
    return {query_id: texts[query_id] for query_id in wanted}
