"""Prompt files: a head in TOML between `+++` lines, then a Jinja body in three parts.

    +++
    purpose = "Five inferences of one aspect."
    inputs = ["papers", "aspect"]
    reply = "myscholar.profile.llm.replies:AspectReply"     (or "text")
    source = "MySQA §2.1, D.1"
    version = 1
    max_tokens = 6000
    +++
    <!-- system -->      who the model is and the rules that never change
    <!-- shared -->      what several calls have in common, word for word: vendors cache it as a
                         prefix
    <!-- task -->        what this call is about

Every value is untrusted, whatever its type: what looks like a tag in it ("<b", "</quotes",
"< a1 >") has its "<" replaced by "‹", so that no paper, title or reply can close a fence of ours,
open one or mark a text. A missing or unused input is an error.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template, TemplateError, meta

from myscholar.errors import StorageError

_UNSEEN = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)
"""What no screen shows: Unicode's ignorable characters, and a blank that is none."""
_GAP = rf"[\s{_UNSEEN}]*+"
_TAG = re.compile(
    rf"[<＜﹤](?=[{_UNSEEN}]*+[^\W\d_]|{_GAP}[/!?／！？]{_GAP}[^\W\d_]"
    rf"|{_GAP}[^\W\d_](?:[\w{_UNSEEN}-]*+|[\d\s,aA]*+)(?:{_GAP}[>＞﹥]|{_GAP}[\w-]++{_GAP}=))"
)
_PART = re.compile(r"^<!-- (system|shared|task) -->$", re.MULTILINE)


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt. `shared` and `task` together are the user's message; `shared` may be
    empty."""

    name: str
    """Path under `prompts/` without ending, for example `report/section`."""
    version: int
    system: str
    shared: str
    task: str
    max_tokens: int = 4000

    @property
    def label(self) -> str:
        return f"{self.name}@{self.version}"

    @property
    def text(self) -> str:
        return f"{self.shared}{self.task}"


@dataclass(frozen=True)
class PromptFile:
    """One prompt file, read and compiled."""

    name: str
    purpose: str
    inputs: tuple[str, ...]
    reply: str
    source: str
    version: int
    max_tokens: int
    used: frozenset[str]
    """The names that the body uses."""
    parts: Mapping[str, Template]

    def render(self, **inputs: Any) -> Prompt:
        """Raises ValueError unless exactly the declared inputs are given."""
        if set(inputs) != set(self.inputs):
            raise ValueError(
                f"prompt {self.name} takes {sorted(self.inputs)}, not {sorted(inputs)}"
            )
        text = {part: template.render(**inputs).strip() for part, template in self.parts.items()}
        shared = text.get("shared", "")
        return Prompt(
            name=self.name,
            version=self.version,
            system=text.get("system", ""),
            shared=f"{shared}\n\n" if shared else "",
            task=text.get("task", ""),
            max_tokens=self.max_tokens,
        )


def render(name: str, **inputs: Any) -> Prompt:
    """The prompt file of this name with its inputs filled in."""
    return read_prompt(name).render(**inputs)


@cache
def read_prompt(name: str) -> PromptFile:
    """Raises StorageError when the file is missing or broken: the installation is damaged."""
    path = prompts_folder() / f"{name}.md"
    try:
        _, head, body = path.read_text(encoding="utf-8").split("+++\n", 2)
        values = tomllib.loads(head)
        pieces = _PART.split(body)
        sources = dict(zip(pieces[1::2], pieces[2::2], strict=True))
        used = frozenset(
            n
            for s in sources.values()
            for n in meta.find_undeclared_variables(_environment().parse(s))
        )
        return PromptFile(
            name=name,
            purpose=values["purpose"],
            inputs=tuple(values["inputs"]),
            reply=values["reply"],
            source=values["source"],
            version=values["version"],
            max_tokens=values["max_tokens"],
            used=used,
            parts={part: _environment().from_string(source) for part, source in sources.items()},
        )
    except (OSError, ValueError, KeyError, TemplateError) as error:
        raise StorageError(
            f"The prompt {name} can't be read ({error}). Reinstall myscholar."
        ) from error


def prompt_names() -> tuple[str, ...]:
    folder = prompts_folder()
    names = (p.relative_to(folder).with_suffix("").as_posix() for p in folder.glob("*/*.md"))
    return tuple(sorted(names))


def prompts_folder() -> Path:
    """The checkout's folder when there is one, else the one that was installed with the package."""
    package = Path(__file__).resolve().parents[2]
    checkout = package.parent / "prompts"
    return checkout if checkout.is_dir() else package / "prompts"


def neutral(value: Any) -> str:
    """The value as text, with the "<" of everything that looks like a tag replaced by "‹"."""
    return _TAG.sub("‹", str(value))


@cache
def _environment() -> Environment:
    return Environment(
        undefined=StrictUndefined,
        finalize=neutral,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701  no HTML: `neutral` is what escapes
        auto_reload=False,
    )
