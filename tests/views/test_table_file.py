"""Tables as files: texts of papers stay texts."""

import csv
import io
import zipfile
from xml.etree import ElementTree

import pytest

from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind, TextSource
from myscholar.domain.runs import RunId
from myscholar.domain.tables import Fact, PaperCell, PaperTable, WhyEmpty, new_columns, row_of
from myscholar.errors import UnreadableFile
from myscholar.views.table_file import FORMATS, export_table
from myscholar.views.table_view import table_view

EVIL = "=HYPERLINK(1) <b>we</b> saw 7 goats | here."


@pytest.fixture
def table() -> PaperTable:
    own = PaperId("p")
    passage = Passage(
        passage_id=PassageId("p#1"), paper_id=own, kind=PassageKind.BODY, text=EVIL, page=3
    )
    paper = Paper(
        paper_id=own,
        title="@Goats",
        year=2020,
        url="https://example.org/p",
        passages=(passage,),
        text_source=TextSource.FULL_TEXT,
    )
    cells = (
        PaperCell(text="2020"),
        PaperCell(text=EVIL, evidence=(Evidence.of_passage(passage),)),
        PaperCell(why=WhyEmpty.NOT_SAID),
    )
    return PaperTable(
        table_id=RunId("t"),
        title="Goats",
        engine="extractive",
        created_at="2026-11-24T03:00:00Z",
        columns=new_columns(("Year", "+animals", "-soil"), {"Year": Fact.YEAR}),
        rows=(row_of(paper, cells),),
    )


def written(table: PaperTable, suffix: str) -> str:
    return FORMATS[suffix](table).decode("utf-8-sig")


def test_a_workbook_is_whole_and_links_nowhere_where_cell_and_link_hold_controls(table):
    (row,) = table.rows
    cells = tuple(c.model_copy(update={"text": "so\x1bng"}) if c.evidence else c for c in row.cells)
    paper = row.paper.model_copy(update={"url": "https://example.org/\x1b"})
    rows = (row.model_copy(update={"cells": cells, "paper": paper}),)
    made = FORMATS[".xlsx"](table.model_copy(update={"rows": rows}))
    with zipfile.ZipFile(io.BytesIO(made)) as book:
        for name in book.namelist():
            ElementTree.fromstring(book.read(name))
        assert not [name for name in book.namelist() if name.endswith(".rels") and "sheet" in name]


def test_a_csv_holds_no_formula_and_the_quotes_with_their_place(table):
    head, row = csv.reader(io.StringIO(written(table, ".csv")))
    assert head == ["Paper", "Cited as", "Read in", "Link", "Year", "'+animals", "'-soil",
                    "'+animals: quotes", "'-soil: quotes"]  # fmt: skip
    assert row[0] == "'@Goats"
    assert row[5] == f"'{EVIL}"
    assert row[7] == f"“{EVIL}” (page 3)"
    assert (row[6], row[8]) == ("", "(not found in its text)")


def test_a_workbook_holds_numbers_texts_and_a_sheet_of_quotes_and_no_formula(table):
    with zipfile.ZipFile(io.BytesIO(FORMATS[".xlsx"](table))) as book:
        sheet, quotes = (book.read(f"xl/worksheets/sheet{n}.xml").decode() for n in (1, 2))
        texts = book.read("xl/sharedStrings.xml").decode()
    assert "<f>" not in sheet + quotes
    assert "<v>2020</v>" in sheet
    assert "=HYPERLINK(1)" in texts
    assert "<t>–</t>" in texts
    assert "(not found in its text)" in texts
    assert "location=\"'Quotes'!A2\"" in sheet.replace("Quotes!A2", "'Quotes'!A2")


def test_what_a_spreadsheet_can_not_hold_is_cut_or_stays_a_text(table):
    long = table.rows[0].paper.model_copy(
        update={"title": "t" * 40_000, "url": f"https://example.org/{'u' * 3000}"}
    )
    digits = PaperCell(text="9" * 5000, by_reader=True)
    cells = (digits, *table.rows[0].cells[1:])
    made = table.model_copy(update={"rows": (row_of(long, cells),)})
    with zipfile.ZipFile(io.BytesIO(FORMATS[".xlsx"](made))) as book:
        texts = book.read("xl/sharedStrings.xml").decode()
    assert "t" * 32_766 + "…<" in texts
    assert "9" * 5000 in texts


@pytest.mark.parametrize("name", ["＝1+1", "\n=1+1", " \t-1"])
def test_no_way_to_write_a_formula_gets_into_a_csv(table, name):
    changed = table.columns[0].model_copy(update={"name": name})
    made = table.model_copy(update={"columns": (changed, *table.columns[1:])})
    head, _ = csv.reader(io.StringIO(written(made, ".csv")))
    assert head[4].startswith("'")


def test_the_same_table_gives_the_same_workbook(table):
    assert FORMATS[".xlsx"](table) == FORMATS[".xlsx"](table)


def test_markdown_and_html_show_the_text_and_obey_none_of_it(table):
    shown = written(table, ".md")
    assert "&lt;b>we" in shown
    assert "goats \\| here" in shown
    page = written(table, ".html")
    assert "<b>we" not in page
    assert "&lt;b&gt;we" in page
    assert 'href="https://example.org/p"' in page


def test_json_is_read_back_with_every_quote_checked(table):
    assert PaperTable.model_validate_json(written(table, ".json")) == table
    forged = written(table, ".json").replace('7 goats | here.",\n', '9 goats | here.",\n', 1)
    with pytest.raises(Exception, match="quote"):
        PaperTable.model_validate_json(forged)


def test_an_ending_that_no_writer_knows_is_refused(table, tmp_path):
    with pytest.raises(UnreadableFile, match=r"can be written as \.csv, \.xlsx"):
        export_table(table, tmp_path / "table.doc")


def test_the_more_quotes_a_table_holds_the_less_of_their_passages_stands_around_each(table):
    row = table.rows[0]
    passage = row.paper.passages[0].model_copy(update={"text": "They saw goats. " * 60})
    quotes = tuple(Evidence.of_passage(passage, 480, 485 + n) for n in range(10))
    paper = row.paper.model_copy(update={"passages": (passage,)})
    row = row_of(paper, [PaperCell(text="goats", evidence=quotes)] * 3)

    def around(n_rows):
        view = table_view(table.model_copy(update={"rows": (row,) * n_rows}))
        quoted = (q for row in view.rows for cell in row.cells for q in cell.quotes)
        return [len(q.before + q.after) for q in quoted]

    assert min(around(2)) > 400
    assert min(around(200)) > 100
    assert sum(around(200)) < 1_000_000
