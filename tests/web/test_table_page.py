"""The page of tables, driven as the browser would."""

import asyncio
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from myscholar.domain.orders import TableOrder
from myscholar.domain.tables import PaperTable
from myscholar.workflows.jobs import carry_out
from myscholar.workflows.sample import sample_papers
from myscholar.workflows.services import Services
from myscholar.workflows.tables.tables import get_table, list_tables

from .conftest import until

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


def test_a_year_is_shown_whole_beside_a_paper_without_one(
    open_page: OpenPage, services: Services
) -> None:
    dated, undated, *_ = sample_papers().papers
    papers = [dated, undated.model_copy(update={"year": None})]
    services.store.add("own", papers, at=services.now())
    order = TableOrder(columns=("Year",), sources=("library:own",))
    asyncio.run(carry_out(services, order))
    (grid,) = open_page("table").dataframe
    shown = grid.proto.arrow_data.styler.display_values
    assert f"{dated.year}.0".encode() not in shown
    assert str(dated.year).encode() in shown


def test_a_grid_shows_every_paper_and_why_a_cell_is_empty(
    open_page: OpenPage, table: PaperTable
) -> None:
    page = open_page("table")
    (grid,) = page.dataframe
    assert list(grid.value.columns) == ["Paper", "Year", "What it does"]
    assert len(grid.value) == len(table.rows)
    page.text_input(key=f"filter-{table.table_id}").set_value("silence").run()
    assert len(page.dataframe[0].value) == 1
    page.text_input(key=f"filter-{table.table_id}").set_value("zebra").run()
    assert "No row holds these words" in said(page)


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
