"""A server on this machine that speaks OpenAI's and Anthropic's protocols as a test wants it to."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Self

WORDS = " ".join(["one"] * 60)
FORM = json.dumps({"words": ["one", "two"], "count": 2})


class ModelHost:
    """`models` None: it has no list. `fault` is a status with what is said; `shape` is sent as it
    is, for every answer."""

    def __init__(self) -> None:
        self.models: list[str] | None = ["small", "large"]
        self.key: str | None = None
        """The only one it takes."""
        self.fault: tuple[int, dict[str, Any]] | None = None
        self.shape: str | None = None
        self.fills: str | None = None
        """How it can be made to fill in a form: "tool", or "native" for its JSON mode."""
        self.is_page = False
        """A web page at every address."""
        self.goes_on = Event()
        """Answers wait for it."""
        self.goes_on.set()
        self.asked: list[dict[str, Any]] = []
        """The bodies of what was asked, without the requests for lists."""
        self.keys: list[str] = []

    def __enter__(self) -> Self:
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                host._listed(self)

            def do_POST(self) -> None:
                host._answer(self)

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        ).start()
        self.root = f"http://127.0.0.1:{self._server.server_port}"
        self.url = f"{self.root}/v1"
        return self

    def __exit__(self, *_: object) -> None:
        self.goes_on.set()
        self._server.shutdown()
        self._server.server_close()

    def _form(self, body: dict[str, Any]) -> dict[str, Any]:
        """What is written: the form by the way that it knows, else words."""
        if self.fills == "tool" and body.get("tools"):
            called = {"name": body["tools"][0]["function"]["name"], "arguments": FORM}
            return {"tool_calls": [{"index": 0, "id": "t", "type": "function", "function": called}]}
        is_native = body.get("response_format", {}).get("type") == "json_schema"
        return {"content": FORM if self.fills == "native" and is_native else WORDS}

    def _listed(self, asked: BaseHTTPRequestHandler) -> None:
        if self.is_page:
            _send(asked, 200, "<!doctype html><p>Welcome", "text/html")
        elif self.key and asked.headers["Authorization"] != f"Bearer {self.key}":
            _send(asked, 401, json.dumps({"error": {"message": "no"}}))
        elif asked.path != "/v1/models" or self.models is None:
            _send(asked, 404, json.dumps({"error": {"message": "not here"}}))
        else:
            _send(asked, 200, json.dumps({"data": [{"id": name} for name in self.models]}))

    def _answer(self, asked: BaseHTTPRequestHandler) -> None:
        body = json.loads(asked.rfile.read(int(asked.headers["Content-Length"])))
        self.asked.append(body | {"path": asked.path})
        self.keys.append(
            (asked.headers["x-api-key"] or asked.headers["Authorization"] or "").removeprefix(
                "Bearer "
            )
        )
        self.goes_on.wait()
        if self.is_page:
            _send(asked, 200, "<!doctype html><p>Welcome", "text/html")
        elif self.key and self.keys[-1] != self.key:
            _send(
                asked,
                401,
                json.dumps(
                    {"type": "error", "error": {"type": "authentication_error", "message": "no"}}
                ),
            )
        elif self.fault:
            _send(asked, self.fault[0], json.dumps(self.fault[1]))
        elif self.shape is not None:
            _send(asked, 200, self.shape)
        elif asked.path.endswith("/messages"):
            _send(asked, 200, _anthropic(), "text/event-stream")
        elif asked.path == "/v1/chat/completions":
            _send(asked, 200, _openai(self._form(body)), "text/event-stream")
        else:
            _send(asked, 404, json.dumps({"error": {"message": "not here"}}))


def _send(
    asked: BaseHTTPRequestHandler, status: int, body: str, kind: str = "application/json"
) -> None:
    asked.send_response(status)
    asked.send_header("Content-Type", kind)
    asked.send_header("Content-Length", str(len(body.encode())))
    asked.end_headers()
    asked.wfile.write(body.encode())


def _openai(said: dict[str, Any]) -> str:
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "x"}
    usage = {"prompt_tokens": 100, "completion_tokens": 60, "total_tokens": 160}
    chunks: list[dict[str, Any]] = [
        {
            "choices": [
                {
                    "index": 0,
                    "delta": {"role": "assistant"} | said,
                    "finish_reason": None,
                }
            ]
        },
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {"choices": [], "usage": usage},
    ]
    return "".join(f"data: {json.dumps(head | chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"


def _anthropic() -> str:
    usage = {
        "input_tokens": 100,
        "cache_read_input_tokens": 0,
        "cache_creation_input_tokens": 0,
        "output_tokens": 1,
    }
    message = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "x",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": WORDS}},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 60},
        },
        {"type": "message_stop"},
    ]
    return "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events)
