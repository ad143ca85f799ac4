"""Which engine does the steps that take judgement."""

from enum import StrEnum

from myscholar.workflows.services import Services


class Engine(StrEnum):
    """`auto` takes the language model when one is set up, else the extractive engine."""

    AUTO = "auto"
    LLM = "llm"
    EXTRACTIVE = "extractive"


def takes_model(services: Services, engine: Engine) -> bool:
    """Whether a language model does the work. For `llm` that is so even if none is set up: `services.llm` then says what is missing."""
    return engine is Engine.LLM or (engine is Engine.AUTO and services.settings.has_models)
