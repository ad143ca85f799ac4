"""What a reader of papers may expect of a PDF's text."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from fpdf import FPDF
from pypdf.generic import Fit

from myscholar.domain.papers import PassageKind, TextSource
from myscholar.library.pdf import references
from myscholar.library.pdf.lines import Line
from myscholar.library.pdf.read import parse
from myscholar.library.pdf.running import Looks
from myscholar.library.reading import ReadLimits
from myscholar.library.worker import FileWorker

Make = Callable[..., Path]
LOREM = (
    "We measure how readers check the sources of an answer. The study follows sixteen readers for "
    "two weeks. "
    "Each of them works on a question of their own, and the tool keeps a record of what they open. "
)


def test_title_authors_abstract_and_sections_are_found(
    one_column: Make, worker: FileWorker
) -> None:
    path = one_column(
        [
            ("1 Introduction", ["Checking sources takes time, and few do it."]),
            ("2 Method", ["We watched sixteen people."]),
        ]
    )
    paper = worker.read(path).paper
    assert (paper.title, paper.authors) == (
        "How Readers Check Their Sources",
        ("Ada Example", "Bo Specimen"),
    )
    assert paper.abstract
    assert paper.abstract.startswith("We measure how readers check")
    assert [(p.section, p.text) for p in paper.passages[1:]] == [
        ("Introduction", "Checking sources takes time, and few do it."),
        ("Method", "We watched sixteen people."),
    ]
    assert paper.text_source is TextSource.FULL_TEXT


def test_paragraphs_are_numbered_from_the_abstract_on(one_column: Make, worker: FileWorker) -> None:
    paper = worker.read(
        one_column(
            [
                (
                    "1 Introduction",
                    ["One of the first things is this.", "And here is the second of them."],
                )
            ]
        )
    ).paper
    assert [p.paragraph for p in paper.passages] == [1, 2, 3]
    assert [p.passage_id for p in paper.passages] == [f"{paper.paper_id}#{n}" for n in (1, 2, 3)]
    assert paper.passages[0].kind is PassageKind.ABSTRACT


def test_the_same_paper_has_the_same_id_under_another_file_name(
    one_column: Make, worker: FileWorker
) -> None:
    sections = [("1 Introduction", ["A sentence that is the same in both of the files."])]
    first, second = (
        worker.read(one_column(sections, name=name)).paper for name in ("a.pdf", "b.pdf")
    )
    assert first.paper_id == second.paper_id


def test_references_stand_apart_one_entry_each(one_column: Make, worker: FileWorker) -> None:
    entries = [
        "[1] A. Author. 2020. A first cited work. In ACL.",
        "[2] B. Writer. 2021. A second cited work. In EMNLP.",
    ]
    paper = worker.read(
        one_column(
            [("1 Introduction", ["Some text that is not a reference."]), ("References", entries)]
        )
    ).paper
    assert paper.references == (
        "A. Author. 2020. A first cited work. In ACL.",
        "B. Writer. 2021. A second cited work. In EMNLP.",
    )
    assert not any("cited work" in p.text for p in paper.passages)


class _WithFurniture(FPDF):
    def header(self) -> None:
        self.set_font("Times", "I", 8)
        self.cell(0, 8, "Journal of Reading, vol. 3", new_x="LMARGIN", new_y="NEXT")

    def footer(self) -> None:
        self.set_y(-15)
        self.set_font("Times", "", 8)
        self.cell(0, 8, str(self.page_no()), align="C")


def _two_columns(path: Path, left: list[str], right: list[str], *, row_by_row: bool) -> Path:
    pdf = _WithFurniture(format="A4")
    for page in range(2):
        pdf.add_page()
        pdf.set_font("Times", "", 10)
        cells = [(20.0, i, text) for i, text in enumerate(left)] + [
            (110.0, i, text) for i, text in enumerate(right)
        ]
        if row_by_row:
            cells.sort(key=lambda cell: cell[1])
        for x, row, text in cells:
            pdf.text(x, 40 + 5 * row, text.replace("PAGE", f"page {page + 1}"))
    pdf.output(str(path))
    return path


LEFT = [
    "This is the beginning of the left column on PAGE",
    "and it goes on for some lines that are of the",
    *[f"same length as all of the others, line number {n}" for n in range(3, 9)],
    "until the left column ends without a full",
]
RIGHT = [
    "stop, because the sentence goes on over here on",
    "the other side of the page, where there are as",
    *[f"many lines as on the left side, line number {n}" for n in range(3, 9)],
    "and then the last of the sentences ends here.",
]


@pytest.mark.parametrize("row_by_row", [False, True])
def test_two_columns_are_read_one_after_the_other_however_they_were_drawn(
    tmp_path: Path, worker: FileWorker, row_by_row: bool
) -> None:
    text = " ".join(
        p.text
        for p in worker.read(
            _two_columns(tmp_path / "two.pdf", LEFT, RIGHT, row_by_row=row_by_row)
        ).paper.passages
    )
    assert "ends without a full stop, because the sentence goes on over here" in text
    assert (
        text.index("left column on page 1")
        < text.index("goes on over here on the other")
        < text.index("left column on page 2")
    )


def test_running_heads_and_page_numbers_are_no_part_of_the_text(
    tmp_path: Path, worker: FileWorker
) -> None:
    paper = worker.read(_two_columns(tmp_path / "two.pdf", LEFT, RIGHT, row_by_row=False)).paper
    assert not any("Journal of Reading" in p.text for p in paper.passages)
    assert paper.venue == "Journal of Reading"


def test_captions_are_left_out(one_column: Make, worker: FileWorker) -> None:
    caption = "Figure 1: What the readers opened in the course of the study, by day and by reader."
    texts = [
        p.text
        for p in worker.read(
            one_column([("1 Introduction", [LOREM * 2, caption, LOREM * 2])])
        ).paper.passages[1:]
    ]
    assert texts == [(LOREM * 2).strip()] * 2


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "title", "first_author", "n_authors"),
    [
        ("pasa.pdf", "PaSa: An LLM Agent for Comprehensive Academic Paper Search", "Yichen He", 7),
        ("attention.pdf", "Attention Is All You Need", "Ashish Vaswani", 8),
        (
            "2603.03341v1.pdf",
            "Ethical and Explainable AI in Reusable MLOps Pipelines",
            "Rakib Hossain",
            6,
        ),
        (
            "molecular-perspective.pdf",
            "A Perspective on Explanations of Molecular Prediction Models",
            "Geemi P. Wellawatte",
            4,
        ),
    ],
)
def test_real_papers_give_their_title_and_authors(
    shared: Path, worker: FileWorker, name: str, title: str, first_author: str, n_authors: int
) -> None:
    paper = worker.read(shared / "data" / "pdf" / name).paper
    assert (paper.title, paper.authors[0], len(paper.authors)) == (title, first_author, n_authors)


@pytest.mark.shared
def test_real_papers_give_their_identifiers_and_references(
    shared: Path, worker: FileWorker
) -> None:
    read = {
        name: worker.read(shared / "data" / "pdf" / name).paper
        for name in ("0046d83a.pdf", "attention.pdf")
    }
    assert (read["0046d83a.pdf"].doi, read["0046d83a.pdf"].year) == (
        "10.1186/s12984-016-0129-6",
        2016,
    )
    assert len(read["0046d83a.pdf"].references) == 49
    assert (read["attention.pdf"].arxiv_id, len(read["attention.pdf"].references)) == (
        "1706.03762",
        40,
    )


ENTRIES = [
    f"[{n}] A. Author and B. Writer. {2000 + n}. The cited work of number {n}. In ACL."
    for n in range(1, 7)
]


def test_references_are_found_by_the_outline_where_the_page_calls_them_otherwise(
    one_column: Make, worker: FileWorker
) -> None:
    entries = [
        f"Ada Author and Bo Writer. {2000 + n}. The cited work of number {n}. In ACL."
        for n in range(1, 7)
    ]
    path = one_column([("1 Introduction", [LOREM]), ("Quellen", entries)])
    assert worker.read(path).paper.references == ()
    writer = pypdf.PdfWriter(clone_from=path)
    y = _height_of("Quellen", path)
    writer.add_outline_item(title="References", page_number=0, fit=Fit.xyz(28, y + 14, 0))
    writer.write(path)
    assert len(worker.read(path).paper.references) == 6


def _height_of(text: str, path: Path) -> float:
    with pypdfium2.PdfDocument(path) as document:
        textpage = document[0].get_textpage()
        index, _ = textpage.search(text).get_next()
        return float(textpage.get_charbox(index)[1])


def test_references_are_found_by_their_labels_where_no_title_stands_over_them(
    one_column: Make, worker: FileWorker
) -> None:
    assert (
        len(worker.read(one_column([("1 Introduction", [LOREM, *ENTRIES])])).paper.references) == 6
    )


def test_a_later_heading_called_references_does_not_hide_the_list(
    one_column: Make, worker: FileWorker
) -> None:
    sections = [
        ("1 Introduction", [LOREM]),
        ("References", ENTRIES),
        ("Appendix A", [LOREM]),
        ("References", [LOREM * 2]),
    ]
    assert len(worker.read(one_column(sections)).paper.references) == 6


def test_letters_set_apart_do_not_hide_the_title_of_the_references(
    one_column: Make, worker: FileWorker
) -> None:
    assert (
        len(
            worker.read(
                one_column([("1 Introduction", [LOREM]), ("R EFERENCES", ENTRIES)])
            ).paper.references
        )
        == 6
    )


def test_numbers_of_lines_are_no_part_of_the_text(one_column: Make, worker: FileWorker) -> None:
    lines = [
        f"{n} and this is what the line of number {'abcdefghij'[n % 10]} says to its readers,"
        for n in range(31, 51)
    ]
    paper = worker.read(one_column([("30 1 Introduction", lines)])).paper
    assert paper.passages[-1].section == "Introduction"
    assert not any(character.isdigit() for character in paper.passages[-1].text)


def _small_print(path: Path, *, first: bool) -> Path:
    """A paper without a marked abstract, with small print under its title; it stands at the foot if
    it is drawn `first`."""
    pdf = FPDF(format="A4")
    pdf.set_auto_page_break(auto=False)
    pdf.add_page()
    pdf.set_font("Times", "B", 18)
    pdf.cell(0, 12, "How Readers Check Their Sources", new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Times", "", 8)
    pdf.set_y(250 if first else 30)
    pdf.multi_cell(0, 4, LOREM * 3)
    pdf.set_y(60)
    for heading in ("1 Introduction", "2 Method"):
        pdf.set_font("Times", "B", 13)
        pdf.cell(0, 10, heading, new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Times", "", 11)
        pdf.multi_cell(
            0,
            5,
            "The body of the paper says what was done, and by whom. " * 12,
            new_x="LMARGIN",
            new_y="NEXT",
        )
    pdf.output(str(path))
    return path


def test_small_print_under_the_title_is_the_abstract_and_a_footnote_is_not(
    tmp_path: Path, worker: FileWorker
) -> None:
    under = worker.read(_small_print(tmp_path / "under.pdf", first=False))
    assert under.paper.abstract == (LOREM * 3).strip()
    foot = worker.read(_small_print(tmp_path / "foot.pdf", first=True))
    assert foot.paper.abstract is None
    assert under.headings == foot.headings == ("Introduction", "Method")


def _sized(path: Path, *blocks: tuple[str, float, str]) -> Path:
    """A page of blocks, each with style and size of its font."""
    pdf = FPDF(format="A4")
    pdf.add_page()
    for style, size, text in (
        ("B", 18.0, "How Readers Check Their Sources"),
        ("", 11.0, "Ada Example"),
        *blocks,
    ):
        pdf.set_font("Times", style, size)
        pdf.multi_cell(0, size / 2, text, new_x="LMARGIN", new_y="NEXT")
        pdf.ln(2)
    pdf.output(str(path))
    return path


@pytest.mark.parametrize("last", [11.9, 14.0])
def test_headings_larger_than_the_text_stay_although_another_is_larger_still(
    tmp_path: Path, worker: FileWorker, last: float
) -> None:
    text = ("", 10.0, LOREM * 3)
    headings = [
        ("B", 12.0, "1 Introduction"),
        text,
        ("B", 12.0, "2 Method"),
        text,
        ("B", last, "3 Results"),
        text,
    ]
    assert worker.read(_sized(tmp_path / "sized.pdf", *headings)).headings == (
        "Introduction",
        "Method",
        "Results",
    )


def test_a_line_of_prose_that_begins_like_a_step_stays(tmp_path: Path, worker: FileWorker) -> None:
    ratio = (
        f"{LOREM}The odds of that were about three to one, or in numbers\n3: 1 when the reader had "
        f"looked before. {LOREM}"
    )
    text = " ".join(
        p.text
        for p in worker.read(
            _sized(tmp_path / "ratio.pdf", ("B", 12, "1 Introduction"), ("", 10, ratio))
        ).paper.passages
    )
    assert "in numbers 3: 1 when the reader had looked before." in text


def test_of_many_titles_of_reference_lists_the_last_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def end(spots: Sequence[Line], start: int, _: Looks) -> int:
        looked.append(start)
        return len(spots)

    monkeypatch.setattr(references, "_end", end)
    path = _sized(
        tmp_path / "titles.pdf",
        ("B", 12, "1 Introduction"),
        ("", 10, "\n".join(["References"] * 90)),
    )
    parse(path, ReadLimits())
    assert len(looked) == 20
