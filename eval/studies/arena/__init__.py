"""A benchmark of research tasks, made and measured, and how well reports do on them. Source: Arena.

factory      seminars -> tasks, kept a file a seminar
making       what is made of one seminar
ranking      tasks ranked by comparisons of pairs, kept as they are made
stability    how much of a ranking is the draw of the comparisons
elo          how many rounds a ranking needs, with judges of known accuracy
leakage      whether a model knows the tasks by heart
planted      the same of a double that does, and of one that does not
payments     what a model was paid
reports      which reports of which systems are evaluated, on which questions
keypoints    what the cited sources say, and what each report makes of it (KAE)
checklists   a checklist for each task, and each report's grade by it (ACE)
people       whether a judge's figures go with experts' comparisons; else they are no scores
figures      means with intervals by system, and by discipline, family and phase
"""
