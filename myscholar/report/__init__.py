"""A question, what the sources found, the chosen actions and the reader's profile in; out a report
whose every citation resolves to verbatim text, and whose every action has an outcome.

extractive/     the evidence digest, without a model: search_plan, quotes, outline, sections, table,
                outcomes; assemble reads in that order
llm/            the same steps with language models
cues, quality   what a sentence does in a paper, and whether it can stand alone
framing         which slice of it to quote, and who says it
fulfilment      forms and flags that an action asked for
search_trace    what an action's searches brought, in words
notation        formulas and code, as such
export/         one report -> Markdown, HTML, JSON, BibTeX

Source: MySQA §2.3.
"""
