"""What a process tells of its work to those who run it."""

import io
import json
import logging
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from myscholar.errors import LLMNoCredit, RunTaken
from myscholar.logs import JsonLines, Lines, run, step

Told = Callable[[], list[dict[str, Any]]]
OUR_LOG = logging.getLogger("myscholar")


@pytest.fixture
def told() -> Iterator[Told]:
    """The lines so far, as a collector reads them."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    OUR_LOG.addHandler(handler)
    OUR_LOG.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    OUR_LOG.removeHandler(handler)
    OUR_LOG.setLevel(logging.NOTSET)


def test_a_run_tells_its_steps_and_requests_but_no_question_prompt_or_key(
    cli, told: Told, model_host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYSCHOLAR_MODEL", "compatible:small")
    monkeypatch.setenv("MYSCHOLAR_MODEL_URL", model_host.url)
    monkeypatch.setenv("MYSCHOLAR_MODEL_KEY", "very-secret")
    assert cli("actions", "How do wrens sing?").status == 1  # what this model says is no form
    lines = told()
    begins, *between, ended = lines
    assert begins["message"] == "run begins"
    assert {line["run"] for line in lines} == {begins["run"]}
    assert begins["attempt"]
    assert any(line["message"].startswith("step ended after") for line in between)
    call = next(line for line in between if "model" in line)
    assert (call["model"], call["output_tokens"], call["error"]) == ("compatible:small", 60, None)
    assert ended["level"] == "warning"
    assert ended["message"].startswith("run failed (LLMBadAnswer: ")
    assert ended["seconds"] > 0
    whole = json.dumps(lines)
    assert "wrens" in json.dumps(model_host.asked)
    assert "wrens" not in whole
    assert "very-secret" not in whole
    assert "one one" not in whole


def test_commands_are_silent_unless_they_are_told_not_to_be(cli) -> None:
    asked = ("report", "How do wrens sing at dawn?", "--source", "semantic-scholar")
    assert "run begins" not in cli(*asked).err
    said = cli("--verbose", *asked).err
    assert "info: run " in said
    assert "try 1 ended with ScholarUnavailable, the next in " in said
    assert "wrens" not in said


def test_of_an_error_only_our_own_words_are_told(told: Told) -> None:
    with run("r1", attempt="r1.a"), step("Reading"):
        for error in (ValueError("the text of a paper"), LLMNoCredit("openai:gpt-5")):
            try:
                raise error
            except Exception:
                OUR_LOG.exception("It could not be read")
    foreign, own = [line for line in told() if line["level"] == "error"]
    assert (foreign["run"], foreign["step"], foreign["process"]) == ("r1", "Reading", os.getpid())
    assert foreign["error"] == "ValueError"
    assert "test_logs.py" in foreign["where"][-1]
    assert own["error"].startswith("LLMNoCredit: The account behind openai:gpt-5 has no credit")
    assert "the text of a paper" not in json.dumps(told())


def test_a_run_that_another_process_took_over_did_not_fail(told: Told) -> None:
    with pytest.raises(RunTaken), run("r1", attempt="r1.a"):
        raise RunTaken("r1")
    assert told()[-1]["message"].startswith("run was taken over after ")


def test_a_line_to_read_is_one_line_and_says_what_it_is_about() -> None:
    record = logging.makeLogRecord({"msg": "a name\nof two lines", "levelname": "INFO"})
    with run("r1", attempt="r1.a"), step("Reading"):
        said = Lines().format(record)
    assert said.endswith(" info: run r1: step Reading: a name of two lines")
