"""What a judge finds wanting is said anew from its quotes, or goes; marks move along."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.drafts import Draft
from myscholar.domain.flags import Severity
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import OutcomeStatus
from myscholar.errors import LLMRateLimited
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.mending import Rewritten
from myscholar.report.llm.second_reading import find_unread, read_again, take_in
from myscholar.report.llm.section_replies import Support
from myscholar.report.llm.told_checks import note_of, tell_checks
from myscholar.report.llm.verify import Checked, verify_section

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]
ALWAYS = "Judges always agree with experts [1]."
BETTER = "The best judge agrees with experts in 81 percent of cases [1]."


def replies(*verdicts: dict[str, object], supported: tuple[int, ...] = ()) -> dict[str, object]:
    return {"doubtful": list(verdicts), "supported": list(supported)}


def judge(*answers: object) -> ScriptedLLM:
    return ScriptedLLM({"report/judge_section": list(answers)}, judge=True)


def no(sentence: int, better: str = "", support: str = "not") -> dict[str, object]:
    return {"sentence": sentence, "support": support, "why": "too strong", "better": better}


async def test_a_sentence_is_said_anew_and_its_marks_move_along(
    drafted: Drafted, few: Papers
) -> None:
    last = "Judges fail when passages conflict [3]."
    draft = drafted(f"That much is known. {ALWAYS} {last}", ("a", "always agree"), ("b", last))
    made = await verify_section(
        draft, few, llm=judge(replies(no(2, BETTER, "partly"), supported=(1, 3)))
    )
    assert made.draft.text == f"That much is known. {BETTER} {last}"
    assert made.draft.doubts == ()
    assert [made.draft.text[h.start : h.end] for h in made.draft.highlights] == [BETTER, last]
    assert made.rewritten == (Rewritten(before=ALWAYS, after=BETTER, why="too strong"),)


@pytest.mark.parametrize(
    "better",
    [
        "",
        ALWAYS,
        "The best judge agrees in 18 percent of cases [1].",
        "Judges agree [1]. They are good [1].",
        "Judges agree with experts " + "again and " * 20 + "again [1].",
        "[1]",
        "[1] Judges agree with experts.",
    ],
)
async def test_what_holds_in_part_and_is_not_said_better_is_a_doubt(
    drafted: Drafted, few: Papers, better: str
) -> None:
    draft = drafted(f"{ALWAYS} That much is known.")
    made = await verify_section(draft, few, llm=judge(replies(no(1, better, "partly"))))
    assert made.draft.text == draft.text
    assert [d.flag.severity for d in made.draft.doubts] == [Severity.HINT]
    assert made.rewritten == ()


UNCITED = "One study found that such judges outperform experts everywhere."


@pytest.mark.parametrize(
    ("verdict", "text", "reasons"),
    [
        (None, f"{ALWAYS} {UNCITED} So it is.", ["This states a finding and cites nothing."]),
        (replies(supported=(1, 2, 3)), f"{ALWAYS} {UNCITED} So it is.", []),
        (replies(no(2, BETTER), supported=(1, 3)), f"{ALWAYS} {BETTER} So it is.", []),
        (replies(no(2, "Judges agree."), supported=(1, 3)), f"{ALWAYS} So it is.", []),
        (
            replies(no(2, "Judges agree.", "partly"), supported=(1, 3)),
            f"{ALWAYS} {UNCITED} So it is.",
            ["A judge finds that the quotes bear this out in part: too strong."],
        ),
    ],
)
async def test_a_sentence_without_citation_is_judged_by_the_quotes_of_its_section(
    drafted: Drafted, few: Papers, verdict: object, text: str, reasons: list[str]
) -> None:
    draft = drafted(f"{ALWAYS} {UNCITED} So it is.")
    answer = verdict or LLMRateLimited("scripted:judge", None)
    made = await verify_section(draft, few, llm=judge(answer))
    assert made.draft.text == text
    assert [d.flag.reason for d in made.draft.doubts] == reasons
    assert (made.n_cited, made.n_judged) == (1, 1 if verdict else 0)


LINK = "Judges are the weakest point."


@pytest.mark.parametrize(
    ("better", "is_taken"),
    [
        ("Judges are one weak point.", True),
        ("Of the weak points, judges are one.", True),
        ("Judges are one weak point of ALCE.", False),
        ("Judges are, with Toolformer, one weak point.", False),
        ("Toolformer has one weak point.", False),
        ("Judges are a weak point in 3 cases.", False),
        ("Such a judge outperforms experts in its weakest point.", False),
        ("Judges are one weak point. So it is.", False),
    ],
)
async def test_a_conclusion_without_citation_is_said_anew_where_it_claims_nothing_new_of_a_paper(
    drafted: Drafted, few: Papers, better: str, is_taken: bool
) -> None:
    last = "Judges fail when passages conflict [3]."
    draft = drafted(f"{ALWAYS} {LINK} {last}")
    llm = judge(replies(no(2, better, "partly"), supported=(1, 3)), replies(supported=(1,)))
    made = await verify_section(draft, few, llm=llm)
    assert (better in made.draft.text, LINK in made.draft.text) == (is_taken, not is_taken)
    assert bool(made.draft.doubts) is not is_taken
    unread = find_unread([made])
    assert len(unread) == is_taken
    if unread:
        await read_again(unread, [made], few, llm=llm)
        task = llm.asked[-1][1].task
        assert "\n[1] " in task, "what it concludes from is shown to whoever reads it again"
        assert "\n[3] " in task
        assert "\n[2] " not in task


async def test_an_added_sentence_without_citation_is_read_against_all_quotes_of_its_section(
    drafted: Drafted, few: Papers
) -> None:
    before = await verify_section(drafted(ALWAYS), few, llm=judge(replies(supported=(1,))))
    llm = judge(replies(no(1, BETTER)))
    made = await verify_section(drafted(f"{ALWAYS} {UNCITED}"), few, earlier=before, llm=llm)
    assert not llm.asked, "there is nothing that cites, and no action"
    again = f"{ALWAYS} {UNCITED} Judges never sleep [3]."
    made = await verify_section(drafted(again), few, earlier=before, llm=llm)
    task = llm.asked[0][1].task
    assert "[1] We tested 40 judges" in task
    assert made.draft.text == f"{ALWAYS} {BETTER} Judges never sleep [3]."


async def test_code_and_words_that_lead_to_a_list_are_not_judged(
    drafted: Drafted, few: Papers
) -> None:
    code = "```python\nimport numpy  # A comment. Another one.\nprint(1)\n```"
    text = f"{ALWAYS} The script counts them:\n\n{code}\n\nThat is all."
    llm = judge(replies(no(2), supported=(1,)))
    made = await verify_section(drafted(text), few, llm=llm)
    assert made.draft.text == f"{ALWAYS} The script counts them:\n\n{code}"
    assert "· The script counts them:" in llm.asked[0][1].task


async def test_new_words_keep_to_the_quotes_of_the_old_ones(drafted: Drafted, few: Papers) -> None:
    draft = drafted(f"{ALWAYS} That much is known.")
    said = "- Judges <a1>agree</a1> with experts\n[3]."
    made = await verify_section(draft, few, llm=judge(replies(no(1, said))))
    assert made.draft.text == "Judges agree with experts [1]. That much is known."


@pytest.mark.parametrize(
    "said",
    [
        "Judges agree with experts",
        "1. Judges agree with experts [1];",
        "- - Judges agree with experts. ",
    ],
)
async def test_new_words_stay_one_sentence_that_is_read_again(
    drafted: Drafted, few: Papers, said: str
) -> None:
    draft = drafted(f"{ALWAYS} That much is known.")
    made = await verify_section(draft, few, llm=judge(replies(no(1, said, "partly"))))
    assert made.draft.text == "Judges agree with experts [1]. That much is known."
    assert [s.text for _, s in find_unread([made])] == ["Judges agree with experts [1]."]


async def test_a_sentence_of_which_nothing_holds_goes_with_its_list_item(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted(f"Two things hold.\n\n- {ALWAYS}\n- That much is known.", ("a", ALWAYS))
    made = await verify_section(draft, few, llm=judge(replies(no(2), supported=(1, 3))))
    assert made.draft.text == "Two things hold.\n\n- That much is known."
    assert (made.draft.highlights, made.draft.doubts) == ((), ())
    assert made.rewritten == (Rewritten(before=ALWAYS, why="too strong", is_cut=True),)


@pytest.mark.parametrize(
    ("tldr", "kept"), [("All of 99 agree.", ""), ("81 percent agree.", "81 percent agree.")]
)
async def test_a_summary_with_a_number_that_is_gone_goes_too(
    drafted: Drafted, few: Papers, tldr: str, kept: str
) -> None:
    draft = drafted("All of 99 judges agree [1]. That much is known.", tldr=tldr)
    made = await verify_section(draft, few, llm=judge(replies(no(1, BETTER))))
    assert (made.draft.text, made.draft.tldr) == (f"{BETTER} That much is known.", kept)


async def test_a_section_is_never_emptied(drafted: Drafted, few: Papers) -> None:
    draft = drafted(f"{ALWAYS} Judges never sleep [3]. That much is known.")
    made = await verify_section(draft, few, llm=judge(replies(no(1), no(2))))
    assert made.draft.text == draft.text
    assert [d.flag.severity for d in made.draft.doubts] == [Severity.WARNING] * 2
    assert made.rewritten == ()


async def test_cuts_and_new_words_of_one_section_do_not_meet(drafted: Drafted, few: Papers) -> None:
    last = "Judges fail when passages conflict [3]."
    draft = drafted(f"{ALWAYS} Judges never sleep [3]. That much is known. {last}", ("a", last))
    made = await verify_section(
        draft, few, llm=judge(replies(no(1, BETTER), no(2), supported=(3, 4)))
    )
    assert made.draft.text == f"{BETTER} That much is known. {last}"
    assert [made.draft.text[h.start : h.end] for h in made.draft.highlights] == [last]


async def test_what_a_program_suspects_is_told_to_the_judge(drafted: Drafted, few: Papers) -> None:
    llm = judge(replies(no(1, BETTER)))
    draft = drafted(
        "The best judge agrees with experts in 18 percent of cases [1]. That much is known."
    )
    made = await verify_section(draft, few, llm=llm)
    assert "1. The number 18 is not in what is cited." in llm.asked[0][1].task
    assert made.draft.text == f"{BETTER} That much is known."


async def test_a_judge_says_of_each_action_how_far_its_section_carries_it_out(
    drafted: Drafted, few: Papers, act: Callable[..., Action]
) -> None:
    said = [
        {"action": 2, "carried_out": "partly", "why": "no year is given"},
        {"action": 9, "carried_out": "fully"},
    ]
    llm = judge({**replies(supported=(1,)), "actions": said})
    actions = tuple(enumerate((act("one", Verb.BRIEF), act("two", Verb.BRIEF)), 1))
    draft = drafted("Judges agree with experts [1].", action_ids=("two",))
    made = await verify_section(draft, few, actions=actions, llm=llm)
    assert [(v.action_id, v.status, v.why, v.model) for v in made.on_actions] == [
        ("two", OutcomeStatus.PARTLY, "no year is given", "scripted:model")
    ]
    assert "A2 (" in llm.asked[0][1].task
    assert "A1 (" not in llm.asked[0][1].task


async def rewritten(drafted: Drafted, few: Papers) -> Checked:
    draft = drafted(f"{ALWAYS} That much is known. Judges fail when passages conflict [3].")
    return await verify_section(
        draft, few, llm=judge(replies(no(1, BETTER, "partly"), supported=(2, 3)))
    )


@pytest.mark.parametrize(
    ("answer", "text", "severities", "again"),
    [
        (replies(supported=(1,)), BETTER, [], Support.SUPPORTED),
        (replies(no(1, support="partly")), BETTER, [Severity.HINT], Support.PARTLY),
        (replies(no(1)), "", [], Support.NOT),
        (LLMRateLimited("scripted:judge", None), BETTER, [], None),
    ],
)
async def test_new_words_are_read_again_once(
    drafted: Drafted,
    few: Papers,
    answer: object,
    text: str,
    severities: list[Severity],
    again: Support | None,
) -> None:
    before = await rewritten(drafted, few)
    unread = find_unread([before])
    assert [n for n, _ in unread] == [0]
    llm = judge(answer)
    reading = await read_again(unread, [before], few, llm=llm)
    assert not find_unread([before], reading)
    (made,) = take_in([before], reading)
    assert (
        made.draft.text
        == f"{text} That much is known. Judges fail when passages conflict [3].".strip()
    )
    assert [d.flag.severity for d in made.draft.doubts] == severities
    assert [(r.again, r.is_cut) for r in made.rewritten] == [(again, again is Support.NOT)]
    assert bool(find_unread([made])) == (again is None)
    assert any("could not be read again" in note for note in note_of([made])) == (again is None)
    assert ALWAYS not in llm.asked[0][1].task


async def test_the_report_tells_which_checks_ran_and_what_came_of_them(
    drafted: Drafted, few: Papers
) -> None:
    made = await rewritten(drafted, few)
    compared = (
        "Every quote stands word for word in its source; numbers, hedges and comparisons were "
        "compared with the quotes by program. "
    )
    assert tell_checks([made], n_doubts=2, judge="a:b") == (
        f"{compared}All 2 sentences about papers were read against their quotes by scripted:model; "
        "1 was rewritten and not read again and 2 were marked as doubtful."
    )
    unread = Checked(draft=made.draft, n_cited=3, unscored=3)
    assert tell_checks([made, unread], n_doubts=0, judge="a:b") == (
        f"{compared}2 of 5 sentences about papers were read against their quotes by "
        "scripted:model; 1 was rewritten and not read again."
    )
    assert tell_checks([unread], n_doubts=0, judge="a:b") == (
        f"{compared}a:b was to read the sentences about papers against their quotes and could not."
    )
    assert tell_checks([unread], n_doubts=1) == (
        f"{compared}No model read the sentences against their quotes; 1 was marked as doubtful."
    )
    assert note_of([made]) == ()


async def test_no_check_is_told_that_was_not_made(drafted: Drafted, few: Papers) -> None:
    draft = drafted(ALWAYS)
    before = Checked(draft=draft, n_cited=1, n_judged=1)  # of a version that kept no names
    assert "Its one sentence about papers was read against its quotes by an earlier model." in (
        tell_checks([before], n_doubts=0, judge="new:judge")
    )
    unasked = Checked(draft=draft, n_cited=5)
    assert "No model read" in tell_checks([unasked], n_doubts=0, judge="new:judge")
    assert "hedges" not in tell_checks([unasked], n_doubts=0, language="German")
    assert "; numbers were compared" in tell_checks([unasked], n_doubts=0, language="German")


async def test_of_the_same_new_words_twice_each_has_its_own_verdict(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted(f"{ALWAYS} That much is known. {ALWAYS} It is so.")
    said = replies(no(1, BETTER), no(3, BETTER), supported=(2, 4))
    before = await verify_section(draft, few, llm=judge(said))
    llm = judge(replies(no(1), supported=(2,)))
    reading = await read_again(find_unread([before]), [before], few, llm=llm)
    (made,) = take_in([before], reading)
    assert made.draft.text == f"That much is known. {BETTER} It is so."
    assert [(r.again, r.is_cut) for r in made.rewritten] == [
        (Support.NOT, True),
        (Support.SUPPORTED, False),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("That much is known. It is so. More is said.", (1, 1, True)),
        ("Judges fail when passages conflict [3]. All else is new.", (1, 0, False)),
    ],
)
async def test_what_was_left_out_is_told_while_most_of_the_text_stays(
    drafted: Drafted, few: Papers, text: str, told: tuple[int, int, bool]
) -> None:
    draft = drafted(f"{ALWAYS} That much is known. It is so.")
    before = await verify_section(draft, few, llm=judge(replies(no(1))))
    before = before.model_copy(update={"notes": ("Its table is missing.",)})
    made = await verify_section(
        drafted(text), few, earlier=before, llm=judge(replies(supported=(1,)))
    )
    assert (made.n_cited, len(made.rewritten), bool(made.notes)) == told
