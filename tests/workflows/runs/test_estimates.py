"""How long and how dear work will be: from our own measurements, and from the last runs on this
machine."""

from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.engine import Engine
from myscholar.domain.runs import ModelCall, RunId, RunKind, RunStatus
from myscholar.errors import EngineUnavailable
from myscholar.gateways.storage.attempts import Batch
from myscholar.settings import Settings, load_settings
from myscholar.workflows.jobs import open_services
from myscholar.workflows.runs.estimates import (
    OUR_OWN,
    Estimate,
    estimate_actions,
    estimate_profile,
    estimate_report,
)
from myscholar.workflows.services import Services

MODEL = "anthropic:claude-sonnet-5-5"
AT = "2026-11-21T00:00:00Z"


def with_model(home: Path, judge: str = "none", **environ: str) -> Services:
    models = {"MYSCHOLAR_MODEL": MODEL, "MYSCHOLAR_MODEL_JUDGE": judge}
    return open_services(load_settings({"MYSCHOLAR_HOME": str(home), **models, **environ}))


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return with_model(tmp_path)


def call(start: float, seconds: float, *, role: str = "report", **facts: Any) -> ModelCall:
    known = {"input_tokens": 1000, "output_tokens": 100, "dollars": 0.01, "model": MODEL}
    return ModelCall.model_validate(
        {
            "call_id": f"c{start}",
            "role": role,
            "prompt": "p@1",
            "started_at": start,
            "seconds": seconds,
        }
        | known
        | facts
    )


def ran(
    services: Services,
    run_id: str,
    *calls: ModelCall,
    kind: RunKind = RunKind.REPORT,
    inputs: dict[str, Any] | None = None,
    spans: tuple[tuple[float, float], ...] = (),
    status: RunStatus = RunStatus.FINISHED,
) -> None:
    """Worked on in the `spans`, by default from 0 until the last call has ended."""
    records, run = services.runs, RunId(run_id)
    asked = {"question": "How?", "with_tables": False} if inputs is None else inputs
    records.create(run, kind, "How?", asked, attempt="1", at=AT)
    records.attempt(run, "1").store(Batch(calls=tuple(("step", c) for c in calls)))
    ends = [c.started_at + c.seconds for c in calls]
    for began, last in spans or ([(0.0, max(ends))] if ends else ()):
        records.clock = lambda at=began: at
        span = records.attempt(run, "1").running(at=AT)
        records.clock = lambda at=last: at
        records.attempt(run, "1").beat(span)
    records.attempt(run, "1").end(status, at=AT, result={})


def test_without_a_model_the_work_is_quick_and_free(tmp_path: Path) -> None:
    found = estimate_report(open_services(Settings(home=tmp_path)), n_actions=3, with_tables=True)
    assert (found.is_free, found.dollars, found.n_calls, found.spoken) == (
        True,
        0.0,
        0,
        "About 2 s, free",
    )


def test_our_own_measurements_are_told_where_there_is_no_run_yet(services: Services) -> None:
    plain = estimate_report(services, n_actions=0, with_tables=False)
    # As measured: 33 s, 52 calls, 61 thousand tokens read and 12.7 thousand written. $2 and $10 a
    # million: 0.122 + 0.127.
    assert (plain.seconds, plain.n_calls, plain.input_tokens, plain.output_tokens) == (
        33,
        52,
        61_100,
        12_740,
    )
    assert plain.dollars == pytest.approx(0.2496, abs=0.0001)
    assert plain.spoken == f"About 35 s and $0.25 (52 calls of {MODEL}), {OUR_OWN}"
    full = estimate_report(services, n_actions=8, with_tables=True)
    assert (full.seconds, full.n_calls) == (51.5, 55)
    assert (full.input_tokens, full.output_tokens) == pytest.approx((88_802, 16_089), rel=0.02)


