"""Questions to a finished report: answered beside it, kept with it, taken into it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from myscholar.domain.answers import Coverage
from myscholar.domain.engine import Engine
from myscholar.domain.orders import AnswerOrder, FollowUpOrder, ReportOrder
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import (
    EmptyQuestion,
    InputError,
    LLMNoCredit,
    QuestionTooLong,
    UnknownName,
)
from myscholar.settings import Settings
from myscholar.views.report_view import report_view
from myscholar.workflows.jobs import carry_out, made_by, resume, start, wait_for_end
from myscholar.workflows.report import answer_report
from myscholar.workflows.report.answers import answers_of, asked_of, get_answer
from myscholar.workflows.report.change_report import change_lines
from myscholar.workflows.report.reports import get_report, report_record
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.sample import SAMPLE_QUESTION

from . import writer

OPEN = "What do these papers leave open?"


def said(prompt):
    """Cites the first two quotes that it is shown."""
    first, second, *_ = writer.numbers(prompt.text)
    return {
        "coverage": "full",
        "title": "What is open",
        "answer": f"Much is left open here [{first}]. And more is left open there [{second}].",
        "language": "English",
    }


@pytest.fixture
def services(tmp_path: Path) -> Iterator["writer.Written"]:
    made = writer.Written(Settings(home=tmp_path), **{"report/answer": said})
    yield made
    made.runner.close()
    made.store.close()


async def written(services, engine=Engine.LLM) -> Report:
    order = ReportOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=engine)
    return await carry_out(services, order)


async def ask(services, base, question=OPEN, **options):
    return await carry_out(
        services, AnswerOrder(base=RunId(base.report_id), question=question, **options)
    )


def is_sound(report: Report) -> bool:
    """Every marker stands where its citation says, and all is found in its source."""
    return report == Report.model_validate(report.model_dump()) and all(
        section.text[c.start : c.end] == f"[{c.number}]"
        for section in report.sections
        for c in section.citations
    )


async def test_a_question_is_answered_beside_the_report_with_its_numbers(services):
    base = await written(services)
    services.forget()
    made = await ask(services, base)
    assert services.asked == ["report/answer"]
    assert made.coverage is Coverage.FULL
    assert is_sound(made.said)
    numbers = {r.paper.paper_id: r.number for r in base.references}
    for reference in made.said.references:
        assert numbers.get(reference.paper.paper_id, len(numbers) + 1) == reference.number or (
            reference.number > len(numbers)
        )
    assert get_report(services, base.report_id) == base
    assert [a.said.report_id for a in answers_of(services, base.report_id)] == [made.said.report_id]
    assert services.runs.info(RunId(made.said.report_id)).kind is RunKind.ANSWER


async def test_a_further_question_sees_the_earlier_ones_and_the_newest_stands_first(services):
    base = await written(services)
    await ask(services, base)
    services.forget()
    await ask(services, base, "And on which data?")
    ((_, prompt),) = services.__dict__["script"].asked
    assert f"Question: {OPEN}\nAnswer: Much is left open here." in prompt.text
    assert [a.run.title for a in asked_of(services, base.report_id)] == [
        "And on which data?",
        OPEN,
    ]


async def test_a_resumed_answer_asks_the_model_nothing_twice(services, monkeypatch):
    base = await written(services)
    services.forget()
    monkeypatch.setattr(answer_report, "verify_section", _fails)
    run_id = start(services, AnswerOrder(base=RunId(base.report_id), question=OPEN))
    with pytest.raises(LLMNoCredit):
        await wait_for_end(services, run_id)
    monkeypatch.undo()
    assert asked_of(services, base.report_id)[0].answer is None
    await wait_for_end(services, resume(services, run_id))
    assert services.asked == ["report/answer"]
    assert made_by(services, run_id).is_answered


async def _fails(*_, **__):
    raise LLMNoCredit("scripted:model")


async def test_a_model_that_finds_no_answer_says_so_and_that_can_not_be_taken_in(tmp_path):
    refusal = {
        "coverage": "none",
        "title": "Porcelain",
        "answer": "The sources do not speak of porcelain [1].",
        "language": "English",
    }
    services = writer.Written(Settings(home=tmp_path), **{"report/answer": refusal})
    base = await written(services)
    made = await ask(services, base, "What do they say of porcelain?")
    assert (made.coverage, made.section.text) == (
        Coverage.NONE,
        "The sources do not speak of porcelain.",
    )
    with pytest.raises(InputError, match="did not answer this question"):
        start(
            services,
            FollowUpOrder(base=RunId(base.report_id), answer=RunId(made.said.report_id)),
        )
    services.runner.close()
    services.store.close()


async def test_what_rests_on_no_quote_is_not_shown(tmp_path):
    loose = {"coverage": "full", "title": "T", "answer": "All is well.", "language": "English"}
    services = writer.Written(Settings(home=tmp_path), **{"report/answer": loose})
    made = await ask(services, await written(services))
    assert (made.coverage, made.section.text) == (Coverage.NONE, answer_report.UNTRACED)
    assert made.said.notice.endswith("and cited nothing.")
    services.runner.close()
    services.store.close()


@pytest.mark.parametrize("engine", [Engine.LLM, Engine.EXTRACTIVE])
async def test_an_answer_taken_in_is_the_last_section_of_a_new_version(services, engine):
    base = await written(services, engine)
    answer = await ask(services, base, engine=engine)
    order = FollowUpOrder(base=RunId(base.report_id), answer=RunId(answer.said.report_id))
    services.forget()
    taken = await carry_out(services, order)
    assert services.asked == [], "no model is asked"
    assert taken.sections[:-1] == base.sections
    assert taken.sections[-1].evidence == answer.section.evidence
    assert [r.number for r in taken.references] == list(range(1, len(taken.references) + 1))
    assert is_sound(taken)
    assert "Written in" not in report_view(taken).cost
    kept = report_record(services, taken.report_id)
    assert kept.previous == base.report_id
    assert change_lines(kept)[-1] == f"added: {answer.section.title}"
    assert get_report(services, base.report_id) == base
    with pytest.raises(InputError, match="stands in the report already"):
        start(services, order.model_copy(update={"base": RunId(taken.report_id)}))
    # what was asked of the version before stands below this one too, with its numbers
    (again,) = answers_of(services, taken.report_id)
    assert again.section.text == taken.sections[-1].text


async def test_a_report_with_an_answer_taken_in_can_be_changed_further(services):
    base = await written(services)
    answer = await ask(services, base)
    taken = await carry_out(
        services,
        FollowUpOrder(base=RunId(base.report_id), answer=RunId(answer.said.report_id)),
    )
    later = await carry_out(
        services, FollowUpOrder(base=RunId(taken.report_id), instruction="Say more.")
    )
    assert is_sound(later)
    assert re.sub(r"\[\d+\]", "", later.sections[-1].text) == re.sub(
        r"\[\d+\]", "", taken.sections[-1].text
    )
    assert later.sections[-1].evidence == taken.sections[-1].evidence


async def test_without_a_model_the_placeholders_own_example_is_answered_by_quotes(services):
    base = await written(services, Engine.EXTRACTIVE)
    made = await ask(services, base, engine=Engine.EXTRACTIVE)
    assert made.is_answered
    assert is_sound(made.said)
    assert made.said.engine == "extractive"


async def test_a_question_that_no_source_answers_takes_nothing_from_the_next_one(services):
    base = await written(services, Engine.EXTRACTIVE)
    before = await ask(services, base, engine=Engine.EXTRACTIVE)
    refused = await ask(services, base, "What is a glazed porcelain?", engine=Engine.EXTRACTIVE)
    assert not refused.is_answered
    after = await ask(services, base, engine=Engine.EXTRACTIVE)
    assert after.section == before.section


async def test_a_report_with_two_answers_taken_in_tells_of_each(services):
    base = await written(services, Engine.EXTRACTIVE)
    questions = ("What do these papers leave open?", "Which datasets are used?")
    for question in questions:
        answer = await ask(services, base, question, engine=Engine.EXTRACTIVE)
        order = FollowUpOrder(base=RunId(base.report_id), answer=RunId(answer.said.report_id))
        base = await carry_out(services, order)
    for question in questions:
        told = f"Taken in: the answer to “{question}”, as “{question}”."
        assert any(note.startswith(told) for note in base.notes)


async def test_a_new_search_adds_papers(services):
    base = await written(services, Engine.EXTRACTIVE)
    made = await ask(
        services, base, "How is chart reading tested?", search=True, engine=Engine.EXTRACTIVE
    )
    assert made.has_searched
    assert made.said.searches
    assert re.match(r"The new search added \d+ papers?\.", made.said.notes[0])
    services.forget()
    by_model = await ask(services, base, "How is chart reading tested?", search=True)
    assert services.asked == ["report/plan_search", "report/answer"]
    assert by_model.is_answered


async def test_a_question_in_another_language_is_looked_up_in_that_of_the_sources(services):
    base = await written(services)
    services.forget()
    await ask(services, base, "Welche Datensätze werden zur Bewertung von Zitaten verwendet?")
    assert services.asked == ["report/plan_search", "report/answer"]


async def test_what_can_not_be_asked_gets_one_message(services):
    base = await written(services, Engine.EXTRACTIVE)
    order = AnswerOrder(base=RunId(base.report_id), question="  ", engine=Engine.EXTRACTIVE)
    foreign = "Welche Datensätze werden zur Bewertung von Zitaten verwendet?"
    for question, error, message in (
        ("  ", EmptyQuestion, "is empty"),
        ("why " * 501, QuestionTooLong, "2,003 characters; the limit is 2,000"),
        ("Shorten the second section", InputError, "asks for a change of the report"),
        (foreign, InputError, "answered in the language of the sources"),
    ):
        with pytest.raises(error, match=message):
            start(services, order.model_copy(update={"question": question}))
    with pytest.raises(UnknownName):
        start(services, order.model_copy(update={"base": RunId("gone"), "question": OPEN}))
    with pytest.raises(InputError, match="answered no question"):
        get_answer(services, base.report_id)


async def test_answers_are_deleted_one_by_one_and_with_their_report(services):
    base = await written(services, Engine.EXTRACTIVE)
    first, second = [
        RunId((await ask(services, base, engine=Engine.EXTRACTIVE)).said.report_id)
        for _ in range(2)
    ]
    delete_run(services, first)
    assert [a.run.run_id for a in asked_of(services, base.report_id)] == [second]
    assert services.runs.standing(second)[1] is RunStatus.FINISHED
    delete_run(services, RunId(base.report_id))
    with pytest.raises(UnknownName):
        services.runs.standing(second)
