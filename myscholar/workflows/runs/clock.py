"""One clock for a run: how long it has been worked on, over all attempts since its first start."""

from collections.abc import Iterable, Sequence

from myscholar.domain.runs import RunCall, RunEvent, RunId, RunStep
from myscholar.gateways.storage.runs import RunRecords

PAUSE_S = 10.0
"""A longer silence counts as no more than this: the process was gone."""


def worked_s(
    events: Iterable[RunEvent],
    steps: Iterable[RunStep],
    calls: Iterable[RunCall],
    *,
    also: Sequence[float] = (),
    now: float | None = None,
) -> float:
    """Seconds of steps, calls, and what lies between them and what was told. `also` are further
    signs of life, in seconds since 1970; `now`, for a run that goes on: the time since the last
    sign counts whole."""
    spans = [(step.started_at, step.started_at + step.seconds) for step in steps]
    spans += [(call.started_at, call.started_at + call.seconds) for call in calls]
    spans += [(at, at) for at in (*(event.at for event in events), *also)]
    total, until = 0.0, None
    for start, end in sorted(spans):
        until = start if until is None else until
        total += min(max(0.0, start - until), PAUSE_S) + max(0.0, end - max(start, until))
        until = max(until, end)
    return total + (max(0.0, now - until) if now is not None and until is not None else 0.0)


def worked_before(records: RunRecords, run_id: RunId, at: float) -> float:
    """Seconds of the attempts before the one that began `at`, in seconds since 1970."""
    return worked_s(
        (event for event in records.events(run_id) if event.at < at),
        (step for step in records.steps(run_id) if step.started_at < at),
        (call for call in records.calls(run_id) if call.started_at < at),
    )
