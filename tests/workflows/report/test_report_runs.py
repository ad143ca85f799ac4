"""Reports by a language model as runs: written, begun ahead, changed, edited."""

import asyncio
import gc
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb, Wish
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId
from myscholar.domain.interaction import ResearchMode, ResearchPlan, UserKind, UserSpec
from myscholar.domain.orders import FollowUpOrder, HeadStartOrder, ReportOrder, RewriteOrder
from myscholar.domain.report import OutcomeStatus
from myscholar.domain.runs import ModelCall, RunId, RunKind, RunStatus
from myscholar.errors import InputError, LLMNoCredit, NoEvidenceFound, RunNotResumable, UnknownName
from myscholar.gateways.storage.attempts import Batch
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, made_by, resume, start, wait_for_end
from myscholar.workflows.report import head_start, material
from myscholar.workflows.report.change_report import change_lines
from myscholar.workflows.report.closer_look import look_closer
from myscholar.workflows.report.records import record_of
from myscholar.workflows.report.reports import get_report, report_record
from myscholar.workflows.sample import SAMPLE_QUESTION

from . import writer


async def changed_by(services, order):
    """What the change leaves, with what became of each section."""
    return report_record(services, (await carry_out(services, order)).report_id)


@pytest.fixture
def services(tmp_path: Path) -> Iterator["writer.Written"]:
    made = writer.Written(Settings(home=tmp_path))
    yield made
    made.runner.close()
    made.store.close()


def action(number: int, stage: Stage, verb: Verb = Verb.FREE, *, emphasis: bool = False) -> Action:
    return Action(
        action_id=ActionId(f"x{number}"),
        tldr=f"Do thing {number}",
        text=f"I can do thing {number}, which might help you see it.",
        stage=stage,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=verb, terms=("abstention",)),
        enabled=True,
        emphasis=emphasis,
    )


WRITE, SEARCH = action(1, Stage.GENERATION), action(2, Stage.SEARCH_ADD, Verb.SEARCH)


async def written(services, actions=(WRITE,), **options):
    listeners = {n: options.pop(n) for n in ("run_id", "progress", "on_text") if n in options}
    return await carry_out(
        services,
        ReportOrder(
            question=SAMPLE_QUESTION,
            actions=actions,
            sources=("sample",),
            engine=Engine.LLM,
            **options,
        ),
        **listeners,
    )


async def test_a_report_is_a_run_whose_id_is_the_reports(services):
    texts = {}
    report = await written(services, on_text=lambda part, text: texts.__setitem__(part, text))
    info = services.runs.info(RunId(report.report_id))
    assert (info.kind, info.status) == (RunKind.REPORT, RunStatus.FINISHED)
    assert info.steps[:5] == (
        "Planning the search",
        "Searching",
        "Reading papers in depth",
        "Reading papers",
        "Outlining",
    )
    assert [s.title for s in report.sections] == ["Theme 1", "Theme 2", "Theme 3"]
    assert set(texts) == {"section 1", "section 2", "section 3"}
    assert made_by(services, RunId(report.report_id)) == report


async def test_actions_stored_before_their_wishes_were_kept_have_them_read(services):
    first = WRITE.model_copy(update={"tldr": "Put papers with code first", "wishes": None})
    report = await written(services, actions=(first,))
    assert report.actions[0].wishes == (Wish.FIRST,)
    stored = report_record(services, report.report_id).model_dump(mode="json")
    for part in (stored["order"], stored["report"]):
        part["actions"][0].pop("wishes")
    record = record_of(stored)
    assert record.order.actions[0].wishes == record.report.actions[0].wishes == (Wish.FIRST,)


async def test_an_action_that_a_section_marks_is_done_and_its_words_are_shown(services):
    report = await written(services)
    (outcome,) = report.outcomes
    assert outcome.status is OutcomeStatus.DONE
    span = outcome.spans[0]
    assert span.section == 1
    assert "[" in report.sections[1].text[span.start : span.end]


async def test_the_first_section_is_begun_from_its_own_plan_and_written_once(services):
    await written(services)
    prompts = [p.text for _, p in services.__dict__["script"].asked if p.name == "report/section"]
    assert len(prompts) == 3
    assert ["More sections follow." in p for p in prompts].count(True) == 1


