"""From the bytes of a PDF to a paper, in this process. `worker` calls it where limits hold; nothing
else should."""

import contextlib
import io
import logging
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import pypdfium2

from myscholar.domain.papers import Paper, PaperId, PassageKind, TextSource
from myscholar.domain.text import counted
from myscholar.errors import EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile
from myscholar.library.paragraphs import TextPiece, numbered, title_id
from myscholar.library.pdf.blocks import Paragraph, write_paragraphs
from myscholar.library.pdf.facts import Facts, read_facts
from myscholar.library.pdf.front import Front, read_front
from myscholar.library.pdf.joining import SeenWords
from myscholar.library.pdf.layout import place_lines, running_text, without_furniture
from myscholar.library.pdf.limits import PdfLimits, PdfReading
from myscholar.library.pdf.lines import Page, read_page
from myscholar.library.pdf.marks import Bookmark, mark_headings, read_outline
from myscholar.library.pdf.references import reference_entries, reference_section
from myscholar.library.pdf.roles import sort_lines
from myscholar.library.pdf.running import measure_looks

_DAMAGED = "the PDF is damaged or cut off. Get a fresh copy."
_LOCK = threading.Lock()
"""PDFium is not thread-safe."""


def parse(path: Path, limits: PdfLimits) -> PdfReading:
    """Raises EncryptedPdf, ImageOnlyPdf, OversizedFile, UnreadableFile."""
    with _LOCK:
        document = _opened(path, limits)
        try:
            n_pages = len(document)
            pages = _pages(document, min(n_pages, limits.max_pages))
            metadata = {
                str(k): str(v) for k, v in document.get_metadata_dict(skip_empty=True).items()
            }
            bookmarks = read_outline(document)
        finally:
            document.close()
    if not pages:
        raise UnreadableFile(path, _DAMAGED)
    if sum(len(line.text) for page in pages for line in page.lines) < 20 * min(5, len(pages)):
        raise ImageOnlyPdf(path)
    notes = []
    if n_pages > limits.max_pages:
        notes.append(f"has {n_pages:,} pages; the first {limits.max_pages:,} were read")
    if len(pages) < min(n_pages, limits.max_pages):
        notes.append(
            f"lacks {counted(min(n_pages, limits.max_pages) - len(pages), 'page')} that can't be "
            "read"
        )
    paper, headings = _paper(pages, metadata, bookmarks, path)
    return PdfReading(paper, tuple(notes), headings)


def _pages(document: pypdfium2.PdfDocument, n: int) -> tuple[Page, ...]:
    """The pages that can be read; a damaged one does not spoil the others."""
    pages = []
    for i in range(n):
        with contextlib.suppress(pypdfium2.PdfiumError):
            pages.append(read_page(document, i))
    return tuple(pages)


def _opened(path: Path, limits: PdfLimits) -> pypdfium2.PdfDocument:
    size = path.stat().st_size
    if size == 0:
        raise UnreadableFile(path, "the file is empty (0 bytes). Get a fresh copy.")
    if size > limits.max_bytes:
        raise OversizedFile(
            path,
            f"the file has {size / 1e6:,.0f} MB; the limit is {limits.max_bytes / 1e6:,.0f} MB.",
        )
    content = path.read_bytes()
    start = content.find(b"%PDF-", 0, 4096)
    if start < 0:
        raise UnreadableFile(path, "this is not a PDF file, whatever its name says.")
    try:
        return pypdfium2.PdfDocument(content[start:])
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).casefold():
            raise EncryptedPdf(path) from error
        return _repaired(content[start:], path)


def _repaired(content: bytes, path: Path) -> pypdfium2.PdfDocument:
    """The second try: pypdf reads what it can of a damaged structure and writes it anew."""
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    damaged = UnreadableFile(path, _DAMAGED)
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
        raise damaged from error
    if len(document) == 0:
        raise damaged
    return document


def _paper(
    pages: Sequence[Page], metadata: Mapping[str, str], bookmarks: Sequence[Bookmark], path: Path
) -> tuple[Paper, tuple[str, ...]]:
    raw = "\n".join(page.text for page in pages[:1])
    pages, furniture = without_furniture(pages)
    text = running_text(pages)
    spots = mark_headings([spot for page in pages for spot in place_lines(page, text)], bookmarks)
    vocabulary = SeenWords(spot for spot in spots)
    front = read_front(spots, text, vocabulary, metadata)
    facts = read_facts(raw, furniture, metadata)
    rest = [s for i, s in enumerate(spots) if i not in front.skipped]
    look = measure_looks(spots, text, [bookmark.title for bookmark in bookmarks])
    heading, first, end = reference_section(rest, look, bookmarks)
    body = write_paragraphs(sort_lines([*rest[:heading], *rest[end:]], look), text, vocabulary)
    references = reference_entries(rest[first:end], vocabulary)
    return _assembled(front, facts, body.paragraphs, references, metadata, path), body.headings


def _assembled(
    front: Front,
    facts: Facts,
    found: Sequence[Paragraph],
    references: tuple[str, ...],
    metadata: Mapping[str, str],
    path: Path,
) -> Paper:
    title = front.title or metadata.get("Title") or path.stem
    paper_id = identity(facts, title, front.authors)
    pieces = (
        [TextPiece(PassageKind.ABSTRACT, None, front.abstract, front.abstract_page)]
        if front.abstract
        else []
    )
    pieces += [TextPiece(PassageKind.BODY, p.section, p.text, p.page) for p in found]
    return Paper(
        paper_id=paper_id,
        title=title,
        authors=front.authors,
        year=facts.year,
        venue=facts.venue,
        doi=facts.doi,
        arxiv_id=facts.arxiv_id,
        passages=numbered(paper_id, pieces),
        references=references,
        text_source=TextSource.FULL_TEXT
        if found
        else TextSource.ABSTRACT
        if front.abstract
        else TextSource.TITLE_ONLY,
    )


def identity(facts: Facts, title: str, authors: Sequence[str]) -> PaperId:
    """The same for every copy of a paper: its DOI, its arXiv id, else a hash of folded title and
    first author."""
    if facts.doi:
        return PaperId(f"doi:{facts.doi}")
    if facts.arxiv_id:
        return PaperId(f"arxiv:{facts.arxiv_id}")
    return title_id(title, authors[0] if authors else "")
