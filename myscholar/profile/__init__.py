"""Papers in, profile out: what a researcher's papers say of their knowledge, research style,
writing, positions and audience.

extractive/   papers + background -> Profile; no model, no network: knowledge, research_style,
              positions
llm/          the same with a language model
own_work      what a paper says of itself, with its authors as subject
style         how the abstracts are written, measured
reading       which sentences of a paper can be shown as evidence
repeats       what is said twice
wording       how papers are named in a sentence

Source: MySQA §2.1, D.1, D.2, Table 9.
"""
