"""Papers in, profile out: what a researcher's papers say of their knowledge, research style, writing, positions and audience.

extractive     infer_profile: papers + background -> Profile; no model, no network
llm            the same with a language model
knowledge, research_style, writing_style, positions, audience    one aspect each
reading        which sentences of a paper can be shown as evidence
safeguards     which inferences are withheld from everybody
checks         the error types of Table 9 that can be seen without a model; repairs: wordings without them

Source: MySQA §2.1, D.1, D.2, Table 9.
"""
