"""Render the sample researcher's manuscripts from Markdown to PDF.

The researcher is fictional and every page says so. The sources in
`myscholar/sample/manuscripts/*.md` are a small dialect of Markdown: a head between `---` lines
(title, short_title, authors, year, venue, layout), `##` headings, paragraphs, and tables whose
caption line starts with `Table:`. The PDFs carry what real preprints carry, such as running titles,
page numbers, two columns and hyphenated lines, so that the product's import has something to strip.

Run `python eval/render_sample.py` after editing a source. The same sources give the same bytes with
the same fpdf2.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from fpdf import FPDF
from fpdf.enums import Align
from fpdf.text_region import TextColumns

MANUSCRIPTS = Path(__file__).resolve().parents[1] / "myscholar" / "sample" / "manuscripts"
NOTICE = "Fictional manuscript written for the myscholar sample"
FIXED_DATE = datetime(2025, 1, 1, tzinfo=UTC)
MARGIN_MM = {"one-column": 30.0, "two-column": 19.0}
BODY_PT = {"one-column": 11.0, "two-column": 10.0}
GUTTER_MM = 7.0
LEADING = 1.18
SOFT_HYPHEN = "\u00ad"

SOFT_HYPHENATED = {
    word.replace("-", ""): word.replace("-", SOFT_HYPHEN)
    for word in Path(__file__).with_name("hyphenated.txt").read_text(encoding="utf-8").split()
}
"""Break points for the long words that recur in the sources; anything else moves to the next line
whole."""

BlockKind = Literal["heading", "paragraph", "reference", "caption", "table"]


@dataclass(frozen=True)
class Block:
    """One printed unit. `text` keeps a table's rows as lines of `|`-separated cells."""

    kind: BlockKind
    text: str


@dataclass(frozen=True)
class Manuscript:
    """A parsed source; `head` holds the keys between the `---` lines."""

    head: dict[str, str]
    blocks: tuple[Block, ...]

    @property
    def layout(self) -> str:
        """`one-column` or `two-column`."""
        return self.head["layout"]


def parse_manuscript(source: str) -> Manuscript:
    """Read a source. Raises ValueError where the head is missing."""
    _, head, body = source.split("---\n", 2)
    pairs = (line.split(": ", 1) for line in head.strip().splitlines())
    return Manuscript(dict(pairs), tuple(parse_blocks(body)))


def parse_blocks(body: str) -> Iterator[Block]:
    """Split the text on blank lines and name each part."""
    plain: BlockKind = "paragraph"
    for part in re.split(r"\n\s*\n", body.strip()):
        if part.startswith("## "):
            heading = part.removeprefix("## ")
            plain = "reference" if heading == "References" else "paragraph"
            yield Block("heading", heading)
        elif part.startswith("Table: "):
            yield Block("caption", part.removeprefix("Table: "))
        elif part.startswith("|"):
            yield Block("table", part)
        else:
            yield Block(plain, " ".join(part.split()))


def with_soft_hyphens(text: str) -> str:
    """Allow breaks inside the words of `hyphenated.txt`; others are left whole."""
    return re.sub(r"[\w']+", lambda match: SOFT_HYPHENATED.get(match[0], match[0]), text)


class ManuscriptPDF(FPDF):
    """A4 pages with the running title above, and the notice and the page number below."""

    def __init__(self, manuscript: Manuscript) -> None:
        super().__init__(format="A4")
        self.manuscript = manuscript
        self.body_pt = BODY_PT[manuscript.layout]
        margin = MARGIN_MM[manuscript.layout]
        self.set_margins(margin, 25, margin)
        self.set_auto_page_break(auto=True, margin=24)
        self.set_title(manuscript.head["title"])
        self.set_author(manuscript.head["authors"])
        self.set_subject(NOTICE)
        self.set_lang("en")
        self.set_creation_date(FIXED_DATE)
        self.set_producer("fpdf2, by eval/render_sample.py")

    def header(self) -> None:
        """Print the running title, except over the title itself."""
        if self.page_no() == 1:
            return
        self.set_y(14)
        self.set_font("Times", "I", 8.5)
        self.cell(
            0, 4, f"Solberg-Adeyemi (fictional): {self.manuscript.head['short_title']}", align="C"
        )
        self.line(self.l_margin, 19, self.w - self.r_margin, 19)
        self.set_y(self.t_margin)

    def footer(self) -> None:
        """Print the notice and the page number."""
        self.set_y(-16)
        self.set_font("Times", "I", 8)
        self.cell(0, 4, NOTICE, align="L")
        self.set_x(self.l_margin)
        self.set_font("Times", "", 8.5)
        self.cell(0, 4, str(self.page_no()), align="R")


