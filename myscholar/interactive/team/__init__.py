"""A team that researches a question and asks at three moments. In: a question, what is known of who
asks, and somebody who can be asked. Out: what every search found, what each researcher learned,
what was asked and said, and what the report should do for it. Source: IDRBench §3.1, appendix C,
table 6.

`research` is the story; `consulting` evaluates, asks and takes a reply in; `tasks` holds the
supervisor to its limits, `budget` the questions; `mind` is what each engine does, in `extractive`
and `llm`.
"""
