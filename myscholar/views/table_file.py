"""A table of papers as a file. Texts of papers stay texts: none becomes a formula, a link or
markup."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myscholar.domain.tables import PaperTable
from myscholar.domain.text import one_line, shorten
from myscholar.errors import UnreadableFile, UnwritableFile
from myscholar.views import SHARED
from myscholar.views.markdown import escape, escape_cell
from myscholar.views.table_view import PaperTableView, TableCellView, table_view

if TYPE_CHECKING:
    from jinja2 import Template

_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""How a spreadsheet knows a formula in a CSV file. Source: OWASP, CSV injection."""
_MOST_IN_CELL, _MOST_IN_LINK = 32_767, 2_079
"""Characters that a cell and a link of a spreadsheet hold. Source: Excel's limits."""
_NOTHING = "–"
"""Stands for an empty cell."""
_WIDE, _NARROW = 44, 14
"""Characters of a spreadsheet's columns: of texts, and of what records say."""


def to_csv(table: PaperTable) -> bytes:
    """One row a paper; the quotes of each column, or why a cell is empty, stand in a column of its
    own at the end. With a byte order mark, so that spreadsheets read it as UTF-8."""
    view = table_view(table)
    quoted = [i for i, column in enumerate(view.columns) if not column.is_fact]
    written = io.StringIO()
    writer = csv.writer(written)
    heads = [c.name for c in view.columns] + [f"{view.columns[i].name}: quotes" for i in quoted]
    writer.writerow(map(_unarmed, ("Paper", "Cited as", "Read in", "Link", *heads)))
    for row in view.rows:
        own = [*(cell.text for cell in row.cells), *(_quotes(row.cells[i]) for i in quoted)]
        writer.writerow(map(_unarmed, (row.title, row.cited_as, row.read_in, row.url, *own)))
    return written.getvalue().encode("utf-8-sig")


