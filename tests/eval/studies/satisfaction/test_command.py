from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from eval.commands import satisfaction as module
from eval.studies.lines import hold
from eval.studies.satisfaction.cases import JudgedKind
from eval.studies.satisfaction.figures import Figure, Satisfaction, Source
from myscholar.errors import EngineUnavailable, InputError, UnwritableFile
from myscholar.settings import load_settings


@pytest.fixture
def run(tmp_path: Path):  # type: ignore[no-untyped-def]
    app = typer.Typer()
    app.command()(module.satisfaction)
    return lambda *arguments: CliRunner().invoke(
        app, [*arguments, "--out", str(tmp_path / "s.json")]
    )


@pytest.mark.parametrize("wrong", ["7", "three", "", "-1"])
def test_numbers_of_examples_that_make_no_sense_are_said(run, wrong: str) -> None:  # type: ignore[no-untyped-def]
    failed = run(f"--examples={wrong}")
    assert isinstance(failed.exception, InputError)
    assert "--examples takes numbers from 0 to 6" in str(failed.exception)


def test_definitions_are_both_with_or_without(run) -> None:  # type: ignore[no-untyped-def]
    assert "--definitions takes both, with or without, not 'some'." in str(
        run("--definitions", "some").exception
    )


def test_shared_data_that_is_missing_is_named(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    failed = run("--shared", str(tmp_path))
    assert isinstance(failed.exception, InputError)
    assert "users.jsonl" in str(failed.exception)


def test_the_judge_without_a_model_is_no_judge_of_satisfaction(run) -> None:  # type: ignore[no-untyped-def]
    assert "'local' judges reports, not whether users are satisfied. Leave --judge away" in str(
        run("--judge", "local").exception
    )


def test_two_processes_do_not_ask_for_one_file(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # type: ignore[no-untyped-def]
    services = SimpleNamespace(background=None, settings=load_settings({"ANTHROPIC_API_KEY": "x"}))
    monkeypatch.setattr("eval.commands.satisfaction.open_services", lambda: services)
    monkeypatch.setattr("eval.commands.satisfaction.read_interviews", lambda _: None)
    monkeypatch.setattr("eval.commands.satisfaction.context_of", lambda *_, **__: None)
    with hold(tmp_path, "s"):
        failed = run("--judge", "anthropic:claude-sonnet-4-20250514")
    assert isinstance(failed.exception, InputError)
    assert "Another process is working" in str(failed.exception)


def test_a_name_that_is_no_model_is_refused_without_advising_the_judge_that_this_has_no_use_for(
    run,
) -> None:  # type: ignore[no-untyped-def]
    said = str(run("--judge", "foo").exception)
    assert "'foo' is no judge" in said
    assert "Leave --judge away" in said
    assert "local" not in said


def test_a_model_without_a_key_is_refused_before_anything_is_read(run, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("eval.commands.satisfaction.read_interviews", lambda _: 1 / 0)
    monkeypatch.setattr(
        "eval.commands.satisfaction.open_services",
        lambda: SimpleNamespace(settings=load_settings({})),
    )
    failed = run("--judge", "openai:gpt-4o")
    assert isinstance(failed.exception, EngineUnavailable)
    assert "OPENAI_API_KEY" in str(failed.exception)


def test_the_folder_of_the_results_is_made_and_tried_before_anything_is_computed(
    tmp_path, monkeypatch
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("eval.commands.satisfaction.read_interviews", lambda _: None)
    monkeypatch.setattr("eval.commands.satisfaction.context_of", lambda *_, **__: 1 / 0)
    (tmp_path / "file").write_text("", encoding="utf-8")
    app = typer.Typer()
    app.command()(module.satisfaction)
    begun = CliRunner().invoke(app, ["--out", str(tmp_path / "a" / "b" / "s.json")])
    assert isinstance(begun.exception, ZeroDivisionError)
    assert "--shuffles 0 is faster" in begun.output
    assert list((tmp_path / "a" / "b").iterdir()) == []
    for wrong in (tmp_path / "file" / "s.json", tmp_path):
        assert isinstance(CliRunner().invoke(app, ["--out", str(wrong)]).exception, UnwritableFile)


def test_a_model_that_gave_no_verdict_at_all_is_said_and_no_success(
    run, tmp_path, monkeypatch
) -> None:  # type: ignore[no-untyped-def]
    unscored = Figure(
        predictor="m",
        source=Source.MODEL,
        kind=JudgedKind.ACTION,
        n=0,
        n_satisfied=0,
        n_unscored=3,
        n_right=0,
        baseline=0,
    )

    async def found(*_: object) -> Satisfaction:
        return Satisfaction(dataset="d", seed=0, figures=(unscored,))

    services = SimpleNamespace(background=None, settings=load_settings({"ANTHROPIC_API_KEY": "x"}))
    monkeypatch.setattr("eval.commands.satisfaction.open_services", lambda: services)
    monkeypatch.setattr("eval.commands.satisfaction.read_interviews", lambda _: None)
    monkeypatch.setattr("eval.commands.satisfaction.context_of", lambda *_, **__: None)
    monkeypatch.setattr(module, "_run", found)
    ended = run("--judge", "anthropic:claude-sonnet-4-20250514")
    assert ended.exit_code == 1
    assert "gave no verdict at all; why stands in" in ended.output
    assert (tmp_path / "s.json").is_file()
