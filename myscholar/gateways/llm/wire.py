"""One request over pydantic-ai, always streamed: its first byte is known, and no vendor's limit on whole answers applies."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel
from pydantic_ai import CachePoint, ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.direct import model_request_stream
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPartDelta
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from myscholar.errors import LLMEmptyAnswer, LLMError, LLMRefusal, LLMTruncated, LLMUnavailable
from myscholar.gateways.llm.budget import BYTES_A_TOKEN, Usage
from myscholar.gateways.llm.request import Heard, Reply, Request, schema_of
from myscholar.gateways.llm.translate import translate

if TYPE_CHECKING:
    from pydantic_ai.models import StreamedResponse

_LONGEST = 10
"""A whole answer may take this many times the longest silence."""
_FENCED = re.compile(r"\A\s*```(?:json)?\s*\n(.*?)\n?```\s*\Z", re.DOTALL)
_TEMPERATURE_TAKEN = "anthropic_disallows_sampling_settings"


async def send(
    model: Model,
    request: Request,
    max_tokens: int,
    heard: Heard,
    *,
    began: Callable[[], None],
    on_text: Callable[[str], None],
) -> Reply:
    """The whole answer. Raises LLMError; keys and vendors' words are in none."""
    failure: LLMError
    try:
        async with model_request_stream(
            model,
            _messages(request),
            model_settings=_settings(model, request, max_tokens),
            model_request_parameters=_form(request.reply),
        ) as stream:
            try:
                async for event in stream:
                    if heard.begin():
                        began()
                    _listen(event, heard, on_text)
            finally:
                heard.usage = _usage(stream, heard, request)
            return _reply(stream.get(), request, max_tokens)
    except LLMError:
        raise
    except (AgentRunError, UserError, ValueError, TypeError, KeyError, AttributeError) as error:
        failure = translate(error, request.model)
    # Outside of the block, so that the vendor's words are not kept with our error as its context.
    raise failure


def _listen(event: object, heard: Heard, on_text: Callable[[str], None]) -> None:
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        heard.text += event.part.content
    elif isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        heard.text += event.delta.content_delta
    else:
        return
    if heard.text:
        on_text(heard.text)


def _messages(request: Request) -> list[ModelMessage]:
    prompt, repair = request.prompt, request.repair
    said: list[str | CachePoint] = [prompt.shared, CachePoint(), prompt.task] if prompt.shared else [prompt.task]
    first = ModelRequest(parts=[UserPromptPart(said)], instructions=prompt.system or None)
    if repair is None:
        return [first]
    # As text and not as a call of the answer's tool: broken JSON, and the vendors' rules on replaying thoughts, leave no other way.
    again = ModelRequest(parts=[UserPromptPart(repair.text)], instructions=prompt.system or None)
    return [first, ModelResponse(parts=[TextPart(repair.answer)]), again] if repair.answer else [first, again]


@cache
def _form(reply: type[BaseModel] | None) -> ModelRequestParameters:
    """How the answer is asked for: by a tool, or by another way where a model can't be made to use one."""
    if reply is None:
        return ModelRequestParameters()
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", reply.__name__).lower()
    schema = dict(schema_of(reply))
    described = schema.get("description") or "The answer."
    return ModelRequestParameters(
        output_mode="auto",
        output_tools=[ToolDefinition(name=name, parameters_json_schema=schema, description=described, kind="output")],
        output_object=OutputObjectDefinition(json_schema=schema, name=name, description=described),
        allow_text_output=False,
    )


def _settings(model: Model, request: Request, max_tokens: int) -> ModelSettings:
    """Only what the model takes."""
    chosen, profile = request.settings, cast(Mapping[str, Any], model.profile)
    settings = ModelSettings(
        max_tokens=max_tokens,
        max_retries=0,
        timeout=chosen.timeout_s,
        request_timeout=_LONGEST * chosen.timeout_s,
    )
    if chosen.thinking is not None and profile.get("supports_thinking", False):
        settings["thinking"] = chosen.thinking
    if chosen.temperature is not None and not profile.get(_TEMPERATURE_TAKEN, False):
        settings["temperature"] = chosen.temperature
    return settings


def _usage(stream: "StreamedResponse", heard: Heard, request: Request) -> Usage:
    """As the vendor counted, or as estimated where the answer broke off before it said."""
    counted = stream.usage
    if counted.input_tokens or heard.first_byte_s is None:
        return Usage(counted.input_tokens, counted.cache_read_tokens, counted.cache_write_tokens, counted.output_tokens)
    n_output = len(heard.text.encode("utf-8", "surrogatepass")) / BYTES_A_TOKEN
    return Usage(input_tokens=int(request.n_bytes / BYTES_A_TOKEN), output_tokens=int(n_output))


def _reply(response: ModelResponse, request: Request, max_tokens: int) -> Reply:
    if response.finish_reason == "content_filter":
        raise LLMRefusal(request.model, request.prompt.label)
    if response.finish_reason == "length":
        raise LLMTruncated(request.model, request.prompt.label, max_tokens)
    text = (response.text or "").strip() if request.reply is None else _json_text(response)
    if response.finish_reason == "error" and request.reply is None:
        raise LLMUnavailable(request.model, "it broke off its answer")
    if not text and response.finish_reason != "error":
        raise LLMEmptyAnswer(request.model, request.prompt.label)
    return Reply(text)


def _json_text(response: ModelResponse) -> str:
    """What the model gave as JSON, broken or not. Empty for an answer that the vendor itself could not read."""
    for part in response.parts:
        if isinstance(part, ToolCallPart):
            return part.args if isinstance(part.args, str) else json.dumps(part.args or {}, ensure_ascii=False)
    text = (response.text or "").strip()
    fenced = _FENCED.match(text)
    return fenced[1] if fenced else text
