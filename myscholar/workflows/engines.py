"""Which engine does the steps that take judgement."""

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from myscholar.domain.engine import Engine
from myscholar.domain.orders import (
    ActionsOrder,
    AnswerOrder,
    ClarifyOrder,
    HeadStartOrder,
    ProfileOrder,
    ReportOrder,
    UpdateProfileOrder,
)
from myscholar.domain.runs import ModelCall
from myscholar.errors import NotRecorded
from myscholar.gateways.llm.budget import Budget
from myscholar.gateways.llm.gateway import ModelGateway
from myscholar.workflows.runs.recorded_orders import check_recorded
from myscholar.workflows.services import Services

Asked = TypeVar(
    "Asked",
    bound=ProfileOrder
    | UpdateProfileOrder
    | ActionsOrder
    | ClarifyOrder
    | ReportOrder
    | HeadStartOrder
    | AnswerOrder,
)


def takes_model(services: Services, engine: Engine) -> bool:
    """Whether a language model does the work. For `llm` that is so even if none is set up:
    `services.llm` then says what is missing."""
    wanted = Engine(services.settings.engine) if engine is Engine.AUTO else engine
    return wanted.is_model or (wanted is Engine.AUTO and services.settings.has_models)


def missing_key(services: Services, engine: Engine = Engine.AUTO) -> str:
    """Why a language model that is to do the work could not be asked at all, in words; empty where
    nothing is known to be in the way."""
    if engine is Engine.RECORDED or not takes_model(services, engine):
        return ""
    config = services.settings.models_config
    if fault := services.settings.model_fault:
        return f"No model can be asked: {fault}"
    chains = (
        chain for role, rotation in config.chains.items() if role != "judge" for chain in rotation
    )
    keyless = {
        name
        for name, provider in config.providers.items()
        if provider.own_address and provider.key is None and not provider.in_keyring
    }
    shut = (chain[0] for chain in chains if {model.partition(":")[0] for model in chain} <= keyless)
    model = next(shut, None)
    if model is None:
        return ""
    return f"There is no key for {model}, which is to do this."


def settle_engine(services: Services, order: Asked) -> Asked:
    """The order with the engine that does the work, so that settings changed later don't change the
    run. Raises NotRecorded, EngineUnavailable."""
    engine = decide_engine(services, order.engine)
    if engine is Engine.RECORDED:
        check_recorded(services, order)
    check_model(services, engine)
    return cast(Asked, order.model_copy(update={"engine": engine}))


def decide_engine(services: Services, engine: Engine) -> Engine:
    """The one that does the work: never `auto`."""
    if engine is Engine.RECORDED:
        return engine
    return Engine.LLM if takes_model(services, engine) else Engine.EXTRACTIVE


def check_model(services: Services, engine: Engine) -> None:
    """Raises EngineUnavailable where a language model is to do the work and none is set,
    BadSettings where one can't be asked."""
    if engine is Engine.LLM:
        services.settings.check_models()


def gateway_of(
    services: Services, engine: Engine, *, on_call: Callable[[ModelCall], None], budget: Budget
) -> ModelGateway:
    """To the models of an order's engine. Raises EngineUnavailable; UnreadableFile for a
    recording."""
    if engine is Engine.RECORDED:
        return services.recorded_llm(on_call=on_call)
    return services.llm(on_call=on_call, budget=budget)


def this_year(services: Services, engine: Engine) -> int:
    """As prompts tell it: a recording's answers are those of the year in which it was made."""
    return services.recording.year if engine is Engine.RECORDED else services.clock().year


def label_of(services: Services, engine: Engine) -> tuple[str, ...]:
    """Who answered, for everything that is made from a recording; nothing for other engines."""
    return (services.recording.by,) if engine is Engine.RECORDED else ()


def check_offline(engine: Engine, sources: Iterable[str]) -> None:
    """Raises NotRecorded where a recorded run is to search more than the sample: what it found
    elsewhere has to stand in the recording."""
    if engine is Engine.RECORDED and set(sources) != {"sample"}:
        raise NotRecorded(
            "the model",
            "search",
            "The recording lacks what its run found in sources that are not the sample.",
        )
