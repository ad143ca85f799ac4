"""The guide of the evaluation names what there is: every command, every field of every file, every
metric."""

import re
from pathlib import Path
from typing import get_args

import pytest
import typer
from pydantic import BaseModel

from eval.__main__ import app
from eval.domain.instance import Instance
from eval.domain.output import Output
from eval.domain.results import Comparison, Estimate, Results, Row
from eval.studies.run_folder import JudgedOutput, PaidCall, RunFacts

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


def models_in(annotation: object):
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from models_in(field.annotation)
    for argument in get_args(annotation):
        yield from models_in(argument)


@pytest.mark.parametrize(
    "noun", [Instance, Output, RunFacts, PaidCall, Results, Row, Comparison, Estimate]
)
def test_every_field_of_the_files_is_documented(noun):
    missing = {
        f"{m.__name__}.{name}"
        for m in models_in(noun)
        for name in m.model_fields
        if f"`{name}`" not in PAGE
    }
    assert missing == set()


def test_every_field_of_a_judged_line_is_documented():
    assert {name for name in JudgedOutput.model_fields if f"`{name}`" not in PAGE} == set()


def test_every_command_is_named_and_every_option_in_an_example_exists():
    whole = typer.main.get_command(app)
    assert {name for name in whole.commands if f"| `{name}` |" not in PAGE} == set()
    examples = "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
    for line in re.findall(r"-m eval ([^#&\n]+)", examples):
        command, words = whole, line.split()
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]
        assert command is not whole, line
        options = {
            option for each in command.params for option in (*each.opts, *each.secondary_opts)
        }
        assert {word for word in words if word.startswith("--")} <= options, line


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