def test_reading_the_sentences_again_is_counted_where_somebody_does(tmp_path: Path) -> None:
    # As measured: 5.5 s, 7 calls, 20.8 thousand tokens read and 690 written on top; with eight
    # actions 3 calls more.
    judged = with_model(tmp_path, judge="")
    plain = estimate_report(judged, n_actions=0, with_tables=False)
    assert (plain.seconds, plain.n_calls, plain.input_tokens, plain.output_tokens) == (
        38.5,
        59,
        81_900,
        13_430,
    )
    assert estimate_report(judged, n_actions=8, with_tables=True).n_calls == 65


def test_after_a_head_start_the_first_words_come_soon_and_its_calls_are_counted(
    services: Services,
) -> None:
    ahead = estimate_report(services, n_actions=8, with_tables=False, head_start=True)
    assert (ahead.first_words_s, ahead.seconds, ahead.n_calls) == (2.0, 42, 71)
    assert estimate_report(services, n_actions=8, with_tables=False).first_words_s == 14.0


def test_a_profile_takes_as_long_as_its_papers_are_up_to_the_limit_of_what_is_read(
    services: Services,
) -> None:
    five = estimate_profile(services, 5)
    assert (five.seconds, five.n_calls, five.input_tokens, five.output_tokens) == (
        22,
        5,
        245_000,
        4_800,
    )
    assert estimate_profile(services, 1).input_tokens == 49_000
    assert estimate_profile(services, 60) == estimate_profile(services, 6)
    with_profile = estimate_actions(services)
    assert (with_profile.n_calls, estimate_actions(services, with_profile=False).n_calls) == (2, 1)


def test_the_last_five_runs_say_how_much_longer_it_takes_here(services: Services) -> None:
    for n, seconds in enumerate([990.0, 33.0, 66.0, 66.0, 66.0, 99.0]):  # the first is too long ago
        ran(services, f"r{n}", call(0, seconds))
    found = estimate_report(services, n_actions=0, with_tables=False)
    # twice what we measured
    assert (found.seconds, found.basis) == (
        66,
        "measured on your last 5 reports",
    )
    assert estimate_report(services, n_actions=8, with_tables=False).seconds == 90  # twice 45


