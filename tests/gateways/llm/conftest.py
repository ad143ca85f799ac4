"""A gateway over Anthropic, Google and OpenAI as one function from request to response, streamed as
they stream."""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest
from pydantic import BaseModel, Field, SecretStr

from myscholar.domain.runs import ModelCall
from myscholar.gateways.llm.config import ModelsConfig, Provider, RoleSettings, Wire
from myscholar.gateways.llm.gateway import ModelGateway
from myscholar.gateways.llm.limits import Limits
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.llm.prompts import Prompt

KEY = "sk-very-secret"
WIRES = {
    "anthropic": "anthropic:claude-sonnet-4-6",
    "google": "google:gemini-2.5-flash",
    "openai": "openai:gpt-4.1",
    "compatible": "local:qwen3",
}
"""A model for each wire, and one at an address of the user's."""


@dataclass(frozen=True)
class Says:
    """A whole answer: a form as a dict, or text (which is broken JSON where a form was asked
    for)."""

    answer: dict[str, Any] | str
    ending: str = "whole"
    """Or `cut off`, `refused`."""
    input_tokens: int = 1000
    cached_tokens: int = 0
    output_tokens: int = 100
    in_pieces: int = 3


@dataclass(frozen=True)
class Fails:
    status: int
    message: str = "no"
    code: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Breaks:
    """The connection is reset in the middle of the answer, or just ends there."""

    after: str
    silently: bool = False


Step = Says | Fails | Breaks | Exception | Callable[[], Any]
WHOLE, CUT_OFF, REFUSED, EMPTY = "whole", "cut off", "refused", Says("")


@dataclass
class Asked:
    wire: str
    headers: dict[str, str]
    body: dict[str, Any]
    path: str = ""

    @property
    def everything(self) -> str:
        return json.dumps(self.body)


class Vendor(httpx2.MockTransport):
    """Takes one step a request; the last one stays."""

    def __init__(self, *steps: Step) -> None:
        super().__init__(self._answer)
        self.steps = list(steps)
        self.by_wire: dict[str, Step] = {}
        """Instead of the steps, for a wire."""
        self.page: str | None = None
        """Instead of everything: what somebody else than a vendor would answer."""
        self.asked: list[Asked] = []
        self.closed = False

    async def aclose(self) -> None:
        self.closed = True

    async def _answer(self, request: httpx2.Request) -> httpx2.Response:
        body = json.loads(await request.aread())
        wire = (
            "google"
            if "contents" in body
            else "anthropic"
            if request.url.path.endswith("/messages")
            else "responses"
            if request.url.path.endswith("/responses")
            else "openai"
        )
        self.asked.append(Asked(wire, dict(request.headers), body, request.url.path))
        if self.page is not None:
            return httpx2.Response(
                200, text=self.page, headers={"content-type": "text/event-stream"}
            )
        step = self.by_wire.get(wire) or (
            self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        )
        if callable(step) and not isinstance(step, Exception):
            step = await step()
        if isinstance(step, Exception):
            raise step
        if isinstance(step, Fails):
            return httpx2.Response(step.status, json=_ERRORS[wire](step), headers=step.headers)
        stream = Stream(
            [e.encode() for e in _STREAMS[wire](step, body)],
            broken=isinstance(step, Breaks) and not step.silently,
        )
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, stream=stream)


class Stream(httpx2.AsyncByteStream):
    def __init__(self, events: list[bytes], broken: bool) -> None:
        self.events, self.broken = events, broken

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for event in self.events:
            yield event
        if self.broken:
            raise httpx2.ReadError("connection reset")


