"""A run as logs of Inspect (inspect-ai), which its viewer opens: a log for each judge, a sample for
each instance. The library writes them; nothing of its format is known here."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from eval.domain.judgment import Scored
from eval.domain.metric import FACTS
from eval.domain.output import Output
from eval.domain.results import Measured, Row
from eval.metrics.rows import ALL
from eval.studies.myscholarqa import measured_by, results_of
from eval.studies.run_folder import RunFolder
from myscholar.domain.text import file_name
from myscholar.errors import InputError

PACKAGE = "inspect-ai~=0.3.285"


def check_inspect() -> None:
    """Raises InputError where the library is missing."""
    try:
        import inspect_ai.log  # noqa: F401
    except ImportError as missing:
        raise InputError(
            "Logs of Inspect are written by its own library, which is not installed. Install it: "
            f'python -m pip install "{PACKAGE}"'
        ) from missing


def write_logs(run: RunFolder, out: Path) -> tuple[Path, ...]:
    """One file a judge, named after system and judge; the same run gives the same figures. Raises
    what `check_inspect` does."""
    check_inspect()
    from inspect_ai.log import write_eval_log

    instances = tuple(run.instances.values())
    rows = [row for row in results_of(run, instances).rows if row.group == ALL]
    system = _slug(run.facts.system)
    names = distinct_names(f"{system}-by-{_slug(judge)}" for judge in run.judges)
    written = []
    for judge, name in zip(run.judges, names, strict=True):
        measured = measured_by(run, instances, judge)
        log = _log(run, judge, measured, [row for row in rows if row.judge == judge])
        written.append(out / f"{name}.eval")
        write_eval_log(log, str(written[-1]))
    return tuple(written)


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """With a number behind those that a file system which ignores case takes for an earlier one."""
    taken = dict[str, None]()
    given = []
    for name in names:
        numbered = (name, *(f"{name}-{n}" for n in range(2, len(taken) + 3)))
        given.append(next(each for each in numbered if each.casefold() not in taken))
        taken[given[-1].casefold()] = None
    return tuple(given)


def _slug(name: str) -> str:
    return file_name("".join(c if c.isalnum() else "-" for c in name)[:40])


def _log(
    run: RunFolder, judge: str, measured: Mapping[str, Sequence[Measured]], rows: Sequence[Row]
) -> Any:
    from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalResults, EvalSpec, EvalStats

    facts, ids = run.facts, list(run.outputs)
    spec = EvalSpec(
        created=facts.begun_at,
        task=f"myscholarqa, judged by {judge}",
        dataset=EvalDataset(name=facts.dataset, samples=len(ids), sample_ids=ids),
        model=facts.system,
        config=EvalConfig(),
        packages=dict(run.versions),
        metadata={"identity": facts.identity, "seed": facts.seed, "judge": judge},
    )
    return EvalLog(
        status="success",
        eval=spec,
        results=EvalResults(
            total_samples=len(ids),
            completed_samples=sum(not o.error for o in run.outputs.values()),
            scores=[_figure(row) for row in rows],
        ),
        stats=EvalStats(started_at=facts.begun_at, completed_at=_after_work(run)),
        samples=[_sample(run, run.outputs[i], measured.get(i, ())) for i in ids],
    )


def _after_work(run: RunFolder) -> str:
    """When the run would have ended without pauses and one thing after the other."""
    begun = datetime.fromisoformat(run.facts.begun_at)
    return (begun + timedelta(seconds=run.seconds)).isoformat()


def _figure(row: Row) -> Any:
    """The run's own mean and interval: none is computed by Inspect."""
    from inspect_ai.log import EvalMetric, EvalScore

    e = row.estimate
    values = {"mean": e.mean, "low": e.low, "high": e.high} if e else {}
    return EvalScore(
        name=row.metric.value,
        scorer=row.judge,
        scored_samples=e.n_instances if e else 0,
        metrics={name: EvalMetric(name=name, value=value) for name, value in values.items()},
        metadata={"items": row.n_scored, "unscored items": row.n_unscored},
    )


def _sample(run: RunFolder, output: Output, measured: Sequence[Measured]) -> Any:
    from inspect_ai.log import EvalError, EvalSample
    from inspect_ai.model import ChatMessageUser, ModelOutput

    instance = run.instances[output.instance_id]
    answer = ModelOutput.from_content(output.system, output.report.text if output.report else "")
    error = EvalError(message=output.error, traceback="", traceback_ansi="")
    return EvalSample(
        id=output.instance_id,
        epoch=1,
        input=instance.query,
        target="",
        messages=[ChatMessageUser(content=instance.query), answer.message],
        output=answer,
        scores={m.metric.value: _score(m) for m in measured},
        metadata={
            "profile": [f"{i.aspect.label}: {i.text}" for i in output.inferences],
            "actions": [a.text for a in output.actions],
            "chosen actions": [a.text for a in output.chosen],
        },
        error=error if output.error else None,
        total_time=output.seconds,
    )


def _score(measured: Measured) -> Any:
    """What nothing was scored of is unscored there too."""
    from inspect_ai.scorer import Score

    said = "\n".join(
        f"{i.name}: {f'{i.judgment.score:g}' if isinstance(i.judgment, Scored) else 'unscored'}. "
        f"{i.judgment.reason}"
        for i in measured.items
    )
    facts = {"means": FACTS[measured.metric].means, "unscored items": measured.n_unscored}
    if measured.score is None:
        return Score.unscored(explanation=said, metadata=facts)
    return Score(value=measured.score, explanation=said, metadata=facts)
