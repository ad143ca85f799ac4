"""Papers in, profile out: what a researcher's papers say of their knowledge, research style,
writing, positions and audience.

extractive/   papers + background -> Profile; no model, no network: knowledge, research_style,
              positions
llm/          the same with a language model
own_work      what a paper says of itself, with its authors as subject
style         how the abstracts are written, measured
reading       which sentences of a paper can be shown as evidence
safeguards    which inferences are withheld from everybody
checks        the error types of Table 9 that can be seen without a model
repairs       wordings without them

Source: MySQA §2.1, D.1, D.2, Table 9.
"""
