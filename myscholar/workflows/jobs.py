"""Services that carry out runs: here what starts a run meets what each kind of run does."""

from collections.abc import Callable
from datetime import datetime

from myscholar.settings import Settings, load_settings
from myscholar.workflows.services import Services, random_id, random_key, utc_now
from myscholar.workflows.stories import stories


def open_services(
    settings: Settings | None = None,
    *,
    clock: Callable[[], datetime] = utc_now,
    new_id: Callable[[], str] = random_id,
    new_key: Callable[[], str] = random_key,
    server: str | None = None,
) -> Services:
    """By default with the settings of this machine. With `server`, the process goes on with its own
    runs after a restart."""
    return Services(
        settings=settings or load_settings(),
        clock=clock,
        new_id=new_id,
        new_key=new_key,
        server=server,
        stories=stories,
    )
