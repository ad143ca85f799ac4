"""Actions that the sections left undone, carried out in one more call."""

from collections.abc import Callable
from typing import Any

import pytest

from myscholar.domain.actions import Action
from myscholar.domain.drafts import Draft, Outline
from myscholar.domain.evidence import Quote
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Doubt, Findings, OutcomeStatus
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.assemble import assemble
from myscholar.report.llm.evidence import gather_evidence
from myscholar.report.llm.reader import AboutReader
from myscholar.report.llm.repair import Repaired, apply, repair, span_of
from myscholar.report.llm.section_replies import RepairReply
from myscholar.report.llm.sections import draft_of
from myscholar.report.llm.verify import Checked, verify_section
from myscholar.report.outcome_evidence import OutcomeEvidence
from myscholar.report.outcomes import mendable, outcomes

from .conftest import READER, Sample, cassette, written

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]
Act = Callable[..., Action]
Applied = Callable[..., Repaired]


def addition(text: str, action: int = 1, section: int = 1, after: int = 0) -> dict[str, Any]:
    return {"action": action, "section": section, "after_paragraph": after, "text": text}


def marked(draft: Draft) -> list[tuple[str, str]]:
    return [(h.action_id, draft.text[h.start : h.end]) for h in draft.highlights]


@pytest.fixture
def applied(quote: Callable[[int], Quote], act: Act) -> Applied:
    """What a reply makes of these drafts, where action 1 is "ideas", 2 "experts", and both are
    missing."""

    def make(*drafts: Draft, **reply: Any) -> Repaired:
        actions = (act("ideas"), act("experts"))
        quotes = tuple(map(quote, (1, 2, 3)))
        return apply(
            RepairReply.model_validate(reply), drafts, actions, quotes, tuple(enumerate(actions, 1))
        )

    return make


def test_an_addition_at_the_end_becomes_a_paragraph_with_its_marks(
    drafted: Drafted, applied: Applied
) -> None:
    made = applied(drafted("Agree [1]."), additions=[addition("<a1>An idea [3].</a1>")])
    assert made.drafts[0].text == "Agree [1].\n\nAn idea [3]."
    assert marked(made.drafts[0]) == [("ideas", "An idea [3].")]
    assert made.changed == (0,)


def test_marks_and_doubts_behind_an_addition_move_along(drafted: Drafted, applied: Applied) -> None:
    text = "Agree [1].\n\nJudges fail [3]."
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.HINT, reason="why")
    doubt = Doubt(start=text.index("Judges"), end=len(text), flag=flag)
    made = applied(
        drafted(text, ("x", "fail [3]"), doubts=(doubt,)),
        additions=[addition("<a1>An idea.</a1>", after=1)],
    )
    draft = made.drafts[0]
    assert draft.text == "Agree [1].\n\nAn idea.\n\nJudges fail [3]."
    assert marked(draft) == [("ideas", "An idea."), ("x", "fail [3]")]
    assert draft.text[draft.doubts[0].start : draft.doubts[0].end] == "Judges fail [3]."


def test_an_item_joins_its_list_and_a_paragraph_stands_apart_from_it(
    drafted: Drafted, applied: Applied
) -> None:
    text = "- One [1].\n- Two [3]."
    item = applied(drafted(text), additions=[addition("- <a1>New idea.</a1>", after=1)])
    assert item.drafts[0].text == "- One [1].\n- New idea.\n- Two [3]."
    prose = applied(drafted(text), additions=[addition("<a1>New idea.</a1>", after=1)])
    assert prose.drafts[0].text == "- One [1].\n\nNew idea.\n\n- Two [3]."


def test_two_additions_to_one_section_keep_the_places_that_they_name(
    drafted: Drafted, applied: Applied
) -> None:
    both = [addition("<a1>First.</a1>", after=1), addition("<a2>Second.</a2>", action=2, after=2)]
    for additions in (both, both[::-1]):
        made = applied(drafted("One.\n\nTwo.\n\nThree."), additions=additions)
        assert made.drafts[0].text == "One.\n\nFirst.\n\nTwo.\n\nSecond.\n\nThree."


def test_a_quote_of_another_section_joins_the_plan(drafted: Drafted, applied: Applied) -> None:
    draft = drafted("Agree [1].")
    alone = draft.model_copy(
        update={"plan": draft.plan.model_copy(update={"quotes": draft.plan.quotes[:1]})}
    )
    made = applied(alone, additions=[addition("<a1>An idea [3][9].</a1>")])
    assert [q.quote_id for q in made.drafts[0].plan.quotes] == ["q1", "q3"]
    assert made.drafts[0].text.endswith("An idea [3].")


