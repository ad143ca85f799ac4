"""The documented JSON is the real one: every field of every model that is written stands in
docs/json.md."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from myscholar.domain.actions import ActionList
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report
from myscholar.domain.runs import RunTrace
from myscholar.domain.tables import PaperTable

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "json.md").read_text(encoding="utf-8")


def models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from models_in(field.annotation)
    for argument in get_args(annotation):
        yield from models_in(argument)


@pytest.mark.parametrize("noun", [Profile, ActionList, Report, PaperTable, RunTrace])
def test_every_field_is_documented(noun: type[BaseModel]) -> None:
    missing = {
        f"{model.__name__}.{name}"
        for model in models_in(noun)
        for name in model.model_fields
        if f"`{name}`" not in PAGE
    }
    assert missing == set()
