"""Which engine does the steps that take judgement."""

from enum import StrEnum

from myscholar.errors import EngineUnavailable


class Engine(StrEnum):
    """`auto` takes the language model when one is set up, else the extractive engine."""

    AUTO = "auto"
    LLM = "llm"
    EXTRACTIVE = "extractive"


def require_extractive(engine: Engine) -> None:
    """Raises EngineUnavailable for `llm`: this version has the extractive engine only."""
    if engine is Engine.LLM:
        raise EngineUnavailable(
            "llm", "this version works without language models. Use --engine extractive, or leave the option out."
        )
