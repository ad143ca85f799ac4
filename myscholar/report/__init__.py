"""The extractive report: quoted sentences in order, with citations, highlights and outcomes; no
language model.
 in    a question, what the sources found (Findings), the chosen actions, the reader's profile,
background frequencies out   a Report whose every citation resolves to verbatim text, and whose
every action has an outcome
 plan.py turns the question and the actions into queries; extractive.py is the way from findings to
report and reads in that order: statements, aims of the actions, choice, outline, sections,
outcomes. Source: MySQA §2.3.
"""