async def test_a_resume_reads_papers_with_what_was_found_of_them_before(tmp_path, monkeypatch):
    broke, looked = iter([True]), []

    def quote(prompt):
        if next(broke, False):
            raise LLMNoCredit("test:model")
        return writer.quote(prompt)

    async def look(*asked):
        looked.append(asked)
        return await look_closer(*asked)

    monkeypatch.setattr(material, "look_closer", look)
    services = writer.Written(Settings(home=tmp_path), **{"report/extract_quotes": quote})
    with pytest.raises(LLMNoCredit):
        await written(services)
    (run,) = services.runs.recent()
    assert run.steps[-1] == "Reading papers in depth"
    await wait_for_end(services, resume(services, run.run_id))
    assert len(made_by(services, run.run_id).sections) == 3
    assert len(looked) == 1
    services.runner.close()
    services.store.close()


async def test_a_resume_that_has_its_outline_writes_the_first_section(tmp_path):
    broke = iter([True])

    def section(prompt):
        if "More sections follow." in prompt.text and next(broke, False):
            raise LLMNoCredit("test:model")
        return writer.section(prompt)

    services = writer.Written(Settings(home=tmp_path), **{"report/section": section})
    with pytest.raises(LLMNoCredit):
        await written(services)
    (run,) = services.runs.recent()
    assert ("Outlining" in run.steps, "Writing section 1" in run.steps) == (True, False)
    await wait_for_end(services, resume(services, run.run_id))
    assert "Writing section 1" in services.runs.info(run.run_id).steps
    assert len(made_by(services, run.run_id).sections) == 3
    services.runner.close()
    services.store.close()


async def test_a_resume_that_has_its_first_section_leaves_nothing_waiting_for_one(tmp_path, caplog):
    broke = iter([True])

    def section(prompt):
        if "More sections follow." not in prompt.text and next(broke, False):
            raise LLMNoCredit("test:model")
        return writer.section(prompt)

    services = writer.Written(Settings(home=tmp_path), **{"report/section": section})
    with pytest.raises(LLMNoCredit):
        await written(services)
    (run,) = services.runs.recent()
    assert "Writing section 1" in run.steps
    await wait_for_end(services, resume(services, run.run_id))
    gc.collect()
    assert "destroyed but it is pending" not in caplog.text
    services.runner.close()
    services.store.close()


async def test_a_first_section_that_the_repaired_outline_does_not_have_is_written_as_outlined(
    tmp_path,
):
    bad = {"title": "Begun", "format": "synthesis", "brief": "b", "quotes": [1]}
    # two sections of one title: a repair is asked for
    broken = {
        "title": "T",
        "sections": [bad, {**bad, "quotes": [2]}],
    }
    services = writer.Written(
        Settings(home=tmp_path), **{"report/outline": [broken, writer.outline]}
    )
    report = await written(services)
    assert [s.title for s in report.sections] == ["Theme 1", "Theme 2", "Theme 3"]
    assert services.asked.count("report/section") == 4, (
        "what was begun is paid for, so it is finished and kept"
    )
    services.runner.close()
    services.store.close()


async def test_the_question_of_a_head_start_is_not_planned_and_its_papers_are_not_read_again(
    services,
):
    head = start(
        services, HeadStartOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM)
    )
    await services.runner.wait(head)
    read = services.n_papers_read
    services.forget()
    report = await written(services, (WRITE, SEARCH), head_start=head)
    assert "report/plan_search" not in services.asked
    assert services.asked.count("report/plan_actions") == 1
    assert services.n_papers_read < read
    assert [s.title for s in report.sections] == ["Theme 1", "Theme 2", "Theme 3"]
    assert services.asked.count("report/section") == 3, (
        "the first section was kept, so none is written twice"
    )


async def test_the_first_section_begins_before_the_actions_are_planned(services):
    head = start(
        services, HeadStartOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM)
    )
    await services.runner.wait(head)
    services.forget()
    await written(services, (WRITE,), head_start=head)
    assert services.asked.index("report/section") < services.asked.index("report/outline")


