"""A table of papers as any surface shows it: values, why a cell is empty, quotes with their
place."""

from myscholar.domain.evidence import Evidence
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PassageKind, TextSource
from myscholar.domain.tables import PaperCell, PaperRow, PaperTable, WhyEmpty
from myscholar.domain.text import counted, listed
from myscholar.views.report_view import CONTEXT, words_around
from myscholar.views.section_text import Shown

FEW = 4
"""Empty columns that are named; by hand."""
_AT_HAND = {
    TextSource.FULL_TEXT: "not found in its text",
    TextSource.SNIPPETS: "not found in the passages at hand",
    TextSource.ABSTRACT: "not found in its abstract; only that was at hand",
    TextSource.SUMMARY: "not found in the summary at hand",
    TextSource.TITLE_ONLY: "only its title was at hand",
}
_WHY = {
    WhyEmpty.NO_TEXT: "only its title was at hand",
    WhyEmpty.NOT_KNOWN: "not in the paper's record",
    WhyEmpty.NOT_BORNE_OUT: "what the model answered is not in the text",
    WhyEmpty.NOT_READ: "the model has not read the paper",
}
_MOST_DIGITS = 15
"""Of a number that a spreadsheet keeps exactly."""
_READ_IN = {
    TextSource.FULL_TEXT: "full text",
    TextSource.SNIPPETS: "passages",
    TextSource.ABSTRACT: "abstract only",
    TextSource.SUMMARY: "summary only",
    TextSource.TITLE_ONLY: "title only",
}


_AROUND_ALL = 1_000_000
"""Characters around all quotes of a table; by hand: a megabyte, so that the largest opens fast."""


class TableQuote(Frozen):
    """With the words of its passage around it. `label` is said of what is no quote of the paper's
    own words."""

    text: Shown
    before: Shown = ""
    after: Shown = ""
    place: Shown = ""
    label: str = ""

    @property
    def spoken(self) -> str:
        """In one line: quotation marks around the paper's own words."""
        said = f"{self.label}: {self.text}" if self.label else f"“{self.text}”"
        return f"{said} ({self.place})" if self.place else said


class TableCellView(Frozen):
    """`why` says in words why there is no text."""

    text: Shown = ""
    why: str = ""
    by_reader: bool = False
    quotes: tuple[TableQuote, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether it is a whole number that sorts as one."""
        return self.text.isdecimal() and len(self.text) <= _MOST_DIGITS


class TableRowView(Frozen):
    """`read_in` says what of the paper was at hand; `url` is an address of the web or empty."""

    paper_id: str
    title: Shown
    cited_as: Shown
    read_in: str
    url: str = ""
    cells: tuple[TableCellView, ...]


class TableColumnView(Frozen):
    column_id: str
    name: str
    asks: str
    is_fact: bool
    n_filled: int


class PaperTableView(Frozen):
    """The whole table. `summary` counts papers, columns and filled cells."""

    title: Shown
    notice: str
    summary: str
    notes: tuple[str, ...]
    columns: tuple[TableColumnView, ...]
    rows: tuple[TableRowView, ...]


def table_view(table: PaperTable) -> PaperTableView:
    columns = []
    for place, column in enumerate(table.columns):
        columns.append(
            TableColumnView(
                column_id=column.column_id,
                name=column.name,
                asks=column.asks,
                is_fact=column.fact is not None,
                n_filled=table.n_filled(place),
            )
        )
    n_quotes = sum(len(cell.evidence) for row in table.rows for cell in row.cells)
    around = min(CONTEXT, _AROUND_ALL // (2 * n_quotes or 1))
    n_cells = len(table.rows) * len(table.columns)
    filled = sum(column.n_filled for column in columns)
    size = f"{counted(len(table.rows), 'paper')}, {counted(len(columns), 'column')}"
    unanswered = _unanswered([f"“{c.name}”" for c in columns if not c.n_filled])
    return PaperTableView(
        title=table.title,
        notice=_notice(table),
        summary=f"{size}; {filled:,} of {n_cells:,} cells filled",
        notes=tuple(note for note in (unanswered, *table.notes) if note),
        columns=tuple(columns),
        rows=tuple(_row(row, around) for row in table.rows),
    )


def _unanswered(names: list[str]) -> str:
    """Columns that stay empty; of many the first few by name."""
    told = names if len(names) <= FEW + 1 else [*names[:FEW], f"{len(names) - FEW} other columns"]
    return f"In no paper at hand was an answer found to {listed(told, 'or')}." if names else ""


def _notice(table: PaperTable) -> str:
    if table.engine == "extractive":
        return (
            "Made without a language model: each cell is cut from a sentence of its paper, found "
            "by the words of the column. An empty cell says why; the paper may say it otherwise."
        )
    return (
        "Read by a language model: each cell names the sentences of its paper that say it. What "
        "they don't bear out is left empty."
    )


def _row(row: PaperRow, around: int) -> TableRowView:
    paper = row.paper
    return TableRowView(
        paper_id=paper.paper_id,
        title=" ".join(paper.title.split()),
        cited_as=paper.citation_label,
        read_in=_READ_IN[row.read_in],
        url=_url(paper),
        cells=tuple(_cell(cell, row, around) for cell in row.cells),
    )


def _url(paper: Paper) -> str:
    url = paper.url or (f"https://doi.org/{paper.doi}" if paper.doi else "")
    return url if url.startswith(("https://", "http://")) else ""


def _cell(cell: PaperCell, row: PaperRow, around: int) -> TableCellView:
    said = {**_WHY, WhyEmpty.NOT_SAID: _AT_HAND[row.read_in]}
    why = "emptied by you" if cell.by_reader and not cell.text else ""
    return TableCellView(
        text=cell.text,
        why=said[cell.why] if cell.why else why,
        by_reader=cell.by_reader,
        quotes=tuple(_quote(evidence, row.paper, around) for evidence in cell.evidence),
    )


def _quote(evidence: Evidence, paper: Paper, around: int) -> TableQuote:
    passage = next(p for p in paper.passages if p.passage_id == evidence.passage_id)
    section = "Abstract" if evidence.kind is PassageKind.ABSTRACT else passage.section
    page = f"page {passage.page}" if passage.page else ""
    before, after = words_around(evidence, passage, around)
    return TableQuote(
        text=evidence.text,
        before=before,
        after=after,
        place=", ".join(part for part in (section, page) if part),
        label="" if evidence.kind.is_verbatim else "A summary of it in other words",
    )
