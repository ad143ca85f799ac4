"""A report changed by an instruction: what is planned, what is written, what changed, and the way
back."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from myscholar.domain.drafts import Draft, Outline
from myscholar.domain.evidence import Quote
from myscholar.domain.papers import Paper, PaperId
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.edit import EditPlan, edit_problems, finish, plan_edit, plan_of
from myscholar.report.llm.section_replies import EditReply, Operation
from myscholar.report.llm.sections import draft_of, write_section

from .conftest import Sample, cassette, written

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]


@pytest.fixture
def three(drafted: Drafted) -> tuple[Draft, ...]:
    return tuple(
        drafted(f"{title} agree [1].", title=title) for title in ("Judges", "Experts", "Readers")
    )


@pytest.fixture
def known(quote: Callable[[int], Quote]) -> Mapping[int, Quote]:
    return {n: quote(n) for n in (1, 2, 3)}


def operation(kind: str, section: int, **more: Any) -> dict[str, Any]:
    return {"operation": kind, "section": section, **more}


def planned(
    drafts: tuple[Draft, ...], known: Mapping[int, Quote], *operations: dict[str, Any]
) -> EditPlan:
    outline = Outline(title="Judging", sections=tuple(d.plan for d in drafts))
    return plan_of(
        EditReply.model_validate({"operations": operations}),
        "Make it better",
        outline,
        drafts,
        known,
    )


def test_sections_that_are_not_named_stay_word_for_word(
    three: tuple[Draft, ...], known: Mapping[int, Quote]
) -> None:
    plan = planned(three, known, operation("delete", 2))
    assert [(s.operation, s.before, s.after) for s in plan.steps] == [
        (None, 0, 0),
        (Operation.DELETE, 1, None),
        (None, 2, 1),
    ]
    assert plan.to_write == ()
    edited = finish(plan, three, {})
    assert edited.drafts == (three[0], three[2])
    assert edited.before == three
    assert [(c.operation, c.title, c.before, c.after) for c in edited.changes] == [
        (None, "Judges", "Judges agree [1].", "Judges agree [1]."),
        (Operation.DELETE, "Experts", "Experts agree [1].", None),
        (None, "Readers", "Readers agree [1].", "Readers agree [1]."),
    ]


def test_a_new_section_stands_where_it_was_planned_with_its_quotes(
    three: tuple[Draft, ...], known: Mapping[int, Quote]
) -> None:
    plan = planned(
        three,
        known,
        operation("add", 0, title="At a Glance", instruction="Sum up.", quotes=[3, 9]),
        operation("add", 1, title="Removal", instruction="Say what removal does.", quotes=[2]),
    )
    assert [p.title for p in plan.outline.sections] == [
        "At a Glance",
        "Judges",
        "Removal",
        "Experts",
        "Readers",
    ]
    assert [(s.after, s.before, s.instruction) for s in plan.to_write] == [
        (0, None, "Sum up."),
        (2, None, "Say what removal does."),
    ]
    assert [q.quote_id for q in plan.outline.sections[0].quotes] == ["q3"]


def test_a_section_may_get_another_title_and_further_quotes(
    drafted: Drafted, known: Mapping[int, Quote]
) -> None:
    draft = drafted("Judges agree [1].")
    alone = (
        draft.model_copy(
            update={"plan": draft.plan.model_copy(update={"quotes": draft.plan.quotes[:1]})}
        ),
    )
    plan = planned(alone, known, operation("replace", 1, title="Judges in Court", quotes=[1, 3]))
    assert plan.outline.sections[0].title == "Judges in Court"
    assert [q.quote_id for q in plan.outline.sections[0].quotes] == ["q1", "q3"]
    assert plan.to_write[0].instruction == "Make it better"


def test_a_report_never_loses_all_its_sections(
    three: tuple[Draft, ...], known: Mapping[int, Quote]
) -> None:
    every = [operation("delete", i) for i in (1, 2, 3)]
    assert edit_problems(EditReply.model_validate({"operations": every}), 3, known) == (
        "Every section is deleted. At least one stays.",
    )
    assert [s.operation for s in planned(three, known, *every).steps] == [None, None, None]


@pytest.mark.parametrize(
    ("operations", "said"),
    [
        ([], "Nothing is planned. Name an operation, or say under impossible what can't be done."),
        ([operation("expand", 9)], "There is no section 9; the sections are numbered 1 to 3."),
        (
            [operation("add", 0, title="New")],
            "A new section needs a title and numbers of quotes that exist.",
        ),
    ],
)
def test_what_cannot_be_carried_out_is_told_once_and_then_left_out(
    three: tuple[Draft, ...],
    known: Mapping[int, Quote],
    operations: list[dict[str, Any]],
    said: str,
) -> None:
    assert edit_problems(EditReply.model_validate({"operations": operations}), 3, known) == (said,)
    assert planned(three, known, *operations).to_write == ()


async def test_the_samples_follow_up_writes_only_the_section_that_it_touches(
    sample: Sample,
) -> None:
    numbered = tuple(enumerate(sample.actions, 1))
    drafts = tuple(
        draft_of(written(f"report_section_{i}"), p, numbered, "m")
        for i, p in enumerate(sample.outline.sections, 1)
    )
    instruction = (
        "I know these judges: drop that section. Tell me more about the people in the evaluations."
    )
    llm = ScriptedLLM(
        {"report/edit": cassette("report_edit"), "report/section": written("report_edit_section")}
    )
    plan = await plan_edit(
        instruction,
        sample.outline,
        drafts,
        sample.quotes,
        sample.papers,
        question=sample.question,
        llm=llm,
    )
    new = {
        step.after: await write_section(
            step.after,
            plan.outline,
            sample.papers,
            sample.actions,
            question=sample.question,
            llm=llm,
            revision=step.instruction,
            earlier=drafts[step.before] if step.before is not None else None,
        )
        for step in plan.to_write
        if step.after is not None
    }
    edited = finish(plan, drafts, new)
    assert len(llm.asked) == 2
    assert llm.told == []
    assert [c.operation for c in edited.changes] == [
        Operation.EXPAND,
        None,
        Operation.DELETE,
        None,
        None,
    ]
    assert edited.drafts[1:] == (drafts[1], drafts[3], drafts[4])
    first = edited.changes[0]
    assert first.before is not None
    assert first.after is not None
    kept = [p for p in first.before.split("\n\n") if p in first.after]
    assert (len(kept), len(first.after.split("\n\n"))) == (4, 5)
    assert (
        "as practised elsewhere, human evaluation is unreliable for long answers [13]"
        in first.after
    )
    assert {number_of(q) for q in edited.drafts[0].plan.quotes} == {2, 12, 6, 4, 5, 7, 10, 13, 21}
    assert edited.before == drafts
    assert edited.impossible == "The quotes do not say how much the people were paid."
    assert "Change: Add a paragraph on the people" in llm.asked[1][1].task
