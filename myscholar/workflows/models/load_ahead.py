"""The client of a model's vendor, loaded while the rest of a command still begins."""

import gc
from contextlib import suppress

from myscholar.errors import MyScholarError
from myscholar.gateways.llm.providers import load_clients
from myscholar.settings import load_settings


def load_ahead() -> None:
    """Nothing where no model is set. What is wrong with the settings is left to the order, which
    says so."""
    gc.disable()  # what is imported stays; looking through it again and again takes a fifth of it
    try:
        with suppress(MyScholarError):
            settings = load_settings()
            if settings.has_models:
                load_clients(settings.models_config)
    finally:
        gc.enable()
