"""A recording played as runs again. What a person asks beyond it is said before anything begins."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ORDERS, read_order
from myscholar.domain.recordings import RecordedRun
from myscholar.domain.runs import Progress, RunId, RunKind, ignore
from myscholar.errors import InputError
from myscholar.workflows.jobs import wait_for_end
from myscholar.workflows.services import Services


class Played(NamedTuple):
    """A run that was played, under its new id."""

    kind: RunKind
    title: str
    run_id: RunId


async def play(services: Services, *, progress: Progress = ignore) -> tuple[Played, ...]:
    """Carries out the runs of the services' recording anew, one after the other.

    The file may come from anyone: nothing in it can ask a model, or touch what is on this machine
    already. Raises UnreadableFile, InputError, NotRecorded, RunCancelled, RunError.
    """
    new: dict[str, RunId] = {}
    played = []
    for run in services.recording.runs:
        is_alone = "base" in ORDERS[run.kind].model_fields and run.inputs.get("base") not in new
        if run.kind is RunKind.PAPERS or is_alone:
            raise InputError(
                "The recording holds a run that can't be played here "
                f"({run.kind.replace('_', ' ')}). Record the run again."
            )
        run_id = RunId(services.new_id())
        order = read_order(ORDERS[run.kind], _rename(run, new)).model_dump(mode="json")
        # not by `start`: its checks may find a model that goes on where a recording ends
        services.runner.start(
            run.kind, run.title, order, run_id, steps=run.steps, progress=progress
        )
        await wait_for_end(services, run_id)
        new[run.run] = run_id
        played.append(Played(run.kind, run.title, run_id))
    return tuple(played)


def _rename(run: RecordedRun, new: Mapping[str, RunId]) -> dict[str, Any]:
    """Done by the recorded engine, on the runs that were played before."""
    inputs = run.inputs
    changed: dict[str, Any] = {
        name: new.get(inputs[name]) for name in ("base", "head_start", "answer") if inputs.get(name)
    }
    if (profile := inputs.get("profile")) and profile.get("profile_id") in new:
        changed["profile"] = profile | {"profile_id": new[profile["profile_id"]]}
    # a change is made by the engine of what it changes
    by = {"engine": None if run.kind.is_change else Engine.RECORDED.value}
    return {**inputs, **changed, **by}
