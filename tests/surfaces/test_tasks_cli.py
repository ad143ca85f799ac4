"""A task of a benchmark asked as a question."""

import json
from pathlib import Path

import pytest

from .conftest import Cli

SOUGHT = "Test how citations of generated answers are verified. Deliver a table of methods."
OTHER = "Compare verification by people with verification by models. Deliver a checklist."


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """As a benchmark writes it, with more than asking takes."""
    lines = (
        {"task_id": "talk/t1", "text": SOUGHT, "family": "empirical test", "rank": 1},
        {"task_id": "talk/t2", "text": OTHER, "spans": [{"start": 0, "end": 2, "text": "Hi"}]},
    )
    path = tmp_path / "tasks.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["report", "actions"])
def test_a_task_of_a_file_is_asked_in_one_step(command: str, cli: Cli, tasks: Path) -> None:
    done = cli(command, "--task", f"{tasks}#talk/t1", "--source", "sample", "--json")
    assert json.loads(done.out)["question"] == SOUGHT


def test_the_only_task_of_a_file_needs_no_id(cli: Cli, tasks: Path) -> None:
    tasks.write_text(tasks.read_text(encoding="utf-8").split("\n")[0], encoding="utf-8")
    done = cli("report", "--task", tasks, "--source", "sample", "--json")
    assert json.loads(done.out)["question"] == SOUGHT


@pytest.mark.parametrize(("task_id", "said"), [("", "holds 2 tasks"), ("#talk/t9", "'talk/t9'")])
def test_where_no_task_is_named_those_of_the_file_are_listed(
    task_id: str, said: str, cli: Cli, tasks: Path
) -> None:
    refused = cli("report", "--task", f"{tasks}{task_id}")
    assert (refused.status, said in refused.err) == (2, True)
    assert f"talk/t1: {SOUGHT}" in refused.err
    assert f"talk/t2: {OTHER}" in refused.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no such file"),
        ("", "it holds no task"),
        ('{"task_id": "a/t1", "text": "Ask this."}\n{"task_id"', "line 2: not a task"),
        ('{"_id": "q1", "text": "A query."}', "line 1: not a task"),
        ('{"task_id": "a/t1", "text": "One."}\n{"task_id": "a/t1", "text": "Two."}', "'a/t1'"),
    ],
)
def test_a_file_that_is_none_of_tasks_says_what_is_wrong(
    content: str | None, said: str, cli: Cli, tmp_path: Path
) -> None:
    path = tmp_path / "given.jsonl"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    refused = cli("actions", "--task", f"{path}#a/t1")
    assert (refused.status, said in refused.err) == (2, True), refused.err


def test_a_question_given_as_the_file_is_told_to_be_none(cli: Cli) -> None:
    refused = cli("report", "--task", "How are citations verified, and by whom? " * 20)
    assert (refused.status, "can't be read" in refused.err) == (2, True), refused.err


def test_a_question_and_a_task_are_not_asked_at_once(cli: Cli, tasks: Path) -> None:
    for typed in (("report", "How?", "--task", tasks), ("report",)):
        refused = cli(*typed)
        assert (refused.status, "--task FILE#ID" in refused.err) == (2, True)


def test_a_device_and_a_task_without_words_are_no_tasks(cli: Cli, tmp_path: Path) -> None:
    assert "longer than 50 million" in cli("report", "--task", "/dev/zero").err
    assert "longer than 25 million" in cli("report", "How?", "--actions", "/dev/zero").err
    blank = tmp_path / "blank.jsonl"
    blank.write_text('{"task_id": "t1", "text": "  "}\n')
    assert "line 1: not a task" in cli("report", "--task", blank).err
    blank.write_text("[" * 25_000_001)
    assert "line 1: longer than 25 million" in cli("report", "--task", blank).err
