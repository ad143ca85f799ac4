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


def missing_key(services: Services, engine: Engine = Engine.AUTO) -> str:
    """Why a language model that is to do the work could not be asked at all, in words; empty where nothing is known to be in the way."""
    if not takes_model(services, engine):
        return ""
    config = services.settings.models_config
    chains = (chain for role, rotation in config.chains.items() if role != "judge" for chain in rotation)
    keyless = {name for name, provider in config.providers.items() if provider.own_address and provider.key is None}
    shut = (chain[0] for chain in chains if {model.partition(":")[0] for model in chain} <= keyless)
    model = next(shut, None)
    if model is None:
        return ""
    return f"There is no key for {model}, which is to do this. {config.providers[model.partition(':')[0]].key_hint}".strip()


def decided(services: Services, engine: Engine) -> Engine:
    """The one of the two engines that does the work: what a run's order says, so that settings changed later don't change the run."""
    return Engine.LLM if takes_model(services, engine) else Engine.EXTRACTIVE