@pytest.mark.parametrize(
    ("said", "dropped"),
    [
        (
            addition("No mark at all."),
            ("An addition for A1 was left out: no words of it are marked for the action.",),
        ),
        (
            addition(f"<a1>{'word ' * 230}</a1>"),
            ("An addition for A1 was left out: it is longer than 220 words.",),
        ),
        (addition("<a1>Nowhere.</a1>", section=7), ()),
        (addition("<a3>Nobody.</a3>", action=3), ()),
    ],
)
def test_an_addition_that_cannot_be_used_leaves_the_draft_alone(
    drafted: Drafted, applied: Applied, said: dict[str, Any], dropped: tuple[str, ...]
) -> None:
    draft = drafted("Agree [1].")
    assert applied(draft, additions=[said]) == Repaired(drafts=(draft,), dropped=dropped)


def test_words_that_do_it_already_are_marked_where_they_stand(
    drafted: Drafted, applied: Applied
) -> None:
    found = {"action": 1, "section": 1, "words": "A next study could remove passages."}
    made = applied(
        drafted("Agree [1]. A next study could remove passages [3]. End."), unmarked=[found]
    )
    assert marked(made.drafts[0]) == [("ideas", "A next study could remove passages [3].")]
    assert made.changed == ()


def test_words_are_found_with_or_without_their_citations() -> None:
    text = "Judges agree [1][2] in most cases [3]."
    for words in (
        "Judges agree in most cases.",
        "Judges agree [1][2] in most cases [3].",
        "<a1>agree in most cases</a1>",
    ):
        found = span_of(words, text)
        assert found is not None
        assert found.of(text).endswith("cases [3]." if words.endswith(".") else "cases")
    assert span_of("most cases", text) is None
    assert span_of("Judges never agree in cases", text) is None


def test_an_action_is_added_or_declined_once(drafted: Drafted, applied: Applied) -> None:
    made = applied(
        drafted("Agree [1]."),
        additions=[addition("<a1>One.</a1>"), addition("<a1>Two.</a1>")],
        impossible=[
            {"action": 1, "reason": "No."},
            {"action": 2, "reason": "No quote names an expert."},
        ],
    )
    assert made.drafts[0].text == "Agree [1].\n\nOne."
    assert [(d.action_id, d.reason) for d in made.declined] == [
        ("experts", "No quote names an expert.")
    ]


async def test_nothing_missing_asks_nobody(drafted: Drafted, few: Papers) -> None:
    llm = ScriptedLLM({})
    drafts = (drafted("Agree [1]."),)
    outline = Outline(title="Judges", sections=(drafts[0].plan,))
    assert (
        await repair(drafts, (), outline, (), few, (), question="Who?", llm=llm)
    ).drafts == drafts
    assert llm.asked == []


async def test_the_samples_repair_carries_one_action_out_and_declines_another(
    sample: Sample, act: Act
) -> None:
    experiment = act(
        "sketch a follow-up experiment on judges under removed evidence", emphasis=True
    )
    licences = act("list the licences of the datasets")
    actions = (*sample.actions, experiment, licences)
    numbered = tuple(enumerate(actions, 1))
    drafts = tuple(
        draft_of(written(f"report_section_{i}"), p, numbered, "m")
        for i, p in enumerate(sample.outline.sections, 1)
    )

    def evidence(of: tuple[Draft, ...]) -> OutcomeEvidence:
        made = assemble(of, sample.papers)
        checked = [Checked(draft=d) for d in of]
        return gather_evidence(actions, made, checked, Findings(hits=(), results=()), {})

    missing = mendable(actions, outcomes(evidence(drafts)))
    assert missing == (experiment, licences)
    llm = ScriptedLLM({"report/repair": cassette("report_repair")})
    made = await repair(
        drafts,
        missing,
        sample.outline,
        sample.quotes,
        sample.papers,
        actions,
        question=sample.question,
        llm=llm,
    )
    assert "To be carried out: A7, A8" in llm.asked[0][1].task
    assert (made.changed, made.dropped) == ((1,), ())
    checked = await verify_section(
        made.drafts[1],
        sample.papers,
        earlier=Checked(draft=drafts[1]),
        reader=AboutReader(READER),
        llm=llm,
    )
    assert checked.draft.doubts == ()
    final = outcomes(evidence(made.drafts), declined=made.declined)
    assert [o.status for o in final[-2:]] == [OutcomeStatus.DONE, OutcomeStatus.NOT_DONE]
    assert final[-1].reason.endswith(
        "The model says: “None of the quotes says under which licence a dataset is published.”"
    )
    assert len(llm.asked) == 1
