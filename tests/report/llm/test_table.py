"""A table of papers, made in one call, with cells that hold only what their quotes say."""

from collections.abc import Callable
from typing import Any

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.drafts import SectionPlan
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import SectionFormat, Table
from myscholar.gateways.llm.scripted import ScriptedLLM
from myscholar.report.llm.section_replies import TableReply
from myscholar.report.llm.table import (
    NOT_STATED,
    make_table,
    may_have_table,
    quotes_behind,
    rows_of,
    table_of,
    table_prompt,
    wants_table,
)

Papers = dict[PaperId, Paper]


@pytest.fixture
def plan(quote: Callable[[int], Quote]) -> SectionPlan:
    return SectionPlan(title="Side by Side", quotes=tuple(map(quote, (1, 2, 3))))


def cell(text: str, *quotes: int) -> dict[str, Any]:
    return {"text": text, "quotes": list(quotes)}


ROWS = [
    {
        "paper": 1,
        "cells": [
            cell("40 judges", 1),
            cell("81 percent agreement of the best judge with experts", 1),
        ],
    },
    {
        "paper": 2,
        "cells": [cell("Conflicting passages", 3), cell("No judge notices a removed passage", 3)],
    },
]


def table(
    plan: SectionPlan, papers: Papers, rows: list[dict[str, Any]], **options: Any
) -> Table | None:
    return table_of(
        TableReply.model_validate({"columns": ["Tests", "Result"], "rows": rows}),
        rows_of(plan),
        papers,
        **options,
    )


def texts(made: Table | None) -> list[list[str]]:
    assert made is not None
    return [[c.text for c in row] for row in made.rows]


async def test_a_table_takes_one_call_and_names_the_paper_first(
    plan: SectionPlan, few: Papers, act: Callable[..., Action]
) -> None:
    compare = act("compare", Verb.COMPARE)
    llm = ScriptedLLM({"report/table": {"columns": ["Tests", "Result"], "rows": ROWS}})
    with_action = plan.model_copy(update={"action_ids": (compare.action_id,)})
    made = await make_table(with_action, few, [compare], question="Who judges?", llm=llm)
    assert made is not None
    assert made.columns == ("Paper", "Tests", "Result")
    assert texts(made)[0] == [
        "Kim, 2021",
        "40 judges",
        "81 percent agreement of the best judge with experts",
    ]
    assert made.rows[1][1].evidence[0].paper_id == "p2"
    assert made.action_ids == ("compare",)
    assert len(llm.asked) == 1
    assert "## P2: Ruiz, 2023: When Evidence Goes\n[3] Judges fail" in llm.asked[0][1].task


async def test_a_cell_may_rest_on_a_quote_of_its_paper_that_another_section_has(
    few: Papers, quote: Callable[[int], Quote]
) -> None:
    every = tuple(map(quote, (1, 2, 3)))
    here = SectionPlan(title="Side by Side", quotes=(quote(1), quote(3)))
    # within the prompt: [1] and [2] of the first paper, [3] of the second
    change = cell("12 percent of the cases change when a passage is removed", 2)
    rows = [{"paper": 1, "cells": [cell("40 judges", 1), change]}, ROWS[1]]
    llm = ScriptedLLM({"report/table": {"columns": ["Tests", "Result"], "rows": rows}})
    made = await make_table(here, few, [], quotes=every, question="Who judges?", llm=llm)
    assert made is not None
    assert texts(made)[0][2] == "12 percent of the cases change when a passage is removed"
    assert quotes_behind(made, every) == every
    assert table(here, few, [rows[0], ROWS[1]]) is None, "of its own the section has no such quote"


def test_rows_are_the_sections_papers_and_those_picked_for_an_action_that_asks_for_the_table(
    few: Papers, quote: Callable[[int], Quote]
) -> None:
    one = SectionPlan(title="Side by Side", quotes=(quote(2),))
    picked = quote(3).model_copy(update={"action_ids": (ActionId("compare"),)})
    every = (quote(1), quote(2), picked)
    told = [(paper, [q.quote_id for q in own]) for paper, own in rows_of(one, every)]
    assert told == [("p1", ["q2", "q1"])]
    told = [(p, [q.quote_id for q in own]) for p, own in rows_of(one, every, ["compare"])]
    assert told == [("p1", ["q2", "q1"]), ("p2", ["q3"])]


