"""What was said of a question before anything else is taken over, or put aside, and never lost."""

import asyncio

import pytest

from myscholar.errors import BegunElsewhere, EmptyQuestion, UnknownName
from myscholar.workflows.ask.asking_first import (
    ask_first,
    clarification_of,
    keep_wording,
    take_wording,
)
from myscholar.workflows.ask.inquiries import get_inquiry, new_inquiry
from myscholar.workflows.ask.run_inquiry import inquiry_of
from myscholar.workflows.jobs import answer, wait
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.services import Services

from .test_clarify import BROAD, until_asked


async def test_the_run_is_kept_with_the_question_and_its_summary_takes_the_questions_place(
    tmp_services: Services,
) -> None:
    seen = new_inquiry(tmp_services, BROAD, sources=("sample",))
    begun = ask_first(tmp_services, seen)
    assert begun.clarifying
    assert get_inquiry(tmp_services, seen.inquiry_id) == begun
    assert inquiry_of(tmp_services, begun.clarifying) == seen.inquiry_id
    with pytest.raises(BegunElsewhere):
        ask_first(tmp_services, seen)
    for _ in range(2):
        asked = await until_asked(tmp_services)
        assert clarification_of(tmp_services, begun) is None
        said = asked.question.read("1") if asked.question_id == "clarify-1" else None
        said = said or asked.question.read(decide=True)
        answer(tmp_services, asked.run_id, asked.question_id, said)
    await wait(tmp_services, begun.clarifying)
    made = clarification_of(tmp_services, begun)
    assert made
    with pytest.raises(EmptyQuestion):
        take_wording(tmp_services, begun, " ?! ")
    taken = take_wording(tmp_services, begun, made.summary)
    assert (taken.question, taken.other_wording) == (made.summary, BROAD)
    back = take_wording(tmp_services, taken, BROAD)
    assert (back.question, back.other_wording) == (BROAD, made.summary)
    assert back.inquiry_id == seen.inquiry_id


async def test_who_keeps_the_question_is_asked_no_more(tmp_services: Services) -> None:
    begun = ask_first(tmp_services, new_inquiry(tmp_services, BROAD, sources=("sample",)))
    assert begun.clarifying
    await until_asked(tmp_services)
    kept = keep_wording(tmp_services, begun)
    assert (kept.question, kept.clarifying) == (BROAD, None)
    async with asyncio.timeout(60):  # only something that hangs takes so long
        while tmp_services.runs.open_questions():
            await asyncio.sleep(0.01)
    delete_run(tmp_services, begun.clarifying)
    with pytest.raises(UnknownName):
        clarification_of(tmp_services, begun)
    assert keep_wording(tmp_services, begun) == kept
