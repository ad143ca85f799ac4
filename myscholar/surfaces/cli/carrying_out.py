"""Carries an order out, or leaves it to a worker, and waits for it at the terminal: Ctrl-C cancels,
and what the run asks is asked here."""

import asyncio
from functools import partial
from typing import Any, TypeVar

from myscholar.domain.orders import Order
from myscholar.domain.runs import OnText, Progress, RunId, ignore
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.asked import ask
from myscholar.workflows import jobs
from myscholar.workflows.services import Services

M = TypeVar("M")


def carry_out(
    services: Services,
    order: Order[M],
    *,
    run_id: RunId | None = None,
    progress: Progress = ignore,
    on_text: OnText = ignore,
) -> M:
    """What the order makes. Raises what `jobs.carry_out` raises."""
    _say_no_worker(services)
    work = jobs.carry_out(
        services,
        order,
        run_id=run_id,
        progress=progress,
        on_text=on_text,
        ask=partial(ask, services),
    )
    return asyncio.run(work)


def resume(
    services: Services, run_id: RunId, *, progress: Progress = ignore, on_text: OnText = ignore
) -> Any:
    """What the run left, in plain JSON. Raises what `jobs.resume` and `jobs.wait` raise."""
    begun = jobs.resume(services, run_id, progress=progress, on_text=on_text)
    _say_no_worker(services)
    return asyncio.run(
        jobs.wait_for_end(
            services, begun, progress=progress, on_text=on_text, ask=partial(ask, services)
        )
    )


def _say_no_worker(services: Services) -> None:
    if services.by_worker and not services.queue.n_workers():
        screen.say(
            "No worker lives, so this waits in line until one does: start one with `myscholar "
            "worker`, or the app."
        )
