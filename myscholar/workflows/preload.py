"""Loads what a first order needs before somebody waits for it: a worker's first order then waits
for its model alone."""

import gc
import sys
from importlib import import_module

from myscholar.domain.runs import RunKind
from myscholar.gateways.llm.providers import load_clients
from myscholar.workflows.background import load_background
from myscholar.workflows.jobs import job_of
from myscholar.workflows.services import Services

_MODULES = (
    "myscholar.runs.queue",
    "myscholar.runs.runner",
    "myscholar.search.library",
    "myscholar.workflows.library.corpora",
    "numpy",
    "nupunkt",
    "scipy.sparse",
    "Stemmer",
    "myscholar.gateways.llm.gateway",
    "myscholar.gateways.storage.limits",
    "myscholar.gateways.system_keyring",
    "semanticscholar",
)
"""What runs import when they begin."""


def preload(services: Services) -> None:
    """What runs import, and the clients of the vendors whose models the settings name.

    Two or three seconds of CPU time, once a process. Raises StorageError.
    """
    n_known, was_collecting = len(sys.modules), gc.isenabled()
    gc.disable()  # nothing of it becomes garbage
    try:
        _load(services)
        if len(sys.modules) > n_known:
            # it stays: looking through it again and again would cost more than all else that a
            # process that waits for work does
            gc.freeze()
    finally:
        if was_collecting:
            gc.enable()


def _load(services: Services) -> None:
    for module in _MODULES:
        import_module(module)
    for kind in RunKind:
        job_of(kind)
    load_background()
    if services.settings.has_models:
        load_clients(services.settings.models_config)
