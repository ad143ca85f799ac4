"""Recordings: made of runs, and played as runs again. What a person asks beyond one is said before
anything begins."""

import json
import os
from collections.abc import Collection, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from myscholar.domain.engine import Engine
from myscholar.domain.recordings import RecordedAnswer, RecordedRole, RecordedRun, Recording
from myscholar.domain.runs import RunCall, RunId, RunKind, RunStatus
from myscholar.domain.text import counted
from myscholar.errors import InputError, UnknownName
from myscholar.gateways.llm.cache import AnswerCache
from myscholar.workflows.files import write_text
from myscholar.workflows.models.model_keys import find_key
from myscholar.workflows.runs.run_facts import facts_of
from myscholar.workflows.services import Services

_SEARCHES = ("Looking at the literature", "Searching", "Searching for the actions")
"""Steps whose results stand in a recording: another machine has other sources."""
_LOOKS_AHEAD = "Planning the search"
"""It asks Semantic Scholar beside the model."""
_TAKES_OVER = "Taking over the head start"
_SAMPLE_ALONE = ["sample"]
_OVER = (RunStatus.FINISHED, RunStatus.FAILED, RunStatus.CANCELLED)


# Making one


def record_run(services: Services, run_id: RunId, path: Path, *, by: str = "") -> Recording:
    """Writes what models answered in this run and in those that it rests on. `by` says who
    answered; by default the models are named, or who answered in the recording that was played.

    Raises UnknownName, UnwritableFile; InputError for a run without a model, one that goes on, or
    one whose answers are not kept any more.
    """
    runs = _runs_to_record(services, run_id)
    calls = [call for run in runs for call in services.runs.calls(run) if call.error is None]
    source = _find_source(services, run_id, calls)
    answers = _answers(services, calls, source.answers if source else {})
    made = Recording(
        made_with=version("myscholar"),
        by=by
        or (source.by if source else "")
        or f"Answers recorded from {' and '.join(dict.fromkeys(c.model for c in calls))} on "
        f"{services.now()[:10]}.",
        year=int(services.runs.info(run_id).created_at[:4]),
        roles=_roles(services, calls),
        runs=tuple(_record(services, run) for run in runs),
        answers=answers,
    )
    text = _without_places(
        services, json.dumps(made.model_dump(mode="json"), ensure_ascii=False, indent=0)
    )
    _refuse_secrets(services, text)
    write_text(text + "\n", path)
    return made


def _runs_to_record(services: Services, run_id: RunId) -> list[RunId]:
    """The run after those that it rests on. Raises InputError where they can't be recorded."""
    if not facts_of(services, run_id).engine.is_model:
        raise InputError(
            f"Run {run_id} asked no language model: there is nothing to record. It comes out the "
            "same wherever it is done."
        )
    if services.runs.info(run_id).status not in _OVER:
        raise InputError(f"Run {run_id} goes on. Record it when it has ended.")
    runs = _rests_on(services, run_id)
    if len({services.runs.info(run).created_at[:4] for run in runs}) > 1:
        raise InputError(
            "The run and what it rests on were made in different years, which their prompts tell: "
            "write it anew to record it."
        )
    for run in runs:
        _check_whole(services, run, runs)
    return runs


def _find_source(services: Services, run_id: RunId, calls: Iterable[RunCall]) -> Recording | None:
    """The recording that plays now, if this run was played from it: another one may have played
    then."""
    if facts_of(services, run_id).engine is not Engine.RECORDED:
        return None
    playing = services.recording
    return playing if all(call.call_id in playing.answers for call in calls) else None


def _check_whole(services: Services, run_id: RunId, runs: Collection[RunId]) -> None:
    """Raises InputError where what this run was made from is deleted, so that it could never be
    played."""
    order = services.runs.order(run_id)
    started = (
        services.runs.step_result(run_id, _TAKES_OVER)
        if _TAKES_OVER in services.runs.step_names(run_id)
        else None
    )
    needed = (
        [order.inputs[name] for name in ("base", "answer") if order.inputs.get(name)]
        if order.inputs.get("base")
        else [order.inputs["head_start"]]
        if started
        else []
    )
    if not set(needed) <= set(runs):
        raise InputError(
            f"Run {run_id} was made from another run that is deleted, so it can't be recorded."
        )


