"""Finding evidence: queries in, papers with the passages that matched out (MySQA §2.3,
"retrieval").

corpus/            indexes of local collections: lexical and vector, one folder each
library            the user's own papers as a source
semantic_scholar   the live source
ranking            query terms, relevance feedback, and the blend of lexical and vector scores
distinct_ids       one id, one paper, whichever source names it
fusion             several ranked lists into one
choice             which of the papers found are read
retrieve           all queries against all sources at once
more_passages      more of a paper than a search found
"""