async def test_without_actions_the_head_starts_outline_is_the_reports(services):
    head = start(
        services, HeadStartOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM)
    )
    await services.runner.wait(head)
    services.forget()
    await written(services, (), head_start=head)
    assert set(services.asked) == {"report/section", "report/table"}


async def test_a_head_start_on_something_else_is_done_without(services):
    head = start(
        services,
        HeadStartOrder(question="How do birds sing?", sources=("sample",), engine=Engine.LLM),
    )
    await services.runner.wait(head)
    services.forget()
    report = await written(services, head_start=head)
    assert "report/plan_search" in services.asked
    assert report.searches[0].query.text == SAMPLE_QUESTION
    assert (await written(services, head_start=RunId(report.report_id))).question == SAMPLE_QUESTION


async def test_a_head_start_that_does_not_begin_is_not_waited_for(services, monkeypatch):
    monkeypatch.setattr(head_start, "_BEGINS_S", 0.0)
    order = ReportOrder(question=SAMPLE_QUESTION, sources=("sample",)).model_dump(mode="json")
    services.runs.create(
        RunId("stuck"), RunKind.HEAD_START, "", order, attempt="a", at=services.now()
    )
    release = services.runs.locks.hold(lock_name("stuck"))
    assert (await written(services, head_start=RunId("stuck"))).question == SAMPLE_QUESTION
    release()


async def test_a_head_start_that_nobody_knows_is_done_without_and_the_run_says_so(services):
    report = await written(services, head_start=RunId("gone"))
    assert len(report.sections) == 3
    told = [event.message for event in services.runs.events(RunId(report.report_id))]
    assert "it can't be used; the report starts from the question" in told


async def test_a_reworded_writing_action_rewrites_at_once_what_was_written_for_it(services):
    base = await written(services)
    services.forget()
    changed = WRITE.model_copy(
        update={
            "text": "I can give an analogy, which might help you teach.",
            "tldr": "Give an analogy",
        }
    )
    work = await changed_by(services, RewriteOrder(base=RunId(base.report_id), actions=(changed,)))
    assert services.asked == ["report/section"]
    assert change_lines(work) == ("kept: Theme 1", "rewritten: Theme 2", "kept: Theme 3")
    assert work.report.sections[0].text == base.sections[0].text
    assert work.previous == base.report_id
    (told,) = (prompt.text for _, prompt in services.__dict__["script"].asked[-1:])
    assert f"No longer carry out: {WRITE.text} Now also carry out: {changed.text}" in told


@pytest.mark.parametrize(
    "changed",
    [
        (WRITE, action(3, Stage.GENERATION)),
        (WRITE.model_copy(update={"stage": Stage.ORGANIZATION, "text": "I can begin with it."}),),
        (WRITE.model_copy(update={"text": "I can add a table.", "wishes": (Wish.SIDE_BY_SIDE,)}),),
    ],
)
async def test_a_model_plans_which_sections_a_new_or_further_reaching_action_concerns(
    services, changed
):
    base = await written(services)
    services.forget()
    await changed_by(services, RewriteOrder(base=RunId(base.report_id), actions=changed))
    assert services.asked[:2] == ["report/edit", "report/section"]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("Say more of the data.", ["report/edit", "report/section"]),
        ("Say more of the data, also in the table.", [
            "report/edit", "report/section", "report/table",
        ]),
    ],
)  # fmt: skip
async def test_a_table_stays_with_its_section_unless_the_change_speaks_of_it(tmp_path, told, asked):
    def edit(prompt):
        return {"operations": [{"operation": "expand", "section": 3, "instruction": told}]}

    def table(prompt):
        rows = [
            {"paper": int(paper), "cells": [{"text": words, "quotes": [int(number)]}]}
            for paper, number, words in re.findall(
                r"(?m)^## P(\d+).*\n\[(\d+)\] ((?:\S+ ){6})", prompt.text
            )
        ]
        return {"columns": ["What"], "rows": rows}

    steps = {"report/edit": edit, "report/table": table}
    services = writer.Written(Settings(home=tmp_path), **steps)
    base = await written(services)
    services.forget()
    order = FollowUpOrder(base=RunId(base.report_id), instruction="Say more.")
    work = await changed_by(services, order)
    assert services.asked == asked
    assert work.report.sections[2].table


