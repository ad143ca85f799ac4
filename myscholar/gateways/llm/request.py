"""One question to one model, whole, and what came back."""

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from pydantic import BaseModel

from myscholar.domain.runs import ignore
from myscholar.gateways.llm.budget import Usage
from myscholar.gateways.llm.config import RoleSettings
from myscholar.gateways.llm.prompts import Prompt


@dataclass(frozen=True)
class Repair:
    """The second and last attempt: the model is shown its answer and what is wrong with it."""

    answer: str
    """Empty when the vendor gave nothing readable."""
    objections: tuple[str, ...]

    @property
    def text(self) -> str:
        listed = "\n".join(f"- {objection}" for objection in self.objections)
        said = "The answer above" if self.answer else "Your last answer"
        return (
            f"{said} can't be used as it is:\n{listed}\n\nGive the whole answer again with this "
            "mended and the rest kept."
        )


@dataclass(frozen=True)
class Request:
    """`reply` None asks for free text."""

    role: str
    prompt: Prompt
    model: str
    settings: RoleSettings
    reply: type[BaseModel] | None = None
    variant: int = 0
    repair: Repair | None = None

    @cached_property
    def key(self) -> str:
        """Hash of all that the answer depends on. The output limit is not part of it, since answers
        cut off by it are never kept; neither is the address, so that a model keeps its answers when
        its server moves."""
        prompt, settings, repair = self.prompt, self.settings, self.repair
        schema = schema_of(self.reply) if self.reply else None
        identity: list[Any] = [self.model, prompt.system, prompt.shared, prompt.task, schema]
        identity += [settings.temperature, settings.thinking, self.variant]
        identity.append([repair.answer, *repair.objections] if repair else None)
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    @property
    def asked(self) -> str:
        """The user's side of the conversation, with the answer that is to be repaired where there
        is one."""
        if self.repair is None:
            return self.prompt.text
        first, repair = self.repair.answer, self.repair.text
        return f"{self.prompt.text}\n\n[first answer]\n{first}\n\n[repair]\n{repair}"

    @cached_property
    def n_bytes(self) -> int:
        """Size of everything that the model reads."""
        parts = [self.prompt.system, self.prompt.text]
        if self.reply:
            parts.append(json.dumps(schema_of(self.reply)))
        if self.repair:
            parts += [self.repair.answer, self.repair.text]
        return sum(len(part.encode("utf-8", "surrogatepass")) for part in parts)


@dataclass
class Listener:
    """Who hears of an answer while it comes; of its begin once, however often it is asked for."""

    began: Callable[[], None] = ignore
    on_text: Callable[[str], None] = ignore
    has_begun: bool = False

    def begin(self) -> None:
        if not self.has_begun:
            self.has_begun = True
            self.began()


@dataclass(frozen=True)
class Reply:
    """A whole answer: free text, or the JSON text of a structured one."""

    text: str


@dataclass
class Heard:
    """What has come back of one request so far. It grows while the answer streams, and tells what a
    broken one has cost."""

    started_at: float = field(default_factory=time.time)
    sent_at: float = field(default_factory=time.perf_counter)
    """On a clock of its own, which no change of the day's time moves."""
    first_byte_s: float | None = None
    thoughts: str = ""
    """As far as the vendor shows them."""
    text: str = ""
    form: str = ""
    """The JSON of a form."""
    usage: Usage = field(default_factory=Usage)

    def begin(self) -> None:
        if self.first_byte_s is None:
            self.first_byte_s = self.seconds

    @property
    def seconds(self) -> float:
        """Since the request was sent."""
        return time.perf_counter() - self.sent_at


@cache
def schema_of(reply: type[BaseModel]) -> Mapping[str, Any]:
    """The reply's JSON schema; how the source breaks its lines is no part of what a model reads."""
    schema: dict[str, Any] = reply.model_json_schema()
    for part in (schema, *schema.get("$defs", {}).values()):
        if "description" in part:
            part["description"] = " ".join(part["description"].split())
    return schema
