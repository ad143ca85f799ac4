"""Which sentences are doubted, why, and what a judge adds."""

from collections.abc import Callable, Sequence

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import Evidence, Quote, QuoteId
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.errors import LLMUnavailable
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.across import across
from myscholar.report.llm.lexical import (
    borne_out,
    find_misquoted,
    find_missing_names,
    find_missing_numbers,
    statements,
)
from myscholar.report.llm.reader import AboutReader
from myscholar.report.llm.told_checks import note_of
from myscholar.report.llm.verify import Checked, asking_for_ideas, verify_section

Papers = dict[PaperId, Paper]
Drafted = Callable[..., Draft]
NO_JUDGE = ScriptedLLM({})


def judge(
    *support: str, why: str = "the quote speaks of experts only", better: str = "", **more: object
) -> ScriptedLLM:
    said = [*enumerate(support, 1)]
    doubtful = [
        {"sentence": i, "support": s, "why": why, "better": better}
        for i, s in said
        if s != "supported"
    ]
    supported = [i for i, s in said if s == "supported"]
    reply = {"doubtful": doubtful, "supported": supported, **more}
    return ScriptedLLM({"report/judge_section": reply}, judge=True)


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
        ("It gains 9.1 points, from 72.0 to 81.1.", "81.1 now, 72.0 before"),
    ],
)
def test_numbers_count_as_held_however_they_are_written(sentence: str, source: str) -> None:
    assert find_missing_numbers(sentence, source) == ()


def test_numbers_and_names_that_no_source_holds_are_found() -> None:
    assert find_missing_numbers(
        "It rose by 12 percent in 40 cases [3].", "It rose by 21 percent in 400 cases."
    ) == ("12", "40")
    assert find_missing_numbers("It gains 9.1 points.", "from 72.0 to 81.1") == ("9.1",)
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


async def test_a_judge_may_count_what_a_quote_names(drafted: Drafted, few: Papers) -> None:
    draft = drafted("The best judge agrees with experts on five data sets [1].")
    reason = "The number five is not in what is cited."
    assert doubts((await checked(draft, few)).draft) == [(draft.text, Severity.WARNING, reason)]
    assert doubts((await checked(draft, few, judge("supported"))).draft) == []


