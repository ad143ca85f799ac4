"""A process that adds the last paper of the sample to a profile, and is killed on the way: python
update_process.py HOME URL PROFILE before|after."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from myscholar.gateways.storage.store import Store
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, open_services
from myscholar.workflows.profile.profiles import get_profile
from myscholar.workflows.profile.update_profile import update_order
from myscholar.workflows.sample import sample_papers


def die(when: str) -> None:
    """Just before the updated profile is saved, or just after."""
    save = Store.replace_profile

    def saved(self: Store, *given: Any, **how: Any) -> bool:
        if when == "after":
            save(self, *given, **how)
        os.kill(os.getpid(), signal.SIGKILL)
        return True

    Store.replace_profile = saved  # type: ignore[method-assign]


def main(home: str, url: str, profile_id: str, when: str) -> None:
    services = open_services(Settings(home=Path(home), database_url=url))
    die(when)
    profile = get_profile(services, profile_id)
    added = sample_papers().papers[-1:]
    asyncio.run(carry_out(services, update_order(services, profile, add=added, is_kept=True)))


if __name__ == "__main__":
    main(*sys.argv[1:])
