"""A run as logs of Inspect, written and read by its own library where that is installed."""

import math
from importlib.util import find_spec
from pathlib import Path

import pytest

from eval.show.inspect_logs import PACKAGE, distinct_names, write_logs
from eval.studies.myscholarqa import results_of
from myscholar.errors import InputError
from tests.eval.studies.runner.conftest import TinySystem, refusing

HAS_INSPECT = find_spec("inspect_ai") is not None


@pytest.mark.skipif(HAS_INSPECT, reason="inspect-ai is installed")
async def test_without_the_library_it_is_said_what_to_install(run, scripted, tmp_path: Path):
    folder = await run(TinySystem(), scripted)
    with pytest.raises(InputError, match=PACKAGE.partition("~")[0]):
        write_logs(folder, tmp_path)
    assert not list(tmp_path.glob("*.eval"))


@pytest.mark.skipif(not HAS_INSPECT, reason="inspect-ai is not installed")
async def test_a_log_holds_the_runs_figures_and_leaves_unscored_what_was(
    run, instances, tmp_path: Path
):
    from inspect_ai.log import read_eval_log

    folder = await run(TinySystem(fails=[instances[0].instance_id]), refusing(2))
    (file,) = write_logs(folder, tmp_path)
    log = read_eval_log(str(file))
    means = {r.metric.value: r.estimate.mean for r in results_of(folder, instances).rows[::4]}
    assert {s.name: s.metrics["mean"].value for s in log.results.scores}.items() >= means.items()
    assert [s.id for s in log.samples if s.error] == [instances[0].instance_id]
    values = [score.value for s in log.samples for score in s.scores.values()]
    assert sum(map(math.isnan, values)) == 1


def test_names_that_differ_by_case_alone_get_numbers() -> None:
    assert distinct_names(["Me", "me", "other", "ME", "me-2"]) == (
        "Me", "me-2", "other", "ME-3", "me-2-2"
    )  # fmt: skip
