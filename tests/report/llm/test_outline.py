"""A model's outline, checked and put right."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from myscholar.domain.actions import Action, Category, Stage, Verb
from myscholar.domain.drafts import Outline, SectionPlan
from myscholar.domain.evidence import Evidence, Hit, Quote, QuoteId
from myscholar.domain.orders import Visibility
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.domain.report import SectionFormat
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.library.jsonl import read_jsonl
from myscholar.report.llm.outline import (
    longest_shown,
    make_outline,
    n_sections,
    printed_quotes,
    shown_text,
)
from myscholar.report.llm.quotes import gather
from myscholar.report.llm.reading import Reading
from myscholar.report.llm.replies import OutlineReply, PaperQuotes
from myscholar.report.llm.shown import number_actions
from tests.parted import parted

ROOT = Path(__file__).resolve().parents[3]
CASSETTES = ROOT / "tests" / "cassettes"
QUESTION = "How do crop rotation schedules affect soil nitrogen on small farms?"
Made = Callable[..., Any]


@pytest.fixture
def hits(papers: tuple[Paper, ...]) -> tuple[Hit, ...]:
    return tuple(Hit(paper=p, score=1.0) for p in papers)


@pytest.fixture
def quotes(papers: tuple[Paper, ...]) -> tuple[Quote, ...]:
    """q1 to q16, one of each paper."""
    return tuple(
        Quote(quote_id=QuoteId(f"q{n}"), evidence=Evidence.of_passage(p.passages[0]), relevance=0.5)
        for n, p in enumerate(papers, 1)
    )


def section(
    title: str, quotes: list[int], actions: list[int] | None = None, form: str = "synthesis"
) -> dict[str, Any]:
    return {
        "title": title,
        "format": form,
        "brief": f"About {title.lower()}.",
        "quotes": quotes,
        "actions": actions or [],
    }


def reply(*sections: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"title": "Rotation and Nitrogen", "sections": list(sections), **more}


@pytest.fixture
def outlined(hits: tuple[Hit, ...], quotes: tuple[Quote, ...]) -> Made:
    async def make(
        *replies: dict[str, Any], actions: tuple[Action, ...] = (), **options: Any
    ) -> tuple[Outline, ScriptedLLM]:
        llm = ScriptedLLM({"report/outline": list(replies)})
        return await make_outline(
            QUESTION, options.pop("quotes", quotes), hits, actions, llm=llm, **options
        ), llm

    return make


def numbers(outline: Outline) -> list[list[int]]:
    return [[int(q.quote_id[1:]) for q in plan.quotes] for plan in outline.sections]


HALVES = (
    section("Yields and Schedules", [*range(1, 9)]),
    section("Water and Prices", [*range(9, 17)]),
)


async def test_a_sound_outline_passes_as_it_is(outlined: Made) -> None:
    outline, llm = await outlined(reply(*HALVES), language="German")
    assert (outline.title, outline.language) == ("Rotation and Nitrogen", "German")
    assert [(p.title, p.brief, p.format) for p in outline.sections] == [
        ("Yields and Schedules", "About yields and schedules.", SectionFormat.SYNTHESIS),
        ("Water and Prices", "About water and prices.", SectionFormat.SYNTHESIS),
    ]
    assert numbers(outline) == [[*range(1, 9)], [*range(9, 17)]]
    assert llm.told == []


async def test_numbers_of_no_quote_are_dropped_and_none_stands_twice_in_a_section(
    outlined: Made,
) -> None:
    outline, llm = await outlined(reply(section("One", [2, 99, 1, 2, *range(3, 17)])))
    assert numbers(outline) == [[2, 1, *range(3, 17)]]
    assert llm.told == []


async def test_of_many_forgotten_quotes_each_goes_where_its_words_are(outlined: Made) -> None:
    first = section("Satellite Images and Models", [12, 1, 2, 3])
    second = section("Advisory Services and Market Prices", [*range(8, 12), 7])
    outline, _ = await outlined(reply(first, second))
    # q13 is on satellite images, as the first section is
    assert 13 in numbers(outline)[0]
    assert 13 not in numbers(outline)[1]


async def test_a_few_papers_that_the_model_left_out_stay_out(outlined: Made) -> None:
    first = section("Satellite Images and Models", [12, *range(1, 8)])
    second = section("Advisory Services and Market Prices", [*range(8, 12), 14, 15, 16])
    outline, _ = await outlined(reply(first, second))
    assert 13 not in {n for told in numbers(outline) for n in told}


async def test_another_quote_of_a_paper_goes_where_the_paper_is(
    outlined: Made, quotes: tuple[Quote, ...]
) -> None:
    twin = quotes[0].model_copy(update={"quote_id": QuoteId("q17")})
    outline, _ = await outlined(reply(*HALVES), quotes=(*quotes, twin))
    place = next(i for i, told in enumerate(numbers(outline)) if 1 in told)
    assert 17 in numbers(outline)[place]


async def test_another_quote_of_a_paper_that_only_the_section_in_writing_has_goes_by_its_words(
    outlined: Made, quotes: tuple[Quote, ...]
) -> None:
    first = SectionPlan(title="Yields", quotes=quotes[:4])
    twin = quotes[0].model_copy(update={"quote_id": QuoteId("q17")})
    opening = " ".join(twin.evidence.text.split()[:8])
    sections = (section("Water", [*range(5, 11)]), section(opening, [*range(11, 17)]))
    outline, _ = await outlined(
        reply(*sections, keep_first=True), quotes=(*quotes, twin), fixed_first=first
    )
    assert [17 in told for told in numbers(outline)] == [False, False, True]


async def test_a_forgotten_quote_that_fits_nowhere_stays_out(
    outlined: Made, quotes: tuple[Quote, ...], papers: tuple[Paper, ...]
) -> None:
    passage = papers[3].passages[0].model_copy(update={"text": "Pearls dissolve in vinegar."})
    foreign = quotes[3].model_copy(update={"evidence": Evidence.of_passage(passage)})
    outline, _ = await outlined(reply(section("Yields", [1, 2, 3])), quotes=(*quotes[:3], foreign))
    assert numbers(outline) == [[1, 2, 3]]


async def test_one_repair_is_asked_for_where_most_quotes_have_no_section(outlined: Made) -> None:
    outline, llm = await outlined(reply(section("One", [1, 2])), reply(*HALVES))
    assert len(outline.sections) == 2
    ((problem,),) = llm.told
    assert problem.startswith("Most papers are in no section (quotes 3, 4, 5,")


async def test_sections_of_one_title_are_joined_if_the_repair_does_not(outlined: Made) -> None:
    outline, llm = await outlined(
        reply(section("Yields", [*range(1, 9)]), section("yields", [*range(8, 17)]))
    )
    assert numbers(outline) == [[*range(1, 17)]]
    assert "the title “Yields”" in llm.told[0][0]


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        ([1, 2, 3, 4], [1, 2, 3, 9, 10, 11, 12, 13], True),  # 3 of the 4 are in the other
        ([1, 2, 3, 4], [1, 2, 9, 10, 11, 12, 13, 14], False),  # 2 of the 4
        ([1], [1, 9, 10, 11, 12, 13, 14, 15], False),  # one quote proves nothing
    ],
)
async def test_sections_that_rest_on_the_same_quotes_are_joined(
    outlined: Made, one: list[int], other: list[int], joined: bool
) -> None:
    rest = [section("Water", [4, 5, 6, 16]), section("Prices", [7, 8]), section("Soil", [10, 5])]
    sections = [section("Yields", one), *rest, section("Harvests", other)]
    outline, _ = await outlined(reply(*sections))
    # of 16 papers three sections at least; the larger one stands where the first of both stood
    expected = ["Harvests", "Water", "Prices", "Soil"]
    if not joined:
        expected = ["Yields", *expected[1:], "Harvests"]
    assert [plan.title for plan in outline.sections] == expected
    if joined:
        assert set(numbers(outline)[0]) >= {*one, *other}


async def test_how_long_a_brief_may_be_is_said_once_and_what_no_quote_treats_stands_first_in_it(
    outlined: Made,
) -> None:
    _, llm = await outlined(reply(section("Yields", [1, 2, 3, 4, 5, 6])))
    said = llm.asked[0][1].system
    assert said.count("words to its writer") == 1
    assert "characters" not in json.dumps(OutlineReply.model_json_schema())
    assert "begins with it: “No paper found treats X.”" in said


async def test_sections_whose_titles_and_briefs_say_the_same_are_joined(outlined: Made) -> None:
    sections = [
        section("Drought and Frost Losses", [1, 2, 3, 4]),
        section("Water", [5, 6, 7, 8]),
        section("Prices", [9, 10, 11, 12]),
        section("Losses from Frost, Drought", [13, 14, 15, 16]),
    ]
    # beyond the question's words both say drought, frost and loss
    outline, _ = await outlined(reply(*sections))
    assert [plan.title for plan in outline.sections] == [
        "Drought and Frost Losses",
        "Water",
        "Prices",
    ]
    assert numbers(outline)[0] == [1, 2, 3, 4, 13, 14, 15, 16]
    assert outline.sections[0].brief == (
        "About drought and frost losses. About losses from frost, drought."
    )


async def test_joined_sections_search_for_what_both_lack_each_word_once(outlined: Made) -> None:
    sections = [
        section("Drought and Frost Losses", [1, 2, 3, 4]) | {"missing": "late frost damage"},
        section("Water", [5, 6, 7, 8]),
        section("Prices", [9, 10, 11, 12]),
        section("Losses from Frost, Drought", [13, 14, 15, 16])
        | {"missing": "drought Frost insurance"},
    ]
    outline, _ = await outlined(reply(*sections))
    assert [plan.missing for plan in outline.sections] == [
        "late frost damage drought insurance",
        "",
        "",
    ]


async def test_sections_are_not_joined_below_the_fewest(outlined: Made) -> None:
    same = [*range(1, 17)]
    sections = [section(title, same) for title in ("Yields", "Water", "Prices")]
    outline, _ = await outlined(reply(*sections))
    assert [plan.title for plan in outline.sections] == ["Yields", "Water", "Prices"]


async def test_a_section_for_an_action_and_words_beside_a_table_stay(
    outlined: Made, action: Made
) -> None:
    half = [*range(1, 9)]
    sections = [
        section("Yields", half),
        section("Limits", half[:4], [1]),
        section("Yields by Trial", half, form="table"),
        section("Water", [*range(9, 17)]),
    ]
    outline, _ = await outlined(reply(*sections), actions=(action(Verb.LIMITATIONS),))
    assert [plan.title for plan in outline.sections] == [s["title"] for s in sections]


async def test_what_the_section_in_writing_says_already_is_left_out(
    outlined: Made, quotes: tuple[Quote, ...]
) -> None:
    first = SectionPlan(title="Yields", quotes=quotes[:4])
    sections = [
        section("Harvests", [1, 2, 3]),
        section("Water", [5, 6, 7, 8]),
        section("Prices", [*range(9, 17)]),
    ]
    outline, _ = await outlined(reply(*sections, keep_first=True), fixed_first=first)
    assert [plan.title for plan in outline.sections] == ["Yields", "Water", "Prices"]
    assert outline.sections[0] == first


async def test_a_section_without_quotes_goes_unless_it_is_for_the_readers_own_ideas(
    outlined: Made, action: Made
) -> None:
    ideas = action(Verb.NEXT_STEPS).model_copy(
        update={"category": Category.RESEARCH_IDEAS, "stage": Stage.ORGANIZATION}
    )
    sections = (*HALVES, section("Conclusion", []), section("Studies You Could Do", [], [1]))
    outline, _ = await outlined(reply(*sections), actions=(ideas,))
    assert [p.title for p in outline.sections] == [
        "Yields and Schedules",
        "Water and Prices",
        "Studies You Could Do",
    ]
    assert outline.sections[-1].action_ids == ("next_steps",)


async def test_where_nothing_can_be_used_one_section_holds_every_quote(outlined: Made) -> None:
    outline, llm = await outlined(reply())
    assert [(p.title, len(p.quotes)) for p in outline.sections] == [(QUESTION, 16)]
    assert len(llm.told) == 1


async def test_a_forgotten_action_goes_to_its_quotes_its_words_or_to_every_section(
    outlined: Made, action: Made, quotes: tuple[Quote, ...]
) -> None:
    limits = action(Verb.LIMITATIONS)
    water = action(Verb.ADD_SECTION, name="water").model_copy(
        update={"text": "I can add a section on irrigation water."}
    )
    style = action(Verb.NUMBERS).model_copy(update={"category": Category.STYLE})
    skip = action(Verb.SKIP_SECTION)
    placed = action(Verb.CONNECT)
    marked = (quotes[0].model_copy(update={"action_ids": ("limitations",)}), *quotes[1:])
    sections = (
        section("Yields", [*range(1, 9)], [5]),
        section("Irrigation Water", [*range(9, 17)], [6]),
    )
    outline, llm = await outlined(
        reply(*sections),
        actions=(limits, water, style, skip, placed, action(Verb.LIST)),
        quotes=marked,
    )
    assert [set(p.action_ids) for p in outline.sections] == [
        {"connect", "limitations", "numbers"},
        {"list", "water", "numbers"},
    ]
    assert llm.told == []


async def test_a_forgotten_action_that_the_reader_cares_most_about_is_asked_for(
    outlined: Made, action: Made
) -> None:
    outline, llm = await outlined(
        reply(*HALVES),
        reply(section("Yields", [*range(1, 17)], [1])),
        actions=(action(Verb.LIMITATIONS, emphasis=True),),
    )
    assert llm.told == [("No section carries out A1. Name them in `actions` where they are done.",)]
    assert outline.sections[0].action_ids == ("limitations",)


async def test_too_many_sections_lose_the_thinnest_to_their_neighbours(outlined: Made) -> None:
    outline, _ = await outlined(
        reply(*(section(f"Part {n}", [n]) for n in range(1, 9)), section("Rest", [*range(9, 17)]))
    )
    # 16 papers: at most six sections
    assert len(outline.sections) == 6
    assert sorted(n for part in numbers(outline) for n in part) == [*range(1, 17)]


async def test_a_table_of_two_papers_becomes_prose(outlined: Made) -> None:
    outline, _ = await outlined(
        reply(section("Two", [1, 2], form="table"), section("Rest", [*range(3, 17)], form="table"))
    )
    assert [p.format for p in outline.sections] == [SectionFormat.SYNTHESIS, SectionFormat.TABLE]


async def test_a_first_section_that_is_being_written_stays_as_it_is_if_the_model_keeps_it(
    outlined: Made, quotes: tuple[Quote, ...]
) -> None:
    first = SectionPlan(title="Yields", brief="How yields change.", quotes=quotes[:4])
    kept, llm = await outlined(
        reply(section("yields", [5]), section("Water", [*range(6, 17)]), keep_first=True),
        fixed_first=first,
    )
    assert kept.sections[0] == first
    assert [p.title for p in kept.sections] == ["Yields", "Water"]
    assert "Yields (synthesis): How yields change. Quotes: 1, 2, 3, 4." in llm.asked[0][1].task
    anew, _ = await outlined(reply(*HALVES, keep_first=False), fixed_first=first)
    assert [p.title for p in anew.sections] == ["Yields and Schedules", "Water and Prices"]


async def test_a_first_section_with_papers_that_were_shut_out_since_is_not_kept(
    outlined: Made, quotes: tuple[Quote, ...]
) -> None:
    evidence = quotes[0].evidence.model_copy(update={"paper_id": "gone"})
    first = SectionPlan(
        title="Yields", quotes=(quotes[0].model_copy(update={"evidence": evidence}),)
    )
    outline, llm = await outlined(reply(*HALVES), fixed_first=first)
    assert [p.title for p in outline.sections] == ["Yields and Schedules", "Water and Prices"]
    assert "first_section" not in llm.asked[0][1].text


async def test_quotes_are_shown_by_their_numbers_without_the_papers_own_citations(
    outlined: Made, quotes: tuple[Quote, ...], action: Made, profile: Profile
) -> None:
    numbered = quotes[1].model_copy(update={"action_ids": ("numbers",)})
    _, llm = await outlined(
        reply(section("One", [1, 2], [2])),
        quotes=(quotes[0], numbered),
        actions=(action(Verb.NUMBERS), action(Verb.CONNECT)),
        profile=profile,
    )
    task = llm.asked[0][1].task
    assert "\n## AuthorB and Other, 2006: " in task
    assert "\n[2] (for A1) In this paper, we show" in task
    assert (
        "Their papers: Cover Crops on Eleven Farms (2024)\n- Your papers measure cover crops."
        in task
    )
    assert "Number of sections: 1 to 2." in task


def test_the_papers_citation_numbers_are_taken_out_of_what_is_shown(
    papers: tuple[Paper, ...],
) -> None:
    passage = (
        papers[0]
        .passages[0]
        .model_copy(update={"text": "Rotation helps [3, 4], as [Rao et al., 2021] say."})
    )
    quote = Quote(quote_id=QuoteId("q1"), evidence=Evidence.of_passage(passage), relevance=1)
    assert shown_text(quote) == "Rotation helps, as [Rao et al., 2021] say."


def test_all_quotes_of_a_paper_stand_under_its_name_and_title(
    papers: tuple[Paper, ...], quotes: tuple[Quote, ...]
) -> None:
    later = quotes[0].model_copy(update={"quote_id": QuoteId("q17")})
    by_id = {paper.paper_id: paper for paper in papers}
    lines = printed_quotes((*quotes[:2], later), by_id).split("\n")
    first, second = papers[:2]
    venue = f", {first.venue}" if first.venue else ""
    assert lines[0] == f"## {first.citation_label}{venue}: {first.title}"
    assert [line[:4] for line in lines[1:3]] == ["[1] ", "[17]"]
    assert lines[3].endswith(second.title)
    assert lines[4].startswith("[2] ")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("(for A2) Rotation helps.", "for A2) Rotation helps."),
        (" [ （For  A 2; a summary) Rotation helps.", "For A 2; a summary) Rotation helps."),
        ("(a summary; for A2) Rotation helps.", "a summary; for A2) Rotation helps."),
        ("“For A2” helps.", "“For A2” helps."),
        ("Rotation (for A2) helps.", "Rotation (for A2) helps."),
    ],
)
def test_no_quote_begins_as_what_is_told_of_quotes(
    papers: tuple[Paper, ...], act: Made, said: str, shown: str
) -> None:
    passage = papers[0].passages[0].model_copy(update={"text": said})
    quote = Quote(quote_id=QuoteId("q1"), evidence=Evidence.of_passage(passage), relevance=0.5)
    by_id = {papers[0].paper_id: papers[0]}
    assert printed_quotes([quote], by_id).split("\n")[1] == f"[1] {shown}"
    action = act("two")
    meant = quote.model_copy(update={"action_ids": (action.action_id,)})
    assert printed_quotes([meant], by_id, [(2, action)]).endswith(f"\n[1] (for A2) {shown}")


def test_of_many_quotes_the_longest_are_cut() -> None:
    assert longest_shown([600, 700]) == 700
    # 10 and 20 stay whole, which leaves 70 of 100 for two
    assert longest_shown([80, 10, 40, 20], most=100) == 35
    assert longest_shown([50, 50], most=100) == 700
    assert longest_shown([]) == 700


async def test_quotes_of_papers_that_are_gone_are_passed_over(
    outlined: Made, quotes: tuple[Quote, ...]
) -> None:
    evidence = quotes[0].evidence.model_copy(update={"paper_id": "gone"})
    outline, llm = await outlined(
        reply(*HALVES), quotes=(quotes[0].model_copy(update={"evidence": evidence}), *quotes[1:])
    )
    assert numbers(outline)[0] == [*range(2, 9)]
    assert "\n[1] " not in llm.asked[0][1].task


async def test_an_outline_shows_the_actions_of_its_step_in_the_ablations(
    outlined: Made, action: Made
) -> None:
    actions = (
        action(Verb.NUMBERS),
        action(Verb.SKIP_SECTION).model_copy(update={"stage": Stage.ORGANIZATION}),
    )
    _, llm = await outlined(reply(*HALVES), actions=actions, visibility=Visibility.RELEVANT)
    assert "<actions>\nA2 (outline): skip_section\n</actions>" in llm.asked[0][1].task


@pytest.mark.parametrize(
    ("n_papers", "expected"), [(60, (5, 9)), (59, (4, 8)), (12, (3, 6)), (6, (2, 4)), (1, (1, 2))]
)
def test_more_papers_make_more_sections(n_papers: int, expected: tuple[int, int]) -> None:
    assert n_sections(n_papers, ()) == expected


def test_a_short_report_has_few_sections(action: Made) -> None:
    assert n_sections(40, [action(Verb.BRIEF)]) == (2, 4)


async def test_the_samples_outline_needs_no_repair_and_places_every_quote_and_action() -> None:
    plan, said, cassette = (
        json.loads((CASSETTES / f"report_{name}.json").read_text(encoding="utf-8"))
        for name in ("plan", "quotes", "outline")
    )
    by_id = {
        p.paper_id: p for p in parted(read_jsonl(ROOT / "myscholar" / "sample" / "corpus.jsonl"))[0]
    }
    hits = [Hit(paper=by_id[name], score=1.0) for name in said["replies"]]
    actions = [Action.model_validate(a) for a in plan["actions"]]
    readings = [Reading(reply=PaperQuotes(paper=1, **r)) for r in said["replies"].values()]
    quotes = gather(hits, readings, number_actions(actions, Stage.SEARCH_ADD)).quotes
    llm = ScriptedLLM({"report/outline": cassette["reply"]})
    outline = await make_outline(cassette["question"], quotes, hits, actions, llm=llm)
    assert llm.told == []
    assert [p.format.value for p in outline.sections] == [
        "synthesis",
        "synthesis",
        "table",
        "list",
        "synthesis",
    ]
    assert {q.quote_id for p in outline.sections for q in p.quotes} == {q.quote_id for q in quotes}
    assert {a for p in outline.sections for a in p.action_ids} == {"g3", "g5", "g7", "p7"}


async def test_the_reader_is_told_of_only_where_an_action_draws_on_them(
    outlined: Made, action: Made, profile: Profile
) -> None:
    _, llm = await outlined(
        reply(section("One", [1, 2])), actions=(action(Verb.NUMBERS),), profile=profile
    )
    assert "<reader>" not in llm.asked[0][1].task


async def test_the_first_section_is_told_while_the_outline_grows_and_stays_as_it_was_told(
    outlined: Made,
) -> None:
    told: list[SectionPlan] = []
    outline, _ = await outlined(
        reply(section("Beginning", [1]), section("Rest", [2])), on_first=told.append
    )
    assert [plan.title for plan in told] == ["Beginning"]
    assert outline.sections[0] == told[0], "what was forgotten is dealt to the others"


async def test_an_answer_that_begins_broken_tells_of_no_section_and_is_judged_whole(
    outlined: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ScriptedLLM.ask

    async def garbled(self: ScriptedLLM, *args: Any, **more: Any) -> Any:
        more["on_text"]('title": "A", "sections": [{"title": "B"}, {"title": "C", "title"')
        return await ask(self, *args, **{k: v for k, v in more.items() if k != "on_text"})

    monkeypatch.setattr(ScriptedLLM, "ask", garbled)
    told: list[SectionPlan] = []
    outline, _ = await outlined(
        reply(section("Beginning", [1]), section("Rest", [2])), on_first=told.append
    )
    assert told == []
    assert [plan.title for plan in outline.sections] == ["Beginning", "Rest"]
