"""Systems by name: `myscholar`, `myscholar:llm`, or a file."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from eval.systems.files import FiledSystem, read_system
from eval.systems.ours import MyScholarSystem
from eval.systems.sources import corpus_source, describe
from eval.systems.steps import ProductSteps
from myscholar.domain.engine import Engine
from myscholar.domain.model import Frozen
from myscholar.domain.orders import Visibility
from myscholar.domain.runs import Progress, ignore
from myscholar.errors import BadSettings, InputError
from myscholar.gateways.llm.choices import ModelChoice
from myscholar.settings import Settings
from myscholar.workflows.services import Services

EXTRACTIVE, LLM = "myscholar", "myscholar:llm"


class Variant(Frozen):
    """How our own system is set up. Source: MySQA tables 3, 6-8."""

    engine: str = EXTRACTIVE
    """`myscholar` or `myscholar:llm`."""
    n_actions: int = 8
    """Chosen actions, half generic, half personalized."""
    where: Visibility = Visibility.ALL
    """Which prompts show the actions; the language model's only."""
    model: str | None = None
    """`provider:name` for every step; None: as the settings say. The language model's only."""
    with_plain_report: bool = True


@dataclass(frozen=True)
class Place:
    services: Services
    shared: Path
    corpus: str | None = None
    timer: Callable[[], float] = time.perf_counter


def is_ours(name: str) -> bool:
    return name in (EXTRACTIVE, LLM)


def open_file(path: str, *, only: str | None = None, split: str | None = None) -> FiledSystem:
    """Raises UnreadableFile, InputError, which names the systems that have names."""
    file = Path(path)
    if file.is_dir():
        raise InputError(
            f"{path!r} is a folder, no system. Give a file of reports or whole outputs, or "
            f"{EXTRACTIVE} or {LLM}."
        )
    if not file.is_file():
        raise InputError(
            f"{path!r} is no system: there is no such file. Systems by name are {EXTRACTIVE} and "
            f"{LLM}."
        )
    return read_system(file, only=only, split=split)


async def open_ours(
    variant: Variant, place: Place, *, name: str | None = None, progress: Progress = ignore
) -> MyScholarSystem:
    """Raises InputError, EngineUnavailable, BadSettings, UnknownName, CorpusError."""
    services = _with_model(place.services, variant)
    source = await corpus_source(services, place.corpus, place.shared, progress=progress)
    is_llm = variant.engine == LLM
    engine = Engine.LLM if is_llm else Engine.EXTRACTIVE
    steps = ProductSteps(services, (source,), engine, variant.where)
    plain = "" if variant.with_plain_report else ", no report without actions"
    identity = (
        f"{_engine(services, variant)}; {variant.n_actions} actions; "
        f"{describe(services, source)}{plain}"
    )
    return MyScholarSystem(
        name=name or variant.engine,
        identity=identity,
        steps=steps,
        timer=place.timer,
        n_actions=variant.n_actions,
        with_plain_report=variant.with_plain_report,
    )


def _with_model(services: Services, variant: Variant) -> Services:
    if variant.engine != LLM:
        if variant.model or variant.where is not Visibility.ALL:
            raise InputError(
                "The extractive engine has no prompts and no model: only the number of actions "
                "can be varied. Use --system myscholar:llm."
            )
        return services
    if variant.model:
        judge = services.settings.models.judge
        chosen = services.settings.model_copy(
            update={"models": ModelChoice(default=variant.model, judge=judge)}
        )
        services = replace(services, settings=_usable(chosen))
    services.settings.check_models()
    return services


def _usable(settings: Settings) -> Settings:
    if fault := settings.models_config.fault:
        raise BadSettings(f"The model can't be used: {fault}")
    return settings


def _engine(services: Services, variant: Variant) -> str:
    """In words, with the models of each role that takes part."""
    if variant.engine != LLM:
        return "extractive engine"
    chains = services.settings.models_config.chains
    roles = {
        role: "+".join("/".join(chain) for chain in rotation)
        for role, rotation in chains.items()
        if role != "judge"
    }
    models = (
        next(iter(roles.values()))
        if len(set(roles.values())) == 1
        else ", ".join(f"{r} {m}" for r, m in sorted(roles.items()))
    )
    return f"language model {models}; actions shown: {variant.where.value}"
