"""What a model can do of what is needed here, by a few small requests: each finding with what it
means and, where it falls short, what helps."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from pydantic import BaseModel, Field

from myscholar.domain.runs import ModelCall
from myscholar.errors import BadKey, BadSettings, LLMError, ModelCheckFailed
from myscholar.gateways.llm.choices import ModelChoice, models_config
from myscholar.gateways.llm.config import ModelsConfig, Provider, name_of, provider_of
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.llm.naming import tidied
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.gateways.llm.request import schema_of
from myscholar.gateways.llm.vendors import is_own_server
from myscholar.settings import Settings
from myscholar.workflows.models.check_model import check_prompt, limited
from myscholar.workflows.models.set_up_model import (
    Trial,
    Wanted,
    patience_for,
    trial_settings,
    try_model,
    wanted_model,
)
from myscholar.workflows.runs.estimates import money
from myscholar.workflows.services import Services

Structured = Literal["native", "prompted", "tool"]
_SLOW_S = 5.0
"""After which a first word is late. By hand."""
_MOST_REPAIR = 4_000
"""Bytes of an answer that is shown again with what is wrong with it."""
_OTHER_WAYS: tuple[Structured, ...] = ("native", "prompted", "tool")


class FormReply(BaseModel):
    """The numbers as words, and how many they are."""

    words: list[str] = Field(min_length=1)
    count: int


class ModelFinding(NamedTuple):
    """`is_good` None: no fault, but worth knowing. `means` says what of, or what helps."""

    what: str
    is_good: bool | None
    said: str
    means: str = ""


class ModelTest(NamedTuple):
    """`findings` end with the first that leaves nothing more to try."""

    model: str
    findings: tuple[ModelFinding, ...]

    @property
    def is_usable(self) -> bool:
        return not any(finding.is_good is False for finding in self.findings)


def model_to_test(services: Services, name: str = "") -> Wanted:
    """By its name, else the one that is set. Raises BadSettings for what is no name of a model."""
    settings = services.settings
    if not name:
        settings.check_models()
        rotations = settings.models_config.chains
        name = rotations["report" if "report" in rotations else next(iter(rotations))][0][0]
    config = _config(settings, name)
    if config.fault:
        raise BadSettings(f"{config.fault[:1].upper()}{config.fault[1:]}", model=config.faulty)
    model = tidied(name)
    return wanted_model(provider_of(model), name_of(model))


def told_before(services: Services, wanted: Wanted) -> str:
    """What will be sent and what it costs at most, in a sentence."""
    from myscholar.gateways.llm.budget import worst_case

    model, provider = wanted.name, _config(services.settings, wanted.name).provider(wanted.name)
    form = _form_prompt(services)
    schema = len(json.dumps(schema_of(FormReply)))
    # a form that was not kept is asked for once more, with the answer
    sent = [(check_prompt(services), 0), (form, schema), (form, 2 * schema + _MOST_REPAIR)]
    most = [
        worst_case(
            len((p.system + p.text).encode()) + more, limited(p, model, provider), model, provider
        )
        for p, more in sent
    ]
    known = [dollars for dollars in most if dollars is not None]
    price = f"for {money(sum(known), digits=4)} at most" if known else "at a price not known here"
    return f"A few small requests to {model}, {price}."


async def examine(services: Services, wanted: Wanted) -> ModelTest:
    """Raises nothing that a model can cause: what fails is a finding."""
    try:
        trial = await try_model(services, wanted)
    except (BadKey, ModelCheckFailed) as error:
        return ModelTest(wanted.name, (ModelFinding("Reachable", False, str(error)),))
    settings = trial_settings(services, wanted)
    form = await _form(services, settings, wanted)
    provider = settings.models_config.provider(wanted.name)
    return ModelTest(wanted.name, (*_answered(trial), form, _priced(trial, provider)))


def _answered(trial: Trial) -> Iterator[ModelFinding]:
    checked = trial.checked
    yield ModelFinding("Reachable", True, f"It answered in {checked.seconds:.1f} s.", trial.report)
    first = checked.first_word_s
    after = f"It came after {max(first or 0, 0.1):.1f} s."
    slow = first is None or first > _SLOW_S
    yield ModelFinding(
        "First word",
        None if slow else True,
        "It came with the whole answer." if first is None else after,
        "So long nothing of a text is to be seen. A smaller model begins sooner." if slow else "",
    )
    if checked.n_pieces > 1:
        said, means = f"The answer came in {checked.n_pieces} pieces.", "Texts appear as they grow."
    else:
        said, means = (
            "The answer came in one piece.",
            "Texts appear only when they are whole. A proxy in between may hold them back.",
        )
    yield ModelFinding("Streams", True if checked.n_pieces > 1 else None, said, means)


def _priced(trial: Trial, provider: Provider) -> ModelFinding:
    checked = trial.checked
    if checked.dollars is not None:
        return ModelFinding(
            "Price known", True, f"The first request cost {money(checked.dollars, digits=4)}."
        )
    if is_own_server(provider.name):
        return ModelFinding(
            "Price known", None, "A server of your own has none.", "Budgets don't stop a run."
        )
    return ModelFinding(
        "Price known",
        None,
        "The price list that ships with the program does not know this model here.",
        "Budgets can't stop a run; only tokens are counted. Set a limit at the vendor.",
    )


async def _form(services: Services, settings: Settings, wanted: Wanted) -> ModelFinding:
    """As the settings say; where that fails, whether another way works."""
    what, table = "Keeps a form", f"[providers.{wanted.account}]"
    try:
        n_calls = await _fill_in(services, settings, wanted)
    except LLMError as error:
        # these may be many requests, so only where none is paid for
        for way in _OTHER_WAYS if is_own_server(wanted.provider) else ():
            try:
                await _fill_in(services, _asking(settings, wanted, way), wanted)
            except LLMError:
                continue
            said = f'Only when asked in another way: set structured = "{way}" under {table}.'
            return ModelFinding(
                what, False, said, "Profiles, actions and reports are made of forms."
            )
        return ModelFinding(
            what, False, str(error), "Profiles and reports are made of forms: take another model."
        )
    if n_calls > 1:
        return ModelFinding(
            what,
            None,
            "Only after it was shown what was wrong.",
            "Reports take longer and cost more. A stronger model does it at once.",
        )
    return ModelFinding(
        what, True, "At the first try.", "Profiles, actions and reports are made of forms."
    )


async def _fill_in(services: Services, settings: Settings, wanted: Wanted) -> int:
    """How many requests it took. Raises LLMError."""
    from myscholar.gateways.llm.budget import Budget
    from myscholar.gateways.pacing import Patience

    calls: list[ModelCall] = []
    prompt = _form_prompt(services)
    provider = settings.models_config.provider(wanted.name)
    async with replace(services, settings=settings).llm(
        on_call=calls.append,
        budget=Budget(None),
        patience=Patience(tries=1),
        most_tokens=limited(prompt, wanted.name, provider),
    ) as llm:
        seconds = patience_for(wanted)
        try:
            async with asyncio.timeout(seconds):
                await llm.ask(Role.REPORT, prompt, FormReply)
        except TimeoutError:
            raise ModelCheckFailed(wanted.name, f"No form came within {seconds:.0f} s.") from None
    return len(calls)


def _asking(settings: Settings, wanted: Wanted, way: Structured) -> Settings:
    chosen = settings.providers[wanted.account].model_copy(update={"structured": way})
    return settings.model_copy(update={"providers": {**settings.providers, wanted.account: chosen}})


def _config(settings: Settings, name: str) -> ModelsConfig:
    return models_config(ModelChoice(default=name), settings.providers, {})


def _form_prompt(services: Services) -> Prompt:
    return render("models/form", at=f"{services.now()} ({services.new_id()})")
