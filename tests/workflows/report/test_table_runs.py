"""Tables as runs: made of a report, a library or a search, grown, changed by hand, resumed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from myscholar.domain.engine import Engine
from myscholar.domain.orders import ReportOrder, TableOrder
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind, TextSource
from myscholar.domain.runs import RunStatus
from myscholar.domain.tables import MOST_ROWS, WhyEmpty, new_columns
from myscholar.errors import InputError, LLMNoCredit, LLMRefusal, UnknownName
from myscholar.settings import Settings
from myscholar.views.table_view import table_view
from myscholar.workflows.jobs import carry_out, made_by, resume, start, wait_for_end
from myscholar.workflows.library.edit_paper import edit_paper
from myscholar.workflows.sample import SAMPLE_QUESTION
from myscholar.workflows.services import Services
from myscholar.workflows.tables.price_table import price_table
from myscholar.workflows.tables.tables import (
    change_table,
    delete_table,
    get_table,
    list_tables,
)

from . import writer


def paper(number: int, text: str) -> Paper:
    own = PaperId(f"p{number}")
    passage = Passage(
        passage_id=PassageId(f"{own}#1"), paper_id=own, kind=PassageKind.ABSTRACT, text=text
    )
    return Paper(
        paper_id=own,
        title=f"Paper {number}",
        year=2000 + number % 20,
        passages=(passage,),
        text_source=TextSource.ABSTRACT,
    )


def papers(n: int) -> list[Paper]:
    return [
        paper(i, f"We test our planner with {i + 10} farmers on many dry fields in the south.")
        for i in range(1, n + 1)
    ]


def cells(prompt):
    """The first sentence of each paper for each column."""
    first = re.findall(r"(?m)^## P(\d+): .*\n\[(\d+)\] (.*)$", prompt.task)
    n = len(re.findall(r"(?m)^C\d+: ", prompt.shared))
    return {
        "papers": [
            {
                "paper": int(p),
                "cells": [
                    {"column": c, "text": re.search(r"\d+ farmers", text)[0], "quotes": [int(at)]}
                    for c in range(1, n + 1)
                ],
            }
            for p, at, text in first
        ]
    }


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = writer.Written(Settings(home=tmp_path), **{"report/cells": cells})
    yield made
    made.runner.close()
    made.store.close()


LIBRARY = {"sources": ("library:own",), "engine": Engine.EXTRACTIVE}


def stored(services: Services, n: int = 3) -> None:
    services.store.add("own", papers(n), at=services.now())


async def test_a_librarys_papers_are_the_rows_and_the_readers_words_the_columns(services):
    stored(services)
    order = TableOrder(columns=("Year", "how many farmers", "colour of the soil"), **LIBRARY)
    table = await carry_out(services, order)
    assert [c.name for c in table.columns] == ["Year", "how many farmers", "colour of the soil"]
    assert [[c.text for c in row.cells] for row in table.rows] == [
        ["2001", "11 farmers", ""],
        ["2002", "12 farmers", ""],
        ["2003", "13 farmers", ""],
    ]
    assert table_view(table).notes == (
        "In no paper at hand was an answer found to “colour of the soil”.",
    )
    assert get_table(services, table.table_id) == table
    assert [saved.table_id for saved in list_tables(services)] == [table.table_id]


async def test_a_reports_table_has_the_papers_that_it_cites_or_all_that_it_found(services):
    report = await carry_out(
        services,
        ReportOrder(question=SAMPLE_QUESTION, sources=("sample",), engine=Engine.EXTRACTIVE),
    )
    of = {"report": report.report_id, "engine": Engine.EXTRACTIVE}
    cited = await carry_out(services, TableOrder(**of))
    assert [row.paper.paper_id for row in cited.rows] == [
        r.paper.paper_id for r in report.references
    ]
    assert cited.title == report.title
    found = await carry_out(services, TableOrder(with_found=True, columns=("Year",), **of))
    assert len(found.rows) > len(cited.rows)


async def test_the_best_papers_of_a_source_are_the_rows_of_a_question(services):
    order = TableOrder(
        question=SAMPLE_QUESTION, sources=("sample",), limit=7, engine=Engine.EXTRACTIVE
    )
    table = await carry_out(services, order)
    assert len(table.rows) == 7
    assert table.columns[0].name == "Year"


async def test_a_table_grows_by_columns_and_rows_and_keeps_its_readers_edits(services):
    stored(services, 2)
    base = await carry_out(services, TableOrder(columns=("how many farmers",), **LIBRARY))
    column = base.columns[0].column_id
    change_table(services, base.table_id, lambda t: t.with_text("p1", column, "eleven"))
    change_table(services, base.table_id, lambda t: t.with_name(column, "Sample"))
    wider = await carry_out(
        services, TableOrder(base=base.table_id, columns=("Year",), engine=Engine.EXTRACTIVE)
    )
    assert [c.name for c in wider.columns] == ["Sample", "Year"]
    assert [[c.text for c in row.cells] for row in wider.rows] == [
        ["eleven", "2001"],
        ["12 farmers", "2002"],
    ]
    assert wider.rows[0].cells[0].by_reader
    services.store.add("more", papers(3), at=services.now())
    longer = await carry_out(
        services,
        TableOrder(base=wider.table_id, sources=("library:more",), engine=Engine.EXTRACTIVE),
    )
    assert [row.cells[0].text for row in longer.rows] == ["eleven", "12 farmers", "13 farmers"]
    assert [saved.table_id for saved in list_tables(services)] == [longer.table_id]
    delete_table(services, longer.table_id)
    assert list_tables(services) == ()


async def test_two_that_change_a_table_at_once_lose_nothing(services):
    stored(services)
    table = await carry_out(services, TableOrder(columns=("Year",), **LIBRARY))
    told = []

    def word_mine_while_another_does(now):
        if not told:
            told.append(change_table(services, table.table_id, worded("p2", "theirs")))
        return worded("p1", "mine")(now)

    def worded(paper_id, text):
        return lambda now: now.with_text(paper_id, table.columns[0].column_id, text)

    changed = change_table(services, table.table_id, word_mine_while_another_does)
    assert [row.cells[0].text for row in changed.rows] == ["mine", "theirs", "2003"]
    assert get_table(services, table.table_id) == changed


async def test_a_new_column_knows_what_was_put_right_in_the_library_since(services):
    services.store.add("own", [paper(1, "We test.").model_copy(update={"year": None})], at="x")
    base = await carry_out(services, TableOrder(columns=("how many farmers",), **LIBRARY))
    edit_paper(services, "own", "p1", title="On planners", year=2015)
    order = TableOrder(base=base.table_id, columns=("Year",), engine=Engine.EXTRACTIVE)
    (row,) = (await carry_out(services, order)).rows
    assert (row.paper.title, row.cells[1].text) == ("On planners", "2015")


async def test_a_passage_that_has_changed_since_takes_no_quote_away(services):
    stored(services, 1)
    base = await carry_out(services, TableOrder(columns=("how many farmers",), **LIBRARY))
    services.store.remove("own", [PaperId("p1")])
    services.store.add(
        "own", [paper(1, "We fed 7 goats on the dry fields for a whole year.")], at="x"
    )
    wider = await carry_out(
        services,
        TableOrder(base=base.table_id, columns=("how many goats",), engine=Engine.EXTRACTIVE),
    )
    kept, new = wider.rows[0].cells
    assert (kept.text, new.text) == ("11 farmers", "7 goats")


async def test_a_model_is_asked_four_papers_a_call_and_only_for_new_cells(services):
    stored(services, 9)
    order = TableOrder(columns=("Sample", "Year"), sources=("library:own",), engine=Engine.LLM)
    base = await carry_out(services, order)
    assert [row.cells[0].text for row in base.rows][:2] == ["11 farmers", "12 farmers"]
    assert services.asked == ["report/cells"] * 3  # 4 + 4 + 1 papers
    services.forget()
    grown = await carry_out(
        services, TableOrder(base=base.table_id, columns=("Farmers",), engine=Engine.LLM)
    )
    asked = [prompt.shared for _, prompt in services.__dict__["script"].asked]
    assert len(asked) == 3
    assert all("C1: Farmers" in shared and "Sample" not in shared for shared in asked)
    assert [row.cells[2].text for row in grown.rows][8] == "19 farmers"


async def test_a_resume_asks_for_no_finished_call_again(tmp_path):
    calls = []

    def broken_once(prompt):
        calls.append(prompt.task)
        if "Paper 9" in prompt.task and len(calls) <= 3:
            raise LLMNoCredit("test:model")
        return cells(prompt)

    services = writer.Written(Settings(home=tmp_path), **{"report/cells": broken_once})
    stored(services, 9)
    order = TableOrder(columns=("Sample",), sources=("library:own",), engine=Engine.LLM)
    run_id = start(services, order)
    with pytest.raises(LLMNoCredit):
        await wait_for_end(services, run_id)
    assert services.runs.info(run_id).status is RunStatus.FAILED
    await wait_for_end(services, resume(services, run_id))
    assert len(calls) == 4
    assert len(made_by(services, run_id).rows) == 9
    services.close()


async def test_a_model_that_reads_no_paper_fails_the_run_which_another_can_go_on_with(tmp_path):
    broken = [True]

    def reply(prompt):
        return LLMRefusal("test:model", "report/cells") if broken else cells(prompt)

    services = writer.Written(Settings(home=tmp_path), **{"report/cells": reply})
    stored(services, 9)
    order = TableOrder(columns=("Sample",), sources=("library:own",), engine=Engine.LLM)
    run_id = start(services, order)
    with pytest.raises(LLMRefusal):
        await wait_for_end(services, run_id)
    broken.clear()
    await wait_for_end(services, resume(services, run_id))
    assert made_by(services, run_id).rows[8].cells[0].text == "19 farmers"
    services.close()


async def test_papers_that_a_model_declines_stay_unread_beside_those_that_it_read(tmp_path):
    def reply(prompt):
        declined = "Paper 9" in prompt.task and len(calls) > 1
        calls.append(prompt)
        return LLMRefusal("test:model", "report/cells") if declined else cells(prompt)

    calls = []
    services = writer.Written(Settings(home=tmp_path), **{"report/cells": reply})
    stored(services, 9)
    order = TableOrder(columns=("Sample",), sources=("library:own",), engine=Engine.LLM)
    table = await carry_out(services, order)
    assert [row.cells[0].why for row in table.rows][7:] == [None, WhyEmpty.NOT_READ]
    assert "could not be read by the model" in table.notes[0]
    services.close()


async def test_a_paper_that_is_another_when_a_run_goes_on_keeps_what_was_read_and_paid(tmp_path):
    asked = []

    def broken_once(prompt):
        asked.append(prompt.task)
        if "Paper 9" in prompt.task and len(asked) <= 3:
            raise LLMNoCredit("test:model")
        return cells(prompt)

    services = writer.Written(Settings(home=tmp_path), **{"report/cells": broken_once})
    stored(services, 9)
    order = TableOrder(columns=("Sample",), sources=("library:own",), engine=Engine.LLM)
    run_id = start(services, order)
    with pytest.raises(LLMNoCredit):
        await wait_for_end(services, run_id)
    services.store.remove("own", [PaperId("p1")])
    services.store.add("own", [paper(1, "We fed 7 goats on the dry fields for a year.")], at="x")
    await wait_for_end(services, resume(services, run_id))
    assert made_by(services, run_id).rows[0].cells[0].text == "11 farmers"
    services.close()


async def test_columns_are_ordered_renamed_and_removed_without_asking(services):
    stored(services, 1)
    table = await carry_out(services, TableOrder(columns=("Year", "Venue", "Authors"), **LIBRARY))
    ids = [column.column_id for column in table.columns]
    changed = table.with_order([ids[2], ids[0]]).with_name(ids[0], "When")
    assert [c.name for c in changed.columns] == ["Authors", "When"]
    assert [c.why or c.text for c in changed.rows[0].cells] == [WhyEmpty.NOT_KNOWN, "2001"]
    with pytest.raises(InputError, match="There is a column “authors” already"):
        changed.with_name(ids[0], "authors")
    with pytest.raises(InputError, match="keeps at least one paper"):
        table.without_rows(["p1"])
    with pytest.raises(InputError, match="keeps at least one column"):
        table.with_order([])
    with pytest.raises(InputError, match=r"at most 2,000 characters"):
        table.with_text("p1", ids[0], "x" * 2001)
    with pytest.raises(InputError, match="there twice"):
        new_columns(["Year"], {}, changed.columns)


async def test_a_table_of_more_than_300_papers_keeps_the_first_and_says_so(services):
    stored(services, MOST_ROWS + 3)
    names = tuple(f"thing number {n}" for n in range(20))
    table = await carry_out(services, TableOrder(columns=names, **LIBRARY))
    assert (len(table.rows), len(table.columns)) == (300, 20)
    assert "A table holds 300 papers: 3 of 303 are left out." in table.notes


async def test_a_full_table_says_that_it_takes_no_more_and_which_papers_it_has_already(services):
    stored(services, MOST_ROWS)
    base = await carry_out(services, TableOrder(columns=("Year",), **LIBRARY))
    more = {"base": base.table_id, "engine": Engine.EXTRACTIVE}
    again = await carry_out(services, TableOrder(sources=("library:own",), **more))
    assert "All papers that were to be added stood in the table already." in again.notes
    services.store.add("more", papers(MOST_ROWS + 2), at=services.now())
    full = await carry_out(services, TableOrder(sources=("library:more",), **more))
    assert len(full.rows) == MOST_ROWS
    assert "A table holds 300 papers: 2 of 302 are left out." in full.notes


async def test_a_table_that_is_being_extended_is_not_deleted(tmp_path):
    refused = []

    def while_it_reads(prompt):
        if base:
            with pytest.raises(InputError, match="builds on this one goes on") as said:
                delete_table(services, base[0])
            refused.append(said)
        return cells(prompt)

    services, base = writer.Written(Settings(home=tmp_path), **{"report/cells": while_it_reads}), []
    stored(services, 1)
    order = TableOrder(columns=("Sample",), sources=("library:own",), engine=Engine.LLM)
    made = await carry_out(services, order)
    base.append(made.table_id)
    await carry_out(
        services, TableOrder(base=made.table_id, columns=("Farmers",), engine=Engine.LLM)
    )
    assert refused
    services.close()


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (TableOrder(), "A table needs papers"),
        (TableOrder(sources=("corpus:x",)), "can't be put into a table whole"),
        (TableOrder(sources=("library:gone",)), "gone"),
        (TableOrder(report="nothing"), "nothing"),
        (TableOrder(report="r", question="Which crops?"), "Name one of the two"),
    ],
)
async def test_an_order_that_can_not_be_says_what_is_missing_and_nothing_is_begun(
    services, order, said
):
    with pytest.raises((InputError, UnknownName), match=said):
        start(services, order.model_copy(update={"engine": Engine.EXTRACTIVE}))
    assert services.runs.recent(9) == ()


async def test_the_price_counts_new_cells_only(services):
    stored(services, 8)
    model = {"sources": ("library:own",), "engine": Engine.LLM}
    assert price_table(services, TableOrder(columns=("Year",), **model)).n_calls == 0
    assert price_table(services, TableOrder(columns=("Year", "a b"), **model)).n_calls == 2
