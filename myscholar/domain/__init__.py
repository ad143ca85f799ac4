"""The nouns: frozen pydantic models and pure rules. No I/O, no clock, no randomness.

orders    what a person can ask for, one model each;  engine  who does it
papers    what was written: Paper, Passage
evidence  where a claim comes from: Evidence, Quote, and what searching is: SearchQuery,
          SearchFilters, Hit, Source
profile   what the papers say of their reader or writer: Inference, Profile   (MySQA §2.1)
actions   what a report could do for this reader: Action, Directive           (MySQA §2.2)
report    the answer: Section, Citation, Highlight, ActionOutcome, Report     (MySQA §2.3)
drafts    a report before it is put together: Outline, Draft
flags     the error types that real users reported                            (MySQA Table 9)
runs      what a run is, did and tells: RunKind, RunStatus, RunStep, ModelCall, Event
inquiry   a question on its way to a report, as it is kept;  feedback  what a reader thought
recordings  answers of models, kept to be played
text      spans and folded strings
"""
