"""Who does the steps that take judgement."""

from enum import StrEnum


class Engine(StrEnum):
    """`auto` does as the settings say; where they say nothing, it takes the language model when one
    is set up, else the extractive engine.

    `recorded` plays what a language model answered before: the sample's recording, or the one that
    the settings name.
    """

    AUTO = "auto"
    LLM = "llm"
    EXTRACTIVE = "extractive"
    RECORDED = "recorded"

    @property
    def is_model(self) -> bool:
        """Whether a language model does the work, or what is kept of one."""
        return self in (Engine.LLM, Engine.RECORDED)
