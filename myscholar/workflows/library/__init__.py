"""Papers in: files, folders and Semantic Scholar -> the local library; corpora to search; what
sources there are."""
