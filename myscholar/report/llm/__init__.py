"""The report with language models: the same steps as the extractive one, with a model's judgement
in each. Source: MySQA §2.3, A.5.

in    a question, the chosen actions, what the sources found (Findings), the reader's profile
out   search queries, verbatim quotes, an outline, sections with citations and highlights, evidence
      for the outcomes

It reads in this order: search_plan, reading (excerpts of papers, several a request), quotes (align
holds them to the paper's words), outline (outline_check and outline_shape put it right), sections
(markup reads them) with table, verify (doubts, lexical), repair, untraceable (sentences without
words behind them go), assemble, evidence.
`edit` plans a change. `shown` says which actions a prompt shows; `replies` and `section_replies`
are the forms of answers.
"""
