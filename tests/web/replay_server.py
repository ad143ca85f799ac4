"""A server that speaks OpenAI's wire and streams the answers of the sample's recording, word by
word.

A request that no kept answer fits (an edited profile, another question) is answered with a kept
answer to the same form, so that the way of a run through the browser can be tested without a model;
what it then says is not to the point.
"""

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from typing import Any

from pydantic import BaseModel

from myscholar.gateways.llm.recorded import read_recording
from myscholar.workflows.sample import SAMPLE_RECORDING

MODEL = "desk:person"
"""Under which the answers are kept."""
REPLIES = (
    "myscholar.profile.llm.replies",
    "myscholar.actions.llm.replies",
    "myscholar.report.llm.replies",
)
VARIANTS = range(4)
PATIENCE_S = 120.0
BEGINNING = 400
READ = {"inference", "explanation", "strategy", "tldr", "title", "brief", "text", "columns", "why"}
"""Fields of replies that are shown to people."""
PIECE = re.compile(r"\s*\S+(?:\s+\S+){0,5}")


@dataclass
class Replay:
    """`asked`: the form that each request wanted, or `text`; `missed`: those that no kept answer
    fitted."""

    url: str = ""
    asked: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    """Those whose answer was sent whole."""
    spice: str = ""
    """Added to every title, sentence and word that a person will read; in whole to the first of an
    answer, else its beginning."""
    _flowing: threading.Event = field(default_factory=threading.Event)
    _held: tuple[str, ...] = ()

    def hold(self, *forms: str) -> None:
        """From now on answers of these forms stop halfway, and go on when `flow` is called."""
        self._held = forms
        self._flowing.clear()

    def flow(self) -> None:
        self._flowing.set()

    def may_go_on(self, form: str) -> bool:
        """Waits where such answers are held; False when it waited in vain."""
        return form not in self._held or self._flowing.wait(PATIENCE_S)

    def settings(self) -> str:
        """A settings file that names it."""
        return (
            f'[models]\ndefault = "{MODEL}"\n[providers.{MODEL.split(":")[0]}]\nbase_url = '
            f'"{self.url}/v1"\n'
        )


@contextmanager
def replay_server() -> Iterator[Replay]:
    replay = Replay()
    replay.flow()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(replay))
    replay.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield replay
    finally:
        replay.flow()
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(replay: Replay) -> type[BaseHTTPRequestHandler]:
    answers = _Answers()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            form = body["tools"][0]["function"]["name"] if body.get("tools") else "text"
            replay.asked.append(form)
            text = answers.to(body, form)
            if text is None:
                replay.missed.append(form)
                text = answers.like(form)
            if replay.spice:
                text = _spiced(text, form, replay.spice)
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            try:
                chunks = list(_chunks(text, form))
                for number, chunk in enumerate(chunks):
                    if number == len(chunks) // 2 and not replay.may_go_on(form):
                        return
                    self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                self.wfile.write(b"data: [DONE]\n\n")
                replay.finished.append(form)
            except OSError:
                """The one who asked is gone: killed, most likely."""

        def log_message(self, format: str, *arguments: Any) -> None:
            """Nothing: tests say what went wrong."""

    return Handler


class _Answers:
    def __init__(self) -> None:
        self._kept = {
            key: answer.text for key, answer in read_recording(SAMPLE_RECORDING).answers.items()
        }
        modules = [import_module(name) for name in REPLIES] + [
            import_module("myscholar.report.llm.section_replies")
        ]
        replies = {
            c
            for m in modules
            for c in vars(m).values()
            if isinstance(c, type) and issubclass(c, BaseModel)
        }
        self._replies = {
            re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", c.__name__).lower(): c for c in replies
        }
        self._given = 0

    def to(self, body: dict[str, Any], form: str) -> str | None:
        """The kept answer to exactly this, as the gateway names it: `Request.key`."""
        system = "".join(_texts(m)[0] for m in body["messages"] if m["role"] == "system")
        said = [_texts(m) for m in body["messages"] if m["role"] != "system"]
        if len(said) > 1:
            return None
        shared, task = said[0] if len(said[0]) == 2 else ("", said[0][0])
        schema = self._replies[form].model_json_schema() if form != "text" else None
        for variant in VARIANTS:
            identity = [MODEL, system, shared, task, schema, None, None, variant, None]
            key = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
            if key in self._kept:
                return self._kept[key]
        return None

    def like(self, form: str) -> str:
        """One of the same form, each in its turn; something empty where none is kept."""
        fitting = [text for text in self._kept.values() if self._fits(text, form)]
        self._given += 1
        return fitting[self._given % len(fitting)] if fitting else "{}"

    def _fits(self, text: str, form: str) -> bool:
        if not text.startswith("{"):
            return form == "text"
        fields = self._replies[form].model_fields if form != "text" else {}
        said = set(json.loads(text))
        return said <= set(fields) and all(
            name in said for name, field in fields.items() if field.is_required()
        )


def _spiced(text: str, form: str, spice: str) -> str:
    if form == "text":
        return f"{spice}\n\n{text}"

    def spiced(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: spiced(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [spiced(inner, name) for inner in value]
        return (
            f"{value} {added.pop() if added else spice[:BEGINNING]}"
            if name in READ and isinstance(value, str)
            else value
        )

    added = [spice]
    return json.dumps(spiced(json.loads(text)))


def _texts(message: dict[str, Any]) -> list[str]:
    content = message["content"]
    return [content] if isinstance(content, str) else [part["text"] for part in content]


def _chunks(text: str, form: str) -> Iterator[dict[str, Any]]:
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "person"}
    for number, piece in enumerate(PIECE.findall(text) or [text]):
        delta: dict[str, Any] = {"role": "assistant", "content": piece}
        if form != "text":
            called: dict[str, Any] = {"index": 0, "function": {"arguments": piece}}
            if number == 0:
                called |= {
                    "id": "t",
                    "type": "function",
                    "function": {"name": form, "arguments": piece},
                }
            delta = {"role": "assistant", "tool_calls": [called]}
        yield head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    ending = "stop" if form == "text" else "tool_calls"
    yield head | {"choices": [{"index": 0, "delta": {}, "finish_reason": ending}]}
    yield head | {
        "choices": [],
        "usage": {"prompt_tokens": 900, "completion_tokens": 300, "total_tokens": 1200},
    }
