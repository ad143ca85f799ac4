"""The report with language models: the same steps as the extractive one, with a model's judgement
in each. Source: MySQA §2.3, A.5.

in    a question, the chosen actions, what the sources found (Findings), the reader's profile
out   search queries, verbatim quotes, an outline, sections with citations and highlights, outcomes

It reads in this order: search_plan, quotes (align holds them to the paper's words), outline
(outline_shape puts it right), sections, verification, evidence for the outcomes, repair. `shown`
says which actions a prompt shows; the replies' forms are in the modules named for them.
"""
