"""A PDF in, a `Paper` out: title, authors, abstract, sections, numbered paragraphs, raw references.

lines       what PDFium knows of a page: lines with place and style, in drawing order
layout      page furniture goes, columns and reading order are found, torn lines are joined
roles       which line is heading, caption, table, formula, footnote or running text
blocks      running text -> paragraphs under section names; hyphens at line ends are undone
front       title, authors, abstract, year, DOI and arXiv id from the first page
references  the reference list -> one raw entry each
read        the whole path from a file to a paper; worker and serve run it in a process with limits

Captions, tables, formulas and footnotes are dropped: a quote from them would not stand on its own.
"""

from myscholar.library.pdf.limits import PdfLimits, PdfReading
from myscholar.library.pdf.worker import PdfWorker, read_pdf

__all__ = ["PdfLimits", "PdfReading", "PdfWorker", "read_pdf"]
