"""Which sentences are doubted, why, and what a judge adds."""

from collections.abc import Callable, Sequence

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.papers import Paper, PaperId, PassageKind
from myscholar.errors import LLMRateLimited
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.lexical import (
    borne_out,
    find_misquoted,
    find_missing_names,
    find_missing_numbers,
    statements,
)
from myscholar.report.llm.verify import Checked, across, asking_for_ideas, note_of, verify_section

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]
NO_JUDGE = ScriptedLLM({})


def judge(*support: str, why: str = "the quote speaks of experts only") -> ScriptedLLM:
    verdicts = [
        {"sentence": i, "support": s, "why": "" if s == "supported" else why}
        for i, s in enumerate(support, 1)
    ]
    return ScriptedLLM({"report/judge_section": {"verdicts": verdicts}}, judge=True)


def doubts(draft: Draft) -> list[tuple[str, Severity, str]]:
    return [(draft.text[d.start : d.end], d.flag.severity, d.flag.reason) for d in draft.doubts]


async def checked(
    draft: Draft, papers: Papers, llm: ScriptedLLM = NO_JUDGE, **options: object
) -> Checked:
    return await verify_section(draft, papers, llm=llm, **options)  # type: ignore[arg-type]


def test_sentences_know_what_they_cite_also_behind_their_full_stop() -> None:
    text = (
        "Judges agree [1]. Kim et al. (2021) differ. [2][3] Nothing here, e.g. for 3.5 "
        "points.\n\n- One item [2].\n- Another item"
    )
    found = [(s.span.of(text), s.cited) for s in statements(text)]
    assert found == [
        ("Judges agree [1].", (1,)),
        ("Kim et al. (2021) differ. [2][3]", (2, 3)),
        ("Nothing here, e.g. for 3.5 points.", ()),
        ("One item [2].", (2,)),
        ("Another item", ()),
    ]


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("It reaches 81% (Lewis et al., 2020) [12].", "a share of 0.81"),
        ("It reaches 0.81.", "81 percent"),
        ("In 3 of 1,234 cases.", "three of 1234"),
        ("Some 10k items.", "10,000 items"),
        ("GPT-4 and C60 do so.", "nothing"),
        ("Es erreicht 3,5 Punkte.", "3.5 points"),
        ("(1) first, (2) second", "nothing"),
    ],
)
def test_numbers_count_as_held_however_they_are_written(sentence: str, source: str) -> None:
    assert find_missing_numbers(sentence, source) == ()


def test_numbers_and_names_that_no_source_holds_are_found() -> None:
    assert find_missing_numbers(
        "It rose by 12 percent in 40 cases [3].", "It rose by 21 percent in 400 cases."
    ) == ("12", "40")
    assert find_missing_numbers(
        "It holds on seven data sets, and the two papers agree.", "on three data sets"
    ) == ("seven",)
    assert find_missing_numbers("It holds on three new data sets.", "on 3 data sets") == ()
    source = "FActScore for large language models and T5"
    assert find_missing_names("FActScore and BLEU score LLMs.", source) == ("BLEU",)


def test_words_in_quotation_marks_must_stand_in_the_sources() -> None:
    source = "The scale-up of ideas is significantly less noisy."
    said = (
        'They call it “Significantly less  noisy” and "hardly noisy at all" [3], “the scale‑up … '
        "is significantly”, a “trick”."
    )
    assert find_misquoted(said, source) == ("hardly noisy at all",)


async def test_a_summarys_words_are_nobodys_quotation(
    drafted: Drafted, few: Papers, quote: Callable[[int], Quote]
) -> None:
    said = drafted("They say that “judges fail when passages conflict” [3].")
    assert doubts((await checked(said, few)).draft) == []
    evidence = quote(3).evidence.model_copy(update={"kind": PassageKind.SUMMARY})
    plan = said.plan.model_copy(
        update={"quotes": (quote(3).model_copy(update={"evidence": evidence}),)}
    )
    made = await checked(said.model_copy(update={"plan": plan}), {})
    assert [reason for _, _, reason in doubts(made.draft)] == [
        "“judges fail when passages conflict” stands in quotation marks but not in what is cited."
    ]


def test_half_of_the_words_shared_is_one_half() -> None:
    assert borne_out("Judges agree [1].", "The judge sleeps") == 0.5
    assert borne_out("[1]", "anything") == 1.0


