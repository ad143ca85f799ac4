"""A vague question is asked about before research, one thing at a time. Source: IntentRL §3.1.

`agent` asks until little is left to gain; `rules` say what must not be asked; `replies` reads what
was said; `summary` says the question again with it. What to ask next comes from the facets of a
first look at the literature (`extractive/`) or from a language model (`llm/`). `graph` holds
clarification graphs as data, with all ways through them.
"""
