"""What a recording holds, beside what is ordered: what goes beyond it is said before anything
begins."""

from collections.abc import Mapping
from typing import Any

from myscholar.domain.actions import ActionList
from myscholar.domain.orders import Order, ReportOrder
from myscholar.domain.recordings import Recording
from myscholar.domain.runs import RunKind
from myscholar.domain.text import counted, shorten
from myscholar.errors import NotRecorded
from myscholar.workflows.services import Services


def check_recorded(
    services: Services, order: Order[Any], *, base: ReportOrder | None = None
) -> None:
    """Raises NotRecorded, in words, unless the recording holds what is ordered. `base` is the order
    of the report that is to be changed."""
    recording, kind = services.recording, order.kind
    by_name = {run.run: run.inputs for run in recording.runs}
    wanted = _essence(
        kind, order.model_dump(mode="json"), base.model_dump(mode="json") if base else {}
    )
    held = [
        _essence(kind, run.inputs, by_name.get(run.inputs.get("base", ""), {}))
        for run in recording.of_kind(kind)
    ]
    if wanted not in held:
        model = next(
            (chain[0] for role in recording.roles.values() for chain in role.chains), "the model"
        )
        raise NotRecorded(model, kind.value, _say_held(recording, kind))


def recorded_change(
    services: Services, order: ReportOrder, actions: ActionList
) -> ActionList | None:
    """The actions as the recorded change of a report with this order has them; None where it holds
    none of this report.

    `actions` are the report's and what else was proposed. Raises UnreadableFile.
    """
    recording = services.recording
    of_report = _essence(RunKind.REPORT, order.model_dump(mode="json"), {})
    by_name = {run.run: run.inputs for run in recording.runs}
    for run in recording.of_kind(RunKind.REWRITE):
        if run.inputs["actions"] is not None and of_report == _essence(
            RunKind.REPORT, by_name.get(run.inputs.get("base", ""), {}), {}
        ):
            chosen = {a["text"] for a in run.inputs["actions"]}
            return actions.model_copy(
                update={
                    "actions": tuple(
                        a.model_copy(update={"enabled": a.text in chosen}) for a in actions.actions
                    )
                }
            )
    return None


def _essence(kind: RunKind, inputs: Mapping[str, Any], base: Mapping[str, Any]) -> Any:
    """What an order is for, without ids and times."""
    on = tuple(
        i["text"]
        for i in (inputs.get("profile") or {}).get("inferences", ())
        if i.get("enabled", True)
    )
    chosen = tuple((a["text"], a.get("emphasis", False)) for a in inputs.get("actions") or ())
    question, sources, filters = (
        inputs.get("question"),
        inputs.get("sources"),
        inputs.get("filters"),
    )
    match kind:
        case RunKind.PROFILE:
            return sorted(p["title"] for p in inputs.get("papers", ()))
        case RunKind.ACTIONS:
            return question, on, inputs.get("more") is None, inputs.get("like") is None
        case RunKind.HEAD_START:
            return question, sources, filters
        case RunKind.REPORT:
            return question, on, sources, filters, inputs.get("with_tables"), chosen
        case RunKind.REWRITE:
            return (
                _essence(RunKind.REPORT, base, {}),
                chosen,
                *(inputs.get(name) for name in ("section", "again", "retry")),
            )
        case _:
            return _essence(RunKind.REPORT, base, {}), inputs.get("instruction")


def _say_held(recording: Recording, kind: RunKind) -> str:
    held = recording.of_kind(kind)
    if not held:
        return f"The recording that plays holds nothing of this kind ({kind.replace('_', ' ')})."
    inputs = held[0].inputs
    match kind:
        case RunKind.PROFILE:
            return (
                "The recording holds one profile, of "
                f"{counted(len(inputs.get('papers', ())), 'paper')}; these are others."
            )
        case RunKind.ACTIONS | RunKind.HEAD_START:
            return (
                "The recording holds one question, for its own profile: "
                f"“{shorten(inputs['question'], 200)}”"
            )
        case RunKind.REPORT:
            names = ", ".join(f"“{a['tldr']}”" for a in inputs["actions"])
            return (
                f"The recording holds the report on “{shorten(inputs['question'], 200)}” with "
                f"these actions: {names}."
            )
        case RunKind.REWRITE:
            return (
                "The recording holds this report's change to other actions once, and no other "
                "change."
            )
        case _:
            return "The recording holds no answer to this instruction."