async def test_a_section_that_served_an_action_is_written_again_when_the_action_goes(services):
    base = await written(services, (WRITE, action(3, Stage.GENERATION)))
    services.forget()
    work = await changed_by(services, RewriteOrder(base=RunId(base.report_id), actions=(WRITE,)))
    assert services.asked == ["report/section"]
    assert [s.action_ids for s in work.material.outline.sections] == [(), ("x1",), ()]
    assert [o.action_id for o in work.report.outcomes] == ["x1"]
    assert {h.action_id for s in work.report.sections for h in s.highlights} == {"x1"}


async def test_a_new_search_action_searches_and_reads_only_what_is_new(services):
    base = await written(services)
    before = services.n_papers_read
    services.forget()
    work = await changed_by(
        services, RewriteOrder(base=RunId(base.report_id), actions=(WRITE, SEARCH))
    )
    assert services.asked.count("report/plan_actions") == 1
    assert services.n_papers_read < before
    assert len(work.report.searches) > len(base.searches)


async def test_an_action_taken_back_from_the_search_leaves_every_citation_resolved(services):
    base = await written(services, (WRITE, SEARCH))
    work = await changed_by(services, RewriteOrder(base=RunId(base.report_id), actions=(WRITE,)))
    assert len(work.report.references) > 0
    assert work.report == type(work.report).model_validate(work.report.model_dump())


async def test_an_action_that_was_not_done_is_tried_again_with_a_repair_if_need_be(tmp_path):
    def unmarked(prompt):
        return re.sub(r"</?a\d+>", "", writer.section(prompt))

    services = writer.Written(Settings(home=tmp_path), **{"report/section": unmarked})
    base = await written(services, (WRITE, action(3, Stage.GENERATION)))
    assert [o.status for o in base.outcomes] == [OutcomeStatus.NOT_DONE] * 2
    services.forget()
    order = RewriteOrder(base=RunId(base.report_id), retry=ActionId("x3"))
    run_id = RunId((await carry_out(services, order)).report_id)
    asked = {prompt.name: prompt.text for _, prompt in services.__dict__["script"].asked}
    assert list(asked) == ["report/edit", "report/section", "report/repair"]
    assert (
        "Now also carry out (the reader cares most about this one): I can do thing 3"
        in asked["report/edit"]
    )
    assert "To be carried out: A2\n" in asked["report/repair"], "the other one was tried before"
    assert [a.emphasis for a in get_report(services, run_id).actions] == [False, True]
    services.runner.close()
    services.store.close()


async def test_words_that_carry_an_action_out_already_are_marked(tmp_path):
    def unmarked(prompt):
        return re.sub(r"</?a\d+>", "", writer.section(prompt))

    words = "the authors say, in so many words and with some care, what the words of the quote say"
    found = {"unmarked": [{"action": 1, "section": 3, "words": words}]}
    steps = {"report/section": unmarked, "report/repair": found}
    services = writer.Written(Settings(home=tmp_path), **steps)
    report = await written(services, (WRITE,))
    (mark,) = report.sections[2].highlights
    assert report.sections[2].text[mark.start : mark.end] == words
    assert report.outcomes[0].status is OutcomeStatus.DONE
    services.runner.close()
    services.store.close()


async def test_one_section_again_is_one_section(services):
    base = await written(services)
    services.forget()
    work = await changed_by(services, RewriteOrder(base=RunId(base.report_id), section=0))
    assert services.asked == ["report/section"]
    assert change_lines(work)[0] == "rewritten: Theme 1"


async def test_a_section_that_does_not_exist_gets_one_message(services):
    base = await written(services)
    with pytest.raises(InputError, match="has 3 sections; there is no section 9"):
        await changed_by(services, RewriteOrder(base=RunId(base.report_id), section=8))


