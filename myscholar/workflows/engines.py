"""Which engine does the steps that take judgement."""

from enum import StrEnum

from myscholar.workflows.services import Services


class Engine(StrEnum):
    """`auto` does as the settings say; where they say nothing, it takes the language model when one is set up, else the extractive engine."""

    AUTO = "auto"
    LLM = "llm"
    EXTRACTIVE = "extractive"


def takes_model(services: Services, engine: Engine) -> bool:
    """Whether a language model does the work. For `llm` that is so even if none is set up: `services.llm` then says what is missing."""
    wanted = Engine(services.settings.engine) if engine is Engine.AUTO else engine
    return wanted is Engine.LLM or (wanted is Engine.AUTO and services.settings.has_models)


def decided(services: Services, engine: Engine) -> Engine:
    """The one of the two engines that does the work: what a run's order says, so that settings changed later don't change the run."""
    return Engine.LLM if takes_model(services, engine) else Engine.EXTRACTIVE
