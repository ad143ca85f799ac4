"""Papers in: files become papers with numbered paragraphs.

What enters: PDF, JSONL and BibTeX files or folders of them, and Semantic Scholar's records.
What leaves: `Paper`s with `Passage`s (`{paper_id}#{n}`, the abstract first), and a `Problem` for
each thing that could not be read, with its file and line. One bad file never stops the rest.

imports          files and folders -> Imported(papers, problems)
semantic_scholar ids, titles and authors -> Imported, with as much text as is open
worker, serve    files -> Papers, in a process of its own with limits (reading)
pdf/             one PDF -> Paper
jsonl, bibtex    lines and entries -> Papers, by way of records;  problems  what went wrong
paragraphs       plain text -> passages
merge            copies of one paper -> one paper
"""
