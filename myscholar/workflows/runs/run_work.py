"""Runs, as a surface starts, follows and looks at them."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from myscholar.domain.runs import Progress, RunId, RunInfo, RunKind, RunStatus, RunTrace, ignore
from myscholar.errors import LLMError, RunCancelled, RunError
from myscholar.report.export.files import write_text
from myscholar.runs.control import cancel_run
from myscholar.runs.stored_run import OnText
from myscholar.workflows.services import Services

STOP_S = 5.0
"""How long a run that is being stopped may take to store what it has."""


async def carry_out(
    services: Services,
    kind: RunKind,
    title: str,
    inputs: Mapping[str, Any],
    *,
    run_id: RunId | None = None,
    steps: Mapping[str, Any] | None = None,
    progress: Progress = ignore,
    on_text: OnText = ignore,
) -> Any:
    """Starts a run in this process and waits for its result. When the waiting is cancelled
    (Ctrl-C), so is the run.

    `inputs` is plain JSON; so are `steps`, results of steps that are not to be done. The listeners
    are called on another thread. Raises RunCancelled, which says how to resume; what the story
    raises, an LLMError with a note that says it; RunError for an id that is taken.
    """
    run_id = run_id or RunId(services.new_id())
    started = services.runner.start(
        kind, title, inputs, run_id, steps=steps, progress=progress, on_text=on_text
    )
    return await _followed(services, started)


async def carry_on(
    services: Services, run_id: RunId, *, progress: Progress = ignore, on_text: OnText = ignore
) -> Any:
    """Resumes a run and waits for its result, as `carry_out` does. Raises UnknownName, RunBusy,
    RunNotResumable besides."""
    return await _followed(
        services, services.runner.resume(run_id, progress=progress, on_text=on_text)
    )


async def _followed(services: Services, run_id: RunId) -> Any:
    try:
        return await services.runner.wait(run_id)
    except asyncio.CancelledError:
        services.runner.cancel(run_id)
        with contextlib.suppress(RunError, TimeoutError):
            await asyncio.wait_for(services.runner.wait(run_id), STOP_S)
        raise RunCancelled(run_id) from None
    except LLMError as error:
        error.add_note(f"To go on: myscholar runs resume {run_id}")
        raise


def list_runs(services: Services, limit: int = 50) -> tuple[RunInfo, ...]:
    """Newest first."""
    return services.runs.recent(limit)


def show_run(services: Services, run_id: RunId) -> RunTrace:
    """Everything but what went in and what the steps gave. Raises UnknownName."""
    return services.runs.trace(run_id, with_results=False)


def cancel(services: Services, run_id: RunId) -> RunStatus:
    """The status afterwards: RUNNING where the process that carries it out stops within a second.
    Raises UnknownName."""
    return cancel_run(services.runs, run_id, at=services.now())


def start_again(services: Services, run_id: RunId) -> RunId:
    """Carries out the order of a run that stopped from the beginning, under its id; what it had
    finished is gone.

    Raises UnknownName, RunBusy, RunNotResumable for a finished one.
    """
    return services.runner.resume(run_id, anew=True)


def answer(services: Services, run_id: RunId, question_id: str, text: str) -> None:
    """Answers a question that a run waits with; the first answer counts. Raises UnknownName."""
    services.runs.answer(run_id, question_id, text)


def save_trace(services: Services, run_id: RunId, path: Path) -> Path:
    """Writes a RunTrace with what went in, what each step gave, and every prompt with its answer.
    Raises UnknownName, UnwritableFile."""
    from myscholar.gateways.llm.cache import AnswerCache

    trace = services.runs.trace(run_id)
    kept = AnswerCache(services.settings.answers_folder)
    ids = dict.fromkeys(call.call_id for call in trace.calls)
    trace = trace.model_copy(update={"exchanges": tuple(e for e in map(kept.exchange, ids) if e)})
    return write_text(json.dumps(trace.model_dump(mode="json"), indent=1) + "\n", path)