def _unarmed(text: str) -> str:
    line = one_line(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


def _quotes(cell: TableCellView) -> str:
    return " | ".join(quote.spoken for quote in cell.quotes) or _reason(cell)


def _reason(cell: TableCellView) -> str:
    return f"({cell.why})" if cell.why else ""


def to_xlsx(table: PaperTable) -> bytes:
    """Two sheets: the table, whose values lead to their quotes, and the quotes with their place, or
    why a cell is empty. The same table gives the same bytes."""
    from datetime import datetime

    import xlsxwriter

    view, file = table_view(table), io.BytesIO()
    book = xlsxwriter.Workbook(
        file, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    book.set_properties({"title": view.title, "created": datetime.fromisoformat(table.created_at)})
    sheet, quotes = book.add_worksheet("Table"), book.add_worksheet("Quotes")
    head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    empty = book.add_format({"valign": "top", "color": "#6b6b6b"})
    for n, name in enumerate(("Paper", "Cited as", "Read in", *(c.name for c in view.columns))):
        sheet.write_string(0, n, name, head)
    for n, name in enumerate(("Paper", "Column", "Value", "Quote", "Place", "Link")):
        quotes.write_string(0, n, name, head)
    line = 0

    def write(on: Any, line: int, at: int, text: str, to: str = "") -> None:
        said = shorten(text, _MOST_IN_CELL)
        if to and len(to) <= _MOST_IN_LINK:
            on.write_url(line, at, to, wrapped, string=said)
        else:
            on.write_string(line, at, said, wrapped)

    for n, row in enumerate(view.rows, 1):
        write(sheet, n, 0, row.title, row.url)
        write(sheet, n, 1, row.cited_as)
        write(sheet, n, 2, row.read_in)
        for place, (cell, column) in enumerate(zip(row.cells, view.columns, strict=True), 3):
            if column.is_fact and cell.is_number:
                sheet.write_number(n, place, int(cell.text), wrapped)
            elif cell.text or cell.quotes:
                to = f"internal:'Quotes'!A{line + 2}" if cell.quotes else ""
                write(sheet, n, place, cell.text or _NOTHING, to)
            else:
                sheet.write_string(n, place, _NOTHING, empty)
            told = [(quote.text, quote.label or quote.place) for quote in cell.quotes]
            for said in told or [(_reason(cell), "")] * bool(cell.why):
                line += 1
                for at, text in enumerate((row.title, column.name, cell.text or _NOTHING, *said)):
                    write(quotes, line, at, text)
                write(quotes, line, 5, row.url, row.url)
    for each, last in ((sheet, len(view.columns) + 2), (quotes, 5)):
        each.freeze_panes(1, 1)
        each.set_column(0, 0, _WIDE)
        each.set_column(1, last, _NARROW * 2)
        each.autofilter(0, 0, max(1, len(view.rows) if each is sheet else line), last)
    for place, column in enumerate(view.columns, 3):
        sheet.set_column(place, place, _NARROW if column.is_fact else _WIDE)
    quotes.set_column(3, 3, 2 * _WIDE)
    book.close()
    return file.getvalue()


def to_markdown(table: PaperTable) -> str:
    """The table, a dash for what is empty, and below it paper by paper each quote once, with the
    columns that it answers, and why others are empty."""
    view = table_view(table)
    parts = [
        f"# {escape(view.title)}",
        f"*{escape(view.notice)} {escape(view.summary)}.*",
        *(f"> {escape(note)}" for note in view.notes),
        "\n".join(_lines(view)),
        "## Quotes",
        *_quoted(view),
    ]
    return "\n\n".join(parts) + "\n"


def _lines(view: PaperTableView) -> Iterator[str]:
    yield _line("Paper", *(escape_cell(column.name) for column in view.columns))
    yield _line(*["---"] * (len(view.columns) + 1))
    for row in view.rows:
        title = f"{escape_cell(row.title)} ({escape_cell(row.cited_as)})"
        yield _line(title, *(escape_cell(c.text) or _NOTHING for c in row.cells))


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _quoted(view: PaperTableView) -> Iterator[str]:
    for row in view.rows:
        told = dict[str, list[str]]()
        for column, cell in zip(view.columns, row.cells, strict=True):
            for said in [q.spoken for q in cell.quotes] or [f"{_NOTHING} {_reason(cell)}"] * bool(
                cell.why
            ):
                told.setdefault(said, []).append(column.name)
        lines = [f"- {escape(', '.join(names))}: {escape(said)}" for said, names in told.items()]
        yield "\n".join((f"**{escape(row.title)}** ({escape(row.cited_as)})", "", *lines))


def to_html(table: PaperTable) -> str:
    """One self-contained file: no request leaves it, and all text in it is escaped."""
    return _template().render(view=table_view(table))


@lru_cache(maxsize=1)
def _template() -> "Template":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(SHARED), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("table.html.jinja")


FORMATS: Mapping[str, Callable[[PaperTable], bytes]] = {
    ".csv": to_csv,
    ".xlsx": to_xlsx,
    ".md": lambda table: to_markdown(table).encode(),
    ".html": lambda table: to_html(table).encode(),
    ".json": lambda table: f"{table.model_dump_json(indent=1)}\n".encode(),
}


def table_format(path: Path) -> Callable[[PaperTable], bytes]:
    """The writer for the file's ending. Raises UnreadableFile for one that no writer knows."""
    if path.suffix.lower() not in FORMATS:
        raise UnreadableFile(
            path,
            f"a table can be written as {', '.join(FORMATS)}, not as "
            f"{path.suffix or 'a file without ending'}.",
        )
    return FORMATS[path.suffix.lower()]


def export_table(table: PaperTable, path: Path) -> Path:
    """Writes the table and returns the path; folders on the way are made. Raises UnreadableFile as
    above, UnwritableFile."""
    content = table_format(path)(table)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise UnwritableFile(path, error.strerror or type(error).__name__) from error
    return path
