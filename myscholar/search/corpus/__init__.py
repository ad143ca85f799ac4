"""A local collection of papers as one folder, searched without a network.

Enters: Parquet, JSONL (ours or BEIR's), folders of PDFs. Leaves: hits that carry the source's own
paper ids.

readers      files -> papers, in batches; broken lines are named and the rest goes on
store        papers and passages in SQLite
lexical      BM25 by tantivy, filters inside the query
vectors      unit vectors in one memory-mapped file
generations  the folder: a new state is written beside the old one, then switched to
build        sources -> index;  index: opening and searching it
"""
