"""What a training is run with. Source: IntentRL table 5 for the preset `full`."""

import tomllib
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from myscholar.domain.model import Frozen
from myscholar.errors import UnreadableFile
from myscholar.text.toml import read_toml


class Preset(StrEnum):
    TINY = "tiny"
    """A model of a million numbers, made from nothing on any machine."""
    FULL = "full"
    """The paper's model and numbers: for graphics processors."""


class TrainingStage(StrEnum):
    SFT = "sft"
    ONE = "1"
    ROLLOUTS = "rollouts"
    """The dialogues that stage II learns from; by itself for who trains with several processes."""
    TWO = "2"
    ALL = "all"


class Ablation(StrEnum):
    """What is left out. Source: IntentRL table 3."""

    NONE = "none"
    NO_SCALING = "no-scaling"
    """First turns alone, with all that a query's graph asks for as targets."""
    JUDGED_CONTENT = "judged-content"
    """A judge's verdict in the place of embedding similarity."""
    NO_PENALTY = "no-penalty"
    NO_STAGE_TWO = "no-stage-two"
    NO_STAGE_ONE = "no-stage-one"
    """Stage II by rollouts of the original model alone, without experts' turns."""


class Scratch(Frozen):
    """A model of Qwen2's architecture that begins with random numbers."""

    vocabulary: int = Field(ge=300)
    hidden: int = Field(ge=8)
    layers: int = Field(ge=1)
    heads: int = Field(ge=1)


class Asking(Frozen):
    """How an asker is asked; kept with the policy."""

    is_instructed: bool
    """Told in words what to do; one made from nothing understands none."""
    n_directions: int = Field(ge=0)
    """That it is shown to name by number; 0: it words everything itself, as the paper's does."""
    reply_words: int = Field(default=0, ge=0)
    """That it is shown of each reply; 0: all."""
    prompt_tokens: int = Field(ge=16)
    response_tokens: int = Field(ge=8)
    temperature: float = Field(gt=0)


class Taken(Frozen):
    """Which of the experts' turns are learned from."""

    per_query: int = Field(default=0, ge=0)
    """Drawn by seed of each query's; 0: all."""


class Sft(Frozen):
    learning_rate: float = Field(gt=0)
    batch: int = Field(ge=1)
    epochs: int = Field(ge=1)


class Grpo(Frozen):
    learning_rate: float = Field(gt=0)
    batch: int = Field(ge=1)
    """Prompts of a step."""
    repeats: int = Field(ge=2)
    """Questions written on each of them."""
    epochs: int = Field(ge=1)
    kl: float = Field(ge=0)
    """Weight of the divergence from the model that the stage begins with."""


class Rollouts(Frozen):
    per_query: int = Field(ge=1)
    turns: int = Field(ge=1)
    """Of a dialogue, those of its prefix among them."""


class MachineSettings(Frozen):
    per_device: int = Field(ge=1)
    """Questions, or examples, that one process takes at once."""
    is_half_precision: bool = False
    with_vllm: bool = False
    save_steps: int = Field(ge=1)
    log_steps: int = Field(ge=1)


class TrainingSettings(Frozen):
    base: str = ""
    """Name or folder of the model that is begun with; empty: `scratch`."""
    scratch: Scratch | None = None
    asking: Asking
    turns: Taken = Taken()
    sft: Sft
    grpo: Grpo
    rollouts: Rollouts
    machine: MachineSettings


def preset(name: Preset) -> TrainingSettings:
    """Of the files beside this one."""
    return TrainingSettings.model_validate(_entries(name))


def read_settings(name: Preset, path: Path | None) -> TrainingSettings:
    """The preset with the entries of a file in their place. Raises UnreadableFile."""
    if path is None:
        return preset(name)
    try:
        given = read_toml(path.read_text(encoding="utf-8"))
        return TrainingSettings.model_validate(_over(_entries(name), given))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UnreadableFile(path, f"{where}: {first['msg']}") from error
    except (OSError, ValueError) as error:
        raise UnreadableFile(path, f"it can't be read as TOML ({error})") from error


def _entries(name: Preset) -> dict[str, Any]:
    text = files(__package__).joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged, what else stands in them replaced."""
    merged = {
        key: _over(below[key], value)
        if isinstance(value, dict) and isinstance(below.get(key), dict)
        else value
        for key, value in above.items()
    }
    return below | merged
