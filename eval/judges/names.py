"""Judges by name: `local`, or a model as `provider:name`."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from eval.judges.aspects import AspectJudge, ModelAspectJudge
from eval.judges.checklists import (
    ChecklistMaker,
    CriterionScorer,
    ModelChecklistMaker,
    ModelScorer,
)
from eval.judges.judge import Judge
from eval.judges.keypoints import KeypointJudge, ModelKeypointJudge
from eval.judges.local.aspects import LocalAspectJudge
from eval.judges.local.checklists import LocalChecklistMaker, LocalScorer
from eval.judges.local.judge import LocalJudge
from eval.judges.local.keypoints import LocalKeypointJudge
from eval.judges.local.words import Words
from eval.judges.model import ModelJudge
from eval.judges.turns import TakingTurns
from myscholar.domain.runs import ModelCall, ignore
from myscholar.errors import EngineUnavailable, InputError, LLMKeyRefused
from myscholar.gateways.llm.budget import Budget
from myscholar.gateways.llm.choices import ModelChoice, models_config
from myscholar.gateways.llm.config import ModelsConfig, RoleSettings
from myscholar.gateways.llm.gateway import ModelGateway
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.providers import sendable_key
from myscholar.gateways.system_keyring import read_key
from myscholar.settings import Settings
from myscholar.workflows.services import Services

LOCAL = LocalJudge.name
OR_LOCAL = f"Or give the judge without a model: {LOCAL}"
STEADY = RoleSettings(temperature=0)
"""Unless the settings say otherwise; not sent to models that take no temperature."""


@dataclass(frozen=True)
class OpenedModel:
    """`calls` grows with every call, failed and replayed ones too."""

    llm: LLM
    calls: list[ModelCall] = field(default_factory=list)


@dataclass(frozen=True)
class OpenedJudge:
    """As `OpenedModel`; no calls are made by `local`."""

    judge: Judge
    calls: list[ModelCall] = field(default_factory=list)


@asynccontextmanager
async def open_judge(
    name: str,
    services: Services,
    budget_usd: float | None = None,
    on_call: Callable[[ModelCall], None] = ignore,
) -> AsyncIterator[OpenedJudge]:
    """For one event loop, closed with the block. Raises InputError for a name of no judge."""
    if name == LOCAL:
        yield OpenedJudge(LocalJudge(Words(services.background)))
        return
    async with open_model(name, services, budget_usd, on_call) as opened:
        yield OpenedJudge(ModelJudge(opened.llm, name), opened.calls)


@asynccontextmanager
async def open_aspect_judge(
    name: str, services: Services, on_call: Callable[[ModelCall], None] = ignore
) -> AsyncIterator[AspectJudge]:
    """As `open_judge`, of what is said on a person's aspects."""
    if name == LOCAL:
        yield LocalAspectJudge()
        return
    async with open_model(name, services, on_call=on_call) as opened:
        yield ModelAspectJudge(opened.llm, name)


@asynccontextmanager
async def open_keypoint_judge(
    name: str,
    services: Services,
    budget_usd: float | None = None,
    on_call: Callable[[ModelCall], None] = ignore,
) -> AsyncIterator[KeypointJudge]:
    """As `open_judge`, of what cited sources say and a report makes of it."""
    if name == LOCAL:
        yield LocalKeypointJudge(Words(services.background))
        return
    async with open_model(name, services, budget_usd, on_call) as opened:
        yield ModelKeypointJudge(opened.llm, name)


@asynccontextmanager
async def open_checklist_maker(
    name: str,
    services: Services,
    budget_usd: float | None = None,
    on_call: Callable[[ModelCall], None] = ignore,
) -> AsyncIterator[ChecklistMaker]:
    """As `open_judge`, who makes checklists and grades nothing."""
    if name == LOCAL:
        yield LocalChecklistMaker(Words(services.background))
        return
    async with open_model(name, services, budget_usd, on_call) as opened:
        yield ModelChecklistMaker(opened.llm, name)


@asynccontextmanager
async def open_scorer(
    name: str,
    services: Services,
    budget_usd: float | None = None,
    on_call: Callable[[ModelCall], None] = ignore,
) -> AsyncIterator[CriterionScorer]:
    """As `open_judge`, who grades by checklists that another made."""
    if name == LOCAL:
        yield LocalScorer(Words(services.background))
        return
    async with open_model(name, services, budget_usd, on_call) as opened:
        yield ModelScorer(opened.llm, name)


@asynccontextmanager
async def open_model(
    name: str,
    services: Services,
    budget_usd: float | None = None,
    on_call: Callable[[ModelCall], None] = ignore,
    *,
    unless_set: RoleSettings = STEADY,
) -> AsyncIterator[OpenedModel]:
    """A model in the judge's role, that takes turns, for one event loop, asked as the settings say
    of this role, or as `unless_set`.

    Its answers are kept in the home folder's cache: what was answered once is not paid for again,
    whoever asks. Without a budget the settings' limit for one run holds. Raises InputError for a
    name that is no model.
    """
    settings, calls = services.settings, list[ModelCall]()

    def note(call: ModelCall) -> None:
        calls.append(call)
        on_call(call)

    async with ModelGateway(
        judge_config(name, settings, unless_set=unless_set),
        on_call=note,
        cache=settings.answers_folder,
        budget=Budget(settings.budget_usd if budget_usd is None else budget_usd),
        limits=services.model_limits,
        keyring=read_key,
    ) as llm:
        yield OpenedModel(TakingTurns(llm), calls)


def check_judge(name: str, settings: Settings, *, instead: str = OR_LOCAL) -> None:
    """Before anything is computed. Raises InputError for a name that is no judge, EngineUnavailable
    for a model without a key that can be sent.

    `instead`: what the message for a wrong name advises.
    """
    if name == LOCAL:
        return
    config = judge_config(name, settings, instead=instead)
    provider = config.provider(name)
    try:
        if not provider.in_keyring:
            sendable_key(name, provider)
    except LLMKeyRefused as error:
        raise EngineUnavailable("judge", str(error)) from None


def judge_config(
    name: str, settings: Settings, *, instead: str = OR_LOCAL, unless_set: RoleSettings = STEADY
) -> ModelsConfig:
    """The gateway's configuration with this model as the judge and no other role."""
    role, said = Role.JUDGE.value, settings.roles.get("judge", RoleSettings())
    asked = unless_set.model_copy(update=said.model_dump(exclude_unset=True))
    config = models_config(ModelChoice(judge=name), settings.providers, {role: asked})
    if config.fault:
        raise InputError(f"{name!r} is no judge: {config.fault} {instead}")
    # a judge is one model: figures of several would be mixed under one name
    if len(config.chains.get(role, ((),))[0]) != 1:
        raise InputError(f"{name!r} is no judge. Give one model as provider:name. {instead}")
    return config
