"""From a model's search plan to queries that can be sent."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.evidence import QueryKind, SearchFilters
from myscholar.errors import LLMUnavailable
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.search_plan import SearchPlan, plan_actions, plan_search

QUESTION = "How do crop rotation schedules affect soil nitrogen?"
CASSETTE = Path(__file__).resolve().parents[2] / "cassettes" / "report_plan.json"
FACETS = [
    {"query": "legume cover crops nitrogen fixation"},
    {"query": "crop rotation nitrate leaching"},
]
Chosen = Callable[..., Action]


@pytest.fixture
def chosen(action: Callable[..., Action]) -> Chosen:
    def make(
        text: str, stage: Stage = Stage.SEARCH_ADD, verb: Verb = Verb.FREE, **options: object
    ) -> Action:
        made = action(verb, name=text.split()[0], tldr=text, **options)
        return made.model_copy(update={"stage": stage})

    return make


async def planned(
    reply: dict[str, object], *actions: Action, filters: SearchFilters = SearchFilters()
) -> SearchPlan:
    llm = ScriptedLLM({"report/plan_search": {"language": "English", **reply}})
    return await plan_search(QUESTION, actions, llm=llm, filters=filters, this_year=2026)


async def test_the_question_is_searched_first_then_what_actions_need_then_its_facets(
    chosen: Chosen,
) -> None:
    reply = {"queries": [*FACETS, {"query": "crop rotation soil carbon", "actions": [2]}]}
    plan = await planned(reply, chosen("brief"), chosen("carbon"))
    assert [(q.text, q.kind, q.action_ids) for q in plan.queries] == [
        (QUESTION, QueryKind.QUESTION, ()),
        ("crop rotation soil carbon", QueryKind.ACTION, ("carbon",)),
        ("legume cover crops nitrogen fixation", QueryKind.FACET, ()),
        ("crop rotation nitrate leaching", QueryKind.FACET, ()),
    ]
    assert plan.origin == "scripted:model"


async def test_queries_of_the_same_words_become_one_that_serves_all_their_actions(
    chosen: Chosen,
) -> None:
    reply = {
        "queries": [
            {"query": "Soil carbon", "actions": [1]},
            {"query": "carbon soils", "actions": [2]},
            {"query": QUESTION},
        ]
    }
    plan = await planned(reply, chosen("one"), chosen("two"))
    assert [(q.text, q.action_ids) for q in plan.queries] == [
        (QUESTION, ()),
        ("Soil carbon", ("one", "two")),
    ]


async def test_at_most_eight_queries_are_sent_and_the_question_keeps_two_facets(
    chosen: Chosen,
) -> None:
    actions = [
        chosen(f"{word} work")
        for word in ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
    ]
    reply = {
        "queries": [
            *FACETS,
            *({"query": f"{a.text} farms", "actions": [n]} for n, a in enumerate(actions, 1)),
        ]
    }
    kinds = [q.kind for q in (await planned(reply, *actions)).queries]
    assert (len(kinds), kinds.count(QueryKind.ACTION), kinds.count(QueryKind.FACET)) == (8, 5, 2)


async def test_numbers_of_no_action_are_dropped_and_operators_are_taken_out() -> None:
    plan = await planned({"queries": [{"query": '"soil nitrogen" AND yield', "actions": [7]}]})
    assert (plan.queries[1].text, plan.queries[1].kind) == ("soil nitrogen yield", QueryKind.FACET)


async def test_limits_of_the_question_and_of_refining_actions_hold_for_the_whole_search(
    chosen: Chosen,
) -> None:
    limits = [
        {"kind": "year_min", "value": "2021", "action": 1},
        {"kind": "venue", "value": "Soil Biology", "action": 1},
    ]
    action = chosen("keep to papers of the last five years in Soil Biology", Stage.SEARCH_REFINE)
    plan = await planned(
        {"queries": FACETS, "limits": limits},
        action,
        filters=SearchFilters(year_min=2019, open_access=True),
    )
    assert plan.filters == SearchFilters(year_min=2021, venues=("Soil Biology",), open_access=True)
    assert {q.filters for q in plan.queries} == {plan.filters}


@pytest.mark.parametrize("stage", [Stage.SEARCH_ADD, Stage.ORGANIZATION])
async def test_limits_of_an_adding_action_hold_for_its_own_queries(
    chosen: Chosen, stage: Stage
) -> None:
    reply = {
        "queries": [*FACETS, {"query": "history of crop rotation", "actions": [1]}],
        "limits": [{"kind": "year_max", "value": "1990", "action": 1}],
    }
    plan = await planned(reply, chosen("early work before 1990 as well", stage))
    assert [q.filters.year_max for q in plan.queries] == [None, 1990, None, None]
    assert plan.filters.is_empty


async def test_filters_of_a_limit_action_hold_whatever_the_model_says(chosen: Chosen) -> None:
    limit = chosen("recent", Stage.SEARCH_REFINE, Verb.LIMIT, filters=SearchFilters(year_min=2022))
    plan = await planned({"queries": FACETS}, limit)
    assert plan.filters == SearchFilters(year_min=2022)


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        ({"kind": "year_min", "value": "soon", "action": 1}, "not a number"),
        ({"kind": "year_min", "value": "21", "action": 1}, "four digits"),
        ({"kind": "year_max", "value": "2010", "action": 1}, "after"),
        ({"kind": "min_citations", "value": "100", "action": 0}, "nobody asked for"),
        ({"kind": "venue", "value": "Nature", "action": 0}, "nobody asked for"),
    ],
)
async def test_a_limit_that_makes_no_sense_becomes_a_note(
    chosen: Chosen, limit: dict[str, object], reason: str
) -> None:
    action = chosen("keep to the years until now", Stage.SEARCH_REFINE)
    plan = await planned(
        {"queries": FACETS, "limits": [limit]}, action, filters=SearchFilters(year_min=2015)
    )
    assert plan.filters == SearchFilters(year_min=2015)
    (note,) = plan.notes
    assert reason in note


async def test_the_language_is_named_in_english_and_a_sentence_is_none() -> None:
    assert (await planned({"language": "German", "queries": FACETS})).language == "German"
    assert (
        await planned({"language": "The question is in German.", "queries": FACETS})
    ).language == "English"


async def test_a_plan_without_queries_is_asked_for_once_more() -> None:
    llm = ScriptedLLM(
        {
            "report/plan_search": [
                {"language": "English", "queries": [{"query": "?"}]},
                {"language": "English", "queries": FACETS},
            ]
        }
    )
    plan = await plan_search(QUESTION, llm=llm, this_year=2026)
    assert len(llm.told) == 1
    assert len(plan.queries) == 3


async def test_the_errors_of_a_model_pass_through() -> None:
    llm = ScriptedLLM({"report/plan_search": LLMUnavailable("m", "down")})
    with pytest.raises(LLMUnavailable):
        await plan_search(QUESTION, llm=llm, this_year=2026)


async def test_after_a_head_start_only_what_actions_add_is_planned(chosen: Chosen) -> None:
    known = await planned({"language": "German", "queries": FACETS})
    reply = {
        "language": "English",
        "queries": [
            {"query": "crop rotation soil carbon", "actions": [1]},
            {"query": "Crop rotation nitrate leaching"},
        ],
    }
    llm = ScriptedLLM({"report/plan_actions": reply})
    plan = await plan_actions(QUESTION, known, [chosen("carbon")], llm=llm, this_year=2026)
    assert [q.text for q in plan.queries] == ["crop rotation soil carbon"]
    assert plan.language == "German"
    assert "- crop rotation nitrate leaching" in llm.asked[0][1].task


async def test_an_action_that_limits_the_search_after_a_head_start_has_the_question_searched_again(
    chosen: Chosen,
) -> None:
    known = await planned({"queries": FACETS})
    limit = chosen("recent", Stage.SEARCH_REFINE, Verb.LIMIT, filters=SearchFilters(year_min=2022))
    llm = ScriptedLLM({"report/plan_actions": {"language": "English", "queries": []}})
    plan = await plan_actions(QUESTION, known, [limit], llm=llm, this_year=2026)
    assert [(q.text, q.filters.year_min) for q in plan.queries] == [(QUESTION, 2022)]


async def test_without_actions_a_head_start_is_all() -> None:
    known = await planned({"queries": FACETS})
    assert (
        await plan_actions(QUESTION, known, [], llm=ScriptedLLM({}), this_year=2026)
    ).queries == ()


async def test_the_samples_plan_searches_several_sides_and_what_an_action_needs() -> None:
    cassette = json.loads(CASSETTE.read_text(encoding="utf-8"))
    actions = [Action.model_validate(a) for a in cassette["actions"]]
    llm = ScriptedLLM({"report/plan_search": cassette["reply"]})
    plan = await plan_search(cassette["question"], actions, llm=llm, this_year=2026)
    assert [q.kind for q in plan.queries] == [
        QueryKind.QUESTION,
        QueryKind.ACTION,
        *[QueryKind.FACET] * 5,
    ]
    assert plan.queries[1].action_ids == ("g5",)
    assert plan.notes == ()