async def test_one_paper_makes_no_table_and_no_call(
    plan: SectionPlan, few: Papers, quote: Callable[[int], Quote]
) -> None:
    llm = ScriptedLLM({})
    alone = plan.model_copy(update={"quotes": (quote(1), quote(2))})
    assert await make_table(alone, few, [], question="Who judges?", llm=llm) is None
    assert llm.asked == []


@pytest.mark.parametrize(
    "bad",
    [
        cell("82 percent agreement with experts", 1),  # not the quote's number
        cell("81 percent agreement with experts", 3),  # another paper's quote
        cell("81 percent agreement with experts"),  # no quote
        cell("Cheap, fast and multilingual at large scale", 1),  # not the quote's words
        cell("", 1),
    ],
)
def test_a_cell_that_its_quotes_do_not_bear_out_is_blanked(
    plan: SectionPlan, few: Papers, bad: dict[str, Any]
) -> None:
    first = {"paper": 1, "cells": [cell("40 judges", 1), cell("BenchQA cases", 1)]}
    second = {"paper": 2, "cells": [cell("Conflicting passages", 3), bad]}
    made = table(plan, few, [first, {**second, "cells": [*second["cells"]]}])
    assert made is None  # the second paper has too little left for a row
    third = {
        "paper": 2,
        "cells": [cell("Conflicting passages", 3), cell("Removed passage", 3), bad],
    }
    wide = TableReply.model_validate(
        {
            "columns": ["A", "B", "C"],
            "rows": [{**first, "cells": [*first["cells"], cell("Experts", 1)]}, third],
        }
    )
    assert texts(table_of(wide, rows_of(plan), few))[1] == [
        "Ruiz, 2023",
        "Conflicting passages",
        "Removed passage",
        NOT_STATED,
    ]


def test_a_cell_in_another_language_is_held_to_its_numbers_only(
    plan: SectionPlan, few: Papers
) -> None:
    rows = [
        {"paper": 1, "cells": [cell("40 Prüfmodelle", 1), cell("81 Prozent Übereinstimmung", 1)]},
        {"paper": 2, "cells": [cell("Widersprüche", 3), cell("97 Prozent", 3)]},
        {"paper": 2, "cells": [cell("Widersprüche", 3), cell("Kein Modell bemerkt es", 3)]},
    ]
    made = table(plan, few, [rows[0], rows[2]], language="German")
    assert texts(made) == [
        ["Kim, 2021", "40 Prüfmodelle", "81 Prozent Übereinstimmung"],
        ["Ruiz, 2023", "Widersprüche", "Kein Modell bemerkt es"],
    ]
    assert table(plan, few, rows[:2], language="German") is None


def test_rows_of_no_paper_and_second_rows_are_dropped_and_ragged_ones_filled(
    plan: SectionPlan, few: Papers
) -> None:
    rows = [*ROWS, {"paper": 9, "cells": []}, {"paper": 1, "cells": [cell("again", 1)]}]
    assert [row[0] for row in texts(table(plan, few, rows))] == ["Kim, 2021", "Ruiz, 2023"]
    longer = [{**ROWS[0], "cells": [*ROWS[0]["cells"], cell("too many", 1)]}, ROWS[1]]
    made = table(plan, few, longer)
    assert made is not None
    assert {len(row) for row in made.rows} == {3}


def test_a_column_that_nobody_fills_goes(plan: SectionPlan, few: Papers) -> None:
    reply = TableReply.model_validate({"columns": ["Tests", "Result", "Price"], "rows": ROWS})
    made = table_of(reply, rows_of(plan), few)
    assert made is not None
    assert made.columns == ("Paper", "Tests", "Result")


def test_a_column_told_of_one_paper_in_four_stays_only_where_an_action_names_it(
    few: Papers, quote: Callable[[int], Quote]
) -> None:
    paper, first = few[PaperId("p1")], quote(1)
    ids = [PaperId(f"p{n}") for n in (11, 12, 13, 14)]
    papers = {i: paper.model_copy(update={"paper_id": i}) for i in ids}
    own = [
        (
            i,
            (
                first.model_copy(
                    update={"evidence": first.evidence.model_copy(update={"paper_id": i})}
                ),
            ),
        )
        for i in ids
    ]
    blank = cell("")
    rows = [
        {
            "paper": n,
            "cells": [
                cell("40 judges", n),
                cell("Experts", n),
                cell("BenchQA", n) if n == 1 else blank,
            ],
        }
        for n in (1, 2, 3, 4)
    ]
    reply = TableReply.model_validate(
        {"columns": ["Tests", "Held against", "Result"], "rows": rows}
    )
    made = table_of(reply, tuple(own), papers)
    assert made is not None
    assert made.columns == ("Paper", "Tests", "Held against")
    asked = table_of(reply, tuple(own), papers, asked="Set the results of judges side by side")
    assert asked is not None
    assert asked.columns == ("Paper", "Tests", "Held against", "Result")


