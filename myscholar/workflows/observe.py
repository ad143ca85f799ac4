"""What a process that lives long tells of its work, to those who run it."""

import contextlib
import logging

import myscholar
from myscholar import logs
from myscholar.errors import BadSettings, ExtraNotInstalled
from myscholar.logs import LogLevel
from myscholar.settings import load_settings, wants_traces
from myscholar.tracing import start_tracing

_log = logging.getLogger(__name__)


def observe(level: LogLevel) -> None:
    """Once a process, before it works: log lines at this level unless the settings name another,
    and spans where the environment says so. What is wrong with the settings is said elsewhere."""
    with contextlib.suppress(BadSettings):
        level = load_settings().log or level
    logs.set_up(level)
    if wants_traces():
        try:
            start_tracing(myscholar.__version__)
        except ExtraNotInstalled as error:
            _log.warning("No spans are sent, though OTEL_... asks for them. %s", error)