async def test_the_same_actions_again_are_no_change(services):
    base = await written(services)
    services.forget()
    with pytest.raises(InputError, match="these very actions"):
        await changed_by(services, RewriteOrder(base=RunId(base.report_id), actions=(WRITE,)))
    assert services.asked == []


async def test_a_follow_up_shows_what_became_of_each_section_and_the_report_before_stays(services):
    base = await written(services)
    work = await changed_by(
        services,
        FollowUpOrder(base=RunId(base.report_id), instruction="Say more about abstention."),
    )
    assert [c.operation for c in work.changes] == [None, "replace", None]
    assert (
        work.changes[1].before
        == report_record(services, RunId(base.report_id)).checked[1].draft.text
    )
    assert made_by(services, work.previous) == base


async def test_an_empty_instruction_gets_one_message(services):
    with pytest.raises(InputError, match="instruction is empty"):
        await changed_by(services, FollowUpOrder(base=RunId("any"), instruction=" ... "))


async def test_a_follow_up_of_a_report_that_nobody_wrote_names_it(services):
    with pytest.raises(UnknownName, match="nothing"):
        await changed_by(
            services, FollowUpOrder(base=RunId("nothing"), instruction="Add a section.")
        )


async def test_the_one_prompt_variant_outlines_nothing(services):
    report = await written(services, visibility="one_prompt")
    assert [s.title for s in report.sections] == ["All of it"]
    assert "report/outline" not in services.asked


async def test_a_researched_report_can_be_one_prompt_and_says_that_it_takes_no_head_start(
    tmp_path,
):
    enough = {"coverage": "All.", "is_enough": True, "tasks": []}
    side = {"name": "citation recall", "query": "citation recall"}
    agents = {
        "team/write_brief": {"scope": "All.", "objectives": [], "dimensions": [side]},
        "team/assign": enough,
        "team/reflect": {},
    }
    services, told = writer.Written(Settings(home=tmp_path), **agents), []
    plan = ResearchPlan(mode=ResearchMode.TEAM, user=UserSpec(kind=UserKind.NOBODY))
    head = start(services, HeadStartOrder(question=SAMPLE_QUESTION, engine=Engine.LLM))
    await wait_for_end(services, head)
    report = await written(
        services,
        research=plan,
        visibility="one_prompt",
        head_start=head,
        progress=told.append,
    )
    assert [s.title for s in report.sections] == ["All of it"]
    assert "citation recall" in [node.direction for node in report.interaction.nodes]
    assert any("it can't be used" in event.message for event in told)
    services.runner.close()
    services.store.close()


async def test_papers_without_a_word_on_the_question_end_in_one_message(tmp_path):
    silent = writer.Written(
        Settings(home=tmp_path), **{"report/extract_quotes": lambda _: {"papers": []}}
    )
    with pytest.raises(NoEvidenceFound, match="no sentence of theirs"):
        await written(silent)
    silent.runner.close()
    silent.store.close()


async def test_a_failed_run_goes_on_where_it_was(tmp_path):
    once = [LLMNoCredit("scripted:model"), writer.outline]
    services = writer.Written(
        Settings(home=tmp_path),
        **{"report/outline": lambda prompt: once[0] if len(once) > 1 else once[0](prompt)},
    )
    run_id = RunId("again")
    with pytest.raises(LLMNoCredit):
        await written(services, run_id=run_id)
    assert services.runs.info(run_id).status is RunStatus.FAILED
    once.pop(0)
    services.forget()
    await wait_for_end(services, resume(services, run_id))
    assert services.asked[0] == "report/outline", "plan, search and quotes were stored"
    assert len(made_by(services, run_id).sections) == 3
    services.runner.close()
    services.store.close()


async def test_waiting_for_two_reports_at_once_gives_both(services):
    reports = await asyncio.gather(written(services), written(services, (SEARCH,)))
    assert len({r.report_id for r in reports}) == 2


