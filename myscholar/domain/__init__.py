"""The nouns: frozen pydantic models and pure rules. No I/O, no clock, no randomness.

papers    what was written: Paper, Passage
evidence  where a claim comes from: Evidence, Quote, and what searching is: SearchQuery,
          SearchFilters, Hit, Source
profile   what the papers say of their reader or writer: Inference, Profile   (MySQA §2.1)
actions   what a report could do for this reader: Action, Directive           (MySQA §2.2)
report    the answer: Section, Citation, Highlight, ActionOutcome, Report     (MySQA §2.3)
drafts    a report before it is put together: Outline, Draft
flags     the error types that real users reported                            (MySQA Table 9)
runs      what a run tells a screen: Event
text      spans and folded strings
"""