def _rests_on(services: Services, run_id: RunId) -> list[RunId]:
    """The run, after all that it was made from and that is still kept: the profile, the proposals,
    the search ahead, the report before.

    What did not finish left nothing to the run.
    """
    order = services.runs.order(run_id)
    given = order.inputs
    profile = (given.get("profile") or {}).get("profile_id")
    proposing = _find_proposing(services, given) if order.kind is RunKind.REPORT else None
    before = (*map(given.get, ("base", "answer")), profile, proposing, given.get("head_start"))
    found: list[RunId] = []
    for other in before:
        try:
            if other and services.runs.info(RunId(other)).status is RunStatus.FINISHED:
                found += [r for r in _rests_on(services, RunId(other)) if r not in found]
        except UnknownName:  # deleted, or a profile that no run has made
            continue
    return [*found, run_id]


def _find_proposing(services: Services, report: Mapping[str, Any]) -> str | None:
    """The run that proposed the report's actions."""
    chosen = {a["action_id"] for a in report["actions"]}
    for head in services.runs.finished([RunKind.ACTIONS], 50):
        proposed = {a["action_id"] for a in services.runs.result(head.run_id)["actions"]}
        if (
            chosen & proposed
            and services.runs.order(head.run_id).inputs["question"] == report["question"]
        ):
            return head.run_id
    return None


def _answers(
    services: Services, calls: Iterable[RunCall], played: Mapping[str, RecordedAnswer]
) -> dict[str, RecordedAnswer]:
    """Those kept on this machine, else those of the recording that was `played`. Raises
    InputError."""
    kept = AnswerCache(services.settings.answers_folder)
    answers, missing = dict[str, RecordedAnswer](), 0
    for call in calls:
        text = kept.read(call.call_id)
        if text is not None:
            answers[call.call_id] = RecordedAnswer(prompt=call.prompt, text=text.text)
        elif call.call_id in played:
            answers[call.call_id] = played[call.call_id]
        else:
            missing += 1
    if missing or not answers:
        raise InputError(
            f"{counted(missing, 'answer')} of the models {'is' if missing == 1 else 'are'} not "
            "kept any more, so the run can't be recorded."
        )
    return answers


def _roles(services: Services, calls: Iterable[RunCall]) -> dict[str, RecordedRole]:
    """Every model that a role was answered by, in one chain: the one that answered is found
    whichever came first."""
    config = services.settings.models_config
    models: dict[str, dict[str, None]] = {}
    for call in calls:
        models.setdefault(call.role, {})[call.model] = None
    return {
        role: RecordedRole(
            chains=(tuple(names),),
            temperature=config.role(role).temperature,
            thinking=config.role(role).thinking,
        )
        for role, names in models.items()
    }


def _record(services: Services, run_id: RunId) -> RecordedRun:
    order = services.runs.order(run_id)
    sources = _sources(services, run_id)
    wanted = () if sources == _SAMPLE_ALONE or sources is None else (*_SEARCHES, _LOOKS_AHEAD)
    done = {
        s.name: s.result for s in services.runs.steps(run_id, with_results=True) if s.name in wanted
    }
    return RecordedRun(
        run=run_id, kind=order.kind, title=order.title, inputs=order.inputs, steps=done
    )


def _sources(services: Services, run_id: RunId) -> list[str] | None:
    """What the run searches, as the report does that it changes; None where it searches nothing."""
    order = services.runs.order(run_id)
    if base := order.inputs.get("base"):
        return _sources(services, RunId(base))
    found: list[str] | None = order.inputs.get("sources")
    return found


def _without_places(services: Services, text: str) -> str:
    """Names of folders of this machine stand for nothing elsewhere."""
    for place in (services.settings.home, Path.home()):
        inside = json.dumps(str(place), ensure_ascii=False)[1:-1]
        text = text.replace(f"{inside}{os.sep}", "") if len(place.parts) > 1 else text
    return text


def _refuse_secrets(services: Services, text: str) -> None:
    """A key can come in only by what a person pasted somewhere. Raises InputError."""
    settings = services.settings
    held = (
        settings.scholar_key,
        settings.embedder_key,
        *(find_key(services, name).key for name in settings.providers),
    )
    words = [key.get_secret_value() for key in held if key]
    if any(len(word) > 7 and json.dumps(word, ensure_ascii=False)[1:-1] in text for word in words):
        raise InputError(
            "A key of yours stands in what this run was given or found, so it is not written to a "
            "file. Take it out there."
        )


# Playing one
