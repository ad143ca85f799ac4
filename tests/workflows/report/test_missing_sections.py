"""A section that the model can't write does not cost the others, which are paid for."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.engine import Engine
from myscholar.domain.orders import FollowUpOrder, HeadStartOrder, ReportOrder
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId
from myscholar.errors import LLMEmptyAnswer, LLMRefusal, LLMTruncated
from myscholar.gateways.llm.prompts import Prompt
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, start
from myscholar.workflows.report.reports import get_report
from myscholar.workflows.sample import SAMPLE_QUESTION

from . import writer

REFUSED = LLMRefusal("test:model", "report/section")


def failing(*numbers: int, error: Exception = REFUSED) -> Any:
    """Sections that are planned with these numbers, from 1, are not written."""

    def section(prompt: Prompt) -> str:
        number = re.search(r"Write section .*Theme (\d+)", prompt.task)
        if number and int(number[1]) in numbers:
            raise error
        return writer.section(prompt)

    return section


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Any]:
    opened: list[writer.Written] = []

    def make(section: Any) -> writer.Written:
        settings = Settings(home=tmp_path)
        opened.append(writer.Written(settings, **{"report/section": section}))
        return opened[-1]

    yield make
    for services in opened:
        services.runner.close()
        services.store.close()


async def report_of(services: writer.Written, head_start: RunId | None = None) -> Report:
    order = ReportOrder(
        question=SAMPLE_QUESTION,
        sources=("sample",),
        engine=Engine.LLM,
        with_tables=False,
        head_start=head_start,
    )
    made: Report = await carry_out(services, order)
    return made


@pytest.mark.parametrize(
    ("number", "error"),
    [
        (1, REFUSED),
        (2, LLMTruncated("test:model", "report/section", 6000)),
        (3, LLMEmptyAnswer("test:model", "report/section")),
    ],
)
async def test_a_report_is_finished_without_a_section_that_the_model_cant_write_and_says_so(
    made: Any, number: int, error: LLMRefusal
) -> None:
    report = await report_of(made(failing(number, error=error)))
    left = [n for n in (1, 2, 3) if n != number]
    assert [s.title for s in report.sections] == [f"Theme {n}" for n in left]
    assert report.notes == (
        f"Section “Theme {number}” is missing: {error.message} A change of the report can ask for "
        "it again.",
    )
    assert {c.number for s in report.sections for c in s.citations} == {
        r.number for r in report.references
    }


async def test_the_section_that_is_written_beside_the_search_may_be_missing_too(made: Any) -> None:
    services = made(failing(1))
    order = HeadStartOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM)
    head = start(services, order)
    await services.runner.wait(head)
    report = await report_of(services, head)
    assert [s.title for s in report.sections] == ["Theme 2", "Theme 3"]
    assert report.notes[0].startswith("Section “Theme 1” is missing: ")


async def test_a_note_on_a_missing_section_belongs_to_one_version(made: Any) -> None:
    services = made(failing(2))
    report = await report_of(services)
    order = FollowUpOrder(base=RunId(report.report_id), instruction="Shorten the second section.")
    changed: Report = await carry_out(services, order)
    assert [note for note in changed.notes if "is missing" in note] == []


async def test_a_report_of_which_most_is_missing_fails_with_the_models_reason(made: Any) -> None:
    with pytest.raises(LLMRefusal):
        await report_of(made(failing(1, 3)))


async def test_a_report_without_a_section_can_be_changed_like_any_other(made: Any) -> None:
    services = made(failing(2))
    report = await report_of(services)
    order = FollowUpOrder(base=report.report_id, instruction="Shorten the second section.")
    changed: Report = await carry_out(services, order)
    assert len(get_report(services, report.report_id).sections) == 2
    assert [s.title for s in changed.sections] == [s.title for s in report.sections]
