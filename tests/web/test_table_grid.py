"""The grid of a table as the browser draws it, without a server: data in, messages out."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind, TextSource
from myscholar.domain.runs import RunId
from myscholar.domain.tables import (
    Fact,
    PaperCell,
    PaperRow,
    PaperTable,
    WhyEmpty,
    new_columns,
    row_of,
)
from myscholar.surfaces.web.components.tables.table_grid import as_data
from myscholar.views.table_view import table_view

from .conftest import HOSTILE, watched_page
from .test_report_drawing import sent, started

SCRIPTS = ("dom", "report_card", "report_table", "table_grid")
STYLES = ("report_reading", "report_view", "table_grid")
TEXT = "We went south. We asked 12 farmers on dry fields. They answered in spring."
ASKED = "We asked 12 farmers on dry fields."
Draw = Callable[..., Page]


def row(number: int, year: int, title: str) -> PaperRow:
    own = PaperId(f"p{number}")
    passage = Passage(
        passage_id=PassageId(f"{own}#1"),
        paper_id=own,
        kind=PassageKind.BODY,
        text=TEXT,
        section="Study",
        page=3,
    )
    paper = Paper(
        paper_id=own,
        title=title,
        year=year,
        passages=(passage,),
        text_source=TextSource.FULL_TEXT,
    )
    start = TEXT.index(ASKED)
    quote = Evidence.of_passage(passage, start, start + len(ASKED))
    return row_of(
        paper,
        (
            PaperCell(text=str(year)),
            PaperCell(text="12 farmers", evidence=(quote,)),
            PaperCell(why=WhyEmpty.NOT_SAID),
        ),
    )


@pytest.fixture
def table() -> PaperTable:
    return PaperTable(
        table_id=RunId("t"),
        title="Fields",
        engine="extractive",
        created_at="2026-11-24T03:00:00Z",
        columns=new_columns(("Year", "how many farmers", "soil"), {"Year": Fact.YEAR}),
        rows=(row(1, 2021, "Wheat"), row(2, 2019, HOSTILE[0]), row(3, 2020, "Barley")),
    )


@pytest.fixture
def draw(browser: Browser) -> Iterator[Draw]:
    with watched_page(browser, "about:") as page:

        def drawn(table: PaperTable, *, phone: bool = False) -> Page:
            if phone:
                page.set_viewport_size({"width": 390, "height": 844})
            started(page, SCRIPTS, STYLES)
            page.evaluate("(data) => show(data)", as_data(table_view(table)))
            return page

        yield drawn


def cell(page: Page, title: str, column: int) -> Locator:
    return page.locator("tbody tr", has_text=title).locator("td").nth(column)


def width(page: Page, where: str) -> float:
    box = page.locator(where).bounding_box()
    assert box
    return box["width"]


def titles(page: Page) -> list[str]:
    return [text.split("\n")[0] for text in page.locator("tbody tr:visible").all_inner_texts()]


def test_the_grid_has_the_whole_width_until_a_cell_shows_its_quote_in_its_passage(
    draw: Draw, table: PaperTable
) -> None:
    page = draw(table)
    assert width(page, ".home") == width(page, ".both")
    cell(page, "Wheat", 2).click()
    look = page.get_by_role("region", name="how many farmers: Wheat")
    expect(look.locator(".quote")).to_have_text(TEXT)
    expect(look.locator("mark")).to_have_text(ASKED)
    expect(look.locator("mark b")).to_have_text("12 farmers")
    expect(look.locator(".place")).to_have_text("Study, page 3")
    look.get_by_role("button", name="Close").click()
    expect(look).to_be_hidden()
    assert width(page, ".home") == width(page, ".both")


def test_an_empty_cell_is_a_dash_and_says_why_when_it_is_chosen(
    draw: Draw, table: PaperTable
) -> None:
    page = draw(table)
    expect(cell(page, "Barley", 3)).to_have_text("–")
    cell(page, "Barley", 3).click()
    expect(page.locator(".look .value")).to_have_text("– not found in its text")


def test_rows_are_sorted_and_filtered_and_stay_so_when_a_cell_is_edited(
    draw: Draw, table: PaperTable
) -> None:
    page = draw(table)
    page.get_by_role("button", name="Year").click()
    assert [title[:6] for title in titles(page)] == [HOSTILE[0][:6], "Barley", "Wheat"]
    page.get_by_label("Filter the rows").fill("zebra")
    expect(page.get_by_role("status")).to_have_text("No row holds these words.")
    page.get_by_label("Filter the rows").fill("2020 BARLEY")
    expect(page.get_by_role("status")).to_have_text("1 of 3 papers")
    page.get_by_label("Filter the rows").fill("a")
    cell(page, "Wheat", 3).click()
    page.get_by_text("Put it into your words").click()
    page.get_by_label("In your words").fill("loam")
    page.get_by_role("button", name="Keep").click()
    edit = {"kind": "edit", "paper_id": "p1", "column_id": "c3", "text": "loam"}
    assert sent(page) == [edit]
    page.evaluate("(data) => show(data)", as_data(table_view(table.with_text("p1", "c3", "loam"))))
    expect(page.locator(".look .value")).to_have_text("loam (edited by you)")
    expect(cell(page, "Wheat", 3)).to_contain_text("loam")
    assert titles(page)[-1] == "Wheat"


@pytest.mark.parametrize(("column", "text"), [(3, "loam"), (2, "thirteen"), (2, ""), (0, "clay")])
def test_half_typed_words_stay_where_they_are_when_an_edit_comes_back(
    draw: Draw, table: PaperTable, column: int, text: str
) -> None:
    """One that was made here, or, of the last, another reader's."""
    page = draw(table)
    if column:
        cell(page, "Wheat", column).click()
        page.get_by_text("Put it into your words").click()
        page.get_by_label("In your words").fill(text)
        page.get_by_role("button", name="Keep").click()
        expect(cell(page, "Wheat", column)).to_be_focused()
    cell(page, "Barley", 2).click()
    page.get_by_text("Put it into your words").click()
    words = page.get_by_label("In your words")
    words.fill("half typed words")
    words.press("ArrowLeft")
    changed = table.with_text("p1", f"c{column or 3}", text)
    page.evaluate("(data) => show(data)", as_data(table_view(changed)))
    expect(cell(page, "Wheat", column or 3)).to_contain_text(text or "–")
    expect(words).to_be_focused()
    page.keyboard.type("!")
    expect(words).to_have_value("half typed word!s")


