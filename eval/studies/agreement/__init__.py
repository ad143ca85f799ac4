"""Do judges prefer the reports that people prefer? Meta-evaluation on published comparisons by
people.

tables    who says what of which pair: people, the published judge, one of ours, baselines
compared  two tables -> counts, accuracies and correlations with intervals
judging   one of our judges on the reports themselves, kept in a folder
measured  all of it -> Agreement
conclusion, findings   what the figures say, in words; names: what scores and people are called

Source: ScholarQA-CS2 (Bragg et al. 2026), its human evaluation; statistics of Deutsch, Foster and
Freitag (2023).
"""
