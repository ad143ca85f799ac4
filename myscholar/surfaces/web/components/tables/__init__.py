"""A table of papers: what it is to be made of, how it looks, what is done with it."""