async def test_only_a_finished_report_can_be_changed(services):
    head = start(
        services, HeadStartOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM)
    )
    await services.runner.wait(head)
    with pytest.raises(InputError, match="wrote no report; it is a run of the kind head start"):
        await changed_by(services, RewriteOrder(base=head, section=0))
    services.runs.create(RunId("half"), RunKind.REPORT, "", {}, attempt="a", at=services.now())
    with pytest.raises(InputError, match=r"Run half has not finished\. What is finished is kept"):
        await changed_by(
            services, FollowUpOrder(base=RunId("half"), instruction="Add a section on birds.")
        )
    services.runs.attempt(RunId("half"), services.runs.order(RunId("half")).attempt).end(
        RunStatus.FINISHED, at=services.now(), result={"report": 3}
    )
    with pytest.raises(InputError, match="another version"):
        made_by(services, RunId("half"))


async def test_a_run_of_another_version_says_that_it_cannot_go_on(services):
    for kind in RunKind:
        run_id = RunId(f"old-{kind}")
        services.runs.create(
            run_id, kind, "", {"of": "another version"}, attempt="a", at=services.now()
        )
        with pytest.raises(RunNotResumable, match="what it was given comes from another version"):
            await wait_for_end(services, resume(services, run_id))


async def test_each_written_section_is_counted(services):
    told = []
    await written(
        services, progress=lambda event: told.append(event) if event.step == "Writing" else None
    )
    assert [e.done for e in told if "is written" in e.message] == [1, 2, 3]
    assert told[-1].total == 3


async def test_writing_begins_before_the_first_sections_words_are_there(services):
    told = []
    report = await written(
        services,
        progress=lambda event: told.append(event.step),
        on_text=lambda part, _: told.append(part),
    )
    assert told.index("Writing") < told.index("section 1")
    assert report.cost.seconds == round(services.runs.info(RunId(report.report_id)).seconds, 3)


async def test_a_reports_cost_counts_its_head_start(services):
    head = start(
        services, HeadStartOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.LLM)
    )
    await services.runner.wait(head)
    call = ModelCall(
        call_id="c",
        role="report",
        prompt="p@1",
        model="m",
        started_at=0.0,
        seconds=1.0,
        input_tokens=9,
        dollars=0.25,
    )
    services.runs.attempt(head, services.runs.order(head).attempt).store(
        Batch(calls=(("Outlining", call),))
    )
    report = await written(services, head_start=head)
    assert (report.cost.model_calls, report.cost.dollars) == (1, 0.25), (
        "the scripted model itself records nothing"
    )


def shown(task):
    """Numbers of the sentences that a judge is to read."""
    listed = task.partition("<sentences>")[2].partition("</sentences>")[0]
    return [int(n) for n in re.findall(r"(?m)^(\d+)\. ", listed)]


def judge_of(*doubtful, again=()):
    """Doubts these sentences when a section is read, and those when they are read again."""

    def reply(prompt):
        numbers = shown(prompt.task)
        said = doubtful if prompt.task.startswith("Section: ") else again
        found = [v for v in said if v["sentence"] in numbers]
        failing = {v["sentence"] for v in found}
        return {"doubtful": found, "supported": [n for n in numbers if n not in failing]}

    return reply


def judged(tmp_path, reply, **steps):
    steps |= {"report/judge_section": reply}
    made = writer.Written(Settings(home=tmp_path), **steps)
    made.__dict__["script"]._judge = True
    return made


def doubt(sentence, support, better=""):
    return {"sentence": sentence, "support": support, "why": "too strong", "better": better}


async def test_what_a_judge_doubts_is_rewritten_read_again_and_told(tmp_path):
    better = "Here the authors say, with some care, what the words of the quote say."
    services = judged(tmp_path, judge_of(doubt(1, "partly", better), again=[doubt(2, "not")]))
    texts = {}
    report = await written(services, on_text=lambda part, text: texts.__setitem__(part, text))
    record = report_record(services, report.report_id)
    changed = [r for c in record.checked for r in c.rewritten]
    assert [(r.is_cut, r.again) for r in changed] == [
        (False, "supported"),
        (True, "not"),
        (False, "supported"),
    ]
    assert all("in so many words" in r.before and "with some care" in r.after for r in changed)
    assert "say, with some care" in report.sections[0].text
    assert "say, with some care" not in report.sections[1].text
    assert "say, with some care" in texts["section 1"]
    assert "were read against their quotes by scripted:model; 2 were rewritten and 1 was" in (
        report.notice
    )
    assert not any("rewritten" in note for note in report.notes)
    steps = services.runs.info(RunId(report.report_id)).steps
    assert steps.count("Reading again what was rewritten") == 1
    assert services.asked.count("report/judge_section") == 4  # three sections, once for all
    services.runner.close()
    services.store.close()