async def test_a_number_of_another_quote_counts_unless_a_judge_lets_it_pass(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted("Unlike the 81 percent above, this agrees with experts in most cases [3].")
    reason = "The number 81 is not in what is cited."
    assert doubts((await checked(draft, few)).draft) == [(draft.text, Severity.WARNING, reason)]
    assert doubts((await checked(draft, few, judge("supported"))).draft) == []


async def test_a_number_from_elsewhere_in_the_paper_is_a_hint_unless_a_judge_lets_it_pass(
    drafted: Drafted, few: Papers
) -> None:
    draft = drafted("Labels change in 12 percent of the cases, says the judge paper [1].")
    reason = "The number 12 is in the paper, but not in the quote."
    assert doubts((await checked(draft, few)).draft) == [(draft.text, Severity.HINT, reason)]
    llm = judge("supported")
    assert doubts((await checked(draft, few, llm)).draft) == []
    assert reason in llm.asked[0][1].task


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
    text = "Judges agree with experts [1]. Judges always agree with experts [1]."
    made = await checked(drafted(text), few, judge("supported", "partly"))
    assert doubts(made.draft) == [
        (
            "Judges always agree with experts [1].",
            Severity.HINT,
            "A judge finds that the quotes bear this out in part: the quote speaks of experts "
            "only.",
        )
    ]
    assert [d.flag.origin for d in made.draft.doubts] == ["scripted:model"]
    assert (made.n_judged, made.unscored, made.judges) == (2, 0, ("scripted:model",))


async def test_a_judge_that_fails_gives_no_verdict_and_is_named_in_a_note(
    drafted: Drafted, few: Papers
) -> None:
    failing = ScriptedLLM(
        {"report/judge_section": LLMUnavailable("scripted:judge", "no answer")}, judge=True
    )
    made = await checked(drafted("Judges agree with experts [1]."), few, failing)
    assert doubts(made.draft) == []
    assert (made.n_judged, made.unscored) == (0, 1)
    notes = note_of([made, made], judge="scripted:judge")
    assert notes == (
        "The sentences of “Judges” were not checked against their quotes: scripted:judge can't be "
        "reached (no answer).",
        "2 of 2 sentences about papers were not checked against their quotes by scripted:judge; a "
        "program compared their words only. Read the quotes before you rely on such a sentence, "
        "or have its section written anew.",
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
    drafted: Drafted, few: Papers, act: Callable[..., Action]
) -> None:
    idea = "Removed passages would raise the failures of such judges to 50 percent."
    draft = drafted(f"Judges agree with experts [1]. {idea}", ("ideas", idea))
    assert len(doubts((await checked(draft, few)).draft)) == 1
    actions = ((1, act("ideas", Verb.NEXT_STEPS)),)
    assert doubts((await checked(draft, few, actions=actions)).draft) == []


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
                    reader=AboutReader(
                        "“Who Checks” (2024) says: the judge still calls 22 of 97 claims supported"
                    ),
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
    assert doubts((await checked(drafted(text), few, reader=AboutReader(told))).draft) == []
    apart = text.replace("[3]. It", "[3].\n\nIt")
    assert [
        why
        for *_, why in doubts((await checked(drafted(apart), few, reader=AboutReader(told))).draft)
    ] == ["The numbers 22, 97 are not in what is cited."]


async def test_the_judge_is_told_of_the_readers_papers_where_a_sentence_speaks_of_them(
    drafted: Drafted, few: Papers
) -> None:
    llm = judge("supported")
    await checked(
        drafted("Judges fail when passages conflict [3]."),
        few,
        llm,
        reader=AboutReader("“Who Checks” (2024)"),
    )
    await checked(
        drafted("Your 2024 paper agrees that judges fail [3]."),
        few,
        llm,
        reader=AboutReader("“Who Checks” (2024)"),
    )
    assert ["“Who Checks” (2024)" in prompt.task for _, prompt in llm.asked] == [False, True]


async def test_of_a_changed_draft_only_new_sentences_are_checked(
    drafted: Drafted, few: Papers
) -> None:
    old = await checked(drafted("Judges agree in 18 percent of cases [1]."), few)
    new = old.draft.model_copy(
        update={"text": f"{old.draft.text} Judges fail in 77 cases when passages conflict [3]."}
    )
    llm = judge("supported")
    made = await checked(new, few, llm, earlier=old)
    assert [reason for _, _, reason in doubts(made.draft)] == [
        "The number 18 is not in what is cited.",
        "The number 77 is not in what is cited.",
    ]
    assert "· Judges agree in 18 percent" in llm.asked[0][1].task
    assert (made.n_cited, made.n_judged) == (2, 1)


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


def test_nearly_the_same_in_two_sections_with_a_denial_is_a_hint_that_says_so(
    drafted: Drafted,
) -> None:
    one = drafted("The best judge agrees with expert panels in most of the cases [1].")
    other = drafted("The best judge never agrees with expert panels in most cases [3].")
    made = across([one, other])
    assert flags(made) == [[], [(ErrorType.REPORT_GLOBAL, Severity.HINT)]]
    assert (
        made[1]
        .doubts[0]
        .flag.reason.startswith(
            "Section 1 says nearly the same, one of the two with a denial: “The best judge"
        )
    )


async def test_the_judge_is_told_which_paper_a_quote_is_from(drafted: Drafted, few: Papers) -> None:
    llm = judge("supported")
    await checked(drafted("Judges agree with experts [1]."), few, llm)
    assert "## Kim, 2021, ACL: Judges of Answers\n[1] We tested" in llm.asked[0][1].task


@pytest.fixture
def own(few: Papers) -> tuple[Papers, AboutReader]:
    """With a paper of the reader's, Kim's own, of which one sentence is told."""
    passage = Passage(
        passage_id=PassageId("own:1"),
        paper_id=PaperId("own"),
        kind=PassageKind.BODY,
        text="The judge still calls 22 of 97 claims supported.",
    )
    paper = Paper(
        paper_id=PaperId("own"),
        title="Checkers: Who Checks Them?",
        authors=("Eva Moss",),
        year=2024,
        passages=(passage,),
    )
    said = Quote(quote_id=QuoteId("q1001"), evidence=Evidence.of_passage(passage), relevance=1.0)
    text = f"Their paper “{paper.title}” (2024) says: [1001] {passage.text}"
    return {**few, paper.paper_id: paper}, AboutReader(text, (said,))


@pytest.mark.parametrize(
    "named",
    ["Your 2024 paper", "“Checkers”", "Checkers: Who Checks Them?", "Moss (2024)"],
)
async def test_a_sentence_that_names_a_paper_of_the_readers_is_judged_like_any_other(
    drafted: Drafted, own: tuple[Papers, AboutReader], named: str
) -> None:
    papers, reader = own
    llm = judge("supported")
    draft = drafted(f"{named} calls 33 of 97 claims supported.")
    made = await verify_section(draft, papers, reader=reader, llm=llm)
    assert f"1. {named} calls 33" in llm.asked[0][1].task
    assert reader.text in llm.asked[0][1].task
    assert [why for *_, why in doubts(made.draft)] == ["The number 33 is not in what is cited."]


async def test_what_speaks_of_no_paper_is_not_taken_for_one_of_the_readers(
    drafted: Drafted, own: tuple[Papers, AboutReader]
) -> None:
    papers, reader = own
    draft = drafted("Your question asks for 33 of 97 claims. Many checkers disagree on them.")
    made = await verify_section(draft, papers, reader=reader, llm=judge())
    assert (made.n_cited, doubts(made.draft)) == (0, [])


@pytest.mark.parametrize(
    ("support", "better", "kept"),
    [
        ("supported", "", "Judges always agree."),
        ("partly", "Judges mostly agree [1].", "Judges mostly agree."),
        ("partly", "TLDR: <a1>Judges</a1> **mostly** agree [1].", "Judges mostly agree."),
        ("partly", "Judges agree in 99 percent of the cases.", ""),
        ("partly", "Judges always agree.", ""),
        ("not", "", ""),
    ],
)
async def test_the_summary_of_a_section_is_judged_with_its_sentences(
    drafted: Drafted, few: Papers, support: str, better: str, kept: str
) -> None:
    """What is not one sentence without figures of its own goes: the first sentence stands in."""
    text = "The judge agrees with experts in most cases [1]."
    draft = drafted(text).model_copy(update={"tldr": "Judges always agree."})
    llm = judge("supported", support, better=better)
    made = await checked(draft, few, llm)
    assert "2. (summary) Judges always agree." in llm.asked[0][1].task
    assert (made.draft.text, made.draft.tldr, made.n_cited) == (text, kept, 1)
    assert [(r.before, r.after) for r in made.rewritten] == (
        [] if support == "supported" else [("Judges always agree.", kept)]
    )


async def test_a_summary_that_is_not_there_is_not_judged(drafted: Drafted, few: Papers) -> None:
    draft = drafted("The judge agrees with experts in most cases [1].")
    made = await checked(draft, few, judge("supported", "not", better="Judges agree."))
    assert (made.draft.tldr, made.rewritten) == ("", ())


async def test_a_summary_that_stays_is_not_judged_by_new_sentences(
    drafted: Drafted, few: Papers
) -> None:
    text, more = "The judge agrees with experts [1].", "Judges fail when passages conflict [3]."
    before = await checked(drafted(text, tldr="Judges agree."), few, judge("supported"))
    draft = drafted(f"{text} {more}", tldr="Judges agree.")
    made = await checked(draft, few, judge("supported", "not"), earlier=before)
    assert (made.draft.tldr, made.rewritten) == ("Judges agree.", ())


async def test_a_summary_that_was_mended_is_told_while_it_stands(
    drafted: Drafted, few: Papers
) -> None:
    text, more = "The judge agrees with experts [1].", "Judges fail when passages conflict [3]."
    draft = drafted(text, tldr="Judges always agree.")
    before = await checked(draft, few, judge("supported", "partly", better="Judges agree."))
    grown = before.draft.model_copy(update={"text": f"{text} {more}"})
    made = await checked(grown, few, judge("supported"), earlier=before)
    assert [r.after for r in made.rewritten] == ["Judges agree."]


async def test_without_a_sentence_to_judge_nothing_is_said_of_the_summary(
    drafted: Drafted, few: Papers, act: Callable[..., Action]
) -> None:
    draft = drafted("That much is known.", tldr="It is known.", action_ids=("brief",))
    actions = ((1, act("brief", Verb.BRIEF)),)
    made = await checked(draft, few, judge("not"), actions=actions)
    assert (made.draft.tldr, made.rewritten) == ("It is known.", ())
