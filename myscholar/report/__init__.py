"""A question, what the sources found, the chosen actions and the reader's profile in; out a report
whose every citation resolves to verbatim text, and whose every action has an outcome.

extractive/     the evidence digest, without a model: search_plan; then, in the order of assemble,
                quotes, choice, outline, sections, table, evidence
llm/            the same steps with language models
cues, quality   what a sentence does in a paper, and whether it can stand alone
framing         which slice of it to quote, and who says it
fulfilment      forms that an action asked for, and flags
outcomes        whether each action was carried out, from an engine's evidence of it:
                traced_outcomes by the whole report, sentence_outcomes by a digest's sentences,
                marked_outcomes by a model's marked words, action_searches by the papers found
queries         searches that ask the same, as one

Source: MySQA §2.3.
"""
