"""From seminars to ranked research tasks, and what a task is asked of. Source: Arena.

Transcripts -> `Seminar` -> inspirations -> `ResearchTask`s, each traceable to what was said ->
ranked by pairwise comparison. What evaluates reports on such tasks stands in `eval.metrics`,
`eval.judges`.
"""