async def test_a_sentence_that_its_quotes_bear_out_is_not_doubted(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted(
        "The best judge agrees with experts in 81 percent of 1,234 cases [1]. Judges fail on "
        "conflicting passages [3]."
    )
    made = await checked(draft, few)
    assert doubts(made.draft) == []
    assert (made.n_cited, made.n_judged, made.unscored, made.notes) == (2, 0, 0, ())


async def test_a_wrong_number_is_a_warning_whatever_the_judge_says(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted("The best judge agrees with experts in 18 percent of the cases [1].")
    for llm in (NO_JUDGE, judge("supported")):
        assert doubts((await checked(draft, few, llm)).draft) == [
            (draft.text, Severity.WARNING, "The number 18 is not in what is cited.")
        ]


async def test_a_number_from_elsewhere_in_the_paper_passes(drafted: Drafted, few: Papers) -> None:
    assert (
        doubts(
            (
                await checked(
                    drafted("Labels change in 12 percent of the cases, says the judge paper [1]."),
                    few,
                )
            ).draft
        )
        == []
    )


async def test_a_citation_of_the_wrong_paper_is_doubted(drafted: Drafted, few: Papers) -> None:
    draft = drafted("Annotators translate idioms into Swahili slowly and at a high price [3].")
    assert doubts((await checked(draft, few)).draft) == [
        (
            draft.text,
            Severity.HINT,
            "The sentence shares few words with what it cites; read the quote.",
        )
    ]
    assert doubts((await checked(draft, few, language="German")).draft) == []


async def test_the_judges_verdicts_become_doubts_with_its_reasons(
    drafted: Drafted, few: Papers
) -> None:
    text = (
        "Judges agree with experts [1]. Judges always agree with experts [1]. Judges fail on "
        "conflicting passages [3]."
    )
    made = await checked(drafted(text), few, judge("supported", "partly", "not"))
    assert doubts(made.draft) == [
        (
            "Judges always agree with experts [1].",
            Severity.HINT,
            "A judge finds that the quotes bear this out in part: the quote speaks of experts "
            "only.",
        ),
        (
            "Judges fail on conflicting passages [3].",
            Severity.WARNING,
            "A judge finds that the quotes don't bear this out: the quote speaks of experts only.",
        ),
    ]
    assert (made.n_judged, made.unscored) == (3, 0)


async def test_a_judge_that_fails_gives_no_verdict_and_is_named_in_a_note(
    drafted: Drafted, few: Papers
) -> None:
    failing = ScriptedLLM(
        {"report/judge_section": LLMRateLimited("scripted:judge", None)}, judge=True
    )
    made = await checked(drafted("Judges agree with experts [1]."), few, failing)
    assert doubts(made.draft) == []
    assert (made.n_judged, made.unscored) == (0, 1)
    notes = note_of([made, made], judge="scripted:judge")
    assert notes[0].startswith("The citations of “Judges” were not judged: ")
    assert (
        notes[1]
        == "2 of 2 cited sentences could not be judged by scripted:judge; their words were "
        "compared only."
    )


async def test_a_sentence_that_the_judge_passes_over_is_unscored(
    drafted: Drafted, few: Papers
) -> None:
    made = await checked(
        drafted("Judges agree with experts [1]. Judges fail on conflict [3]."),
        few,
        judge("supported"),
    )
    assert (made.n_judged, made.unscored) == (1, 1)


@pytest.mark.parametrize(
    "sentence",
    [
        "Later work shows that judges improve with more training on labels.",
        "Agreement rises to 81 percent when the passages are shown.",
        "Ruiz et al. (2023) test judges on removed passages as well.",
    ],
)
async def test_a_finding_without_a_citation_is_a_hint(
    drafted: Drafted, few: Papers, sentence: str
) -> None:
    made = await checked(drafted(f"Judges agree with experts [1]. {sentence}"), few)
    assert doubts(made.draft) == [
        (sentence, Severity.HINT, "This states a finding and cites nothing.")
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Taken together, the two results suggest that agreement hides failures.",
        "The sources found report that no share is known for either case.",
        "Would judges notice a passage that was removed in 81 percent of cases?",
        "Your 2024 paper shows that removal changes 22 percent of verdicts.",
        "Three questions follow from this.",
        "Among these judges the clearest measured threat is a removed passage.",
        "Such scores show where a map lies; they do not show that the model used it.",
        "Measures of support part ways in four places, and these measures are used most.",
    ],
)
async def test_links_conclusions_gaps_and_the_readers_own_work_need_no_citation(
    drafted: Drafted, few: Papers, sentence: str
) -> None:
    assert (
        doubts((await checked(drafted(f"Judges agree with experts [1]. {sentence}"), few)).draft)
        == []
    )


async def test_an_idea_that_an_action_asked_for_needs_no_citation(
    drafted: Drafted, few: Papers
) -> None:
    idea = "Removed passages would raise the failures of such judges to 50 percent."
    draft = drafted(f"Judges agree with experts [1]. {idea}", ("ideas", idea))
    assert len(doubts((await checked(draft, few)).draft)) == 1
    assert doubts((await checked(draft, few, ideas=[ActionId("ideas")])).draft) == []


async def test_a_sentence_that_says_it_is_an_idea_is_not_held_to_its_quotes_words(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted("An idea is to let annotators translate idioms into Swahili at leisure [3].")
    assert doubts((await checked(draft, few)).draft) == []


def test_actions_that_ask_for_proposals_are_known_by_verb_or_words(
    act: Callable[..., Action],
) -> None:
    steps, sketch = (
        act("steps", Verb.NEXT_STEPS),
        act("sketch an experiment", category="research_ideas"),
    )
    others = [
        act("flaws", Verb.ADD_SECTION, category="research_ideas"),
        act("sketch the field", category="content"),
    ]
    assert asking_for_ideas([steps, sketch, *others]) == {"steps", "sketch an experiment"}


async def test_what_is_said_of_the_readers_papers_is_held_to_what_is_known_of_them(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted(
        "Your 2024 paper finds 22 of 97 cases, and judges fail when passages conflict [3]."
    )
    assert len(doubts((await checked(draft, few)).draft)) == 1
    assert (
        doubts(
            (
                await checked(
                    draft,
                    few,
                    reader="“Who Checks” (2024) says: the judge still calls 22 of 97 claims "
                    "supported",
                )
            ).draft
        )
        == []
    )


async def test_the_sentence_after_one_on_the_readers_papers_may_go_on_about_them(
    drafted: Drafted, few: Papers
) -> None:
    told = "“Who Checks” (2024) says: the judge still calls 22 of 97 claims supported"
    text = (
        "Your 2024 paper agrees that judges fail when passages conflict [3]. It finds 22 of 97 "
        "such cases when passages conflict [3]."
    )
    assert doubts((await checked(drafted(text), few, reader=told)).draft) == []
    apart = text.replace("[3]. It", "[3].\n\nIt")
    assert [why for *_, why in doubts((await checked(drafted(apart), few, reader=told)).draft)] == [
        "The numbers 22, 97 are not in what is cited."
    ]


async def test_the_judge_is_told_of_the_readers_papers_where_a_sentence_speaks_of_them(
    drafted: Drafted, few: Papers
) -> None:
    llm = judge("supported")
    await checked(
        drafted("Judges fail when passages conflict [3]."), few, llm, reader="“Who Checks” (2024)"
    )
    await checked(
        drafted("Your 2024 paper agrees that judges fail [3]."),
        few,
        llm,
        reader="“Who Checks” (2024)",
    )
    assert ["“Who Checks” (2024)" in prompt.task for _, prompt in llm.asked] == [False, True]


async def test_of_a_changed_draft_only_new_sentences_are_checked(
    drafted: Drafted, few: Papers
) -> None:
    old = (await checked(drafted("Judges agree in 18 percent of cases [1]."), few)).draft
    new = old.model_copy(
        update={"text": f"{old.text} Judges fail in 77 cases when passages conflict [3]."}
    )
    llm = judge("supported")
    made = await checked(new, few, llm, earlier=old)
    assert [reason for _, _, reason in doubts(made.draft)] == [
        "The number 18 is not in what is cited.",
        "The number 77 is not in what is cited.",
    ]
    assert "18 percent" not in llm.asked[0][1].task.partition("</sentences>")[0]


def flags(drafts: Sequence[Draft]) -> list[list[tuple[ErrorType, Severity]]]:
    return [[(d.flag.error_type, d.flag.severity) for d in draft.doubts] for draft in drafts]


def test_the_same_sentence_in_two_sections_is_marked_in_the_later_one(drafted: Drafted) -> None:
    one = drafted("The best judge agrees with expert panels in most of the cases [1].")
    again = drafted(
        "The best judge agrees with the expert panel in most cases [1]. Judges fail on conflict "
        "[3]."
    )
    assert flags(across([one, again])) == [[], [(ErrorType.REPORT_GLOBAL, Severity.HINT)]]
    assert across(across([one, again])) == across([one, again])


def test_the_opposite_in_two_sections_is_a_warning(drafted: Drafted) -> None:
    one = drafted("The best judge agrees with expert panels in most of the cases [1].")
    other = drafted("The best judge never agrees with expert panels in most cases [3].")
    made = across([one, other])
    assert flags(made) == [[], [(ErrorType.REPORT_GLOBAL, Severity.WARNING)]]
    assert (
        made[1]
        .doubts[0]
        .flag.reason.startswith(
            "Section 1 says the opposite in nearly the same words: “The best judge"
        )
    )


async def test_the_judge_is_told_which_paper_a_quote_is_from(drafted: Drafted, few: Papers) -> None:
    llm = judge("supported")
    await checked(drafted("Judges agree with experts [1]."), few, llm)
    label = next(iter(few.values())).citation_label
    assert f"[1] ({label}) " in llm.asked[0][1].task
