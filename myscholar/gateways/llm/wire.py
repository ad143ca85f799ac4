"""One request over pydantic-ai, always streamed: its first byte is known, and no vendor's limit on
whole answers applies."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel
from pydantic_ai import (
    CachePoint,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import (
    PartDeltaEvent,
    PartStartEvent,
    TextPartDelta,
    ThinkingPartDelta,
    ToolCallPartDelta,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from myscholar.errors import LLMEmptyAnswer, LLMRefusal, LLMTruncated, LLMUnavailable
from myscholar.gateways.llm.budget import BYTES_A_TOKEN, Usage
from myscholar.gateways.llm.config import Structured
from myscholar.gateways.llm.request import Heard, Listener, Reply, Request, schema_of
from myscholar.gateways.llm.thinking import structured_by, takes_temperature, thinking_room
from myscholar.gateways.llm.translate import translate

if TYPE_CHECKING:
    from pydantic_ai.models import StreamedResponse

_LONGEST = 10
"""A whole answer may take this many times the longest silence."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SPELT_CONTROL = re.compile(
    r"(\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|(?P<half>\\ud[89a-f][0-9a-f]{2})"
    r"|\\(?-i:[bf])|\\u00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])",
    re.IGNORECASE,
)
_FENCED = re.compile(r"\A\s*```(?:json)?(?:[^\S\n]*\n)++(.*?)\n?```\s*\Z", re.DOTALL)


async def send(
    model: Model,
    request: Request,
    max_tokens: int,
    heard: Heard,
    listener: Listener,
    *,
    structured: Structured,
) -> Reply:
    """The whole answer. Raises LLMError; keys and vendors' words are in none. What the listeners
    raise passes through."""
    messages, settings = _messages(request), _settings(model, request, max_tokens)
    form = _form(request.reply, structured_by(_profile(model), structured))
    failure: Exception
    try:
        async with model_request_stream(
            model, messages, model_settings=settings, model_request_parameters=form
        ) as stream:
            try:
                async for event in stream:
                    _listen(event, heard, listener)
            finally:
                heard.usage = _usage(stream, heard, request)
            response = stream.get()
    except _ListenerFailed as error:
        failure = error.reason
    except Warning:  # where Python is told to make errors of them
        raise
    except Exception as error:  # nothing but the vendors' libraries runs here
        failure = translate(error, request.model, model.base_url or "")
    else:
        return _reply(response, request, max_tokens)
    # Outside of the block, so that the vendor's words are not kept with our error as its context.
    raise failure


class _ListenerFailed(BaseException):
    """Keeps an error of the caller's apart from those of a vendor's library."""

    def __init__(self, reason: Exception) -> None:
        self.reason = reason


def _listen(event: object, heard: Heard, listener: Listener) -> None:
    heard.begin()
    n_before = len(heard.text) + len(heard.form)
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            heard.text += text
        case PartStartEvent(part=ToolCallPart(args=str(form))):
            heard.form += form  # some servers begin the form with its name
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            heard.text += text
        case PartDeltaEvent(delta=ToolCallPartDelta(args_delta=str(form))):
            heard.form += form
        case PartDeltaEvent(delta=ThinkingPartDelta(content_delta=str(thought))):
            heard.thoughts += thought
    try:
        listener.begin()
        if len(heard.text) + len(heard.form) > n_before:
            listener.on_text(heard.form or heard.text)
    except Exception as error:
        raise _ListenerFailed(error) from None


def _messages(request: Request) -> list[ModelMessage]:
    prompt, repair = request.prompt, request.repair
    shared, task, system = _whole(prompt.shared), _whole(prompt.task), _whole(prompt.system) or None
    said: list[str | CachePoint] = [shared, CachePoint(), task] if shared else [task]
    first = ModelRequest(parts=[UserPromptPart(said)], instructions=system)
    if repair is None:
        return [first]
    # As text and not as a call of the answer's tool: broken JSON, and the vendors' rules on
    # replaying thoughts, leave no other way.
    again = ModelRequest(parts=[UserPromptPart(_whole(repair.text))], instructions=system)
    if not repair.answer:
        return [first, again]
    return [first, ModelResponse(parts=[TextPart(_whole(repair.answer))]), again]