def test_what_an_edit_will_change_is_told_before_its_answer_comes(
    draw: Draw, table: PaperTable
) -> None:
    page = draw(table)
    foretold = """([data, edit]) => {
      root.outbox.flush = () => {}; root.outbox.send("edit", edit);
      root.view.update(data); return root.view.whole; }"""
    for column, text in (("c3", "loam"), ("c2", "thirteen"), ("c2", ""), ("c2", "12 farmers")):
        edit = {"paper_id": "p1", "column_id": column, "text": text}
        said = page.evaluate(foretold, [as_data(table_view(table)), edit])
        changed = as_data(table_view(table.with_text("p1", column, text)))
        page.evaluate("(data) => { root.outbox.waiting = []; root.view.update(data); }", changed)
        assert page.evaluate("root.view.whole") == said


def test_a_row_that_the_filter_hides_takes_its_quotes_along_and_leaves_the_keys_a_cell(
    draw: Draw, table: PaperTable
) -> None:
    page = draw(table)
    cell(page, "Wheat", 2).click()
    page.get_by_label("Filter the rows").fill("Barley")
    expect(page.locator(".look")).to_be_hidden()
    expect(page.locator("td[tabindex='0']")).to_have_count(1)
    expect(cell(page, "Barley", 2)).to_have_attribute("tabindex", "0")


def test_signs_that_turn_the_direction_of_writing_are_not_shown(
    draw: Draw, table: PaperTable
) -> None:
    page = draw(table.with_text("p1", "c3", "loam \u202e(yas) \u2066clay"))
    expect(cell(page, "Wheat", 3).locator(".words")).to_contain_text("loam (yas) clay")


def test_a_mouse_draws_a_column_wider_and_it_stays_so(draw: Draw, table: PaperTable) -> None:
    page = draw(table)
    heads = page.locator("thead th")
    before = [width(page, f"thead th >> nth={n}") for n in range(4)]
    edge = heads.nth(2).locator(".edge").bounding_box()
    assert edge
    page.mouse.move(edge["x"] + 4, edge["y"] + 9)
    page.mouse.down()
    page.mouse.move(edge["x"] + 204, edge["y"] + 9)
    page.mouse.up()
    wider = [before[0], before[1], before[2] + 200, before[3]]
    assert [width(page, f"thead th >> nth={n}") for n in range(4)] == pytest.approx(wider, abs=2)
    assert heads.nth(2).get_attribute("aria-sort") is None
    page.evaluate("(data) => show(data)", as_data(table_view(table.with_text("p1", "c3", "loam"))))
    assert [width(page, f"thead th >> nth={n}") for n in range(4)] == pytest.approx(wider, abs=2)
    heads.nth(2).locator(".edge").dblclick()
    assert [width(page, f"thead th >> nth={n}") for n in range(4)] == pytest.approx(before, abs=2)


def test_keys_lead_from_cell_to_cell_and_into_its_quotes(draw: Draw, table: PaperTable) -> None:
    page = draw(table)
    look = page.get_by_role("region", name="how many farmers: Barley")
    cell(page, "Wheat", 1).click()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(look).to_be_visible()
    page.keyboard.press("Enter")
    expect(look).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".look")).to_be_hidden()
    expect(cell(page, "Barley", 2)).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".look mark")).to_have_text(ASKED)


def test_on_a_phone_a_cell_stays_in_sight_above_its_quote(draw: Draw, table: PaperTable) -> None:
    page = draw(table, phone=True)
    assert width(page, "thead th >> nth=0") < 0.4 * width(page, ".home")
    cell(page, "Barley", 2).click()
    sheet, chosen = page.locator(".look").bounding_box(), cell(page, "Barley", 2).bounding_box()
    assert sheet
    assert chosen
    assert chosen["y"] >= 0
    assert chosen["y"] + chosen["height"] <= sheet["y"]
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".look")).to_be_hidden()


def test_what_papers_say_stays_text_in_the_grid(draw: Draw, table: PaperTable) -> None:
    page = draw(table)
    expect(cell(page, "bold", 0)).to_contain_text(HOSTILE[0])
    cell(page, "bold", 0).click()
    assert page.locator("img, script").count() == 0
    page.get_by_text("Remove this paper").click()
    page.get_by_role("button", name="Remove").click()
    assert sent(page) == [{"kind": "remove", "paper_id": "p2"}]
