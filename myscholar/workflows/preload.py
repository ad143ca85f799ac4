"""Loads what a first order needs before somebody waits for it: a server's first order then waits for its model alone."""

import gc
import sys
from importlib import import_module

from myscholar.domain.runs import RunKind
from myscholar.workflows.background import load_background
from myscholar.workflows.engines import Engine, takes_model
from myscholar.workflows.services import Services
from myscholar.workflows.stories import story_of

_ALWAYS = ("myscholar.runs.durable", "myscholar.search.corpus.index", "myscholar.gateways.embedding.names")
_BY_MODEL = (
    "myscholar.profile.llm.infer",
    "myscholar.actions.llm.propose",
    "myscholar.gateways.llm.gateway",
    "genai_prices.data",
)
_EXTRACTIVE = ("myscholar.profile.extractive", "myscholar.actions.extractive", "myscholar.workflows.report_extractive")


def preload(services: Services) -> None:
    """What runs by the engine of the settings import, and the clients of the vendors that the settings name.

    Two or three seconds of CPU time, once a process. Raises StorageError.
    """
    n_known, was_collecting = len(sys.modules), gc.isenabled()
    gc.disable()  # nothing of it becomes garbage
    try:
        _load(services)
        if len(sys.modules) > n_known:
            gc.freeze()  # it stays: looking through it again and again would cost more than all else that a server does
    finally:
        if was_collecting:
            gc.enable()


def _load(services: Services) -> None:
    by_model = takes_model(services, Engine.AUTO)
    for module in (*_ALWAYS, *(_BY_MODEL if by_model else _EXTRACTIVE)):
        import_module(module)
    for kind in RunKind:
        story_of(kind)
    load_background()
    if by_model:
        from myscholar.gateways.llm.providers import load_clients

        load_clients(services.settings.models_config)
