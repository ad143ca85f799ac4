"""Whether a research that asks comes nearer to what somebody wants, and what asking takes. Source:
IDRBench §3.2-3.4, 4.

ambiguity   a question made vaguer, by how much
cases       questions with a reference and with what they are after
asking      who is asked, and what was asked and said
teams       the team of the product with interaction in all stages, one or none, and its report
beside      a report beside its reference, as figures
run         all of it, kept as it goes
"""