@cache
def _form(reply: type[BaseModel] | None, structured: Structured) -> ModelRequestParameters:
    """How the answer is asked for. Made once for each form, so that its wording is the same in each
    call and can be cached."""
    if reply is None:
        return ModelRequestParameters()
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", reply.__name__).lower()
    schema = dict(schema_of(reply))
    described = schema.get("description") or "The answer."
    return ModelRequestParameters(
        output_mode=structured,
        output_tools=[
            ToolDefinition(
                name=name, parameters_json_schema=schema, description=described, kind="output"
            )
        ],
        output_object=OutputObjectDefinition(json_schema=schema, name=name, description=described),
        allow_text_output=False,
    )


def _settings(model: Model, request: Request, max_tokens: int) -> ModelSettings:
    """Only what the model takes."""
    chosen, profile = request.settings, _profile(model)
    settings = ModelSettings(
        max_tokens=max_tokens,
        max_retries=0,
        timeout=chosen.timeout_s,
        request_timeout=_LONGEST * chosen.timeout_s,
    )
    if chosen.thinking is not None and profile.get("supports_thinking", False):
        settings["thinking"] = chosen.thinking
    if chosen.temperature is not None and takes_temperature(profile, chosen.thinking):
        settings["temperature"] = chosen.temperature
    return settings


def output_limit(model: Model, request: Request, max_tokens: int) -> int:
    """The limit to send for an answer of so many tokens."""
    return max_tokens + thinking_room(_profile(model), request.settings.thinking)


def _profile(model: Model) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], model.profile)


def _usage(stream: "StreamedResponse", heard: Heard, request: Request) -> Usage:
    """As the vendor counted, or as estimated where the answer broke off before it said. Some say at
    the start what they have read."""
    counted = stream.usage
    said = Usage(
        counted.input_tokens,
        counted.cache_read_tokens,
        counted.cache_write_tokens,
        counted.output_tokens,
    )
    if heard.first_byte_s is None or (said.input_tokens and stream.finish_reason):
        return said
    n_input = said.input_tokens or int(request.n_bytes / BYTES_A_TOKEN)
    n_output = int(
        len((heard.thoughts + heard.text + heard.form).encode("utf-8", "surrogatepass"))
        / BYTES_A_TOKEN
    )
    return replace(said, input_tokens=n_input, output_tokens=max(said.output_tokens, n_output))


def _reply(response: ModelResponse, request: Request, max_tokens: int) -> Reply:
    model, label, ended = request.model, request.prompt.label, response.finish_reason
    if ended == "content_filter":
        raise LLMRefusal(model, label)
    if ended == "length":
        raise LLMTruncated(model, label, max_tokens)
    if ended is None or (ended == "error" and request.reply is None):
        raise LLMUnavailable(model, "it broke off its answer")
    text = _shown(response.text or "").strip() if request.reply is None else _json_text(response)
    # Google's word for a call that it could not read itself: the model may mend it
    if not text and ended != "error":
        raise LLMEmptyAnswer(model, label)
    return Reply(text)


def _json_text(response: ModelResponse) -> str:
    """What the model gave as JSON, broken or not. Empty for an answer that the vendor itself could
    not read."""
    for part in response.parts:
        if isinstance(part, ToolCallPart):
            args = part.args or ""
            return _without_escapes(
                _shown(args if isinstance(args, str) else json.dumps(args, ensure_ascii=False))
            )
    text = _shown(response.text or "").strip()
    fenced = _FENCED.match(text)
    return _without_escapes(fenced[1] if fenced else text)


def _without_escapes(text: str) -> str:
    """JSON without the control characters that its strings spell out, with a question mark for each
    half character."""
    return _SPELT_CONTROL.sub(lambda found: found[1] or "?" * bool(found["half"]), text)


def _shown(text: str) -> str:
    """Without half characters and without control characters, which databases refuse and terminals
    obey."""
    return _CONTROL.sub("", _whole(text))


def _whole(text: str) -> str:
    """Without half characters, which neither a request nor a database can carry."""
    return text.encode("utf-8", "replace").decode()
