"""Papers side by side in columns of the reader's own words: a report's, a library's, or the best of
a search. A table grows; only its new cells are asked."""