def test_a_row_stays_with_two_filled_cells_as_the_prompt_asks_and_goes_with_one(
    plan: SectionPlan, few: Papers
) -> None:
    full = [[*row["cells"], *row["cells"], row["cells"][0]] for row in ROWS]
    rows = [{"paper": n, "cells": cells} for n, cells in enumerate(full, 1)]
    reply = TableReply.model_validate({"columns": [*"ABCDE"], "rows": rows})
    assert len(texts(table_of(reply, rows_of(plan), few))) == 2
    for n_filled, is_kept in ((2, True), (1, False)):
        rows[1]["cells"] = [*full[1][:n_filled], *(cell("") for _ in range(5 - n_filled))]
        reply = TableReply.model_validate({"columns": [*"ABCDE"], "rows": rows})
        assert (table_of(reply, rows_of(plan), few) is not None) is is_kept
    prompt = table_prompt(plan, rows_of(plan), few, (), question="Which judges agree?")
    assert "at least two filled cells" in prompt.system


def test_an_action_that_speaks_of_a_table_wants_one(act: Callable[..., Action]) -> None:
    assert wants_table(act("compare", Verb.COMPARE))
    assert wants_table(act("free", text="I can set the judges in a table, which might help you."))
    assert not wants_table(act("free", text="I can name the judges, which might help you."))


def test_lists_have_tables_but_not_lists_of_ideas(plan: SectionPlan) -> None:
    methods = plan.model_copy(update={"format": SectionFormat.LIST})
    ideas = methods.model_copy(update={"action_ids": (ActionId("ideas"),)})
    made = [may_have_table(p, {ActionId("ideas")}) for p in (plan, methods, ideas)]
    assert made == [False, True, False]


def test_the_title_may_spell_out_what_a_quote_abbreviates(plan: SectionPlan, few: Papers) -> None:
    titled = few | {
        PaperId("p1"): few[PaperId("p1")].model_copy(
            update={"title": "Language Models as Arbiters"}
        )
    }
    spelled, foreign = cell("language models judge", 1), cell("language models as arbiters", 1)
    rows = [{"paper": 1, "cells": [cell("40 judges", 1), spelled]}, ROWS[1]]
    assert texts(table(plan, titled, rows))[0] == [
        "Kim, 2021",
        "40 judges",
        "language models judge",
    ]
    rows[0]["cells"][1] = foreign  # of its words the quote holds none
    assert table(plan, titled, rows) is None


def test_an_instruction_that_speaks_of_a_table_gets_one_and_tells_the_change(
    plan: SectionPlan, few: Papers
) -> None:
    assert not may_have_table(plan, (), "Say more on cost.")
    assert not may_have_table(plan, (), "Write it without a table.")
    assert may_have_table(plan, (), "Add a column on cost to the table.")
    assert may_have_table(plan.model_copy(update={"brief": "Compare the judges in a table."}))
    task = table_prompt(
        plan, rows_of(plan), few, (), question="Who judges?", revision="Add a column on cost."
    ).task
    assert "<change>\nAdd a column on cost.\n</change>" in task


async def test_a_cell_with_an_address_that_its_quotes_do_not_hold_is_blanked(
    plan: SectionPlan, few: Papers
) -> None:
    lured = cell("81 percent agreement of the best judge with experts, www.evil.example", 1)
    rows = [{"paper": 1, "cells": [ROWS[0]["cells"][0], lured]}, ROWS[1]]
    llm = ScriptedLLM({"report/table": {"columns": ["Tests", "Result"], "rows": rows}})
    made = await make_table(plan, few, [], question="Who judges?", llm=llm)
    assert made is None  # the first paper has too little left for a row


async def test_the_head_of_a_column_leads_to_no_address(plan: SectionPlan, few: Papers) -> None:
    heads = ["Tests [here](https://evil.example)", "https://evil.example"]
    llm = ScriptedLLM({"report/table": {"columns": heads, "rows": ROWS}})
    made = await make_table(plan, few, [], question="Who judges?", llm=llm)
    assert made is not None
    assert made.columns == ("Paper", "Tests here", "…")