def test_a_run_with_more_to_do_is_compared_with_what_that_takes(services: Services) -> None:
    # Eight actions and tables take 51.5 s by our measurements; this one took twice as long, 55
    # calls, and cost half of the list price.
    inputs = {"question": "How?", "with_tables": True, "actions": [{}] * 8}
    full = estimate_report(services, n_actions=8, with_tables=True)
    assert full.dollars is not None
    calls = [
        call(i, 0.1, dollars=full.dollars / 110, input_tokens=full.input_tokens // 55)
        for i in range(54)
    ]
    ran(services, "r", *calls, call(54, 49), inputs=inputs, spans=((0, 103.0),))
    plain = estimate_report(services, n_actions=0, with_tables=False)
    assert (plain.seconds, plain.n_calls, plain.basis) == (66, 52, "measured on your last report")
    assert plain.dollars == pytest.approx(0.5 * 0.2496, rel=0.1)


def test_the_pause_before_a_resume_is_no_time_that_a_report_takes(services: Services) -> None:
    # ten seconds, and an hour later 23: 33 s as we measured
    ran(services, "r", call(0, 10), call(2, 5), call(3600, 13), spans=((0, 10), (3600, 3623)))
    assert estimate_report(services, n_actions=0, with_tables=False).seconds == 33


@pytest.mark.parametrize(
    ("status", "kind", "facts"),
    [
        (RunStatus.FAILED, RunKind.REPORT, {}),
        (RunStatus.FINISHED, RunKind.REWRITE, {}),
        (RunStatus.FINISHED, RunKind.REPORT, {"replayed": True, "dollars": 0.0}),
        (RunStatus.FINISHED, RunKind.REPORT, {"model": "openai:gpt-5"}),
    ],
)
def test_runs_that_tell_nothing_about_the_next_are_passed_over(
    services: Services, status: RunStatus, kind: RunKind, facts: dict[str, Any]
) -> None:
    ran(services, "r", call(0, 500, **facts), kind=kind, status=status)
    assert estimate_report(services, n_actions=0, with_tables=False).basis == OUR_OWN


def test_a_judges_calls_count_among_those_of_a_report(tmp_path: Path) -> None:
    made = with_model(tmp_path, judge="openai:gpt-5")
    ran(
        made,
        "r",
        *(call(i, 1) for i in range(52)),
        *(call(i, 1, role="judge", model="openai:gpt-5") for i in range(52)),
    )
    assert estimate_report(made, n_actions=0, with_tables=False).n_calls == 104


def test_a_large_profile_takes_longer_than_the_last_small_one_also_without_a_model(
    tmp_path: Path,
) -> None:
    made = open_services(Settings(home=tmp_path))
    ran(
        made,
        "p",
        kind=RunKind.PROFILE,
        inputs={"papers": [{}, {}], "engine": "extractive"},
        spans=((0, 1.0),),
    )
    assert (estimate_profile(made, 2).seconds, estimate_profile(made, 20).seconds) == (1, 10)


def test_a_head_starts_calls_belong_to_its_report(services: Services) -> None:
    ran(services, "ahead", *(call(i, 1) for i in range(46)), kind=RunKind.HEAD_START)
    ran(
        services,
        "r",
        *(call(i, 1) for i in range(24)),
        inputs={"question": "How?", "with_tables": False, "head_start": "ahead"},
    )
    # 70 calls, as many as we measured.
    assert estimate_report(services, n_actions=0, with_tables=False).n_calls == 52


def test_extractive_runs_tell_how_quick_this_machine_is_and_imported_reports_do_not(
    tmp_path: Path,
) -> None:
    made = open_services(Settings(home=tmp_path))
    ours = {"question": "How?", "engine": "extractive"}
    ran(made, "imported", inputs=ours)
    assert estimate_report(made, n_actions=0, with_tables=True).basis == OUR_OWN
    ran(made, "r", inputs=ours, spans=((0, 4.0),))
    found = estimate_report(made, n_actions=0, with_tables=True)
    assert (found.seconds, found.spoken, found.basis) == (
        4,
        "About 4 s, free",
        "measured on your last report",
    )


def test_a_price_that_nobody_knows_is_not_told(tmp_path: Path) -> None:
    local = {"MYSCHOLAR_MODEL": "compatible:qwen3", "MYSCHOLAR_MODEL_URL": "http://127.0.0.1:1/v1"}
    found = estimate_report(with_model(tmp_path, **local), n_actions=0, with_tables=False)
    assert (found.dollars, found.is_free) == (None, False)
    assert found.spoken == f"About 35 s, price unknown (52 calls of compatible:qwen3), {OUR_OWN}"


def test_each_role_has_its_own_price(tmp_path: Path) -> None:
    cheap = with_model(tmp_path, MYSCHOLAR_MODEL_QUOTES="anthropic:claude-haiku-5-5")
    dear = estimate_report(with_model(tmp_path), n_actions=0, with_tables=False)
    found = estimate_report(cheap, n_actions=0, with_tables=False)
    assert found.models == (MODEL, "anthropic:claude-haiku-5-5")
    assert found.dollars is None or dear.dollars is None or found.dollars < dear.dollars


def test_an_engine_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailable, match="no language model is set"):
        estimate_report(
            open_services(Settings(home=tmp_path)), n_actions=0, with_tables=True, engine=Engine.LLM
        )
    only_quotes = open_services(
        load_settings({"MYSCHOLAR_HOME": str(tmp_path), "MYSCHOLAR_MODEL_QUOTES": MODEL})
    )
    with pytest.raises(EngineUnavailable, match="no model is set for report"):
        estimate_report(only_quotes, n_actions=0, with_tables=True)


@pytest.mark.parametrize(
    ("seconds", "dollars", "said"),
    [
        (0.2, 0.001, "About 1 s and less than $0.01"),
        (43, 1.5, "About 45 s and $1.50"),
        (200, 12.345, "About 3 min and $12.35"),
    ],
)
def test_numbers_are_said_as_exactly_as_they_are_known(
    seconds: float, dollars: float, said: str
) -> None:
    assert Estimate(seconds, 2, 0, 0, dollars, ("a:b",)).spoken.startswith(
        f"{said} (2 calls of a:b), "
    )
