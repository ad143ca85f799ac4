"""A PDF in, a `Paper` out: title, authors, abstract, sections, numbered paragraphs, raw references.

read        the whole path from a file to a paper; the worker runs it in a process with limits
letters     what PDFium knows of single letters, and which of them a tagged PDF calls a heading
lines       the lines of a page with place and style, in drawing order
layout      page furniture goes, columns and reading order are found, torn lines are joined
marks       headings that the file itself names, by its outline or tags: believed where they fit
running     what the document's running text looks like;  headings  and captions stand out from it
roles       all lines sorted so
front       title and abstract;  authors;  facts: year, venue, DOI and arXiv id
references  the reference list -> one raw entry each
blocks      running text -> paragraphs under section names;  joining undoes hyphens at line ends

Captions, tables, formulas and footnotes are dropped: a quote from them would not stand on its own.
"""
