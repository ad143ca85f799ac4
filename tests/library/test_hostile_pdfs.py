"""Broken, locked, empty, huge and hostile PDFs: one clear error each, and the reading process
serves on."""

import zlib
from collections.abc import Callable
from pathlib import Path

import pypdf
import pytest
from fpdf import FPDF
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    DictionaryObject,
    Fit,
    NameObject,
    NumberObject,
)

from myscholar.errors import EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile
from myscholar.library.pdf.layout import without_furniture
from myscholar.library.pdf.letters import Style
from myscholar.library.pdf.lines import Line, Page
from myscholar.library.reading import ReadLimits
from myscholar.library.worker import FileWorker, read_pdf

Make = Callable[..., Path]
SECTIONS = [("1 Introduction", ["A plain sentence that can be read by everybody."])]


def _still_reads(worker: FileWorker, one_column: Make) -> bool:
    return (
        worker.read(one_column(SECTIONS, name="good.pdf")).paper.title
        == "How Readers Check Their Sources"
    )


def test_an_empty_file_is_named_so(tmp_path: Path, worker: FileWorker) -> None:
    path = tmp_path / "nothing.pdf"
    path.touch()
    with pytest.raises(UnreadableFile, match=r"nothing\.pdf: the file is empty"):
        worker.read(path)


def test_what_is_no_pdf_is_named_so(tmp_path: Path, worker: FileWorker) -> None:
    path = tmp_path / "page.pdf"
    path.write_text("<html>Not found</html>", encoding="utf-8")
    with pytest.raises(UnreadableFile, match="not a PDF"):
        worker.read(path)


def test_a_truncated_pdf_is_mended_or_named_so(one_column: Make, worker: FileWorker) -> None:
    path = one_column(SECTIONS)
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(UnreadableFile, match="damaged or cut off"):
        worker.read(path)


def test_junk_before_the_pdf_does_no_harm(one_column: Make, worker: FileWorker) -> None:
    path = one_column(SECTIONS)
    path.write_bytes(b"X-Mail: forwarded\r\n" * 60 + path.read_bytes())
    assert worker.read(path).paper.title == "How Readers Check Their Sources"


def _encrypted(path: Path, *, user: str, owner: str) -> Path:
    writer = pypdf.PdfWriter(clone_from=path)
    writer.encrypt(user_password=user, owner_password=owner, algorithm="AES-256")
    writer.write(path)
    return path


def test_a_password_protected_pdf_is_named_so(one_column: Make, worker: FileWorker) -> None:
    with pytest.raises(EncryptedPdf, match="protected by a password"):
        worker.read(_encrypted(one_column(SECTIONS), user="secret", owner="other"))


def test_a_pdf_that_is_encrypted_in_an_unknown_way_is_named_so(
    one_column: Make, worker: FileWorker
) -> None:
    path = one_column(SECTIONS)
    odd = b"/Encrypt <</Filter /Nobody /V 99 /R 99 /O (x) /U (y) /P -1>> /Root"
    path.write_bytes(path.read_bytes().replace(b"/Root", odd))
    with pytest.raises(EncryptedPdf):
        worker.read(path)


def test_a_pdf_that_only_forbids_printing_is_read(one_column: Make, worker: FileWorker) -> None:
    assert worker.read(_encrypted(one_column(SECTIONS), user="", owner="other")).paper.passages


def test_a_scan_without_text_is_named_so(tmp_path: Path, worker: FileWorker) -> None:
    pdf = FPDF()
    for _ in range(2):
        pdf.add_page()
        pdf.rect(20, 20, 150, 200, style="F")
    pdf.output(str(tmp_path / "scan.pdf"))
    with pytest.raises(ImageOnlyPdf, match="only images"):
        worker.read(tmp_path / "scan.pdf")


def test_three_hundred_pages_are_read_and_a_lower_limit_is_said(tmp_path: Path) -> None:
    pdf = FPDF()
    pdf.set_font("Times", "", 11)
    for n in range(300):
        pdf.add_page()
        pdf.multi_cell(
            0,
            6,
            f"This is what stands on page {n + 1} of the long report, "
            + "and it goes on " * 6
            + "to its end.",
        )
    path = tmp_path / "long.pdf"
    pdf.output(str(path))
    with FileWorker() as whole, FileWorker(limits=ReadLimits(max_pages=20)) as part:
        assert whole.read(path).paper.passages[-1].page == 300
        reading = part.read(path)
    assert max(p.page or 0 for p in reading.paper.passages) == 20
    assert reading.notes == ("has 300 pages; the first 20 were read",)


def test_a_page_that_is_damaged_is_left_out_and_said(tmp_path: Path, worker: FileWorker) -> None:
    pdf = FPDF()
    pdf.set_font("Times", "", 11)
    for n in range(3):
        pdf.add_page()
        pdf.multi_cell(
            0,
            6,
            f"This is what stands on page {n + 1}, and it has enough words to be a paragraph of "
            "its own.",
        )
    content = bytes(pdf.output())
    second = content.index(b"/Type /Page\n", content.index(b"/Type /Page\n") + 1)
    (tmp_path / "hole.pdf").write_bytes(
        content[:second] + b"/Type /Pogo\n" + content[second + 12 :]
    )
    reading = worker.read(tmp_path / "hole.pdf")
    assert reading.notes == ("lacks 1 page that can't be read",)


