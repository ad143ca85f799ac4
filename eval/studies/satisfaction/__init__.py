"""Will a user be satisfied with this inference, action, or carrying out of an action? Source: MySQA
§4.3, A.6, Figures 6-9.

Enters: the interviews' judgments (`eval.datasets.interviews`). Leaves: `figures.Satisfaction`, as
JSON, a table and words.

cases             each judged thing once; which may be shown with its question or report
text_features     what a statement's own words look like
context_features  how it relates to papers, question and report
predictors        the small trained predictors
crossval          nested leave-one-user-out
scores            AUC, ranking within a triplet
scoring           figures, the exact test against a constant, its correction, its power
trained           baseline and trained predictors on one kind; the permutation test of the best
examples          examples for a model judge: other users', balanced
judging           model judges: concurrent, resumable
conclusion        what the figures say, in words
table             the figures as a table
"""