def _pieces(step: Says | Breaks) -> list[str]:
    text = (
        step.after
        if isinstance(step, Breaks)
        else step.answer
        if isinstance(step.answer, str)
        else json.dumps(step.answer)
    )
    size = max(1, -(-len(text) // (step.in_pieces if isinstance(step, Says) else 1)))
    return [text[i : i + size] for i in range(0, len(text), size)]


def _anthropic(step: Says | Breaks, body: dict[str, Any]) -> list[str]:
    says = step if isinstance(step, Says) else Says("")
    fresh = says.input_tokens - says.cached_tokens
    usage = {
        "input_tokens": fresh,
        "cache_read_input_tokens": says.cached_tokens,
        "cache_creation_input_tokens": 0,
    }
    message = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "x",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage | {"output_tokens": 1},
    }
    events: list[dict[str, Any]] = [{"type": "message_start", "message": message}]
    if pieces := _pieces(step):
        tool = body.get("tools")
        block = (
            {"type": "tool_use", "id": "t", "name": tool[0]["name"], "input": {}}
            if tool
            else {"type": "text", "text": ""}
        )
        events.append({"type": "content_block_start", "index": 0, "content_block": block})
        for piece in pieces:
            delta = (
                {"type": "input_json_delta", "partial_json": piece}
                if tool
                else {"type": "text_delta", "text": piece}
            )
            events.append({"type": "content_block_delta", "index": 0, "delta": delta})
    if isinstance(step, Says):
        if pieces:
            events.append({"type": "content_block_stop", "index": 0})
        reason = {CUT_OFF: "max_tokens", REFUSED: "refusal"}.get(
            step.ending, "tool_use" if body.get("tools") else "end_turn"
        )
        delta = {"stop_reason": reason, "stop_sequence": None}
        events.append(
            {
                "type": "message_delta",
                "delta": delta,
                "usage": {"output_tokens": step.output_tokens},
            }
        )
        events.append({"type": "message_stop"})
    return [f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events]


def _openai(step: Says | Breaks, body: dict[str, Any]) -> list[str]:
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "x"}
    chunks: list[dict[str, Any]] = []
    for i, piece in enumerate(_pieces(step)):
        called: dict[str, Any] = {"index": 0, "function": {"arguments": piece}}
        if i == 0 and body.get("tools"):
            called |= {"id": "t", "type": "function"}
            called["function"]["name"] = body["tools"][0]["function"]["name"]
        delta = {
            "role": "assistant",
            **({"tool_calls": [called]} if body.get("tools") else {"content": piece}),
        }
        chunks.append({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    if isinstance(step, Says):
        reason = {CUT_OFF: "length", REFUSED: "content_filter"}.get(
            step.ending, "tool_calls" if body.get("tools") else "stop"
        )
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
        usage = {"prompt_tokens": step.input_tokens, "completion_tokens": step.output_tokens,
                 "total_tokens": step.input_tokens + step.output_tokens,
                 "prompt_tokens_details": {"cached_tokens": step.cached_tokens}}  # fmt: skip
        chunks.append({"choices": [], "usage": usage})
    lines = [f"data: {json.dumps(head | chunk)}\n\n" for chunk in chunks]
    return [*lines, "data: [DONE]\n\n"] if isinstance(step, Says) else lines


def _responses(step: Says | Breaks, body: dict[str, Any]) -> list[str]:
    """OpenAI's newer wire, whole answers only."""
    assert isinstance(step, Says)
    text = "".join(_pieces(step))
    has_form, said = bool(body.get("tools")), {"type": "output_text", "annotations": []}
    item: dict[str, Any] = (
        {"type": "function_call", "call_id": "t", "name": body["tools"][0]["name"]}
        if has_form
        else {"type": "message", "role": "assistant"}
    ) | {"id": "i", "status": "completed"}
    done = item | ({"arguments": text} if has_form else {"content": [said | {"text": text}]})
    begun = item | ({"arguments": ""} if has_form else {"content": []})
    usage = {"input_tokens": step.input_tokens, "output_tokens": step.output_tokens,
             "total_tokens": step.input_tokens + step.output_tokens,
             "input_tokens_details": {"cached_tokens": 0},
             "output_tokens_details": {"reasoning_tokens": 0}}  # fmt: skip
    head = {"id": "r", "object": "response", "created_at": 1, "model": "x", "tools": [],
            "tool_choice": "auto", "parallel_tool_calls": False}  # fmt: skip
    at = {"output_index": 0, "item_id": "i"}
    part = {"type": "response.content_part.added", "content_index": 0, "part": said | {"text": ""}}
    written = {"type": "response.output_text.delta", "content_index": 0, "logprobs": []}
    filled = {"type": "response.function_call_arguments.delta"}
    delta = [filled | {"delta": text}] if has_form else [part, written | {"delta": text}]
    events = [
        {"type": "response.created", "response": head | {"status": "in_progress", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": begun},
        *(at | event for event in delta),
        {"type": "response.output_item.done", "output_index": 0, "item": done},
        {
            "type": "response.completed",
            "response": head | {"status": "completed", "output": [done], "usage": usage},
        },
    ]
    numbered = (event | {"sequence_number": n} for n, event in enumerate(events))
    return [f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in numbered]


def _google(step: Says | Breaks, body: dict[str, Any]) -> list[str]:
    chunks: list[dict[str, Any]] = []
    reason = (
        {CUT_OFF: "MAX_TOKENS", REFUSED: "SAFETY"}.get(step.ending, "STOP")
        if isinstance(step, Says)
        else None
    )
    if body.get("tools") and isinstance(step, Says) and step.answer != "":
        if isinstance(step.answer, str):
            reason = "MALFORMED_FUNCTION_CALL"
        else:
            name = body["tools"][0]["functionDeclarations"][0]["name"]
            chunks.append(_google_chunk([{"functionCall": {"name": name, "args": step.answer}}]))
    else:
        chunks += [_google_chunk([{"text": piece}]) for piece in _pieces(step)]
    if isinstance(step, Says):
        usage = {"promptTokenCount": step.input_tokens, "candidatesTokenCount": step.output_tokens,
                 "cachedContentTokenCount": step.cached_tokens}  # fmt: skip
        chunks.append(
            {
                "candidates": [{"content": {"parts": [], "role": "model"}, "finishReason": reason}],
                "usageMetadata": usage,
            }
        )
    return [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]


def _google_chunk(parts: list[dict[str, Any]]) -> dict[str, Any]:
    return {"candidates": [{"content": {"parts": parts, "role": "model"}}]}


_STREAMS = {
    "anthropic": _anthropic,
    "openai": _openai,
    "responses": _responses,
    "google": _google,
}
_ERRORS: dict[str, Callable[[Fails], Any]] = {
    "anthropic": lambda f: {
        "type": "error",
        "error": {"type": f.code or "api_error", "message": f.message},
    },
    "openai": lambda f: {
        "error": {"message": f.message, "type": f.code or "x", "code": f.code, "param": None}
    },
    "google": lambda f: {
        "error": {"code": f.status, "message": f.message, "status": f.code or "UNKNOWN"}
    },
}


class TopicReply(BaseModel):
    """What the papers are about."""

    topic: str
    words: list[str] = Field(min_length=2)


def provider(name: str, wire: Wire, **changes: Any) -> Provider:
    return Provider(
        name=name, wire=wire, base_url="https://vendor.test/v1", key=SecretStr(KEY), **changes
    )


PROVIDERS = {
    "anthropic": provider("anthropic", Wire.ANTHROPIC),
    "google": provider("google", Wire.GOOGLE),
    "openai": provider("openai", Wire.OPENAI),
    "local": provider("local", Wire.OPENAI),
}


def a_prompt(
    task: str = "Name the topic.",
    *,
    shared: str = "[1] Great apes use tools.\n\n",
    max_tokens: int = 500,
) -> Prompt:
    return Prompt("profile/topic", 1, "You read papers.", shared, task, max_tokens)


@dataclass
class Desk:
    """The gateway and all that can be seen of it from outside."""

    llm: ModelGateway
    vendor: Vendor
    calls: list[ModelCall] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)


@pytest.fixture
def make(tmp_path):
    """Makes a gateway for a model, or for a chain of models, before a vendor that takes these
    steps. Waits are noted, not waited."""

    def build(
        model: str | tuple[str, ...],
        *steps: Step,
        settings: RoleSettings | None = None,
        **more: Any,
    ) -> Desk:
        chain = (model,) if isinstance(model, str) else model
        config = more.pop("config", None) or ModelsConfig(
            providers=PROVIDERS,
            chains=dict.fromkeys((Role.PROFILE, Role.REPORT), (chain,)),
            roles={Role.PROFILE: settings, Role.REPORT: settings} if settings else {},
        )
        vendor, calls, waits = Vendor(*steps), [], []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        limits = Limits(clock=lambda: sum(waits), sleep=sleep)
        options = {
            "cache": tmp_path / "answers",
            "sleep": sleep,
            "limits": limits,
            "transport": vendor,
        } | more
        return Desk(ModelGateway(config, on_call=calls.append, **options), vendor, calls, waits)

    return build


@pytest.fixture(params=sorted(WIRES))
def model(request):
    """One for each wire, and one at an address of the user's."""
    return WIRES[request.param]


@pytest.fixture
def says():
    return Says


@pytest.fixture
def fails():
    return Fails


@pytest.fixture
def breaks():
    return Breaks


@pytest.fixture
def topic():
    """The form that the tests ask for."""
    return TopicReply


@pytest.fixture
def prompt():
    return a_prompt


@pytest.fixture
def providers():
    return PROVIDERS


@pytest.fixture
def key():
    return KEY