def print_title(pdf: ManuscriptPDF) -> None:
    """Print the title, the author, the notice and the venue across the page."""
    head = pdf.manuscript.head
    pdf.set_font("Times", "B", 16)
    pdf.multi_cell(0, 7.2, head["title"], align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)
    for style, size, line in (
        ("", 11.5, head["authors"]),
        ("I", 9.5, NOTICE),
        ("", 9.5, f"{head['venue']}, {head['year']}"),
    ):
        pdf.set_font("Times", style, size)
        pdf.cell(0, 5.2, line, align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(4)


def write_block(pdf: ManuscriptPDF, columns: TextColumns, block: Block, *, indented: bool) -> None:
    """Add one block of running text; `indented` starts a paragraph that follows another."""
    if block.kind == "heading":
        pdf.set_font("Times", "B", pdf.body_pt + 1.5)
        with columns.paragraph(text_align=Align.L, top_margin=2.6, bottom_margin=1.2) as paragraph:
            paragraph.write(block.text)
    elif block.kind == "reference":
        pdf.set_font("Times", "", pdf.body_pt - 1)
        with columns.paragraph(
            text_align=Align.L, bottom_margin=1.0, indent=4, first_line_indent=-4
        ) as paragraph:
            paragraph.write(block.text)
    else:
        pdf.set_font("Times", "", pdf.body_pt)
        with columns.paragraph(
            text_align=Align.J, first_line_indent=4 if indented else 0
        ) as paragraph:
            paragraph.write(with_soft_hyphens(block.text))


def print_text(pdf: ManuscriptPDF, blocks: list[Block]) -> None:
    """Print a stretch of running text in the manuscript's columns."""
    ncols = 2 if pdf.manuscript.layout == "two-column" else 1
    kinds_before = [None, *(block.kind for block in blocks)]
    with pdf.text_columns(
        ncols=ncols, gutter=GUTTER_MM, line_height=LEADING, balance=ncols > 1
    ) as columns:
        for kind_before, block in zip(kinds_before, blocks, strict=False):
            write_block(pdf, columns, block, indented=kind_before == "paragraph")


def column_widths(pdf: ManuscriptPDF, rows: list[list[str]]) -> tuple[float, ...]:
    """In proportion to the longest cell of each column, in the current font."""
    return tuple(
        3 + max(pdf.get_string_width(cell) for cell in column) for column in zip(*rows, strict=True)
    )


def print_table(pdf: ManuscriptPDF, number: int, caption: str, table: str) -> None:
    """Print a numbered caption and a ruled table, kept together on one page."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    if pdf.will_page_break(18 + 6 * len(rows)):
        pdf.add_page()
    pdf.ln(3)
    pdf.set_font("Times", "", pdf.body_pt - 1)
    pdf.multi_cell(0, 4.4, f"Table {number}: {caption}", align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(1.5)
    pdf.set_font("Times", "", 9)
    widths = column_widths(pdf, rows)
    aligns = ("LEFT", *["RIGHT"] * (len(rows[0]) - 1))
    with pdf.table(
        col_widths=widths,
        text_align=aligns,
        borders_layout="SINGLE_TOP_LINE",
        line_height=4.8,
        padding=0.4,
    ) as ruled:
        for row in rows:
            ruled.row(row)
    pdf.line(pdf.l_margin, pdf.y, pdf.w - pdf.r_margin, pdf.y)
    pdf.ln(3)


def render_manuscript(manuscript: Manuscript) -> bytes:
    """The PDF of one manuscript."""
    pdf = ManuscriptPDF(manuscript)
    pdf.add_page()
    print_title(pdf)
    running: list[Block] = []
    caption, n_tables = "", 0
    for block in manuscript.blocks:
        if block.kind == "caption":
            caption = block.text
        elif block.kind == "table":
            print_text(pdf, running)
            n_tables += 1
            print_table(pdf, n_tables, caption, block.text)
            running = []
        else:
            running.append(block)
    print_text(pdf, running)
    return bytes(pdf.output())


def main() -> None:
    for source in sorted(MANUSCRIPTS.glob("*.md")):
        target = source.with_suffix(".pdf")
        target.write_bytes(render_manuscript(parse_manuscript(source.read_text(encoding="utf-8"))))
        print(f"wrote {target.name} ({target.stat().st_size // 1024} KiB)")


if __name__ == "__main__":
    main()
