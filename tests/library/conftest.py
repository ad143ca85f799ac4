"""PDFs made on the spot."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fpdf import FPDF

from myscholar.library.reading import ReadLimits
from myscholar.library.worker import FileWorker

LOREM = (
    "We measure how readers check the sources of an answer. The study follows sixteen readers for "
    "two weeks. "
    "Each of them works on a question of their own, and the tool keeps a record of what they open. "
)


@pytest.fixture(scope="session")
def worker() -> Iterator[FileWorker]:
    """One reading process for the whole session, as an import has one for a folder."""
    with FileWorker(limits=ReadLimits(memory_bytes=700_000_000, seconds=20)) as worker:
        yield worker


@pytest.fixture
def one_column(tmp_path: Path) -> Callable[..., Path]:
    """A plain paper: title, author, abstract, the sections given as (heading, paragraphs)."""

    def make(
        sections: list[tuple[str, list[str]]],
        *,
        name: str = "paper.pdf",
        title: str = "How Readers Check Their Sources",
    ) -> Path:
        pdf = FPDF(format="A4")
        pdf.add_page()
        pdf.set_font("Times", "B", 18)
        pdf.multi_cell(0, 9, title, align="C", new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Times", "", 12)
        pdf.multi_cell(
            0, 8, "Ada Example and Bo Specimen", align="C", new_x="LMARGIN", new_y="NEXT"
        )
        for heading, paragraphs in [("Abstract", [LOREM]), *sections]:
            pdf.ln(4)
            pdf.set_font("Times", "B", 13)
            pdf.multi_cell(0, 8, heading, new_x="LMARGIN", new_y="NEXT")
            pdf.set_font("Times", "", 10)
            for paragraph in paragraphs:
                pdf.multi_cell(0, 5, paragraph, new_x="LMARGIN", new_y="NEXT")
                pdf.ln(3)
        path = tmp_path / name
        pdf.output(str(path))
        return path

    return make
