"""Will a user be satisfied with this inference, action, or carrying out of an action? Source: MySQA
§4.3, A.6, Figures 6-9.

Enters: the interviews' judgments (`eval.datasets.interviews`). Leaves: `figures.Satisfaction`, as
JSON.

cases             each judged thing once; which may be shown with its question or report
features          what is known of it: its words, papers, question, report, the product's flags
predictors        the small trained predictors
crossval          nested leave-one-user-out
scoring           area, ranking within a triplet, figures, the exact test against a constant
trained           baseline and trained predictors on one kind; the permutation test of the best
examples          examples for a model judge: other users', balanced
judging           model judges: concurrent, resumable; their figures
conclusion        what the figures say, in words
"""
