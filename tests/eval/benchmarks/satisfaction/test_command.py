from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from eval.benchmarks.run_folder import held
from eval.commands import satisfaction as module
from myscholar.errors import InputError


@pytest.fixture
def run(tmp_path: Path):  # type: ignore[no-untyped-def]
    app = typer.Typer()
    app.command()(module.satisfaction)
    return lambda *arguments: CliRunner().invoke(app, [*arguments, "--out", str(tmp_path / "s.json")])


@pytest.mark.parametrize("wrong", ["7", "three", "", "-1"])
def test_numbers_of_examples_that_make_no_sense_are_said(run, wrong: str) -> None:  # type: ignore[no-untyped-def]
    failed = run(f"--examples={wrong}")
    assert isinstance(failed.exception, InputError)
    assert "--examples takes numbers from 0 to 6" in str(failed.exception)


def test_definitions_are_both_with_or_without(run) -> None:  # type: ignore[no-untyped-def]
    assert "--definitions takes both, with or without, not 'some'." in str(run("--definitions", "some").exception)


def test_shared_data_that_is_missing_is_named(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    failed = run("--shared", str(tmp_path))
    assert isinstance(failed.exception, InputError)
    assert "users.jsonl" in str(failed.exception)


def test_the_judge_without_a_model_is_no_judge_of_satisfaction(run) -> None:  # type: ignore[no-untyped-def]
    assert "Leave --judge away" in str(run("--judge", "local").exception)


def test_two_processes_do_not_ask_for_one_file(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("myscholar.workflows.services.Services", lambda: SimpleNamespace(background=None))
    monkeypatch.setattr("eval.datasets.interview_files.read_interviews", lambda _: None)
    monkeypatch.setattr("eval.benchmarks.satisfaction.context_features.context_of", lambda *_, **__: None)
    with held(tmp_path, "s"):
        failed = run("--judge", "anthropic:claude-sonnet-4-20250514")
    assert isinstance(failed.exception, InputError)
    assert "Another process is working" in str(failed.exception)
