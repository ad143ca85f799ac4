"""A table of papers as a file. Texts of papers stay texts: none becomes a formula, a link or
markup."""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from myscholar.domain.tables import PaperTable
from myscholar.domain.text import one_line, shorten
from myscholar.errors import UnreadableFile, UnwritableFile
from myscholar.views import SHARED
from myscholar.views.markdown import escape, escape_cell
from myscholar.views.table_view import (
    PaperTableView,
    TableCellView,
    TableColumnView,
    table_view,
)

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
_OF_PAPER = (("Paper", _WIDE), ("Cited as", 2 * _NARROW), ("Read in", 2 * _NARROW))
_OF_QUOTES = (
    ("Paper", _WIDE),
    *((heading, 2 * _NARROW) for heading in ("Column", "Value")),
    ("Quote", 2 * _WIDE),
    *((heading, 2 * _NARROW) for heading in ("Place", "Link")),
)


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
    columns = [(c.name, _NARROW if c.is_fact else _WIDE) for c in view.columns]
    sheet = _Sheet(book, "Table", (*_OF_PAPER, *columns))
    quotes = _Sheet(book, "Quotes", _OF_QUOTES)
    for row in view.rows:
        sheet.write_line(row.title, row.cited_as, row.read_in, link=row.url)
        for at, (cell, column) in enumerate(
            zip(row.cells, view.columns, strict=True), len(_OF_PAPER)
        ):
            sheet.write_cell(at, cell, column, quotes.next_line)
            told = [(quote.text, quote.label or quote.place) for quote in cell.quotes]
            for said in told or [(_reason(cell), "")] * bool(cell.why):
                value = cell.text or _NOTHING
                quotes.write_line(row.title, column.name, value, *said, row.url, link=row.url)
    for each in (sheet, quotes):
        each.finish()
    book.close()
    return file.getvalue()


class _Sheet:
    """A sheet of a workbook: a heading over each column, which has a width in characters, then line
    below line."""

    def __init__(self, book: Any, name: str, columns: Sequence[tuple[str, int]]) -> None:
        self._page, self._n_columns, self._line = book.add_worksheet(name), len(columns), 0
        self._wrapped = book.add_format({"text_wrap": True, "valign": "top"})
        self._empty = book.add_format({"valign": "top", "color": "#6b6b6b"})
        head = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
        self._page.freeze_panes(1, 1)
        for at, (heading, width) in enumerate(columns):
            self._page.write_string(0, at, heading, head)
            self._page.set_column(at, at, width)

    @property
    def next_line(self) -> str:
        """An address in the workbook."""
        return f"internal:'{self._page.get_name()}'!A{self._line + 2}"

    def write_line(self, *texts: str, link: str = "") -> None:
        """The next line; the first text is a link."""
        self._line += 1
        for at, text in enumerate(texts):
            self.write(at, text, "" if at else link)

    def write(self, at: int, text: str, link: str = "") -> None:
        """Into the last line."""
        said = shorten(one_line(text), _MOST_IN_CELL)
        if link and len(link) <= _MOST_IN_LINK and link.isprintable():
            self._page.write_url(self._line, at, link, self._wrapped, string=said)
        else:
            self._page.write_string(self._line, at, said, self._wrapped)

    def write_cell(
        self, at: int, cell: TableCellView, column: TableColumnView, quotes: str
    ) -> None:
        """Into the last line; `quotes` is the address of the cell's quotes."""
        if column.is_fact and cell.is_number:
            self._page.write_number(self._line, at, int(cell.text), self._wrapped)
        elif cell.text or cell.quotes:
            self.write(at, cell.text or _NOTHING, quotes if cell.quotes else "")
        else:
            self._page.write_string(self._line, at, _NOTHING, self._empty)

    def finish(self) -> None:
        self._page.autofilter(0, 0, max(1, self._line), self._n_columns - 1)


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
