"""A PDF in, a `Paper` out: title, authors, abstract, sections, numbered paragraphs, raw references.

letters     what PDFium knows of single letters;  tags: which of them a tagged PDF calls a heading
lines       the lines of a page with place and style, in drawing order; characters cleans what they
            say
layout      page furniture goes, columns and reading order are found, torn lines are joined
marks       headings that the file itself names, by its outline or its tags: believed first where
            they fit the page
running     what the document's running text looks like;  headings, floats  what stands out from it;
            roles  all lines sorted so
blocks      running text -> paragraphs under section names; joining undoes the hyphens at line ends
front       title and abstract;  authors;  facts: year, venue, DOI and arXiv id
references  the reference list -> one raw entry each
read        the whole path from a file to a paper; worker and serve run it in a process with limits

Captions, tables, formulas and footnotes are dropped: a quote from them would not stand on its own.
"""

from myscholar.library.pdf.limits import PdfLimits, PdfReading
from myscholar.library.pdf.worker import PdfWorker, read_pdf

__all__ = ["PdfLimits", "PdfReading", "PdfWorker", "read_pdf"]
