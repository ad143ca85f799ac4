"""From the bytes of a PDF to a paper, in this process. `worker` calls it where limits hold; nothing
else should."""

import io
import logging
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pypdfium2

from myscholar.domain.papers import Paper, PaperId, PassageKind, TextSource
from myscholar.domain.text import counted
from myscholar.errors import EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile
from myscholar.library.paragraphs import TextPiece, number_passages, title_id
from myscholar.library.pdf.blocks import write_paragraphs
from myscholar.library.pdf.facts import read_facts
from myscholar.library.pdf.front import read_front
from myscholar.library.pdf.joining import SeenWords
from myscholar.library.pdf.layout import place_lines, running_text, without_furniture
from myscholar.library.pdf.lines import Page, read_page
from myscholar.library.pdf.marks import Bookmark, mark_headings, read_outline
from myscholar.library.pdf.references import reference_entries, reference_section
from myscholar.library.pdf.roles import sort_lines
from myscholar.library.pdf.running import measure_looks
from myscholar.library.reading import PdfReading, ReadLimits

_DAMAGED = "the PDF is damaged or cut off. Get a fresh copy."
_LOCK = threading.Lock()
"""PDFium is not thread-safe."""


def parse(path: Path, limits: ReadLimits) -> PdfReading:
    """Raises EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile."""
    with _LOCK, closing(_open(path, limits)) as document:
        n_pages = len(document)
        n_wanted = min(n_pages, limits.max_pages)
        pages: list[Page] = []
        for i in range(n_wanted):
            with suppress(pypdfium2.PdfiumError):  # a damaged page does not spoil the others
                pages.append(read_page(document, i))
        facts = document.get_metadata_dict(skip_empty=True)
        metadata = {str(key): str(value) for key, value in facts.items()}
        bookmarks = read_outline(document)
    if not pages:
        raise UnreadableFile(path, _DAMAGED)
    if sum(len(line.text) for page in pages for line in page.lines) < 20 * min(5, len(pages)):
        raise ImageOnlyPdf(path)
    notes = []
    if n_pages > n_wanted:
        notes.append(f"has {n_pages:,} pages; the first {n_wanted:,} were read")
    if len(pages) < n_wanted:
        notes.append(f"lacks {counted(n_wanted - len(pages), 'page')} that can't be read")
    paper, headings = _write_paper(pages, metadata, bookmarks, path)
    return PdfReading(paper=paper, notes=tuple(notes), headings=headings)


def _open(path: Path, limits: ReadLimits) -> pypdfium2.PdfDocument:
    size = path.stat().st_size
    if size == 0:
        raise UnreadableFile(path, "the file is empty (0 bytes). Get a fresh copy.")
    if size > limits.max_bytes:
        most = f"{limits.max_bytes / 1e6:,.0f} MB"
        raise OversizedFile(path, f"the file has {size / 1e6:,.0f} MB; the limit is {most}.")
    content = path.read_bytes()
    start = content.find(b"%PDF-", 0, 4096)
    if start < 0:
        raise UnreadableFile(path, "this is not a PDF file, whatever its name says.")
    try:
        return pypdfium2.PdfDocument(content[start:])
    except pypdfium2.PdfiumError as error:
        if any(word in str(error).casefold() for word in ("password", "security scheme")):
            raise EncryptedPdf(path) from error
        return _repair(content[start:], path)


def _repair(content: bytes, path: Path) -> pypdfium2.PdfDocument:
    """The second try: pypdf reads what it can of a damaged structure and writes it anew."""
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise EncryptedPdf(path)
        writer = pypdf.PdfWriter()
        for page in reader.pages:
            writer.add_page(page)
        buffer = io.BytesIO()
        writer.write(buffer)
        document = pypdfium2.PdfDocument(buffer.getvalue())
    except EncryptedPdf:
        raise
    except Exception as error:  # pypdf raises many kinds of error on broken files
        raise UnreadableFile(path, _DAMAGED) from error
    if len(document) == 0:
        raise UnreadableFile(path, _DAMAGED)
    return document


def _write_paper(
    pages: Sequence[Page], metadata: Mapping[str, str], bookmarks: Sequence[Bookmark], path: Path
) -> tuple[Paper, tuple[str, ...]]:
    first_page = pages[0].text
    pages, furniture = without_furniture(pages)
    text = running_text(pages)
    lines = mark_headings([line for page in pages for line in place_lines(page, text)], bookmarks)
    vocabulary = SeenWords(lines)
    front = read_front(lines, text, vocabulary, metadata)
    facts = read_facts(first_page, furniture, metadata)
    rest = [line for i, line in enumerate(lines) if i not in front.skipped]
    look = measure_looks(lines, text, [bookmark.title for bookmark in bookmarks])
    heading, first, end = reference_section(rest, look, bookmarks)
    roles = sort_lines([*rest[:heading], *rest[end:]], look)
    body, headings = write_paragraphs(roles, text, vocabulary)
    title = front.title or metadata.get("Title") or path.stem
    # The same for every copy: DOI, arXiv id, else a hash of title and first author.
    paper_id = title_id(title, front.authors)
    if facts.doi or facts.arxiv_id:
        paper_id = PaperId(f"doi:{facts.doi}" if facts.doi else f"arxiv:{facts.arxiv_id}")
    abstract = TextPiece(PassageKind.ABSTRACT, None, front.abstract or "", front.abstract_page)
    without_body = TextSource.ABSTRACT if front.abstract else TextSource.TITLE_ONLY
    paper = Paper(
        paper_id=paper_id,
        title=title,
        authors=front.authors,
        **facts._asdict(),
        passages=number_passages(paper_id, [abstract, *body]),
        references=reference_entries(rest[first:end], vocabulary),
        text_source=TextSource.FULL_TEXT if body else without_body,
    )
    return paper, headings
