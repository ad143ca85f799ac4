"""The page of tables, driven as the browser would."""

import asyncio
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.engine import Engine
from myscholar.domain.orders import TableOrder
from myscholar.domain.report import Report
from myscholar.domain.tables import PaperTable
from myscholar.surfaces.web.plain import plain
from myscholar.workflows.jobs import carry_out
from myscholar.workflows.sample import sample_papers
from myscholar.workflows.services import Services
from myscholar.workflows.tables.tables import change_table, get_table, list_tables

from .conftest import part_data, send, until
from .test_report_page import put

OpenPage = Callable[[str], AppTest]


@pytest.fixture
def library(services: Services) -> None:
    services.store.add("own", sample_papers().papers, at=services.now())


@pytest.fixture
def table(services: Services, library: None) -> PaperTable:
    order = TableOrder(columns=("Year", "What it does"), sources=("library:own",))
    return asyncio.run(carry_out(services, order))


def said(page: AppTest) -> str:
    return " ".join(e.value for e in (*page.title, *page.markdown, *page.caption, *page.error))


def plainly(page: AppTest) -> str:
    return said(page).replace("\\", "")


def test_the_price_stands_before_the_click_and_the_table_is_a_run(
    open_page: OpenPage, services: Services, library: None
) -> None:
    page = open_page("table")
    assert "Set papers side by side" in said(page)
    page.multiselect(key="new-columns").set_value(["Year", "Venue"]).run()
    assert "free" in said(page)
    page.button(key="Make-go").click().run()
    assert not page.exception
    until(lambda: list_tables(services))
    page.run()
    assert r"4 papers\, 2 columns" in said(page)


def test_what_is_missing_for_a_table_stands_beside_its_button(
    open_page: OpenPage, services: Services, library: None
) -> None:
    page = open_page("table")
    page.multiselect(key="new-columns").set_value([]).run()
    assert page.button(key="Make-go").disabled
    assert "Name a column." in plainly(page)
    page.multiselect(key="new-columns").set_value(["Year", "year"]).run()
    assert "The column “year” is there twice" in plainly(page)
    page.multiselect(key="new-columns").set_value(["x" * 500]).run()
    assert "is too long for a column" in plainly(page)
    page.session_state["new-rows-None-None"] = "Best papers for a question"
    page.run()
    page.text_input(key="new-question").set_value("   ").run()
    assert "Write a question." in plainly(page)


def test_an_empty_home_says_where_papers_come_from_and_takes_the_sample(
    open_page: OpenPage, services: Services
) -> None:
    page = open_page("table")
    assert "Papers of your own, or those of a report, can be rows" in said(page)
    page.text_input(key="new-question").set_value("Which answers are hallucinated?").run()
    page.selectbox(key="new-source").set_value(1).run()
    page.button(key="Make-go").click().run()
    (made,) = until(lambda: list_tables(services))
    assert made.title == "Which answers are hallucinated?"


def test_a_library_leads_to_a_table_of_its_papers(
    open_page: OpenPage, services: Services, table: PaperTable
) -> None:
    services.store.add("default", sample_papers().papers[:2], at=services.now())
    page = open_page("profile")
    page.button(key="to-table").click().run()
    assert page.selectbox(key="new-library-default").value == 0
    assert page.selectbox(key="new-library-default").options[0] == "Your library (2 papers)"
    page.multiselect(key="new-columns").set_value(["Year"]).run()
    page.button(key="Make-go").click().run()
    newest = until(
        lambda: next((t for t in list_tables(services) if t.table_id != table.table_id), None)
    )
    assert len(get_table(services, newest.table_id).rows) == 2


@pytest.mark.parametrize("what", ["report", "library"])
def test_papers_that_are_gone_are_said_to_be_and_others_offered(
    open_page: OpenPage, services: Services, library: None, what: str
) -> None:
    page = open_page("table")
    page.query_params[what] = "gone"
    page.run()
    assert [w.value for w in page.warning] == [
        f"The {what} of this address is not here: it was deleted, or it is on another computer. "
        "Choose other papers."
    ]
    assert not page.button(key="Make-go").disabled


def test_a_recorded_report_gets_a_table_without_a_model_which_is_said(
    open_page: OpenPage, services: Services, report: Report
) -> None:
    put(services, report, "played", engine=Engine.RECORDED)
    page = open_page("table")
    assert "The recording holds no table: this one is made without a model" in said(page)
    page.button(key="Make-go").click().run()
    (made,) = until(lambda: list_tables(services))
    assert len(get_table(services, made.table_id).rows) == len(report.references)


def test_a_cell_is_put_into_own_words_and_a_row_removed(
    open_page: OpenPage, services: Services, table: PaperTable
) -> None:
    page, key = open_page("table"), f"grid-{table.table_id}"
    first, second = (row.paper.paper_id for row in table.rows[:2])
    edit = {"kind": "edit", "paper_id": first, "column_id": "c2", "text": "It is mine."}
    send(page, key, edit, {"kind": "remove", "paper_id": second})
    shown = part_data(page, key)["table"]["rows"]
    assert shown[0]["cells"][1]["text"] == "It is mine."
    assert len(shown) == len(table.rows) - 1
    send(page, key, edit | {"text": "x" * 3000})
    assert "A cell holds at most 2,000 characters" in plainly(page)
    assert get_table(services, table.table_id).rows[0].cells[1].text == "It is mine."


def test_columns_are_renamed_moved_and_removed_on_the_page(
    open_page: OpenPage, services: Services, table: PaperTable
) -> None:
    page = open_page("table")
    page.session_state[f"panel-{table.table_id}"] = "Change columns"
    page.run()
    page.button(key="right-c1").click().run()
    assert [c.name for c in get_table(services, table.table_id).columns] == ["What it does", "Year"]
    page.text_input(key=f"name-{table.table_id}-c2-What it does").set_value("Aim").run()
    page.button(key="gone-c1").click().run()
    assert [c.name for c in get_table(services, table.table_id).columns] == ["Aim"]


def test_a_hint_shows_the_name_of_a_column_letter_by_letter(
    open_page: OpenPage, services: Services, table: PaperTable
) -> None:
    hostile = "![x](//evil.example/x) :red[y]"
    change_table(services, table.table_id, lambda now: now.with_name("c2", hostile))
    page = open_page("table")
    page.session_state[f"panel-{table.table_id}"] = "Change columns"
    page.run()
    assert page.button(key="gone-c2").help == f"Remove “{plain(hostile)}”"
    assert page.button(key="left-c2").help == f"Move “{plain(hostile)}” to the left"


def test_further_columns_are_priced_and_give_a_wider_table(
    open_page: OpenPage, services: Services, table: PaperTable
) -> None:
    page = open_page("table")
    page.session_state[f"panel-{table.table_id}"] = "Add columns or papers"
    page.run()
    assert page.button(key="Extend-go").disabled
    page.multiselect(key=f"grow-{table.table_id}-columns").set_value(["Venue"]).run()
    page.button(key="Extend-go").click().run()
    newest = until(
        lambda: next((t for t in list_tables(services) if t.table_id != table.table_id), None)
    )
    assert [c.name for c in get_table(services, newest.table_id).columns] == [
        "Year",
        "What it does",
        "Venue",
    ]


def test_an_address_without_a_table_says_so(open_page: OpenPage, services: Services) -> None:
    page = open_page("table")
    page.query_params["table"] = "nothing"
    page.run()
    assert "There is no table at this address" in said(page)
    page.button(key="new-table").click().run()
    assert "Set papers side by side" in said(page)