def test_a_file_over_the_size_limit_is_not_even_opened(one_column: Make) -> None:
    with pytest.raises(OversizedFile, match="the limit is"):
        read_pdf(one_column(SECTIONS), limits=ReadLimits(max_bytes=100))


def _bomb(path: Path, unpacked: int) -> Path:
    """One page whose contents unpack to `unpacked` bytes."""
    packer = zlib.compressobj(9)
    packed = (
        b"".join(
            packer.compress(b"BT /F1 9 Tf (a) Tj ET\n" * 50_000)
            for _ in range(unpacked // 1_100_000)
        )
        + packer.flush()
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 "
        b"0 R>>>>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(packed), packed),
        b"<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>",
    ]
    body = b"%PDF-1.4\n" + b"".join(
        b"%d 0 obj%s\nendobj\n" % (n, o) for n, o in enumerate(objects, start=1)
    )
    path.write_bytes(body + b"trailer<</Root 1 0 R>>\n%%EOF")
    return path


def test_a_pdf_that_unpacks_to_gigabytes_is_stopped_and_the_next_is_read(
    tmp_path: Path, one_column: Make
) -> None:
    with FileWorker(limits=ReadLimits(memory_bytes=500_000_000, seconds=4)) as worker:
        with pytest.raises(OversizedFile, match="the limit"):
            worker.read(_bomb(tmp_path / "bomb.pdf", 400_000_000))
        assert _still_reads(worker, one_column)


def test_a_missing_file_is_named_so(tmp_path: Path, worker: FileWorker) -> None:
    with pytest.raises(UnreadableFile, match="can't be opened"):
        worker.read(tmp_path / "gone.pdf")


def test_a_page_of_very_many_lines_at_its_edge_is_read_at_once() -> None:
    """Where each is compared with all others, this test does not come to its end."""
    look = Style(9.0, "Times", bold=False, italic=False)
    lines = tuple(Line(f"word {n}", 1, 9, 90, n / 1e4, look) for n in range(100_000))
    (page,), furniture = without_furniture([Page(1, 600, 800, lines, "")])
    assert len(page.lines) == 100_000
    assert furniture == ()


def _outlined(path: Path, entries: int, *, circular: bool) -> Path:
    """The paper with an outline of wrong titles and places, whose last entry may lead back to the
    first."""
    writer = pypdf.PdfWriter(clone_from=path)
    for n in range(entries):
        writer.add_outline_item(
            title="A plain sentence" if n % 2 else "page 1", page_number=0, fit=Fit.xyz(0, 700, 0)
        )
    if circular:
        root = writer.root_object["/Outlines"].get_object()
        root["/Last"].get_object()[NameObject("/Next")] = root.raw_get("/First")
        root["/First"].get_object()[NameObject("/First")] = root.raw_get("/First")
    writer.write(path)
    return path


@pytest.mark.parametrize("circular", [False, True])
def test_an_outline_that_does_not_fit_the_pages_changes_nothing(
    one_column: Make, worker: FileWorker, circular: bool
) -> None:
    plain = worker.read(one_column(SECTIONS, name="plain.pdf"))
    outlined = worker.read(
        _outlined(one_column(SECTIONS, name="outlined.pdf"), 5_000, circular=circular)
    )
    assert (outlined.paper, outlined.headings) == (plain.paper, plain.headings)


def _tagged(path: Path, children: int) -> Path:
    """The paper marked as tagged, with a structure tree that contains itself and marks what is not
    there."""
    writer = pypdf.PdfWriter(clone_from=path)
    heading = DictionaryObject({NameObject("/S"): NameObject("/H1")})
    reference = writer._add_object(heading)
    heading[NameObject("/K")] = ArrayObject(
        [reference, *(NumberObject(n) for n in range(children))]
    )
    heading[NameObject("/P")] = reference
    heading[NameObject("/Pg")] = writer.pages[0].indirect_reference
    parents = DictionaryObject(
        {NameObject("/Nums"): ArrayObject([NumberObject(0), ArrayObject([reference] * children)])}
    )
    root = DictionaryObject(
        {NameObject("/Type"): NameObject("/StructTreeRoot"), NameObject("/K"): reference}
    )
    root[NameObject("/ParentTree")] = writer._add_object(parents)
    writer.root_object[NameObject("/StructTreeRoot")] = writer._add_object(root)
    writer.root_object[NameObject("/MarkInfo")] = DictionaryObject(
        {NameObject("/Marked"): BooleanObject(True)}
    )
    writer.pages[0][NameObject("/StructParents")] = NumberObject(0)
    writer.write(path)
    return path


def test_tags_that_contain_themselves_change_nothing(one_column: Make, worker: FileWorker) -> None:
    plain = worker.read(one_column(SECTIONS, name="plain.pdf"))
    tagged = worker.read(_tagged(one_column(SECTIONS, name="tagged.pdf"), 20_000))
    assert (tagged.paper, tagged.headings) == (plain.paper, plain.headings)