async def test_what_was_rewritten_is_read_again_before_what_is_added_has_come(tmp_path):
    better = "Here the authors say, with some care, what the words of the quote say."
    passage = "What was added says, with no care at all, what its quote says [4]."
    added = {"action": 1, "section": 1, "text": f"<a1>{passage}</a1>"}
    services = judged(
        tmp_path,
        judge_of(doubt(1, "partly", better)),
        **{
            "report/section": lambda prompt: re.sub(r"</?a\d+>", "", writer.section(prompt)),
            "report/repair": {"additions": [added]},
        },
    )
    report = await written(services)
    told = [p.task for _, p in services.__dict__["script"].asked if "judge" in p.name]
    of_sections, (again, addition, of_added) = told[:3], told[3:]
    assert all("in so many words" in task for task in of_sections)
    assert [len(shown(task)) for task in (again, of_added)] == [3, 1]
    assert "no care at all" in addition
    record = report_record(services, report.report_id)
    assert [r.again for c in record.checked for r in c.rewritten] == ["supported"] * 4
    steps = services.runs.info(RunId(report.report_id)).steps
    assert steps.index("Reading again what was rewritten") < steps.index(
        "Carrying out what is missing"
    )
    assert steps[-1] == "Reading again what was added"
    services.runner.close()
    services.store.close()


async def test_a_section_without_actions_is_judged_while_its_table_is_made(tmp_path, monkeypatch):
    def table(prompt):
        first = re.findall(r"(?m)^## P(\d+): .*\n\[(\d+)\] ((?:\S+ ){6})", prompt.task)
        rows = [{"paper": p, "cells": [{"text": text, "quotes": [n]}] * 2} for p, n, text in first]
        return {"columns": ["Data", "Measure"], "rows": rows}

    services = judged(tmp_path, judge_of(), **{"report/table": table})
    script = services.__dict__["script"]
    ask, judging = script.ask, defaultdict(asyncio.Event)

    async def tables_after_judges(role, prompt, reply, **options):
        title = re.search(r"(?m)^(?:The s|S)ection: (.*)$", prompt.task)
        if prompt.name == "report/judge_section":
            judging[title[1]].set()
        if prompt.name == "report/table":
            await judging[title[1]].wait()
        return await ask(role, prompt, reply, **options)

    monkeypatch.setattr(script, "ask", tables_after_judges)
    async with asyncio.timeout(60):
        report = await written(services, actions=())
    record = report_record(services, report.report_id)
    tabled = [c for c in record.checked if c.draft.table]
    assert tabled
    assert all(c.n_judged == c.n_cited > 0 for c in tabled)
    services.runner.close()
    services.store.close()


async def test_a_judge_that_fails_costs_no_sentence_and_is_told(tmp_path):
    services = judged(tmp_path, LLMNoCredit("scripted:model"))
    report = await written(services)
    assert len(report.sections) == 3
    told = "was to read the sentences about papers against their quotes and could not"
    assert told in report.notice
    assert any("were not checked against their quotes" in note for note in report.notes)
    assert "Reading again what was rewritten" not in (
        services.runs.info(RunId(report.report_id)).steps
    )
    services.runner.close()
    services.store.close()


async def test_a_change_has_only_new_sentences_judged(tmp_path):
    services = judged(tmp_path, judge_of())
    report = await written(services)
    services.forget()
    changed = await changed_by(
        services, FollowUpOrder(base=report.report_id, instruction="Do as the reader asks.")
    )
    # the section is written in the same words, so nothing is new but how it serves its action
    judged_again = [p for _, p in services.__dict__["script"].asked if "judge" in p.name]
    assert all("\n1. " not in p.task.partition("</sentences>")[0] for p in judged_again)
    assert "All " in changed.report.notice
    services.runner.close()
    services.store.close()
